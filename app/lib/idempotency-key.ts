/** A key for `idempotencyKey`; also where the page is not served over https and randomUUID is missing. */
export function newIdempotencyKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');
}
