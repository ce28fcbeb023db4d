/**
 * Ticket codes: what a ticket's QR holds and what a person may type at the door.
 *
 * A code is 128 random bits written as 26 characters of Crockford's Base32 (digits and upper-case letters
 * without I, L, O and U), most significant bits first. 26 × 5 = 130, so the two leading bits are zero and the
 * first character is 0 to 7. The alphabet is a subset of QR's alphanumeric mode: a 25-module symbol at level Q.
 * Source of the alphabet and of the I, L, O substitutions: https://www.crockford.com/base32.html
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const URL_FORM = /^https?:\/\/[^/\s?#]+\/(?:[^\s?#]*\/)?t\/([0-9A-Za-z-]+)\/?(?:[?#].*)?$/i;
const LIMIT = 1n << 128n;

/** Random bytes in a ticket code. */
export const TICKET_CODE_BYTES = 16;

/** Characters in a ticket code. */
export const TICKET_CODE_LENGTH = 26;

/** Longest text that is looked at at all; a QR cannot hold a longer ticket in any of the accepted forms. */
const MAX_PAYLOAD_LENGTH = 512;

/**
 * How a ticket's QR is drawn: recovery level Q, a quiet zone of four modules, dark on white in dark mode too,
 * at least 240 CSS px wide on a screen and 25 mm on paper.
 */
export const TICKET_QR = { ecc: 'Q', quietZoneModules: 4, minScreenPx: 240, minPrintMm: 25 } as const;

/**
 * Writes 16 random bytes as a ticket code. The caller supplies the bytes (from a cryptographic source), so that
 * this module stays pure.
 * @throws RangeError when there are not exactly 16 bytes.
 */
export function encodeTicketCode(bytes: Uint8Array): string {
	if (bytes.length !== TICKET_CODE_BYTES)
		throw new RangeError(`A ticket code needs ${TICKET_CODE_BYTES} bytes`);
	let code = '';
	// The two leading zeros, then five bits a character.
	let bits = 2;
	let rest = 0;
	for (const byte of bytes) {
		rest = (rest << 8) | byte;
		bits += 8;
		while (bits >= 5) {
			bits -= 5;
			code += ALPHABET[rest >> bits];
			rest &= (1 << bits) - 1;
		}
	}
	return code;
}

/** Whether the text is a ticket code in its one canonical form (upper case, no separators). */
export function isTicketCode(text: string): boolean {
	return CODE.test(text);
}

/**
 * Finds the ticket code in what a camera, a hardware reader or a person delivers. Accepted: the code itself in
 * any case, with spaces or hyphens between groups and with I, L, O for 1, 1, 0; its 22-character base62 form
 * (digits, then upper case, then lower case); either of them as the last part of `https://HOST/…/T/CODE`.
 * The host is not checked here: the code alone decides, on the server or against the device's guest list.
 * @returns the canonical code, or null when the text cannot be a ticket of ours.
 */
export function parseTicketPayload(text: string): string | null {
	if (text.length > MAX_PAYLOAD_LENGTH) return null;
	const trimmed = text.trim();
	const bare = (URL_FORM.exec(trimmed)?.[1] ?? trimmed).replaceAll(/[\s-]/g, '');
	if (bare.length === TICKET_CODE_LENGTH) {
		const code = bare.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
		return isTicketCode(code) ? code : null;
	}
	return bare.length === 22 ? decodeBase62(bare) : null;
}

/** The code in groups for reading aloud and typing: `0123 4567 89AB …`. `parseTicketPayload` takes it back. */
export function formatTicketCode(code: string): string {
	return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function encodeValue(value: bigint): string {
	let code = '';
	for (let shift = 125n; shift >= 0n; shift -= 5n) code += ALPHABET[Number((value >> shift) & 31n)];
	return code;
}

function decodeBase62(text: string): string | null {
	let value = 0n;
	for (const character of text) {
		const digit = BASE62.indexOf(character);
		if (digit < 0) return null;
		value = value * 62n + BigInt(digit);
	}
	return value < LIMIT ? encodeValue(value) : null;
}
