import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { hasVastTag, trimSheet } from './limits.ts';
import type { XlsxAnswer, XlsxQuestion } from './read-xlsx.ts';
import { workbookParts } from './workbook-parts.ts';

/** Runs in a thread of its own, whose memory and time are limited: reading a spreadsheet takes seconds and blocks. */

/** Names of parts are compared without case; some writers use the slashes of Windows. */
const partName = (path: string) => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

async function read(question: XlsxQuestion): Promise<XlsxAnswer> {
	const { bytes, maxRows, maxColumns, maxUnpackedBytes, marksNumbers } = question;
	let unpacked = 0;
	let isTooLarge = false;
	const unpack = (path: string) =>
		unzipSync(bytes, {
			filter({ name, originalSize }) {
				if (isTooLarge || partName(name) !== partName(path)) return false;
				unpacked += originalSize;
				isTooLarge = unpacked > maxUnpackedBytes;
				return !isTooLarge;
			},
		});
	const parts = workbookParts((path) => {
		const [part] = Object.values(unpack(path));
		isTooLarge ||= part !== undefined && hasVastTag(strFromU8(part));
		return isTooLarge ? undefined : part;
	});
	if (isTooLarge) return { problem: 'too-large' };
	if (!parts) return { problem: 'unreadable' };
	for (const [name, part] of Object.entries(parts)) {
		if (!name.startsWith('xl/worksheets/')) continue;
		const near = trimSheet(strFromU8(part), { maxRows, maxColumns });
		if (near === null) return { problem: 'too-large' };
		parts[name] = strToU8(near);
	}
	// Packed again without compression, so that the reader unpacks nothing whose size was not checked.
	const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })), {
		trim: false,
		parseNumber: (text: string) => (marksNumbers ? new NumberCell(text) : text),
	});
	if (rows.length > maxRows || rows.some((row) => row.length > maxColumns)) return { problem: 'too-large' };
	const texts = rows.map((row) => row.map(toText));
	if (!marksNumbers) return { rows: texts };
	const places = rows.map((row) =>
		[...row.keys()].filter((at) => (row[at] as unknown) instanceof NumberCell),
	);
	return { rows: texts, numbers: places };
}

/** A cell that holds a number, distinguished from one that holds the same as text. */
class NumberCell {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
	toString(): string {
		return this.text;
	}
}

/** Dates of a spreadsheet have no zone, and times are fractions of a day that miss the minute by a hair. A time alone is one of day zero. */
function toText(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	if (!(cell instanceof Date)) return String(cell);
	if (Number.isNaN(cell.getTime())) return '';
	const minute = new Date(Math.round(cell.getTime() / 60_000) * 60_000);
	const [day = '', time = ''] = minute.toISOString().slice(0, 16).split('T');
	if (cell.getUTCFullYear() < 1900) return time;
	return time === '00:00' ? day : `${day} ${time}`;
}

const answer = await read(workerData as XlsxQuestion).catch((): XlsxAnswer => ({ problem: 'unreadable' }));
parentPort?.postMessage(answer);
