import { isUtf8 } from 'node:buffer';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';
import { detectLegacyEncoding } from './legacy-encodings.ts';

export type TextProblemCode = 'empty-file' | 'not-text' | 'mixed-encodings';

/** A file that is no text, said in a sentence for the person who chose it. */
export class TextProblem extends Error {
	override name = 'TextProblem';
	readonly code: TextProblemCode;

	readonly sentence: TranslatableMessage;

	constructor(code: TextProblemCode, sentence: TranslatableMessage) {
		super(sentence.text);
		this.code = code;
		this.sentence = sentence;
	}
}

export interface DecodedText {
	/** Without byte order mark; line breaks as in the file. */
	text: string;
	encoding: TextEncodingName;
	/** Characters that could not be read and stand as U+FFFD; only with `damage: 'replace'`. */
	damaged: number;
}

export interface DecodeOptions {
	/** Chosen by a person; otherwise found out. */
	encoding?: TextEncodingName;
	/** What to do with bytes that are no text, and NUL: refuse the file, or put U+FFFD there (NUL is left out). */
	damage?: 'refuse' | 'replace';
	/** What the person can do about a file that is no text; the last sentence of the messages. */
	advice?: TranslatableMessage;
}

/**
 * Bytes of an uploaded file to text: byte order marks, UTF-16 with or without one, UTF-8, else the encoding of an older
 * program that fits best.
 * @throws TextProblem
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions): DecodedText {
	if (bytes.length === 0) throw new TextProblem('empty-file', message`This file is empty.`);
	const format = nameOfBinaryFormat(bytes);
	if (format)
		throw new TextProblem('not-text', message`This file is ${format}, not text. ${options.advice ?? ''}`);
	const encoding = options.encoding ?? encodingOf(bytes, options);
	const decoded = decodeAs(bytes, encoding, options);
	if (decoded.text.trim() === '') throw new TextProblem('empty-file', message`This file is empty.`);
	return checkControls(decoded, options);
}

function encodingOf(bytes: Uint8Array, { damage, advice }: DecodeOptions): TextEncodingName {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	const wide = wideEncodingOf(bytes);
	if (wide) return wide;
	if (isUtf8(bytes)) return 'utf-8';
	if (hasByteOrderMark(bytes)) return 'utf-8';

	// Text in UTF-8 with some broken bytes is not text in another encoding; neither is a file glued from two.
	const text = new TextDecoder('utf-8').decode(bytes);
	const broken = text.match(/\ufffd/g)?.length ?? 0;
	const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
	if (whole < broken) return detectLegacyEncoding(bytes);
	if (damage === 'replace') return 'utf-8';
	const line = text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\r|\n/).length;
	throw new TextProblem(
		'mixed-encodings',
		message`Line ${line} is written in another encoding than the rest of the file. ${advice ?? ''}`,
	);
}

const hasByteOrderMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** UTF-16 without a mark shows as a NUL in every other byte, as long as most letters are Latin. */
function wideEncodingOf(bytes: Uint8Array): TextEncodingName | null {
	const sample = bytes.subarray(0, 4_096);
	let even = 0;
	let odd = 0;
	for (const [index, byte] of sample.entries()) {
		if (byte !== 0) continue;
		if (index % 2 === 0) even += 1;
		else odd += 1;
	}
	const half = sample.length / 2;
	if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
	if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be';
	return null;
}

function decodeAs(bytes: Uint8Array, encoding: TextEncodingName, options: DecodeOptions): DecodedText {
	if (options.damage === 'replace') {
		const text = new TextDecoder(encoding).decode(bytes);
		return { text, encoding, damaged: text.match(/\ufffd/g)?.length ?? 0 };
	}
	try {
		return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding, damaged: 0 };
	} catch {
		throw new TextProblem(
			'not-text',
			message`This file holds bytes that are no text. ${options.advice ?? ''}`,
		);
	}
}

/** NUL and floods of control characters are marks of files that only look like text. */
function checkControls(decoded: DecodedText, { damage, advice }: DecodeOptions): DecodedText {
	const { text } = decoded;
	const controls = text.match(/[^\P{Cc}\t\n\v\f\r\u0085]/gu)?.length ?? 0;
	if (controls > Math.max(8, text.length / 50)) {
		throw new TextProblem('not-text', message`This file is not a text file. ${advice ?? ''}`);
	}
	const nul = text.indexOf('\0');
	if (nul < 0) return decoded;
	if (damage === 'replace') {
		return { ...decoded, text: text.replaceAll('\0', ''), damaged: decoded.damaged + 1 };
	}
	const line = text.slice(0, nul).split(/\r\n|\r|\n/).length;
	throw new TextProblem(
		'not-text',
		message`Line ${line} holds a NUL character, which no text file has. ${advice ?? ''}`,
	);
}

/** First bytes of formats that people upload in place of text, with what to call them. */
const binaryFormats: [start: number[], name: string][] = [
	[[0x50, 0x4b, 0x03, 0x04], 'a spreadsheet (Excel, Numbers, OpenDocument) or another packed file'],
	[[0x50, 0x4b, 0x05, 0x06], 'a packed file'],
	[[0xd0, 0xcf, 0x11, 0xe0], 'a file of an older Excel or Outlook'],
	[[0x25, 0x50, 0x44, 0x46], 'a PDF'],
	[[0x7b, 0x5c, 0x72, 0x74, 0x66], 'a formatted document (RTF)'],
	[[0x1f, 0x8b], 'a packed file'],
	[[0x89, 0x50, 0x4e, 0x47], 'a picture'],
	[[0xff, 0xd8, 0xff], 'a picture'],
	[[0x47, 0x49, 0x46, 0x38], 'a picture'],
	[[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'a database'],
];

/** The format of a file that is certainly not text, as `a PDF`; null for anything else. */
function nameOfBinaryFormat(bytes: Uint8Array): string | null {
	const found = binaryFormats.find(([start]) => start.every((byte, index) => bytes[index] === byte));
	return found?.[1] ?? null;
}
