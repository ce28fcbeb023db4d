/**
 * A text that is shown and sent in one line, as names and titles are: line breaks and tabs become blanks, other control characters go.
 * NUL stays, for it is refused.
 */
export function toSingleLine(typed: string): string {
	return (
		typed
			.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
			// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
			.replace(/[\u0001-\u001f\u007f-\u009f]/g, '')
	);
}

/** An address as it was typed or pasted, without invisible characters and with compatibility forms such as a full-width @ as what they stand for. */
export function cleanEmail(typed: string): string {
	// Removed before and after: some compatibility forms stand for blanks.
	return toSingleLine(typed)
		.replace(/\p{Cf}/gu, '')
		.normalize('NFKC')
		.trim();
}
