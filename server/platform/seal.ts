import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What is sealed; each has a key of its own. */
export type SealPurpose = 'accounts.two-factor' | 'integrations.connections' | 'mailing-lists.lists';

const keyOf = (secret: Buffer, purpose: SealPurpose) =>
	Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
const ivBytes = 12;
const tagBytes = 16;

/** Locks bytes under the instance's key, bound to their owner: AES-256-GCM as iv, tag, text. */
export function seal(secret: Buffer, purpose: SealPurpose, owner: string, plain: Uint8Array): Buffer {
	const iv = randomBytes(ivBytes);
	const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv);
	cipher.setAAD(Buffer.from(owner));
	const body = Buffer.concat([cipher.update(plain), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** The bytes again, or null: sealed for somebody else, or under another SECRET_KEY. */
export function unseal(secret: Buffer, purpose: SealPurpose, owner: string, sealed: Buffer): Buffer | null {
	const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, ivBytes));
	decipher.setAAD(Buffer.from(owner));
	decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
	try {
		return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
	} catch {
		return null;
	}
}
