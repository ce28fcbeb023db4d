import sharp from 'sharp';
import type { AnswerFileType } from '#shared/rules/answer-files.ts';
import { imageFormatOf, maxPixels } from './images.ts';

const pictures: Readonly<Record<string, AnswerFileType>> = {
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
};

/** How far from its end a PDF may have its last mark (ISO 32000-1, annex H). */
const pdfTail = 1_024;
/** Brands of pictures that HEVC packs, and of the container around them, which AVIF shares. */
const heicBrand = /^(?:hei[cxms]|hev[cxms]|m[is]f1)$/;
const avifBrand = /^avi[fs]$/;
const mostBrandBytes = 512;

/**
 * The format of a file by its content; null: not an accepted one. JPEG, PNG and WebP must have a header that can be read, with no more
 * pixels than a picture may have; nothing is decoded.
 */
export async function findUploadType(bytes: Uint8Array): Promise<AnswerFileType | null> {
	const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (all.toString('latin1', 0, 5) === '%PDF-')
		return all.subarray(-pdfTail).includes('%%EOF') ? 'application/pdf' : null;
	if (isHeic(all)) return 'image/heic';
	const format = imageFormatOf(all.subarray(0, 16));
	const type = format === undefined ? undefined : pictures[format];
	if (!type) return null;
	const read = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1 })
		.metadata()
		.catch(() => null);
	if (read === null || read.format !== format) return null;
	return read.width * read.height <= maxPixels ? type : null;
}

/** A file that begins with a `ftyp` box of the brands of HEIC (ISO/IEC 23008-12), with more behind it. */
function isHeic(all: Buffer): boolean {
	if (all.length < 16 || all.toString('latin1', 4, 8) !== 'ftyp') return false;
	const size = all.readUInt32BE(0);
	if (size < 16 || size % 4 !== 0 || size > mostBrandBytes || size >= all.length) return false;
	const brands = [all.toString('latin1', 8, 12)];
	for (let at = 16; at < size; at += 4) brands.push(all.toString('latin1', at, at + 4));
	return brands.some((brand) => heicBrand.test(brand)) && !brands.some((brand) => avifBrand.test(brand));
}
