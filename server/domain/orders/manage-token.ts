import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '#shared/lib/ids.ts';

/** What a manage token says: which order, and the version of its link. Raising the order's version voids older links. */
export interface ManageClaim {
	eventId: string;
	orderId: string;
	version: number;
}

const formatVersion = 1;
const payloadBytes = 1 + 16 + 16 + 4;
/** 128 bits of HMAC-SHA256: what a guess would have to hit. */
const signatureBytes = 16;
const tokenPattern = /^[\w-]{71}$/;

const purpose = 'order-manage\0';

/** The first bytes of HMAC-SHA256 over purpose and payload. */
function sign(secret: Buffer, payload: Buffer): Buffer {
	return createHmac('sha256', secret).update(purpose).update(payload).digest().subarray(0, signatureBytes);
}

function uuidText(bytes: Buffer): string {
	const hex = bytes.toString('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The signed link of an order: 71 characters that fit into a path. The same order gives the same token until its version rises. */
export function makeManageToken(secret: Buffer, claim: ManageClaim): string {
	const payload = Buffer.alloc(payloadBytes);
	payload[0] = formatVersion;
	payload.write(claim.eventId.replaceAll('-', ''), 1, 'hex');
	payload.write(claim.orderId.replaceAll('-', ''), 17, 'hex');
	payload.writeUInt32BE(claim.version, 33);
	return Buffer.concat([payload, sign(secret, payload)]).toString('base64url');
}

/** Reads a manage token; null for anything that this secret did not sign. Takes the same time for every wrong signature. */
export function readManageToken(secret: Buffer, text: string): ManageClaim | null {
	if (!tokenPattern.test(text)) return null;
	const bytes = Buffer.from(text, 'base64url');
	// One order has one spelling: the spare bits of the last character must be zero.
	if (bytes.toString('base64url') !== text || bytes[0] !== formatVersion) return null;
	const payload = bytes.subarray(0, payloadBytes);
	if (!timingSafeEqual(sign(secret, payload), bytes.subarray(payloadBytes))) return null;
	const claim = {
		eventId: uuidText(payload.subarray(1, 17)),
		orderId: uuidText(payload.subarray(17, 33)),
		version: payload.readUInt32BE(33),
	};
	return isUuid(claim.eventId) && isUuid(claim.orderId) ? claim : null;
}
