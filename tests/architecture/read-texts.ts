import { parseSync } from 'vite';

const tags = new Set(['t', 'msg', 'message', 'defineMessage']);
const properties = new Set(['message', 'summary']);

interface Node {
	type: string;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

/**
 * Texts that people read in one source file: tagged templates of messages, `message` and `summary` properties, texts in <Trans>, and the
 * forms of plurals. A value that is filled in is written `…`.
 */
export function textsOf(file: string, source: string): string[] {
	const found: string[] = [];
	const templateText = (template: Node) =>
		template.quasis.map((quasi: Node) => quasi.value.cooked).join('…') as string;
	function visit(node: unknown, isRead: boolean): void {
		if (typeof node !== 'object' || node === null) return;
		const one = node as Node;
		if (one.type === 'TaggedTemplateExpression' && tags.has(one.tag.name))
			found.push(templateText(one.quasi));
		if (one.type === 'JSXText' && isRead) found.push(one.value.replaceAll(/\s+/g, ' ').trim());
		if (one.type === 'JSXAttribute' && ['one', 'other'].includes(one.name?.name) && one.value?.value)
			found.push(String(one.value.value));
		if (one.type === 'Property' && properties.has(one.key?.name)) {
			if (typeof one.value?.value === 'string') found.push(one.value.value);
			if (one.value?.type === 'TemplateLiteral') found.push(templateText(one.value));
		}
		const isTrans = one.type === 'JSXElement' && one.openingElement.name.name === 'Trans';
		for (const [key, child] of Object.entries(one)) if (key !== 'parent') visit(child, isRead || isTrans);
	}
	visit(parseSync(file, source).program, false);
	return found.filter(Boolean);
}
