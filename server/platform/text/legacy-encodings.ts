import type { TextEncodingName } from '#shared/rules/text-encodings.ts';

/**
 * Finds out which encoding of older programs a text has that is not UTF-8, from its bytes alone. Western European text has
 * single accented letters between plain ones; East Asian text comes in pairs; Cyrillic in whole words of high bytes. A guess:
 * the person sees the result and may choose another.
 */
export function detectLegacyEncoding(bytes: Uint8Array): TextEncodingName {
	const sample = bytes.subarray(0, 200_000);
	const { high, runs, unlikelyWestern, punctuation, cyrillic, lowerCyrillic } = statisticsOf(sample);
	if (high / runs <= 1.6 && unlikelyWestern / high < 0.05) return 'windows-1252';

	if (shareOf(sample, 'shift_jis', /[\u3040-\u30ff\p{Script=Han}\u3000-\u303f\uff01-\uff60]/gu) > 0.9) {
		return 'shift_jis';
	}
	// Letters of code page 1251 lie in the upper quarter, small ones in its second half; pairs of other encodings do not.
	if (cyrillic / (high - punctuation) > 0.85 && lowerCyrillic / cyrillic > 0.55) return 'windows-1251';
	if (shareOf(sample, 'euc-jp', /[\u3040-\u30ff]/gu) > 0.3) return 'euc-jp';
	if (shareOf(sample, 'euc-kr', /\p{Script=Hangul}/gu) > 0.7) return 'euc-kr';

	const isBig5 = shareOf(sample, 'big5', /[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/gu) > 0.9;
	const isGb = shareOf(sample, 'gb18030', /[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/gu) > 0.9;
	if (isBig5 && (!isGb || hasLowTrails(sample))) return 'big5';
	if (isGb) return 'gb18030';
	return 'windows-1252';
}

// Of 0x80–0x9F, Western texts use the euro sign, the ellipsis, quotes, dashes, and a handful of letters.
const westernPunctuation = new Set([
	...[0x80, 0x85, 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9a, 0x9c, 0x9e, 0x9f],
]);

// Ukrainian, Belarusian and Ё in code page 1251: letters outside the alphabet's own quarter.
const furtherSmallCyrillic = [0xa2, 0xb3, 0xb4, 0xb8, 0xba, 0xbf];
const furtherCyrillic = [...furtherSmallCyrillic, 0xa1, 0xa5, 0xa8, 0xaa, 0xaf, 0xb2];

function statisticsOf(bytes: Uint8Array) {
	const found = { high: 0, runs: 0, unlikelyWestern: 0, punctuation: 0, cyrillic: 0, lowerCyrillic: 0 };
	let previousHigh = false;
	for (const byte of bytes) {
		const isHigh = byte >= 0x80;
		if (isHigh) {
			found.high += 1;
			if (!previousHigh) found.runs += 1;
			if (byte < 0xa0 && !westernPunctuation.has(byte)) found.unlikelyWestern += 1;
			if (westernPunctuation.has(byte)) found.punctuation += 1;
			if (byte >= 0xc0 || furtherCyrillic.includes(byte)) found.cyrillic += 1;
			if (byte >= 0xe0 || furtherSmallCyrillic.includes(byte)) found.lowerCyrillic += 1;
		}
		previousHigh = isHigh;
	}
	return found;
}

/** Of the characters beyond ASCII that an encoding makes of the bytes, how many are such as its texts consist of. */
function shareOf(bytes: Uint8Array, encoding: TextEncodingName, usual: RegExp): number {
	let text: string;
	try {
		// A sample may end inside a character: the last lines are left out.
		const end = bytes.lastIndexOf(0x0a);
		text = new TextDecoder(encoding, { fatal: true }).decode(end > 0 ? bytes.subarray(0, end) : bytes);
	} catch {
		return 0;
	}
	const beyond = text.match(/\P{ASCII}/gu)?.length ?? 0;
	return beyond === 0 ? 0 : (text.match(usual)?.length ?? 0) / beyond;
}

/** Big5 has second bytes among the ASCII letters as often as not; the common characters of GB 18030 never. */
function hasLowTrails(bytes: Uint8Array): boolean {
	let pairs = 0;
	let low = 0;
	for (let index = 0; index < bytes.length - 1; index += 1) {
		if ((bytes[index] as number) < 0x81) continue;
		pairs += 1;
		index += 1;
		if ((bytes[index] as number) < 0x80) low += 1;
	}
	return low > pairs * 0.1;
}
