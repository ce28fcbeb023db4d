/** Letters and digits of event codes: those that nobody confuses on a poster (no 0 O 1 I L). */
export const EVENT_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const EVENT_CODE_LENGTH = 6;

const codePattern = new RegExp(`^(?=[A-Z]*[0-9])[${EVENT_CODE_ALPHABET}]{${EVENT_CODE_LENGTH}}$`);

/** Tells whether a text is written like an event code: six of the alphabet, at least one digit, upper case. */
export function isEventCode(value: string): boolean {
	return codePattern.test(value);
}

/**
 * Makes an event code, about 700 million possible; the database keeps them unique. Codes without a digit are thrown away, so
 * that none is a word.
 * @param randomBytes cryptographic randomness, as many bytes as asked for
 */
export function newEventCode(
	randomBytes: (count: number) => Uint8Array = (n) => crypto.getRandomValues(new Uint8Array(n)),
): string {
	// Bytes from 248 up would favour the first letters of the alphabet: 248 is the greatest multiple of 31 in a byte.
	const limit = 256 - (256 % EVENT_CODE_ALPHABET.length);
	for (;;) {
		let code = '';
		for (const byte of randomBytes(16)) {
			if (byte >= limit) continue;
			code += EVENT_CODE_ALPHABET[byte % EVENT_CODE_ALPHABET.length];
			if (code.length === EVENT_CODE_LENGTH) break;
		}
		if (isEventCode(code)) return code;
	}
}
