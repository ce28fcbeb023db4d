import { parseAst } from 'rolldown/parseAst';
import type { Plugin } from 'vite';

/** What a caller needs at run time; the rest of a descriptor is for the server, the OpenAPI document and the type checker. */
const RETAINED = new Set(['id', 'method', 'path', 'upload']);

interface Node {
	type: string;
	start: number;
	end: number;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

/**
 * Rewrites shared/contracts for the app: an endpoint keeps only what a call needs, and every other top-level value becomes
 * one that the bundler drops when nobody uses it. So pages call typed endpoints without carrying zod and the schemas of
 * the whole API. A form that wants a schema imports it by name; `someEndpoint.body` does not exist in the app.
 */
export function lightContracts(): Plugin {
	return {
		name: 'light-contracts',
		enforce: 'pre',
		transform: {
			filter: { id: /\/shared\/contracts\/[\w/-]+\.ts$/ },
			handler(code) {
				return { code: lighten(code), map: null, moduleSideEffects: false };
			},
		},
	};
}

/** The rewriting itself: source text in, source text out. */
export function lighten(code: string): string {
	const edits: { start: number; end: number; text: string }[] = [];
	const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
	for (const statement of program.body as Node[]) {
		const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
		if (declaration?.type !== 'VariableDeclaration') continue;
		for (const { init } of declaration.declarations as { init: Node | null }[]) {
			if (init && isSharedPart(init)) {
				edits.push({ start: init.start, end: init.end, text: lightDescriptor(code, unwrapped(init)) });
				continue;
			}
			const group = init ? groupedIn(init) : [];
			for (const { object, start, end } of group)
				edits.push({ start, end, text: lightDescriptor(code, object) });
			if (!init || group.length > 0 || !code.slice(init.start, init.end).includes('(')) continue;
			const descriptor = descriptorIn(init);
			if (descriptor) {
				const text = lightDescriptor(code, descriptor.object);
				edits.push({ ...descriptor, text: descriptor.isBehindArrow ? `(${text})` : text });
			} else if (init.type !== 'ArrowFunctionExpression')
				edits.push({ ...init, text: pure(code.slice(init.start, init.end)) });
		}
	}
	return edits
		.reverse()
		.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

interface Descriptor {
	object: Node;
	start: number;
	end: number;
	isBehindArrow?: boolean;
}

/** The object literal that describes an endpoint: in a call of `endpoint`, or returned by a function that several share, called or not. */
function descriptorIn(init: Node): Descriptor | null {
	if (init.type === 'CallExpression' && init.callee.name === 'endpoint') {
		const [object] = init.arguments as Node[];
		if (object?.type === 'ObjectExpression') return { object, start: init.start, end: init.end };
	}
	if (init.type === 'ArrowFunctionExpression') {
		let object: Node = init.body;
		while (object.type === 'ParenthesizedExpression') object = object.expression;
		const called = object.type === 'CallExpression' ? descriptorIn(object) : null;
		// In brackets there: behind an arrow a bare brace would begin a block.
		if (called) return { ...called, isBehindArrow: true };
		const names =
			object.type === 'ObjectExpression' ? (object.properties as Node[]).map((p) => p.key?.name) : [];
		if (names.includes('id') && names.includes('method'))
			return { object, start: object.start, end: object.end };
	}
	return null;
}

/** Endpoints that one object holds by name; none where it holds anything else. */
function groupedIn(init: Node): Descriptor[] {
	const object = unwrapped(init);
	if (object.type !== 'ObjectExpression') return [];
	const found = (object.properties as Node[]).map(({ value }) =>
		value?.type === 'CallExpression' ? descriptorIn(value) : null,
	);
	return found.every((one) => one !== null) ? found : [];
}

/** An object without its `as const`. */
function unwrapped(init: Node): Node {
	return /^TS(As|Satisfies)Expression$/.test(init.type) ? unwrapped(init.expression) : init;
}

/**
 * Properties shared by several endpoints of a file and spread into each: its schemas would come along with the first of them. It names who may
 * call them, or the limit on their calls.
 */
function isSharedPart(init: Node): boolean {
	const object = unwrapped(init);
	return (
		object.type === 'ObjectExpression' &&
		(object.properties as Node[]).some(
			({ key, value }) => key?.name === 'access' || (key?.name === 'limit' && value.type === 'Literal'),
		)
	);
}

function lightDescriptor(code: string, object: Node): string {
	const fields = (object.properties as Node[])
		// An output that is not JSON is an object literal; a schema is a call.
		.filter(({ type, key, value }) => {
			if (type === 'SpreadElement') return true;
			return RETAINED.has(key.name) || (key.name === 'output' && value.type === 'ObjectExpression');
		})
		.map((property) => code.slice(property.start, property.end));
	return `{ ${fields.join(', ')} }`;
}

function pure(expression: string): string {
	return `/* @__PURE__ */ (() => (${expression}))()`;
}
