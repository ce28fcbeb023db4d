import sharp, { type Sharp } from 'sharp';
import { fieldError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { PICTURE_MB, SQUARE_MB } from '#shared/rules/file-sizes.ts';
import { textImageWidths } from '#shared/rules/rich-text.ts';
import type { FileStore } from './file-store.ts';

/** Sizes of an uploaded picture. Every width is written, never enlarged, so that names follow from the stem alone. */
export interface ImageKind {
	/** Widths of the WebP copies, stored as `<stem>-<width>.webp`. */
	widths: readonly number[];
	/** Width of the JPEG copy for programs that know nothing newer, stored as `<stem>.jpg`. */
	jpegWidth: number;
	/** Cut to this ratio of width to height; undefined keeps the picture's own. */
	ratio?: number;
	/** What shows through where the picture is transparent; undefined keeps it transparent where the format can. */
	ground?: string;
	maxBytes: number;
}

export const coverImage: ImageKind = {
	widths: [480, 960, 1600],
	jpegWidth: 1200,
	maxBytes: PICTURE_MB * 1_000_000,
};
/** On white, so that dark and light letters are read on every page. */
export const logoImage: ImageKind = {
	widths: [96, 256],
	jpegWidth: 512,
	ratio: 1,
	ground: '#ffffff',
	maxBytes: SQUARE_MB * 1_000_000,
};
/** In texts of the pages: as it is, in widths for phones and for a column of text. */
export const textImage: ImageKind = {
	widths: textImageWidths,
	jpegWidth: 1200,
	maxBytes: PICTURE_MB * 1_000_000,
};
/** Of a supporter's page: for phones, and beside its text. */
export const supporterImage: ImageKind = {
	widths: [480, 960],
	jpegWidth: 960,
	maxBytes: SQUARE_MB * 1_000_000,
};
export const profileImage: ImageKind = {
	widths: [96, 256],
	jpegWidth: 256,
	ratio: 1,
	maxBytes: SQUARE_MB * 1_000_000,
};

/** Four times the pixels of a usual phone camera; beyond it a small file can fill the memory. */
export const maxPixels = 50_000_000;
const minSide = 16;

// One picture at a time on one thread: uploads must not slow the door down.
sharp.concurrency(1);
sharp.cache(false);

const signatures: [format: string, matches: (head: Buffer) => boolean][] = [
	['jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
	[
		'png',
		(head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
	],
	['gif', (head) => /^GIF8[79]a$/.test(head.toString('latin1', 0, 6))],
	['webp', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'],
	['heif', (head) => /^ftypavi[fs]$/.test(head.toString('latin1', 4, 12))],
];

/** Which format the first 16 bytes of a picture say it has, as `sharp` calls it. */
export const imageFormatOf = (head: Buffer): string | undefined =>
	signatures.find(([, matches]) => matches(head))?.[0];

/**
 * Decode an uploaded picture and store copies made anew, which carry neither metadata nor anything else that was in the
 * file. SVG, HTML and whatever else is no JPEG, PNG, WebP, GIF or AVIF is refused by its first bytes, before any decoder sees it.
 * @returns the stem of the stored names
 * @throws AppError VALIDATION_FAILED about `field`
 */
export async function storeImage(
	files: FileStore,
	bytes: Uint8Array,
	kind: ImageKind,
	field = 'file',
): Promise<{ stem: string; width: number; height: number }> {
	const refuse = (message: TranslatableMessage) => fieldError(field, message, 'VALIDATION_INVALID_FORMAT');
	if (bytes.byteLength > kind.maxBytes) {
		throw refuse(message`The picture is larger than ${kind.maxBytes / 1_000_000} MB.`);
	}
	const expected = imageFormatOf(Buffer.from(bytes.subarray(0, 16)));
	if (expected === undefined) throw refuse(message`Choose a JPEG, PNG, WebP, GIF or AVIF picture.`);

	const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, autoOrient: true });
	let size: { width: number; height: number };
	const copies = new Map<string, Buffer>();
	try {
		const { format, width, height, autoOrient } = await source.metadata();
		if (format !== expected) throw refuse(message`The picture is not what its first bytes say.`);
		size = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
		if (Math.min(size.width, size.height) < minSide) {
			throw refuse(message`The picture is smaller than ${minSide} pixels.`);
		}
		for (const copyWidth of kind.widths) {
			copies.set(
				`-${copyWidth}.webp`,
				await grounded(resized(source, copyWidth, kind.ratio), kind.ground)
					.webp({ quality: 80 })
					.toBuffer(),
			);
		}
		const jpeg = resized(source, kind.jpegWidth, kind.ratio).flatten({ background: '#ffffff' });
		copies.set('.jpg', await jpeg.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
	} catch (error) {
		if (error instanceof Error && error.name === 'AppError') throw error;
		const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
		throw refuse(
			isTooLarge
				? message`The picture has more than ${maxPixels / 1_000_000} million pixels.`
				: message`The picture is damaged and cannot be read.`,
		);
	}
	const stem = files.newStem();
	for (const [suffix, copy] of copies) {
		await files.put(`${stem}${suffix}`, copy, { maxBytes: Number.POSITIVE_INFINITY });
	}
	return { stem, ...size };
}

/** Remove all copies of a stored picture. */
export async function removeImage(files: FileStore, stem: string, kind: ImageKind): Promise<void> {
	for (const name of imageNames(stem, kind)) await files.remove(name);
}

/** Names of all copies of a stored picture. */
export function imageNames(stem: string, kind: ImageKind): string[] {
	return [...kind.widths.map((width) => `${stem}-${width}.webp`), `${stem}.jpg`];
}

function resized(source: Sharp, width: number, ratio: number | undefined): Sharp {
	const height = ratio === undefined ? undefined : Math.round(width / ratio);
	return source
		.clone()
		.resize({ width, ...(height && { height, fit: 'cover' as const }), withoutEnlargement: true });
}

function grounded(picture: Sharp, ground: string | undefined): Sharp {
	return ground === undefined ? picture : picture.flatten({ background: ground });
}
