import fc from 'fast-check';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import {
	encodeTicketCode,
	formatTicketCode,
	isTicketCode,
	parseTicketPayload,
	TICKET_QR,
} from './ticket-code.ts';

/** Any character, also half a surrogate pair: the unit "binary" of fast-check prepares tables for seconds. */
const anyUnit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 });
const CODE = encodeTicketCode(Uint8Array.from({ length: 16 }, (_, i) => i * 17));

/** Independent base62 writer: digits, upper case, lower case, padded to 22. */
function base62(bytes: Uint8Array): string {
	const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
	let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
	let text = '';
	for (; value > 0n; value /= 62n) text = alphabet[Number(value % 62n)] + text;
	return text.padStart(22, '0');
}

describe('encodeTicketCode', () => {
	test('writes known bytes as known text', () => {
		expect(encodeTicketCode(new Uint8Array(16))).toBe('0'.repeat(26));
		expect(encodeTicketCode(new Uint8Array(16).fill(255))).toBe(`7${'Z'.repeat(25)}`);
		expect(CODE).toBe('0024H36H2NCSVRH6DAQF6DVVQZ');
	});

	test('refuses any other number of bytes', () => {
		expect(() => encodeTicketCode(new Uint8Array(15))).toThrow(RangeError);
		expect(() => encodeTicketCode(new Uint8Array(17))).toThrow(RangeError);
	});

	test('always gives 26 characters of the same shape, and different codes for different bytes', () => {
		fc.assert(
			fc.property(bytes16, bytes16, (a, b) => {
				expect(isTicketCode(encodeTicketCode(a))).toBe(true);
				expect(encodeTicketCode(a) === encodeTicketCode(b)).toBe(Buffer.compare(a, b) === 0);
			}),
		);
	});

	test('fits a 25-module QR at level Q in alphanumeric mode', () => {
		expect(encode(CODE, { ecc: TICKET_QR.ecc, border: 0, boostEcc: false }).size).toBe(25);
	});
});

describe('isTicketCode', () => {
	test.each([
		['lower case', CODE.toLowerCase()],
		['one character short', CODE.slice(1)],
		['one character long', `${CODE}0`],
		['first character above 7', `8${CODE.slice(1)}`],
		['a letter outside the alphabet', `${CODE.slice(0, 25)}U`],
		['a final line break', `${CODE}\n`],
		['empty', ''],
	])('refuses %s', (_name, text) => {
		expect(isTicketCode(text)).toBe(false);
	});
});

describe('parseTicketPayload', () => {
	test.each([
		['the bare code', CODE],
		['lower case', CODE.toLowerCase()],
		['blanks around it', `  ${CODE}\r\n`],
		['groups as shown on the ticket', formatTicketCode(CODE)],
		['hyphens', formatTicketCode(CODE).replaceAll(' ', '-')],
		['letters that look like digits', CODE.replaceAll('0', 'O')],
		['an upper-case address', `HTTPS://TICKETS.EXAMPLE.ORG/T/${CODE}`],
		['a lower-case address', `https://tickets.example.org/t/${CODE.toLowerCase()}`],
		['an address with port, sub-path, query and fragment', `http://localhost:3000/x/t/${CODE}/?utm=a#top`],
	])('takes %s', (_name, text) => {
		expect(parseTicketPayload(text)).toBe(CODE);
	});

	test('takes I and L for 1', () => {
		const code = `0${'1'.repeat(25)}`;
		expect(parseTicketPayload(`0${'I'.repeat(12)}${'l'.repeat(13)}`)).toBe(code);
	});

	test.each([
		['empty text', ''],
		['words', 'Hello, is this a ticket?'],
		['another address', 'https://example.org/'],
		['an address whose path is not /t/', `https://example.org/x/${CODE}`],
		['a code in the query of an address', `https://example.org/?t=${CODE}`],
		['a script address', `javascript://example.org/t/${CODE}`],
		['another alphabet', 'U'.repeat(26)],
		['130 bits', 'Z'.repeat(26)],
		['a base62 number above 128 bits', 'z'.repeat(22)],
		['base62 with a stranger in it', `${'0'.repeat(21)}é`],
		['a UUID', '0190b1f4-7a3c-7c1e-9f54-2f8d5b3f6a11'],
		['a huge text', `https://example.org/t/${CODE}?${'a'.repeat(100_000)}`],
	])('refuses %s', (_name, text) => {
		expect(parseTicketPayload(text)).toBeNull();
	});

	test('every form of every code leads back to the same code', () => {
		fc.assert(
			fc.property(bytes16, (bytes) => {
				const code = encodeTicketCode(bytes);
				expect(parseTicketPayload(formatTicketCode(code))).toBe(code);
				expect(parseTicketPayload(base62(bytes))).toBe(code);
				expect(parseTicketPayload(`https://example.org/t/${base62(bytes)}`)).toBe(code);
			}),
		);
	});

	test('gives a canonical code or null for any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyUnit, maxLength: 60 }), (text) => {
				const code = parseTicketPayload(text);
				expect(code === null || isTicketCode(code)).toBe(true);
			}),
		);
	});
});
