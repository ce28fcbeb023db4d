import { Node } from '@tiptap/core';
import type { ImageNode } from '#shared/contracts/rich-text.ts';
import { textImagePath } from '#shared/rules/rich-text.ts';

export type ImageAttributes = ImageNode['attrs'];

/** A picture of a text, as one block. It comes by upload only: nothing that is pasted becomes one. */
export const TextImage = Node.create({
	name: 'image',
	group: 'block',
	atom: true,
	draggable: true,
	addAttributes: () => ({
		stem: { default: null },
		width: { default: null },
		height: { default: null },
		alt: { default: '' },
	}),
	renderHTML: ({ node }) => {
		const { stem, width, height, alt } = node.attrs as ImageAttributes;
		return ['img', { src: textImagePath(stem), width, height, alt }];
	},
});
