import { hash, timingSafeEqual } from 'node:crypto';
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

const purpose = Buffer.from('order-manage\0');
const blockBytes = 64;
const digestBytes = 32;

/** The two messages of an HMAC with the key in its place, so that one call each writes and hashes them. */
interface Keyed {
	inner: Buffer;
	outer: Buffer;
}

const keyed = new WeakMap<Buffer, Keyed>();

function keyedBy(secret: Buffer): Keyed {
	let found = keyed.get(secret);
	if (!found) {
		const key = secret.length > blockBytes ? hash('sha256', secret, 'buffer') : secret;
		const inner = Buffer.alloc(blockBytes + purpose.length + payloadBytes, 0x36, 'latin1');
		const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c, 'latin1');
		for (const [at, byte] of key.entries()) {
			inner[at] = byte ^ 0x36;
			outer[at] = byte ^ 0x5c;
		}
		purpose.copy(inner, blockBytes);
		found = { inner, outer };
		keyed.set(secret, found);
	}
	return found;
}

/**
 * HMAC-SHA256 (RFC 2104) over purpose and payload, its first bytes in hexadecimal digits. Two plain hashes: an object for each
 * signature costs a rush several times as much, most of it when it is collected.
 */
function sign(secret: Buffer, payload: Buffer): string {
	const { inner, outer } = keyedBy(secret);
	payload.copy(inner, blockBytes + purpose.length);
	outer.write(hash('sha256', inner, 'hex'), blockBytes, 'hex');
	return hash('sha256', outer, 'hex').slice(0, signatureBytes * 2);
}

function uuidText(bytes: Buffer): string {
	const hex = bytes.toString('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Where tokens are written, one after the other. */
const token = Buffer.alloc(payloadBytes + signatureBytes);
const tokenPayload = token.subarray(0, payloadBytes);

/** The signed link of an order: 71 characters that fit into a path. The same order gives the same token until its version rises. */
export function makeManageToken(secret: Buffer, claim: ManageClaim): string {
	token[0] = formatVersion;
	token.write(claim.eventId.replaceAll('-', ''), 1, 'hex');
	token.write(claim.orderId.replaceAll('-', ''), 17, 'hex');
	token.writeUInt32BE(claim.version, 33);
	token.write(sign(secret, tokenPayload), payloadBytes, 'hex');
	return token.toString('base64url');
}

/** Reads a manage token; null for anything that this secret did not sign. Takes the same time for every wrong signature. */
export function readManageToken(secret: Buffer, text: string): ManageClaim | null {
	if (!tokenPattern.test(text)) return null;
	const bytes = Buffer.from(text, 'base64url');
	// One order has one spelling: the spare bits of the last character must be zero.
	if (bytes.toString('base64url') !== text || bytes[0] !== formatVersion) return null;
	const payload = bytes.subarray(0, payloadBytes);
	if (!timingSafeEqual(Buffer.from(sign(secret, payload), 'hex'), bytes.subarray(payloadBytes))) return null;
	const claim = {
		eventId: uuidText(payload.subarray(1, 17)),
		orderId: uuidText(payload.subarray(17, 33)),
		version: payload.readUInt32BE(33),
	};
	return isUuid(claim.eventId) && isUuid(claim.orderId) ? claim : null;
}
