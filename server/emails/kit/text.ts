import type { Block, MailContent, MailFrame } from './content.ts';
import { plainText } from './escape.ts';

const indent = (text: string) => text.replaceAll('\n', '\n  ');

function writeBlock(block: Block, frame: MailFrame): string {
	switch (block.kind) {
		case 'text':
		case 'note':
			return plainText(block.text);
		case 'quote':
			return plainText(block.text).replace(/^/gm, '> ');
		case 'facts':
			return block.rows
				.map(({ label, lines, url }) =>
					[`${label}:`, ...lines.map(plainText).map(indent), ...(url ? [url] : [])].join('\n  '),
				)
				.join('\n');
		case 'button':
		case 'link':
			return `${block.label}:\n${block.url ?? frame.leftOut}`;
		case 'ticket':
			return [plainText(block.name), plainText(block.type), block.code].filter(Boolean).join('\n');
	}
}

/** The plain-text twin: says all that the HTML says, links written out. */
export function writeText(content: MailContent, frame: MailFrame): string {
	const parts = [plainText(content.heading), ...content.blocks.map((block) => writeBlock(block, frame))];
	const end = ['-- ', frame.productName, frame.appUrl, ...content.smallPrint.map(plainText)].join('\n');
	return `${[...parts, end].join('\n\n')}\n`;
}
