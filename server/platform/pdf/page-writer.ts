import PDFDocument from 'pdfkit';
import type { FontFile } from '../preview-image/fonts.ts';
import { spell } from '../text/transliterate.ts';
import { type AttachedInvoice, archiveOptions, attachInvoice, canBeMetadata } from './archive.ts';
import { isRightToLeft } from './bidi.ts';
import { findFonts, trueTypeOf, type Weight } from './fonts.ts';
import { visualRuns } from './runs.ts';

export interface TextStyle {
	size?: number;
	weight?: Weight;
	color?: string;
}

export interface Placed extends TextStyle {
	x: number;
	y: number;
	width: number;
	/** `start` is where the text begins to be read. */
	align?: 'start' | 'left' | 'right';
}

/** Writes text into a PDF, in every script that the product ships fonts for; other letters are written in Latin ones. */
export interface PageWriter {
	pdf: PDFKit.PDFDocument;
	/** The width of one line. */
	measure(text: string, style?: TextStyle): number;
	/** The lines of a text that fit a width; a word that does not is cut. */
	wrap(text: string, width: number, style?: TextStyle): string[];
	/** Draws one line. */
	line(text: string, placed: Placed): void;
	/** The whole file. */
	finish(): Promise<Buffer>;
}

const defaultSize = 9.5;
const weights = [400, 650] as const;

/** Characters that no page shows: control characters and marks that turn the direction of others. */
const invisible = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\ufeff]/gu;

const clean = (text: string) => text.toWellFormed().normalize('NFC').replaceAll(invisible, ' ');

/** Always loaded: amounts, and what letters without a font are written in. */
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32));

/**
 * Opens an A4 file that can hold `texts`: fonts are loaded before the first line is drawn.
 * @param info what readers show of the file; `date` makes two files of one content the same; with an `invoice` in it the file is PDF/A-3b
 */
export async function openPages(
	info: { title: string; author: string; language: string; date: Date; invoice?: AttachedInvoice | null },
	texts: readonly string[],
): Promise<PageWriter> {
	const { invoice = null } = info;
	const author = invoice && !canBeMetadata(info.author) ? {} : { Author: info.author };
	const pdf = new PDFDocument({
		size: 'A4',
		margin: 0,
		bufferPages: true,
		lang: info.language,
		displayTitle: true,
		info: { Title: info.title, ...author, CreationDate: info.date, ModDate: info.date },
		...(invoice && archiveOptions),
	});
	if (invoice) attachInvoice(pdf, invoice);
	const pieces: Buffer[] = [];
	pdf.on('data', (piece: Buffer) => pieces.push(piece));
	const ended = new Promise<void>((resolve, reject) => {
		pdf.on('end', resolve);
		pdf.on('error', reject);
	});

	const fonts = await findFonts(`${clean(texts.join('\n'))}\n${ascii}…–`);
	const plain = fonts.get(' ') as FontFile;
	for (const file of new Set(fonts.values()))
		for (const weight of weights) pdf.registerFont(nameOf(file, weight), await trueTypeOf(file, weight));

	const tidy = (text: string) => spell(clean(text), (cluster) => fonts.has(cluster));
	const runsOf = (text: string) => visualRuns(text, (cluster) => fonts.get(cluster) ?? plain);
	/** Words of a script that runs from right to left are set as a whole, others one by one. */
	const features = (isReversed: boolean) => (isReversed ? { features: [] } : {});
	const widthsOf = (text: string, { size = defaultSize, weight = 400 }: TextStyle) =>
		runsOf(text).map((run) => ({
			...run,
			width: pdf
				.font(nameOf(run.font, weight))
				.fontSize(size)
				.widthOfString(run.text, features(run.isRightToLeft)),
		}));
	const sum = (runs: { width: number }[]) => runs.reduce((total, run) => total + run.width, 0);
	const measure = (text: string, style: TextStyle = {}) => sum(widthsOf(tidy(text), style));

	function wrapLine(text: string, width: number, style: TextStyle): string[] {
		const lines: string[] = [];
		let line = '';
		for (const word of text.split(/(?<=\s)/).flatMap((word) => cut(word, width, style))) {
			if (line !== '' && measure((line + word).trimEnd(), style) > width) {
				lines.push(line.trimEnd());
				line = '';
			}
			line += word;
		}
		return [...lines, line.trimEnd()];
	}

	/** A word in pieces that fit, cut between letters. */
	function cut(word: string, width: number, style: TextStyle): string[] {
		if (measure(word.trimEnd(), style) <= width) return [word];
		const found: string[] = [];
		let piece = '';
		for (const { segment } of new Intl.Segmenter().segment(word)) {
			if (piece !== '' && measure(piece + segment, style) > width) {
				found.push(piece);
				piece = '';
			}
			piece += segment;
		}
		return [...found, piece];
	}

	return {
		pdf,
		measure,
		wrap: (text, width, style = {}) =>
			text.split(/\r\n|\r|\n/).flatMap((one) => wrapLine(tidy(one), width, style)),
		line(text, { x, y, width, align = 'start', color = '#16171c', ...style }) {
			const shown = tidy(text);
			const runs = widthsOf(shown, style);
			const isRight = align === 'right' || (align === 'start' && isRightToLeft(shown));
			let left = isRight ? x + width - sum(runs) : x;
			for (const run of runs) {
				pdf
					.font(nameOf(run.font, style.weight ?? 400))
					.fontSize(style.size ?? defaultSize)
					.fillColor(color)
					.text(run.text, left, y, {
						lineBreak: false,
						baseline: 'alphabetic',
						...features(run.isRightToLeft),
					});
				left += run.width;
			}
		},
		async finish() {
			pdf.end();
			await ended;
			return Buffer.concat(pieces);
		},
	};
}

const nameOf = (file: FontFile, weight: Weight) => `${file.path} ${weight}`;
