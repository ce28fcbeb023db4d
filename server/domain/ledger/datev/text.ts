import { transliterate } from '#server/platform/text/transliterate.ts';

/** The characters of Windows-1252 from 0x80 on that Latin-1 lacks, in the order of their bytes; a blank where there is none. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const byteOf = new Map(
	Array.from(upper, (character, index) => [character, 0x80 + index] as const).filter(
		([character]) => character !== ' ',
	),
);
// The same characters, and those of Latin-1.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced apart.
const foreign = /[^\u0000-\u007f\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+/gu;

/** A text in Windows-1252, the encoding of DATEV’s files; a question mark for what it lacks. */
export function encodeWindows1252(text: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(text.length);
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		const isLatin = code < 0x80 || (code >= 0xa0 && code <= 0xff);
		bytes[index] = isLatin ? code : (byteOf.get(text[index] as string) ?? 0x3f);
	}
	return bytes;
}

/**
 * A text that Windows-1252 can write, on one line: letters that it lacks lose their marks, or are written in Latin ones.
 * @param most characters
 */
export function plainText(text: string, most: number): string {
	return (
		text
			.toWellFormed()
			.normalize('NFC')
			.replaceAll(foreign, (letters) => transliterate(letters))
			.replaceAll(foreign, '?')
			// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not permitted in the fields.
			.replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
			.trim()
			.slice(0, most)
			.trimEnd()
	);
}

/** A text field: in quotes, quotes in it doubled. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
