import { createHmac, timingSafeEqual } from 'node:crypto';

const idBytes = 16;
const signatureBytes = 10;
/** 26 bytes, five bits a letter. */
const keyLetters = 42;
/** Keys that one message may hold before it is not looked through any further. */
const mostKeys = 20;

const sign = (secret: Buffer, id: Buffer) =>
	createHmac('sha256', secret).update('bounce\0').update(id).digest().subarray(0, signatureBytes);

/**
 * The envelope sender of one mail (VERP): `bounces+KEY@example.org`. The key names the row of the outbox and is signed, so that nobody but
 * those who handled this mail can report that it bounced. Its letters mean the same as capitals: some servers change them.
 */
export function bounceAddressOf(secret: Buffer, bounceAddress: string, mailId: string): string {
	const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
	const hex = Buffer.concat([id, sign(secret, id)]).toString('hex');
	const key = BigInt(`0x${hex}`).toString(32).padStart(keyLetters, '0');
	const at = bounceAddress.lastIndexOf('@');
	return `${bounceAddress.slice(0, at)}+${key}${bounceAddress.slice(at)}`;
}

function readKey(secret: Buffer, key: string): string | null {
	const number = [...key.toLowerCase()].reduce(
		(sum, letter) => sum * 32n + BigInt(Number.parseInt(letter, 32)),
		0n,
	);
	const hex = number.toString(16).padStart(2 * (idBytes + signatureBytes), '0');
	if (hex.length !== 2 * (idBytes + signatureBytes)) return null;
	const bytes = Buffer.from(hex, 'hex');
	const id = bytes.subarray(0, idBytes);
	if (!timingSafeEqual(sign(secret, id), bytes.subarray(idBytes))) return null;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const keys = /\+([0-9a-v]{42})@/gi;

/** @returns id of the mail that the first valid address of `bounceAddressOf` in one of the texts names, or null */
export function findBouncedMail(secret: Buffer, texts: Iterable<string>): string | null {
	let left = mostKeys;
	for (const text of texts) {
		for (const [, key = ''] of text.matchAll(keys)) {
			const mailId = readKey(secret, key);
			if (mailId !== null) return mailId;
			left -= 1;
			if (left === 0) return null;
		}
	}
	return null;
}
