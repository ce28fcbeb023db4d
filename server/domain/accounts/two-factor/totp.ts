import { Secret, TOTP } from 'otpauth';

const period = 30;

function totp(secret: Uint8Array, label = '', issuer = ''): TOTP {
	// Six digits of SHA-1 every 30 seconds (RFC 6238) are what every authenticator app understands.
	return new TOTP({
		issuer,
		label,
		algorithm: 'SHA1',
		digits: 6,
		period,
		secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
	});
}

/** A new secret of 160 bits, as RFC 4226 wants it. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes;

/** The content of the QR code, which can also be typed. */
export function describeTotp(
	secret: Uint8Array,
	who: { email: string; productName: string },
): { uri: string; secret: string } {
	const made = totp(secret, who.email, who.productName);
	return { uri: made.toString(), secret: made.secret.base32 };
}

/** The step that a code belongs to: the present one or a neighbour, for clocks that are a little off. Null: a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
	const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
	return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
}
