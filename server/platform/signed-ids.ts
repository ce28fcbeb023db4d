import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '#shared/lib/ids.ts';

/** Two ids and a number that a signed link names. */
export interface SignedIds {
	first: string;
	second: string;
	version: number;
}

const formatVersion = 1;
const payloadBytes = 1 + 16 + 16 + 4;
/** 128 bits of HMAC-SHA256: what a guess would have to hit. */
const signatureBytes = 16;
const tokenPattern = /^[\w-]{71}$/;

/** The first bytes of HMAC-SHA256 over purpose and payload. */
function sign(secret: Buffer, purpose: string, payload: Buffer): Buffer {
	return createHmac('sha256', secret)
		.update(`${purpose}\0`)
		.update(payload)
		.digest()
		.subarray(0, signatureBytes);
}

function uuidText(bytes: Buffer): string {
	const hex = bytes.toString('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A signed token of 71 characters that fits into a path. The same ids and version give the same token; each purpose has its own. */
export function makeSignedIds(secret: Buffer, purpose: string, ids: SignedIds): string {
	const payload = Buffer.alloc(payloadBytes);
	payload[0] = formatVersion;
	payload.write(ids.first.replaceAll('-', ''), 1, 'hex');
	payload.write(ids.second.replaceAll('-', ''), 17, 'hex');
	payload.writeUInt32BE(ids.version, 33);
	return Buffer.concat([payload, sign(secret, purpose, payload)]).toString('base64url');
}

/** Reads such a token; null for anything that this secret did not sign for the purpose. Takes the same time for every wrong signature. */
export function readSignedIds(secret: Buffer, purpose: string, text: string): SignedIds | null {
	if (!tokenPattern.test(text)) return null;
	const bytes = Buffer.from(text, 'base64url');
	// One token has one spelling: the spare bits of the last character must be zero.
	if (bytes.toString('base64url') !== text || bytes[0] !== formatVersion) return null;
	const payload = bytes.subarray(0, payloadBytes);
	if (!timingSafeEqual(sign(secret, purpose, payload), bytes.subarray(payloadBytes))) return null;
	const first = uuidText(payload.subarray(1, 17));
	const second = uuidText(payload.subarray(17, 33));
	return isUuid(first) && isUuid(second) ? { first, second, version: payload.readUInt32BE(33) } : null;
}
