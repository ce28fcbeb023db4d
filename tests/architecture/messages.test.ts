import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

/**
 * Reads the source of the app for texts that people would read and that are not given to the message layer: text between
 * tags outside <Trans>, and texts written straight into attributes that are read aloud or shown.
 */
const root = join(import.meta.dirname, '../..');
const READ_ATTRIBUTES = new Set([
	'aria-label',
	'title',
	'alt',
	'placeholder',
	'label',
	'description',
	'summary',
	'hint',
]);
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const hasWords = (text: string) => /\p{L}{2}/u.test(text);

interface Node {
	type: string;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

function nameOf(element: Node): string {
	return element.openingElement?.name?.name ?? '';
}

/** Texts that bypass the message layer in one source file. */
export function bareTexts(source: string): string[] {
	const found: string[] = [];
	function visit(node: Node | Node[] | null | undefined): void {
		if (Array.isArray(node)) {
			for (const one of node) visit(one);
			return;
		}
		if (!node || typeof node.type !== 'string') return;
		if (node.type === 'JSXElement' && MACROS.has(nameOf(node))) return;
		if (node.type === 'JSXElement' && ['style', 'script', 'code', 'kbd'].includes(nameOf(node))) return;
		if (node.type === 'JSXText' && hasWords(node.value)) found.push(node.value.trim());
		if (node.type === 'JSXAttribute' && READ_ATTRIBUTES.has(node.name.name)) {
			const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
			if (value?.type === 'Literal' && typeof value.value === 'string' && hasWords(value.value))
				found.push(value.value);
		}
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
	}
	visit(parseAst(source, { lang: 'tsx' }).body as unknown as Node[]);
	return found;
}

/** Screens still to be moved into the message layer. This list only shrinks. */
const PENDING = ['app/features/check-in/', 'app/routes/staff/'];

test('every text of the app goes through the message layer', () => {
	const files = globSync('app/**/*.tsx', { cwd: root }).filter(
		(file) => !/\.test\.|routes\/dev\//.test(file) && !PENDING.some((folder) => file.startsWith(folder)),
	);
	const found = files.flatMap((file) =>
		bareTexts(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
	);
	expect(files.length).toBeGreaterThan(20);
	expect(found).toEqual([]);
});

test('the reader finds bare texts and passes by messages, data and marks', () => {
	const source = `const a = <p title="Read me">Bare <b>too</b> {name} · <Trans>Fine <i>here</i></Trans>
		<img alt={\`x\`} /><input placeholder={'Name'} /><code>GET</code><a aria-label={t\`Fine\`} href="/words/here">→</a></p>;`;
	expect(bareTexts(source)).toEqual(['Read me', 'Bare', 'too', 'Name']);
});
