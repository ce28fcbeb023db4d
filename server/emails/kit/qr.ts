import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { TICKET_QR } from '#shared/rules/ticket-code.ts';

const pixelsPerModule = 16;
/** Twice as many pixels as are shown, for sharp screens. */
const shownPerModule = pixelsPerModule / 2;
/** PNG's filter of a line that is written as its difference from the one above. */
const filterUp = 2;

/**
 * A ticket code as a PNG, black on white with the quiet zone that scanners need. `pixels` is the size to show it in. Written
 * manually, one bit a pixel: an image library takes twenty times as long, and a sold-out evening has thousands of these. The mask
 * is fixed: judging all eight takes four fifths of the encoding, and a random code has no pattern that one of them must break up.
 */
export function ticketQrPng(code: string): { png: Uint8Array; pixels: number } {
	const quiet = TICKET_QR.quietZoneModules;
	const { data, size: inner } = encode(code, { ecc: TICKET_QR.ecc, border: 0, maskPattern: 0 });
	const size = inner + 2 * quiet;
	const width = size * pixelsPerModule;
	const bytesPerLine = 1 + width / 8;
	const bytesPerModule = pixelsPerModule / 8;
	const image = Buffer.alloc(bytesPerLine * width);
	for (let moduleY = 0; moduleY < size; moduleY++) {
		const start = moduleY * pixelsPerModule * bytesPerLine;
		const row = data[moduleY - quiet];
		image.fill(0xff, start + 1, start + bytesPerLine);
		for (let moduleX = 0; row && moduleX < inner; moduleX++) {
			const byte = start + 1 + (quiet + moduleX) * bytesPerModule;
			if (row[moduleX]) for (let at = 0; at < bytesPerModule; at++) image[byte + at] = 0;
		}
		// The other lines differ from the one above them by nothing.
		for (let y = 1; y < pixelsPerModule; y++) image[start + y * bytesPerLine] = filterUp;
	}
	return { png: pngOf(width, image), pixels: size * shownPerModule };
}

/** A square PNG of one bit a pixel (https://www.w3.org/TR/png/): lines of filter byte and pixels, 1 for white. */
function pngOf(width: number, lines: Buffer): Uint8Array {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(width, 4);
	header.writeUInt8(1, 8);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(lines, { level: 1 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, content: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
