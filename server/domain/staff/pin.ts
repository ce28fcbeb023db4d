import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (pin: string, salt: Buffer, length: number) => Promise<Buffer>;

/** A PIN has four to eight digits, so its hash is slow and salted; the limit on tries is what keeps it safe. */
export async function hashPin(pin: string): Promise<string> {
	const salt = randomBytes(16);
	return `scrypt$${salt.toString('base64url')}$${(await derive(pin, salt, 32)).toString('base64url')}`;
}

export async function isPin(pin: string, stored: string): Promise<boolean> {
	const [, salt = '', hash = ''] = stored.split('$');
	const expected = Buffer.from(hash, 'base64url');
	return timingSafeEqual(await derive(pin, Buffer.from(salt, 'base64url'), expected.length), expected);
}
