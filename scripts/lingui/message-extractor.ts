import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { parseAst } from 'rolldown/parseAst';

interface Node {
	type: string;
	// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
	[key: string]: any;
}

/**
 * Offers the messages of the server to translators: message`…` anywhere in server/ and shared/, and the words
 * that contracts give to their rules. One extractor answers for a file, so macros in it are read here too.
 */
export const messageExtractor: ExtractorType = {
	match: (filename) => /(?:server|shared)\/.*\.ts$/.test(filename) && !filename.includes('server/emails/'),
	async extract(filename, code, onMessageExtracted, context) {
		for (const message of messagesIn(code, filename.includes('shared/contracts/'))) {
			onMessageExtracted({ id: generateMessageId(message), message, origin: [filename, 1] });
		}
		await babelExtractor.extract(filename, code, onMessageExtracted, context);
	},
};

/** Patterns of the messages in one source file, in their order. */
export function messagesIn(code: string, isContract: boolean): string[] {
	const found: string[] = [];
	function visit(node: Node | Node[] | null | undefined): void {
		if (Array.isArray(node)) {
			for (const one of node) visit(one);
			return;
		}
		if (!node || typeof node.type !== 'string') return;
		if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'message')
			found.push(patternOf(node.quasi));
		if (isContract && node.type === 'CallExpression' && node.callee.property?.name === 'refine')
			found.push(...wordsOfRule(node.arguments[1]));
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
	}
	visit(parseAst(code, { lang: 'ts' }) as unknown as Node);
	return found;
}

function patternOf(template: Node): string {
	return template.quasis
		.map((quasi: Node) => quasi.value.cooked as string)
		.reduce((text: string, word: string, index: number) => `${text}{${index - 1}}${word}`);
}

/** `.refine(check, 'words')` or `.refine(check, { message: 'words' })`. */
function wordsOfRule(argument: Node | undefined): string[] {
	const words =
		argument?.type === 'ObjectExpression'
			? argument.properties.find((property: Node) => property.key?.name === 'message')?.value
			: argument;
	return words?.type === 'Literal' && typeof words.value === 'string' ? [words.value] : [];
}
