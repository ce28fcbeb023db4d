import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { cpuMs } from '#tests/support/cpu-time.ts';

/**
 * Texts of strangers meet the regular expressions of server/ and shared/, and those of app/, which renders pages on the server. One that looks again from each place of a text takes
 * the square of its length, so that 16 kB block everybody. Every one is tried here, also those written tomorrow.
 */
const root = join(import.meta.dirname, '..');
const files = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
	(file) => !/\.test\.tsx?$/.test(file),
);

interface Found {
	file: string;
	pattern: string;
	flags: string;
}

const literals: Found[] = [];
/** Made of a text when the program runs: nothing can try them here. */
const made: string[] = [];
for (const file of files) {
	const source = readFileSync(join(root, file), 'utf8');
	walk(parseSync(file, source).program, (node) => {
		const { regex } = node as { regex?: { pattern: string; flags: string } };
		if (regex) literals.push({ file, ...regex });
		const { type, callee } = node as { type?: string; callee?: { name?: string } };
		if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') made.push(file);
	});
}

function walk(node: unknown, visit: (node: object) => void): void {
	if (typeof node !== 'object' || node === null) return;
	visit(node);
	for (const child of Object.values(node)) walk(child, visit);
}

const size = 16_384;
const signs = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n09azAZ\u00e9'];
/** A sign over and over, alone and with a letter between. */
const texts = signs.flatMap((sign) => [sign.repeat(size), `${sign}a`.repeat(size / 2)]);

/** The quickest of some tries, in ms: compiling and collecting garbage do not count. */
function quickest(tries: number, work: () => void): number {
	let best = Number.POSITIVE_INFINITY;
	for (let n = 0; n < tries && best > limitMs; n += 1) {
		best = Math.min(best, cpuMs(work));
	}
	return best;
}

/** Those that look once take at most a few milliseconds, those that take the square a hundred and more. */
const limitMs = 60;

test('none takes the square of a text of 16 kB', () => {
	expect(literals.length).toBeGreaterThan(200);
	const slow = [...new Map(literals.map((one) => [`${one.pattern}/${one.flags}`, one])).values()].flatMap(
		({ file, pattern, flags }) => {
			const expression = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
			const text = texts.find((text) => quickest(5, () => text.replace(expression, '')) > limitMs);
			return text === undefined
				? []
				: [`${file} /${pattern}/${flags} on ${JSON.stringify(text.slice(0, 4))}…`];
		},
	);
	expect(slow).toEqual([]);
});

test('each is written as one, so that it is tried above', () => {
	// Of an alphabet and a length that stand beside it, and of the routes whose addresses hold a secret.
	expect([...new Set(made)].sort()).toEqual([
		'server/domain/events/event-code.ts',
		'server/domain/orders/order-code.ts',
		'server/http/pages.ts',
		'server/platform/redact.ts',
		'shared/rules/feedback.ts',
		'shared/rules/page-address.ts',
		'shared/rules/search-spellings.ts',
	]);
});
