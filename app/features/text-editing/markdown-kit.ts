import {
	Extension,
	type Extensions,
	getSchema,
	Mark,
	markInputRule,
	mergeAttributes,
	Node,
} from '@tiptap/core';
import { Node as DocumentNode } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import type { TextNode } from '#shared/lib/markdown-tree.ts';
import { readForEditor } from './markdown/same-text.ts';
import { Picture } from './picture-node.ts';
import { tableKit } from './table-kit.ts';

/** As in the toolbar's dialog: web pages and mailboxes, and nothing else. */
export const isLinkTarget = (href: string) => /^(?:https?:\/\/|mailto:)\S/i.test(href);

/** Lists remember whether empty lines separate their items: the page shows those with more space. */
const Tightness = Extension.create({
	name: 'tightness',
	addGlobalAttributes: () => [
		{
			types: ['bulletList', 'orderedList'],
			attributes: { tight: { default: true, rendered: false } },
		},
	],
});

/** StarterKit's begins with a paragraph; in Markdown an item may begin with any block. */
const ListItem = Node.create({
	name: 'listItem',
	content: 'block+',
	defining: true,
	parseHTML: () => [{ tag: 'li' }],
	renderHTML: ({ HTMLAttributes }) => ['li', mergeAttributes(HTMLAttributes), 0],
	addKeyboardShortcuts() {
		return {
			Enter: () => this.editor.commands.splitListItem(this.name),
			Tab: () => this.editor.commands.sinkListItem(this.name),
			'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
		};
	},
});

/** StarterKit's excludes all other marks; in Markdown code may be bold or a link. */
const Code = Mark.create({
	name: 'code',
	excludes: '',
	exitable: true,
	parseHTML: () => [{ tag: 'code' }],
	renderHTML: ({ HTMLAttributes }) => ['code', mergeAttributes(HTMLAttributes), 0],
	addKeyboardShortcuts() {
		return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
	},
	addInputRules() {
		return [markInputRule({ find: /(?<!`)`([^`]+)`$/, type: this.type })];
	},
});

/** What a description may have: what `renderDescription` of the server shows. */
export const markdownKit: Extensions = [
	StarterKit.configure({
		heading: { levels: [2, 3, 4, 5, 6] },
		underline: false,
		listItem: false,
		code: false,
		link: {
			openOnClick: false,
			autolink: false,
			linkOnPaste: false,
			defaultProtocol: 'https',
			HTMLAttributes: { target: null, rel: null },
			isAllowedUri: isLinkTarget,
		},
	}),
	Tightness,
	ListItem,
	Code,
	Picture,
	...tableKit,
];

const schema = getSchema(markdownKit);

/** A description as the editor's document, or null if the editor would change what it shows. */
export function openMarkdown(source: string): TextNode | null {
	return readForEditor(source, (tree) => {
		const node = DocumentNode.fromJSON(
			schema,
			tree.content?.length ? tree : { ...tree, content: [{ type: 'paragraph' }] },
		);
		node.check();
		return node.toJSON() as TextNode;
	});
}
