/** Letters and digits of made codes: those that nobody confuses on a poster (no 0 O 1 I L). */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

// Bytes from 248 up would favour the first letters of the alphabet: 248 is the greatest multiple of 31 in a byte.
const limit = 256 - (256 % CODE_ALPHABET.length);

/**
 * Random letters and digits, each equally likely.
 * @param randomBytes cryptographic randomness, as many bytes as requested
 */
export function randomCode(
	length: number,
	randomBytes: (count: number) => Uint8Array = (n) => crypto.getRandomValues(new Uint8Array(n)),
): string {
	let code = '';
	for (;;) {
		for (const byte of randomBytes(16)) {
			if (byte >= limit) continue;
			code += CODE_ALPHABET[byte % CODE_ALPHABET.length];
			if (code.length === length) return code;
		}
	}
}
