import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { fillInStyle } from '#app/ui/fill-in-style.ts';
import { findFillIns } from '#shared/rules/fill-ins.ts';

/** Where a document has texts that a template left to be filled in. */
export function fillInRanges(doc: Node): { from: number; to: number }[] {
	const ranges: { from: number; to: number }[] = [];
	doc.descendants((node, position) => {
		if (!node.isTextblock) return true;
		if (node.type.spec.code) return false;
		// What is no text takes one place, as in the document.
		const text = node.textBetween(0, node.content.size, undefined, '\n');
		for (const { from, to } of findFillIns(text))
			ranges.push({ from: position + 1 + from, to: position + 1 + to });
		return false;
	});
	return ranges;
}

const decorate = (doc: Node) =>
	DecorationSet.create(
		doc,
		fillInRanges(doc).map(({ from, to }) => Decoration.inline(from, to, { class: fillInStyle })),
	);

const key = new PluginKey<DecorationSet>('fillInMarks');

/** Shows what a template left to be filled in. It is no part of the text. */
export const FillInMarks = Extension.create({
	name: 'fillInMarks',
	addProseMirrorPlugins: () => [
		new Plugin<DecorationSet>({
			key,
			state: {
				init: (_, { doc }) => decorate(doc),
				apply: (change, before) => (change.docChanged ? decorate(change.doc) : before),
			},
			props: { decorations: (state) => key.getState(state) },
		}),
	],
});
