import { delimiters } from './delimiter.ts';

const quote = 0x22;
const newline = 0x0a;

/**
 * Whether a record of a text has more of a delimiter than columns and the letters of a cell can explain: found before anything is split,
 * for one line of millions of cells takes half a minute.
 * @param text with LF line breaks
 */
export function hasVastRecord(text: string, most: number): boolean {
	const codes = delimiters.map((one) => one.charCodeAt(0));
	const counts = codes.map(() => 0);
	let isQuoted = false;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === quote) isQuoted = !isQuoted;
		else if (isQuoted) continue;
		else if (code === newline) counts.fill(0);
		else {
			const which = codes.indexOf(code);
			if (which < 0) continue;
			const count = (counts[which] ?? 0) + 1;
			if (count > most) return true;
			counts[which] = count;
		}
	}
	return false;
}

/** Whether XML has a tag of hundreds of attributes, for which readers need minutes. No part of a workbook has one. */
export const hasVastTag = (xml: string): boolean => /<[^<>]{8000}/.test(xml);

/** `XFD` is 16,384. */
const columnNumber = (letters: string): number =>
	[...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const cellPattern = /<((?:\w{1,20}:)?c)\s([^>]{0,300}?)\br="([A-Za-z]{1,4})(\d{1,8})"([^>]{0,300}?)(\/?)>/g;
const rowPattern = /<((?:\w{1,20}:)?row)\s[^>]{0,500}?\br="(\d{1,8})"[^>]{0,500}?(?:\/>|>\s*<\/\1>)/g;

/**
 * The XML of a sheet without the empty rows and cells beyond what is read, which a format of whole columns leaves behind. Readers make a
 * table as large as the farthest cell, so this is looked at first.
 * @returns null when a cell with content is beyond
 */
export function trimSheet(xml: string, limits: { maxRows: number; maxColumns: number }): string | null {
	let isVast = false;
	const near = xml.replace(
		cellPattern,
		(tag, _name, _before, letters: string, row: string, _after, isEmpty: string) => {
			if (columnNumber(letters) <= limits.maxColumns && Number(row) <= limits.maxRows) return tag;
			if (isEmpty) return '';
			isVast = true;
			return tag;
		},
	);
	if (isVast) return null;
	const trimmed = near.replace(rowPattern, (tag, _name, row: string) =>
		Number(row) <= limits.maxRows ? tag : '',
	);
	// A row that is left beyond has something that cannot be placed by its address.
	for (const [, row] of trimmed.matchAll(/<(?:\w{1,20}:)?row\s[^>]{0,500}?\br="(\d{1,12})"/g))
		if (Number(row) > limits.maxRows) return null;
	return trimmed;
}
