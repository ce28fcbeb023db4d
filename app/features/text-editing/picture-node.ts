import { Node } from '@tiptap/core';
import { PICTURE } from '#shared/lib/markdown-tree.ts';
import { isPictureStem } from '#shared/rules/description-markdown.ts';
import { textImagePath } from '#shared/rules/rich-text.ts';

export interface PictureAttributes {
	stem: string;
	alt: string;
}

/** An uploaded picture, as a part of a line. Of what is pasted only pictures of the editor itself become one. */
export const Picture = Node.create({
	name: PICTURE,
	group: 'inline',
	inline: true,
	atom: true,
	draggable: true,
	addAttributes: () => ({ stem: { default: '' }, alt: { default: '' } }),
	parseHTML: () => [
		{
			tag: 'img[data-picture]',
			getAttrs: (element) => {
				const stem = element.dataset.picture ?? '';
				return isPictureStem(stem) ? { stem, alt: element.getAttribute('alt') ?? '' } : false;
			},
		},
	],
	renderHTML: ({ node }) => {
		const { stem, alt } = node.attrs as PictureAttributes;
		return ['img', { src: isPictureStem(stem) ? textImagePath(stem) : '', alt, 'data-picture': stem }];
	},
});
