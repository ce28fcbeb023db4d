import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lighten } from './light-contracts.ts';

test('an endpoint keeps what a call needs, and the mark of an answer that is not JSON', () => {
	const source = `export const get = endpoint({ id: 'a.get', method: 'GET', path: '/api/a•', params: p, output: z.string() });
export const file = endpoint({ id: 'a.file', method: 'GET', path: '/f', output: { contentType: 'text/csv' } });`;
	expect(lighten(source)).toBe(`export const get = { id: 'a.get', method: 'GET', path: '/api/a•' };
export const file = { id: 'a.file', method: 'GET', path: '/f', output: { contentType: 'text/csv' } };`);
});

test('schemas become droppable, plain values and functions stay', () => {
	const source = `export const a = z.string().max(3);
export const list = ['x', 'y'] as const;
export const make = () => z.string();`;
	expect(lighten(source)).toBe(`export const a = /* @__PURE__ */ (() => (z.string().max(3)))();
export const list = ['x', 'y'] as const;
export const make = () => z.string();`);
});

test('what several endpoints share is lightened where it is written', () => {
	const source = `const action = (name: string) => ({ id: \`a.\${name}\`, method: 'POST' as const, output: schema() });
export const go = endpoint({ ...action('go'), path: '/go', access: { kind: 'user' } });`;
	expect(
		lighten(source),
	).toBe(`const action = (name: string) => ({ id: \`a.\${name}\`, method: 'POST' as const });
export const go = { ...action('go'), path: '/go' };`);
});

test('an object that endpoints share carries no schema into the app', () => {
	const source = `const way = { access: { kind: 'organisation' }, limit: 'scan', params: eventParams } as const;
const other = { zoom: 3 };
export const go = endpoint({ ...way, id: 'a.go', method: 'POST', path: '/go' });`;
	expect(lighten(source)).toBe(`const way = {  };
const other = { zoom: 3 };
export const go = { ...way, id: 'a.go', method: 'POST', path: '/go' };`);
});

test('a function that calls `endpoint` for several keeps no schema either', () => {
	const source = `const act = (id: string) => endpoint({ id, method: 'POST', path: \`/api/\${id}\`, params: z.object({}) });`;
	expect(lighten(source)).toBe(
		`const act = (id: string) => ({ id, method: 'POST', path: \`/api/\${id}\` });`,
	);
});

test('endpoints that one object holds are lightened one by one', () => {
	const source = `export const all = {
	get: endpoint({ ...calls.get, id: 'a.get', path: '/a', params: z.object({}) }),
	put: endpoint({ id: 'a.put', method: 'PUT', path: '/a', output: schema }),
};
export const schemas = { a: z.string(), b: z.number() };`;
	expect(lighten(source)).toBe(`export const all = {
	get: { ...calls.get, id: 'a.get', path: '/a' },
	put: { id: 'a.put', method: 'PUT', path: '/a' },
};
export const schemas = /* @__PURE__ */ (() => ({ a: z.string(), b: z.number() }))();`);
});

test('every endpoint that answers a file is known as one in the app', () => {
	const folder = `${import.meta.dirname}/../../shared/contracts/`;
	for (const file of globSync('**/*.ts', { cwd: folder })) {
		const source = readFileSync(folder + file, 'utf8');
		const named = [...source.matchAll(/^(?:export )?const (\w+) = \{\s+contentType:/gm)].map(
			(match) => match[1],
		);
		for (const name of named)
			expect(source, `${file}: write { ...${name} }`).not.toContain(`output: ${name},`);
	}
});
