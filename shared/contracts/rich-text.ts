import { z } from '../lib/z.ts';

/**
 * A text as data: what the editor makes and what the server keeps. The list of nodes and marks is all there is: HTML, styles,
 * scripts and addresses of other kinds cannot be said in it. shared/rules/rich-text.ts writes it as HTML.
 */

/** Where a link may lead: a page here, a part of this page, the web, a mailbox. */
export const linkTarget = z
	.string()
	.max(2000)
	.regex(
		/^(?:https?:\/\/[^\s]+|mailto:[^\s]+|\/(?![/\\])[^\s\\]*|#[\w-]+|\{\{[a-z_]+\}\})$/i,
		'Please enter a valid URL.',
	)
	.meta({
		pattern: undefined,
		description: 'A web address, a `mailto:` link, a path of this site, a `#fragment`, or a placeholder.',
		examples: ['https://example.org/'],
	});

const mark = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('bold') }),
	z.strictObject({ type: z.literal('italic') }),
	z.strictObject({ type: z.literal('strike') }),
	z.strictObject({ type: z.literal('code') }),
	z.strictObject({ type: z.literal('link'), attrs: z.object({ href: linkTarget }) }),
]);

const textNode = z.strictObject({
	type: z.literal('text'),
	text: z
		.string()
		.min(1)
		.max(20_000)
		.refine((value) => !/\p{Cs}|\0/u.test(value)),
	marks: z.array(mark).max(5).optional(),
});
const hardBreak = z.strictObject({ type: z.literal('hardBreak') });
const inline = z.union([textNode, hardBreak]);
const inlines = z.array(inline).max(2000).optional();

const paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines });
const heading = z.strictObject({
	type: z.literal('heading'),
	attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }),
	content: inlines,
});
const codeBlock = z.strictObject({
	type: z.literal('codeBlock'),
	attrs: z.object({ language: z.string().max(40).nullish() }).optional(),
	content: z.array(textNode).max(100).optional(),
});
const rule = z.strictObject({ type: z.literal('horizontalRule') });

/** A picture uploaded for a text: named by its place in the store, so that no page can bring in pictures of others. */
const image = z.strictObject({
	type: z.literal('image'),
	attrs: z.strictObject({
		stem: z.string().regex(/^[0-9a-z]{26}$/),
		/** Of the picture as it was uploaded, in pixels: what follows it stays in its place while it loads. */
		width: z.int().min(1).max(100_000),
		height: z.int().min(1).max(100_000),
		/** What it shows, for people who do not see it. */
		alt: z.string().trim().min(1, 'This field is required.').max(500),
	}),
});

export interface ListNode {
	type: 'bulletList' | 'orderedList';
	attrs?: { start?: number | undefined; type?: string | null | undefined } | undefined;
	content: { type: 'listItem'; content: RichBlock[] }[];
}
export type ImageNode = z.output<typeof image>;
export interface QuoteNode {
	type: 'blockquote';
	content: RichBlock[];
}
export type RichInline = z.output<typeof inline>;
export type RichBlock =
	| z.output<typeof paragraph>
	| z.output<typeof heading>
	| z.output<typeof codeBlock>
	| z.output<typeof rule>
	| ImageNode
	| ListNode
	| QuoteNode;

/** Lists and quotations hold blocks; five deep is deeper than anybody writes. */
function blocks(depth: number): z.ZodType<RichBlock[]> {
	const flat = [paragraph, heading, codeBlock, rule, image] as const;
	// Each depth has a name, so that the API document says it once and not once per way down to it.
	const id = `RichBlocks${depth}`;
	if (depth === 0) return z.array(z.union(flat)).max(1000).meta({ id }) as unknown as z.ZodType<RichBlock[]>;
	const inner = blocks(depth - 1);
	const item = z.strictObject({ type: z.literal('listItem'), content: inner });
	return z
		.array(
			z.union([
				...flat,
				z.strictObject({
					type: z.literal('bulletList'),
					attrs: z.object({}).optional(),
					content: z.array(item).max(500),
				}),
				z.strictObject({
					type: z.literal('orderedList'),
					attrs: z
						.object({ start: z.int().min(0).max(100_000).optional(), type: z.string().nullish() })
						.optional(),
					content: z.array(item).max(500),
				}),
				z.strictObject({ type: z.literal('blockquote'), content: inner }),
			]),
		)
		.max(1000)
		.meta({ id }) as unknown as z.ZodType<RichBlock[]>;
}

export const richText = z
	.strictObject({ type: z.literal('doc'), content: blocks(5) })
	.meta({ id: 'RichText' });
export type RichText = z.output<typeof richText>;
