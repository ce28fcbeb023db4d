import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { hasVastTag, trimSheet } from './limits.ts';
import type { XlsxAnswer, XlsxQuestion } from './read-xlsx.ts';

/** Runs in a thread of its own, whose memory and time are limited: reading a spreadsheet takes seconds and blocks. */

/** The parts of a workbook that hold cells; pictures, macros and the rest are never unpacked. */
const neededParts =
	/^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/sheet\d{1,3}\.xml)$/;

async function read({ bytes, maxRows, maxColumns, maxUnpackedBytes }: XlsxQuestion): Promise<XlsxAnswer> {
	let unpacked = 0;
	let isTooLarge = false;
	const parts = unzipSync(bytes, {
		filter({ name, originalSize }) {
			if (!neededParts.test(name)) return false;
			unpacked += originalSize;
			isTooLarge ||= unpacked > maxUnpackedBytes;
			return !isTooLarge;
		},
	});
	if (isTooLarge) return { problem: 'too-large' };
	for (const [name, part] of Object.entries(parts)) {
		const xml = strFromU8(part);
		if (hasVastTag(xml)) return { problem: 'too-large' };
		if (!name.startsWith('xl/worksheets/')) continue;
		const near = trimSheet(xml, { maxRows, maxColumns });
		if (near === null) return { problem: 'too-large' };
		parts[name] = strToU8(near);
	}
	// Packed again without compression, so that the reader unpacks nothing whose size was not checked.
	const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })), {
		trim: false,
		parseNumber: (text: string) => text,
	});
	if (rows.length > maxRows || rows.some((row) => row.length > maxColumns)) return { problem: 'too-large' };
	return { rows: rows.map((row) => row.map(toText)) };
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
