import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
	/** All text, lines joined by blanks. */
	text: string;
	/** Width and height of each page, in points. */
	pages: number[][];
	/** Names of the fonts in it; those that are embedded in part begin with six letters and a plus. */
	fonts: string[];
}

/** Reads a PDF back as a reader would. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
	const pdf = await getDocumentProxy(new Uint8Array(file));
	const texts: string[] = [];
	const pages: number[][] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const { items } = await page.getTextContent();
		texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
		const { width, height } = page.getViewport({ scale: 1 });
		pages.push([Math.round(width * 100) / 100, Math.round(height * 100) / 100]);
	}
	const names = Buffer.from(file)
		.toString('latin1')
		.matchAll(/\/BaseFont \/(\S+)/g);
	const fonts = [...new Set([...names].map((match) => match[1] as string))];
	return { text: texts.join('\n').replaceAll(/[ \u00a0\u202f]+/g, ' '), pages, fonts };
}

/** The streams of a PDF, as text. */
export const streamsOf = (pdf: Uint8Array) =>
	[
		...Buffer.from(pdf)
			.toString('latin1')
			.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
	].flatMap(([, data = '']) => {
		const bytes = Buffer.from(data, 'latin1');
		try {
			return [inflateSync(bytes).toString()];
		} catch {
			return [bytes.toString()];
		}
	});
