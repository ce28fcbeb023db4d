/** Characters of a code that is made, not typed: those that nobody confuses on paper. Ten of them are 2⁴⁹ possibilities. */
export const CODE_LENGTH = 10;

/** How a code may be written: 3 to 40 letters, digits, `-` and `_`. */
export const CODE_PATTERN = /^[\p{L}\p{N}_-]{3,40}$/u;

/** The normalised code: neither case nor blanks, `-` and `_` between their letters. */
export const codeKey = (typed: string): string =>
	typed
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\s_-]/gu, '');
