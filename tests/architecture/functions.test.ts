import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isTest } from './imports.ts';

/** A function of more lines is split into parts with names of their own. */
const maxLines = 120;

interface Node {
	type: string;
	start: number;
	end: number;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Functions of one source file with more lines than `above`, from the signature to the closing brace. */
function functionsOf(file: string, source: string, above: number): { name: string; lines: number }[] {
	const found: { name: string; lines: number }[] = [];
	function visit(node: unknown, parent?: Node): void {
		if (typeof node !== 'object' || node === null) return;
		const one = node as Node;
		const lines = source.slice(one.start, one.end).split('\n').length;
		if (lines <= above) return;
		if (functionTypes.has(one.type)) {
			const name = one.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? '';
			found.push({ name, lines });
		}
		const outer = typeof one.type === 'string' ? one : parent;
		for (const [key, child] of Object.entries(one)) if (key !== 'parent') visit(child, outer);
	}
	visit(parseSync(file, source).program);
	return found;
}

test(`functions have at most ${maxLines} lines`, () => {
	const files = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '../..') });
	let read = 0;
	const long: string[] = [];
	for (const file of files.filter((one) => !isTest(one) && !one.endsWith('.d.ts'))) {
		const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
		if (source.split('\n').length <= maxLines) continue;
		read += 1;
		for (const { name, lines } of functionsOf(file, source, maxLines)) long.push(`${file} ${name}: ${lines}`);
	}
	expect(read).toBeGreaterThan(400);
	expect(long).toEqual([]);
});

test('the reader counts the lines of every kind of function', () => {
	const source = `function one() {\n}\nconst two = () =>\n\t2;\nclass A { three() {\n\n\n\t} }\nrun(async function () { return <p>\n</p>; });`;
	expect(functionsOf('a.tsx', source, 0)).toEqual([
		{ name: 'one', lines: 2 },
		{ name: 'two', lines: 2 },
		{ name: 'three', lines: 4 },
		{ name: '', lines: 2 },
	]);
});
