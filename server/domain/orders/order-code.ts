import { creditorReference } from '#shared/rules/bank-transfer.ts';
import { EVENT_CODE_ALPHABET, EVENT_CODE_LENGTH } from '../events/event-code.ts';

/** Characters of an order code: short enough to read aloud, 887 million per event. A name, never a secret. */
export const ORDER_CODE_LENGTH = 6;

/** Bytes that `orderCode` takes. */
export const ORDER_CODE_BYTES = 4;

/** Writes four random bytes as an order code, in the letters and digits of event codes (no 0 O 1 I L). The database keeps codes unique in their event. */
export function orderCode(bytes: Uint8Array): string {
	let value =
		((bytes[0] ?? 0) * 2 ** 24 + ((bytes[1] ?? 0) << 16) + ((bytes[2] ?? 0) << 8) + (bytes[3] ?? 0)) >>> 0;
	let code = '';
	for (let position = 0; position < ORDER_CODE_LENGTH; position += 1) {
		code += EVENT_CODE_ALPHABET[value % EVENT_CODE_ALPHABET.length];
		value = Math.floor(value / EVENT_CODE_ALPHABET.length);
	}
	return code;
}

/** What a transfer for an order names: the codes of event and order, with check digits that banks verify. */
export const transferReference = (eventCode: string, orderCode: string): string =>
	creditorReference(`${eventCode}${orderCode}`);

const codes = new RegExp(
	`^(?:RF\\d\\d)?([${EVENT_CODE_ALPHABET}]{${EVENT_CODE_LENGTH}})?([${EVENT_CODE_ALPHABET}]{${ORDER_CODE_LENGTH}})$`,
);

/**
 * The code of an order in what was typed: the code itself, the code behind that of its event, or the reference of a transfer, which
 * holds both. Blanks, dashes and case do not matter.
 * @returns null when there is none; `eventCode` is null when it was not typed
 */
export function orderCodeIn(typed: string): { code: string; eventCode: string | null } | null {
	const plain = typed.replaceAll(/[\s\p{Pd}_/.#]/gu, '').toUpperCase();
	const match = codes.exec(plain);
	return match?.[2] === undefined ? null : { code: match[2], eventCode: match[1] ?? null };
}
