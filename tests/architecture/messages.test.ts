import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

/**
 * Reads the source of the app for texts that people would read and that are not given to the message layer: text between
 * tags outside <Trans>, and texts written straight into attributes that are read aloud or shown.
 */
const root = join(import.meta.dirname, '../..');
const READ = new Set([
	'aria-label',
	'title',
	'alt',
	'placeholder',
	'label',
	'description',
	'summary',
	'hint',
	'message',
	'text',
	'heading',
	'legend',
]);
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
/** The same in every language. */
const NAMES = /Google|Outlook\.com|Office 365/;
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !NAMES.test(text);

interface Node {
	type: string;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

function nameOf(element: Node): string {
	return element.openingElement?.name?.name ?? '';
}

/** Texts that an expression may come to, written out in it. */
function literals(node: Node | null | undefined): string[] {
	switch (node?.type) {
		case 'Literal':
			return typeof node.value === 'string' && hasWords(node.value) ? [node.value] : [];
		case 'TemplateLiteral': {
			const text = node.quasis.map((quasi: Node) => quasi.value.cooked).join('…');
			return hasWords(text) ? [text] : [];
		}
		case 'JSXExpressionContainer':
			return literals(node.expression);
		case 'ConditionalExpression':
			return [...literals(node.consequent), ...literals(node.alternate)];
		case 'LogicalExpression':
			return [...literals(node.left), ...literals(node.right)];
		default:
			return [];
	}
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
		if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
			for (const child of node.children as Node[]) {
				if (child.type === 'JSXExpressionContainer') found.push(...literals(child.expression));
			}
		}
		if (node.type === 'JSXAttribute' && READ.has(node.name.name)) found.push(...literals(node.value));
		if (node.type === 'Property' && READ.has(node.key.name)) found.push(...literals(node.value));
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
	}
	visit(parseAst(source, { lang: 'tsx' }).body as unknown as Node[]);
	return found;
}

test('every text of the app goes through the message layer', () => {
	const files = globSync(['app/**/*.tsx', 'app/{features,routes,shell}/**/*.ts'], { cwd: root }).filter(
		(file) => !/\.test\.|routes\/dev\//.test(file),
	);
	const found = files.flatMap((file) =>
		bareTexts(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
	);
	expect(files.length).toBeGreaterThan(20);
	expect(found).toEqual([]);
});

/** Functions that take `t`: it is a macro of the function that asks for it, and elsewhere its texts are empty. */
function takersOfMacro(source: string): string[] {
	const found: string[] = [];
	function visit(node: Node | Node[] | null | undefined): void {
		if (Array.isArray(node)) {
			for (const one of node) visit(one);
			return;
		}
		if (!node || typeof node.type !== 'string') return;
		if (node.params?.some?.((param: Node) => param.name === 't')) found.push(node.id?.name ?? 'a function');
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
	}
	visit(parseAst(source, { lang: 'tsx' }).body as unknown as Node[]);
	return found;
}

test('no function takes the macro of another', () => {
	const files = globSync('app/**/*.{ts,tsx}', { cwd: root });
	const found = files.flatMap((file) => {
		const source = readFileSync(join(root, file), 'utf8');
		return source.includes('useLingui') ? takersOfMacro(source).map((name) => `${file}: ${name}`) : [];
	});
	expect(found).toEqual([]);
	expect(takersOfMacro('function textOf(t: T, kind: string) { return t`Fine`; }')).toEqual(['textOf']);
});

test('the reader finds bare texts and passes by messages, data and marks', () => {
	const source = `const a = <p title="Read me">Bare <b>too</b> {name} · <Trans>Fine <i>here</i></Trans>
		<img alt={\`x\`} /><input placeholder={'Name'} /><code>GET</code><b>{isOn ? 'Yes' : \`No \${x}\`}</b><i className={isOn ? 'on air' : ''}>{map({ label: 'Said', id: 'not said' })}</i><a aria-label={t\`Fine\`} href="/words/here">→</a></p>;`;
	expect(bareTexts(source)).toEqual(['Read me', 'Bare', 'too', 'Name', 'Yes', 'No …', 'Said']);
});

test('plural is used inside of a text: by itself it asks for a language that nothing has set', () => {
	const alone = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
		/(?<!\$\{\s*)\bplural\(/.test(readFileSync(join(root, file), 'utf8')),
	);
	expect(alone).toEqual([]);
});
