import { openPages, type PageWriter, type TextStyle } from '#server/platform/pdf/page-writer.ts';
import { writeEInvoice } from '../e-invoice/file.ts';
import type { DocumentRow } from '../issue.ts';
import { type DocumentTexts, textsOf } from './texts.ts';

/** A4 in points, with margins that Letter paper has room for. */
const page = { width: 595, height: 842, left: 56, right: 539, top: 56, bottom: 762 };
const width = page.right - page.left;
const muted = '#62646b';

/** Columns of the table of lines. */
const columns = {
	text: { x: page.left, width: 233 },
	quantity: { x: 294, width: 45 },
	unit: { x: 344, width: 75 },
	rate: { x: 424, width: 40 },
	amount: { x: 469, width: 70 },
};

/** Since template 3 an invoice that can be an e-invoice holds it: Factur-X, which is also called ZUGFeRD. */
function invoiceIn(document: DocumentRow) {
	const xml = document.template >= 3 ? writeEInvoice(document, 'cii') : null;
	return xml === null
		? null
		: { name: 'factur-x.xml', xml, description: `Factur-X ${document.label}`, date: document.issuedAt };
}

/** A document as a PDF. The same document gives the same content, whenever it is drawn. */
export async function drawDocument(document: DocumentRow): Promise<Buffer> {
	const texts = textsOf(document);
	const all = JSON.stringify(texts);
	const { title, label, seller } = texts;
	const writer = await openPages(
		{
			title: `${title} ${label}`,
			author: seller[0] ?? '',
			language: document.language,
			date: document.issuedAt,
			invoice: invoiceIn(document),
		},
		[all],
	);
	let y = drawHead(writer, texts);
	if (texts.statements) {
		drawStatements(writer, texts.statements, y + 6);
	} else {
		y = drawLines(writer, texts, y);
		y = drawSums(writer, texts, y + 10);
		drawNotes(writer, texts, y + 14);
	}
	drawFeet(writer, texts);
	return writer.finish();
}

interface Block extends TextStyle {
	x?: number;
	width?: number;
	align?: 'left' | 'right';
	/** From one line to the next. */
	leading?: number;
}

/** Draws a text over as many lines as it takes, on a new page where this one ends. @returns where the next line stands */
function drawBlock(writer: PageWriter, text: string, y: number, block: Block = {}): number {
	const { x = page.left, width: room = width, align = 'left', leading = 14, ...style } = block;
	let at = y;
	for (const line of writer.wrap(text, room, style)) {
		at = breakPage(writer, at, leading);
		writer.line(line, { x, y: at, width: room, align, ...style });
		at += leading;
	}
	return at;
}

/** A new page when less than `height` is left. */
function breakPage({ pdf }: PageWriter, y: number, height: number): number {
	if (y + height <= page.bottom) return y;
	pdf.addPage();
	return page.top + 10;
}

const rule = ({ pdf }: PageWriter, y: number, color = '#d9d7d2') =>
	pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.7).strokeColor(color).stroke();

function drawHead(writer: PageWriter, texts: DocumentTexts): number {
	const right = { x: 320, width: page.right - 320, align: 'right' as const };
	let left = page.top + 10;
	for (const [index, line] of texts.seller.entries())
		left = drawBlock(writer, line, left, {
			width: 250,
			...(index === 0 ? { weight: 650, size: 11 } : { color: muted }),
		});
	let y = drawBlock(writer, texts.title, page.top + 14, { ...right, size: 20, weight: 650, leading: 20 });
	y = drawBlock(writer, texts.label, y, { ...right, size: 11 });
	if (texts.testMode !== '')
		y = drawBlock(writer, texts.testMode, y, { ...right, color: '#b3261e', weight: 650 });
	const below = Math.max(left, y) + 22;
	let to = drawBlock(writer, texts.recipientTitle, below, { width: 250, color: muted });
	for (const line of texts.recipient) to = drawBlock(writer, line, to, { width: 250 });
	let facts = below;
	for (const { label, value } of texts.facts) {
		drawBlock(writer, label, facts, { x: 320, width: 85, color: muted });
		facts = drawBlock(writer, value, facts, { x: 410, width: page.right - 410 });
	}
	return Math.max(to, facts) + 22;
}

function drawLines(writer: PageWriter, texts: DocumentTexts, from: number): number {
	const head = { color: muted, size: 8.5 };
	const heads = (y: number) => {
		const { text, quantity, unit, rate, amount } = texts.columns;
		writer.line(text, { ...columns.text, y, ...head });
		writer.line(quantity, { ...columns.quantity, y, align: 'right', ...head });
		writer.line(unit, { ...columns.unit, y, align: 'right', ...head });
		writer.line(rate, { ...columns.rate, y, align: 'right', ...head });
		writer.line(amount, { ...columns.amount, y, align: 'right', ...head });
		rule(writer, y + 6);
		return y + 21;
	};
	let y = heads(breakPage(writer, from, 60));
	for (const line of texts.lines) {
		const wrapped = writer.wrap(line.text, columns.text.width);
		if (y + wrapped.length * 14 > page.bottom) {
			writer.pdf.addPage();
			y = heads(page.top + 10);
		}
		writer.line(line.quantity, { ...columns.quantity, y, align: 'right' });
		writer.line(line.unit, { ...columns.unit, y, align: 'right' });
		writer.line(line.rate, { ...columns.rate, y, align: 'right' });
		writer.line(line.amount, { ...columns.amount, y, align: 'right' });
		for (const text of wrapped) {
			writer.line(text, { ...columns.text, y, align: 'left' });
			y += 14;
		}
		y += 3;
	}
	rule(writer, y - 8);
	return y;
}

/** The sums of tax by rate, and the total. */
function drawSums(writer: PageWriter, texts: DocumentTexts, from: number): number {
	let y = breakPage(writer, from, 15 * (texts.sums.length + 1) + 10);
	for (const { label, value } of texts.sums) {
		writer.line(label, { x: 294, width: 160, y, color: muted });
		writer.line(value, { x: 454, width: page.right - 454, y, align: 'right' });
		y += 15;
	}
	rule(writer, y - 8);
	const strong = { size: 12, weight: 650 as const, y: y + 8 };
	writer.line(texts.total.label, { x: 294, width: 160, ...strong });
	writer.line(texts.total.value, { x: 424, width: page.right - 424, align: 'right', ...strong });
	return y + 26;
}

function drawNotes(writer: PageWriter, texts: DocumentTexts, from: number): void {
	let y = from;
	for (const note of texts.notes) y = drawBlock(writer, note, y, { width: 400 }) + 4;
}

/** The paragraphs of a receipt of a donation. */
function drawStatements(writer: PageWriter, statements: readonly string[], from: number): void {
	let y = from;
	for (const statement of statements) {
		for (const line of statement.split('\n')) y = drawBlock(writer, line, y, { leading: 15 });
		y += 9;
	}
}

/** The number, the page and the beginning of the hash, at the foot of each page. */
function drawFeet(writer: PageWriter, texts: DocumentTexts): void {
	const { pdf } = writer;
	const { start, count } = pdf.bufferedPageRange();
	for (let index = 0; index < count; index += 1) {
		pdf.switchToPage(start + index);
		const foot = { y: 800, size: 8, color: muted };
		writer.line(`${texts.title} ${texts.label}`, { x: page.left, width: 300, ...foot });
		writer.line(`${index + 1} / ${count}`, { x: 400, width: page.right - 400, align: 'right', ...foot });
	}
}
