/** Bytes of a ticket code's salted hash that a device keeps: 72 bits name one of 100 000 tickets beyond doubt. */
export const CODE_HASH_BYTES = 9;

/** The hashed value: the salt belongs to one way to the door, so lists of two links cannot be laid side by side. */
export const saltedCode = (salt: string, ticketCode: string): string => `${salt}:${ticketCode}`;

/**
 * The hash under which a device finds a scanned code in its snapshot: the first 9 bytes of SHA-256, as 12 characters of base64url.
 * @param ticketCode the canonical code (parseTicketPayload).
 */
export async function hashTicketCode(salt: string, ticketCode: string): Promise<string> {
	const digest = await crypto.subtle.digest(
		'SHA-256',
		new TextEncoder().encode(saltedCode(salt, ticketCode)),
	);
	return toBase64Url(new Uint8Array(digest, 0, CODE_HASH_BYTES));
}

/** Unpadded base64url. */
export function toBase64Url(bytes: Uint8Array): string {
	let binary = '';
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The id of a guest as the snapshot writes it: 16 bytes in 22 characters. */
export function packId(uuid: string): string {
	const hex = uuid.replaceAll('-', '');
	return toBase64Url(
		Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)),
	);
}

/** The id of a guest as everything else writes it. */
export function unpackId(packed: string): string {
	const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
	const hex = Array.from(binary, (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
