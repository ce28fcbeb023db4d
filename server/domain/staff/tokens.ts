import { createHash, randomBytes, randomInt } from 'node:crypto';
import { STAFF_GRACE_HOURS } from '#shared/rules/staff-tokens.ts';

/** A staff token: 256 random bits. Returned once and stored only as a hash. */
export function newStaffToken(): { token: string; hash: Buffer } {
	const token = randomBytes(32).toString('base64url');
	return { token, hash: hashStaffToken(token) };
}

/** SHA-256: enough for a secret of 256 random bits, and fast at the door. */
export function hashStaffToken(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/** Letters and digits that cannot be taken for each other when read aloud or in the dark. */
const shortCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Eight characters, 39 bits: typed by a volunteer, and guarded by limits and an end. */
export function newShortCode(): string {
	return Array.from({ length: 8 }, () => shortCodeAlphabet[randomInt(shortCodeAlphabet.length)]).join('');
}

/** What a person types as a short code: any case, blanks and hyphens anywhere. */
export function normaliseShortCode(typed: string): string {
	return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/** `STAFF_GRACE_HOURS` in SQL. */
export const linkGrace = `interval '${STAFF_GRACE_HOURS} hours'`;
