/** One line of text: control characters and runs of blanks become one blank, ends trimmed, escapes left over from a file undone. */
export function oneLine(text: string): string {
	return text
		.replace(/\\[nrt](?=\s|\p{Lu}|$)/gu, ' ')
		.replace(/[\p{Cc}\u2028\u2029\ufeff]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim()
		.toWellFormed();
}

/** Text of at most so many characters; what is cut ends with an ellipsis, never inside a character. */
export function fit(text: string, most: number): string {
	if (text.length <= most) return text;
	let end = 0;
	for (const { index, segment } of new Intl.Segmenter('und').segment(text.slice(0, most + 40))) {
		if (index + segment.length > most - 1) break;
		end = index + segment.length;
	}
	return `${text.slice(0, end).trimEnd()}…`;
}

const MAX_DESCRIPTION = 50_000;

/** Markdown without control characters and needless blank lines, cut at the limit of descriptions. */
export function fitMarkdown(text: string): { text: string; isCut: boolean } {
	const clean = text
		.replace(/\r\n?/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.replace(/[^\S\n]+$/gm, '')
		.replace(/\n{4,}/g, '\n\n\n')
		.trim()
		.toWellFormed();
	return { text: fit(clean, MAX_DESCRIPTION), isCut: clean.length > MAX_DESCRIPTION };
}

const bareAddress = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}([/?#]\S*)?$/u;

/**
 * A web address in its normal form, or an empty text: no other scheme, no names or passwords in it. A bare
 * `example.com/page` is taken as https.
 */
export function httpUrlOrEmpty(text: string): string {
	const trimmed = text.trim();
	const isBare = bareAddress.test(trimmed);
	if (!isBare && !/^https?:\/\//i.test(trimmed)) return '';
	try {
		const url = new URL(isBare ? `https://${trimmed}` : trimmed);
		if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return '';
		return url.href.length <= 2_000 ? url.href : '';
	} catch {
		return '';
	}
}
