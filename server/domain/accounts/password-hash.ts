import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '#server/platform/concurrency/semaphore.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

interface Cost {
	/** KiB */
	memory: number;
	passes: number;
	parallelism: number;
}

/** OWASP's first choice for argon2id; some 40 ms of one core. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** Two at once leave cores and threads to everybody else. */
const takeTurn = createSemaphore({ maxRunning: 2, maxWaiting: 200 });

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The argon2id hash of a password as a PHC string: parameters, salt and hash in one text. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	const tag = await takeTurn(() =>
		derive('argon2id', { message: password, nonce: salt, tagLength: tagBytes, ...cost }),
	);
	return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phcPattern =
	/^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Same work as a real check, for an address without an account or without a password. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(saltBytes, 1))}$${base64(Buffer.alloc(tagBytes))}`;

/**
 * Checks a password against a PHC string. With null, which no password matches, it does the same work.
 * @returns whether it matches, and whether the hash was made with other parameters than today's and wants to be made anew
 */
export async function verifyPassword(
	phc: string | null,
	password: string,
): Promise<{ isRight: boolean; needsRehash: boolean }> {
	const match = phcPattern.exec(phc ?? nobody);
	if (!match) throw new Error('The stored password hash is no PHC string of argon2id.');
	const [, memory, passes, parallelism, salt, tag] = match as unknown as [
		string,
		string,
		string,
		string,
		string,
		string,
	];
	const expected = Buffer.from(tag, 'base64');
	const stored: Cost = {
		memory: Number(memory),
		passes: Number(passes),
		parallelism: Number(parallelism),
	};
	const actual = await takeTurn(() =>
		derive('argon2id', {
			message: password,
			nonce: Buffer.from(salt, 'base64'),
			tagLength: expected.byteLength,
			...stored,
		}),
	);
	return {
		isRight: timingSafeEqual(actual, expected) && phc !== null,
		needsRehash:
			stored.memory !== cost.memory ||
			stored.passes !== cost.passes ||
			stored.parallelism !== cost.parallelism,
	};
}
