/**
 * What a door stores on its device is encrypted with AES-GCM under a key that the browser holds and never gives out: files
 * copied from the device are of no use, and wiping the key wipes everything.
 */

/** An encrypted record: 12 random bytes, then the text and its tag. */
export type Sealed = ArrayBuffer;

const IV_BYTES = 12;

/** A key for one door. Not extractable: it can be stored in IndexedDB, but its bytes are never seen. */
export function newSealingKey(): Promise<CryptoKey> {
	return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** @param place names what the record is; it cannot be opened as anything else */
export async function seal(key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const text = new TextEncoder().encode(JSON.stringify(value));
	const body = await crypto.subtle.encrypt(
		{ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) },
		key,
		text,
	);
	const sealed = new Uint8Array(IV_BYTES + body.byteLength);
	sealed.set(iv);
	sealed.set(new Uint8Array(body), IV_BYTES);
	return sealed.buffer;
}

/** @throws when the record was changed, belongs elsewhere, or was sealed with another key */
export async function unseal<T>(key: CryptoKey, place: string, sealed: Sealed): Promise<T> {
	const bytes = new Uint8Array(sealed);
	const text = await crypto.subtle.decrypt(
		{
			name: 'AES-GCM',
			iv: bytes.subarray(0, IV_BYTES),
			additionalData: new TextEncoder().encode(place),
		},
		key,
		bytes.subarray(IV_BYTES),
	);
	return JSON.parse(new TextDecoder().decode(text)) as T;
}
