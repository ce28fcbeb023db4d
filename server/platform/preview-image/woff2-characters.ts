import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const unpack = promisify(brotliDecompress);

/** Numbers of the table tags that WOFF2 has short forms for. */
const cmapTag = 0;
const glyfTag = 10;
const locaTag = 11;
const ownTag = 63;
const headerBytes = 48;

/**
 * The characters that a font in WOFF2 has a glyph for, by its `cmap` table.
 * @see https://www.w3.org/TR/WOFF2/ and the OpenType specification, "cmap"
 * @throws for a file of another form: the product ships its fonts
 */
export async function charactersOfWoff2(file: Buffer): Promise<Set<number>> {
	if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This font is not in WOFF2.');
	let at = headerBytes;
	const readLength = () => {
		let value = 0;
		for (;;) {
			const byte = file.readUInt8(at++);
			value = value * 128 + (byte & 127);
			if (byte < 128) return value;
		}
	};
	let start = 0;
	let found: { start: number; length: number } | undefined;
	for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
		const flags = file.readUInt8(at++);
		const tag = flags & 63;
		const name = tag === ownTag ? file.toString('latin1', at, at + 4) : '';
		if (tag === ownTag) at += 4;
		const version = flags >> 6;
		const length = readLength();
		// Outlines are transformed unless it says otherwise, other tables only when it says so.
		const isTransformed = tag === glyfTag || tag === locaTag ? version !== 3 : version !== 0;
		const stored = isTransformed ? readLength() : length;
		if (tag === cmapTag || name === 'cmap') found = { start, length };
		start += stored;
	}
	if (!found) throw new Error('This font has no character map.');
	const tables = await unpack(file.subarray(at, at + file.readUInt32BE(20)));
	return charactersOf(tables.subarray(found.start, found.start + found.length));
}

/** The characters of a `cmap` table: of its map of all Unicode, or else of the first 65,536. */
function charactersOf(cmap: Buffer): Set<number> {
	const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
	const map = [12, 4]
		.map((format) => maps.find((offset) => cmap.readUInt16BE(offset) === format))
		.find((offset) => offset !== undefined);
	if (map === undefined) throw new Error('The character map of this font has no known form.');
	return new Set(cmap.readUInt16BE(map) === 12 ? fullMap(cmap.subarray(map)) : shortMap(cmap.subarray(map)));
}

/** Format 12: ranges of characters with the glyph of their first. */
function* fullMap(map: Buffer): Generator<number> {
	for (let group = 0; group < map.readUInt32BE(12); group += 1) {
		const at = 16 + group * 12;
		const glyph = map.readUInt32BE(at + 8);
		for (let point = map.readUInt32BE(at); point <= map.readUInt32BE(at + 4); point += 1)
			if (glyph + point - map.readUInt32BE(at) !== 0) yield point;
	}
}

/** Format 4: segments whose glyphs follow from a difference or stand in an array behind. */
function* shortMap(map: Buffer): Generator<number> {
	const doubled = map.readUInt16BE(6);
	const [ends, starts, deltas, offsets] = [14, 16 + doubled, 16 + doubled * 2, 16 + doubled * 3] as const;
	for (let at = 0; at < doubled; at += 2) {
		const first = map.readUInt16BE(starts + at);
		const offset = map.readUInt16BE(offsets + at);
		for (let point = first; point <= map.readUInt16BE(ends + at) && point < 0xffff; point += 1) {
			const glyph = offset === 0 ? point : map.readUInt16BE(offsets + at + offset + (point - first) * 2);
			const isNone = offset !== 0 && glyph === 0;
			if (!isNone && ((glyph + map.readUInt16BE(deltas + at)) & 0xffff) !== 0) yield point;
		}
	}
}
