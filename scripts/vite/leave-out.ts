import { parseAst } from 'rolldown/parseAst';

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
type Node = any;

/**
 * Empties the named functions of a script, wherever they are declared, and drops the methods on their prototypes. The
 * bundler then drops their calls and what only they used. A name that is not there fails: the library has changed, and
 * whoever wrote the list has to look again.
 */
export function leaveOut(code: string, names: readonly string[], file: string): string {
	const wanted = new Set(names);
	const found = new Set<string>();
	const edits: { start: number; end: number; text: string }[] = [];
	visit(parseAst(code), (node) => {
		if (node.type === 'FunctionDeclaration' && wanted.has(node.id?.name)) {
			found.add(node.id.name);
			edits.push({ start: node.body.start, end: node.body.end, text: '{}' });
			return false;
		}
		if (node.type === 'ExpressionStatement' && wanted.has(prototypeOf(node.expression))) {
			edits.push({ start: node.start, end: node.end, text: '' });
			return false;
		}
		return true;
	});
	const missing = names.filter((name) => !found.has(name));
	if (missing.length > 0) throw new Error(`${file} no longer has ${missing.join(', ')}; see scripts/vite.`);
	return edits
		.toSorted((a, b) => b.start - a.start)
		.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

const TELLS = new Set(['invariant', 'UNSAFE_invariant', 'warnOnce', 'Error']);

/**
 * Sentences for developers, in errors that say the library was used wrongly, as file and number: the sentence stands in the
 * library's own file, at the error of that number.
 */
export function shortenMessages(code: string, file: string): string {
	const edits: { start: number; end: number }[] = [];
	visit(parseAst(code), (node) => {
		const name = node.callee?.name;
		if ((node.type === 'CallExpression' || node.type === 'NewExpression') && TELLS.has(name)) {
			const said = node.arguments.at(name === 'Error' ? 0 : 1);
			const isSentence = said?.type === 'TemplateLiteral' || typeof said?.value === 'string';
			if (isSentence && said.end - said.start > 30) edits.push({ start: said.start, end: said.end });
		}
		return true;
	});
	return edits
		.map((edit, index) => ({ ...edit, text: JSON.stringify(`${file} ${index + 1}`) }))
		.toSorted((a, b) => b.start - a.start)
		.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** Walks a tree; goes into a node only when `enter` says so. */
function visit(node: Node, enter: (node: Node) => boolean): void {
	if (!enter(node)) return;
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value])
			if (child && typeof (child as Node).type === 'string') visit(child, enter);
	}
}

/** `Name` of `Name.prototype.method = …`. */
function prototypeOf(expression: Node): string {
	const target = expression.type === 'AssignmentExpression' ? expression.left.object : undefined;
	return target?.property?.name === 'prototype' ? target.object.name : '';
}
