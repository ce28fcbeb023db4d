import { encode } from 'uqr';
import { openPages, type PageWriter, type TextStyle } from '#server/platform/pdf/page-writer.ts';

/** What a poster says, written out in the language of the installation. */
interface PosterTexts {
	event: string;
	name: string;
	/** "Help raise €500.00". */
	goal: string;
	/** Plain text; empty: none. */
	story: string;
	scan: string;
	/** Where the QR code leads; printed below it. */
	link: string;
	title: string;
	organiser: string;
	language: string;
}

/** A4 in points. */
const page = { left: 56, width: 483, middle: 297.5, top: 56, bottom: 786 };
const muted = '#62646b';
const codeSize = 190;
const quietModules = 4;
/** 16:9, as on screens. */
const picture = { width: 360, height: 202.5 };
const smallestPicture = 60;

interface Block extends TextStyle {
	lines: string[];
	/** From one line to the next. */
	leading: number;
	/** Space below. */
	after: number;
}

/**
 * A poster of one A4 page: texts are cut to lines that it has room for, and the picture gets what they leave.
 * @param jpeg null: there is no picture
 */
export async function drawPoster(texts: PosterTexts, jpeg: Buffer | null, date: Date): Promise<Buffer> {
	const { event, name, goal, story, scan, link, title, organiser, language } = texts;
	const writer = await openPages({ title, author: organiser, language, date }, Object.values(texts));
	const above = [
		block(writer, event, { size: 14, color: muted, leading: 20, after: 12 }, 2),
		nameBlock(writer, name),
	];
	const below = [
		block(writer, goal, { size: 20, weight: 650, leading: 28, after: 6 }, 2),
		...(story === '' ? [] : [block(writer, story, { size: 13, leading: 18, after: 10 }, 6)]),
	];
	const foot = [
		block(writer, scan, { size: 14, weight: 650, leading: 20, after: 4 }, 1),
		block(writer, link, { size: 10, color: muted, leading: 14, after: 0 }, 3),
	];
	const taken = heightOf([...above, ...below, ...foot]) + codeSize + 16;
	const room = Math.min(page.bottom - page.top - taken - 20, picture.height);
	let y = drawBlocks(writer, above, page.top);
	if (jpeg && room >= smallestPicture) {
		drawPicture(writer, jpeg, y, room);
		y += room + 20;
	}
	y = drawBlocks(writer, below, y);
	drawCode(writer, link, y);
	drawBlocks(writer, foot, y + codeSize + 16);
	return writer.finish();
}

/** A text in the lines that fit the page, at most so many; what is left out ends in an ellipsis. */
function block(
	writer: PageWriter,
	text: string,
	style: TextStyle & Pick<Block, 'leading' | 'after'>,
	most: number,
): Block {
	const lines = writer.wrap(text, page.width, style);
	if (lines.length <= most) return { ...style, lines };
	const last = [...new Intl.Segmenter().segment(lines[most - 1] ?? '')].map(({ segment }) => segment);
	while (last.length > 0 && writer.measure(`${last.join('')}…`, style) > page.width) last.pop();
	return { ...style, lines: [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`] };
}

/** The name as large as three lines allow. */
function nameBlock(writer: PageWriter, name: string): Block {
	const sized = (size: number, most: number) =>
		block(writer, name, { size, weight: 650, leading: size * 1.2, after: 16 }, most);
	const fits = [34, 26].map((size) => sized(size, Number.POSITIVE_INFINITY));
	return fits.find(({ lines }) => lines.length <= 3) ?? sized(20, 4);
}

const heightOf = (blocks: readonly Block[]) =>
	blocks.reduce((sum, { lines, leading, after }) => sum + lines.length * leading + after, 0);

/** Draws texts below each other in the middle of the page. @returns where the next thing stands */
function drawBlocks(writer: PageWriter, blocks: readonly Block[], from: number): number {
	let y = from;
	for (const { lines, leading, after, ...style } of blocks) {
		for (const line of lines) {
			const x = page.middle - writer.measure(line, style) / 2;
			writer.line(line, { x, y: y + (style.size ?? 0), width: page.width, align: 'left', ...style });
			y += leading;
		}
		y += after;
	}
	return y;
}

/** The picture, cut to the shape it has on screens, or a flatter one where there is less room. */
function drawPicture({ pdf }: PageWriter, jpeg: Buffer, y: number, height: number): void {
	const { width } = picture;
	const x = page.middle - width / 2;
	pdf.save().roundedRect(x, y, width, height, 8).clip();
	pdf.image(jpeg, x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore();
}

/** The QR code with its quiet zone, black on white. */
function drawCode({ pdf }: PageWriter, link: string, y: number): void {
	const { data } = encode(link, { ecc: 'M', border: 0 });
	const module = codeSize / (data.length + 2 * quietModules);
	const left = page.middle - codeSize / 2;
	for (const [row, cells] of data.entries())
		for (const [column, isDark] of cells.entries())
			if (isDark)
				pdf.rect(left + (column + quietModules) * module, y + (row + quietModules) * module, module, module);
	pdf.fill('#000000');
}
