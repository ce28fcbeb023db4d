import type { Block, MailContent, MailFrame } from './content.ts';
import { plainText, withoutLinks } from './escape.ts';
import { proseText } from './prose.ts';

const indent = (text: string) => text.replaceAll('\n', '\n  ');

function writeBlock(block: Block, frame: MailFrame): string {
	switch (block.kind) {
		case 'text':
		case 'note':
			return withoutLinks(block.text);
		case 'quote':
			return plainText(block.text).replace(/^/gm, '> ');
		case 'prose':
			return proseText(block.nodes, frame);
		case 'facts':
			return block.rows
				.map(({ label, lines, url }) =>
					[`${withoutLinks(label)}:`, ...lines.map(withoutLinks).map(indent), ...(url ? [url] : [])].join(
						'\n  ',
					),
				)
				.join('\n');
		case 'button':
		case 'link':
			return `${withoutLinks(block.label)}:\n${block.url ?? frame.leftOut}`;
		case 'code':
			return `${withoutLinks(block.label)}:\n${block.code ?? frame.leftOut}`;
		case 'ticket':
			return [withoutLinks(block.name), withoutLinks(block.type), block.code].filter(Boolean).join('\n');
	}
}

/** The plain-text twin: says all that the HTML says, links written out. */
export function writeText(content: MailContent, frame: MailFrame): string {
	const parts = [withoutLinks(content.heading), ...content.blocks.map((block) => writeBlock(block, frame))];
	const end = ['-- ', frame.productName, frame.appUrl, ...content.smallPrint.map(withoutLinks)].join('\n');
	return `${[...parts, end].join('\n\n')}\n`;
}
