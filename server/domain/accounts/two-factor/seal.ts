import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'accounts.two-factor', 32));
const ivBytes = 12;
const tagBytes = 16;

/** Locks bytes under the instance's key, bound to their owner: AES-256-GCM as iv, tag, text. */
export function seal(secret: Buffer, owner: string, plain: Uint8Array): Buffer {
	const iv = randomBytes(ivBytes);
	const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
	cipher.setAAD(Buffer.from(owner));
	const body = Buffer.concat([cipher.update(plain), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** The bytes again, or null: sealed for somebody else, or under another SECRET_KEY. */
export function unseal(secret: Buffer, owner: string, sealed: Buffer): Buffer | null {
	const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivBytes));
	decipher.setAAD(Buffer.from(owner));
	decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
	try {
		return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
	} catch {
		return null;
	}
}
