import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('a password matches its own hash and no other', async () => {
	const phc = await hashPassword('correct horse battery');
	expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
	expect(await verifyPassword(phc, 'correct horse battery')).toEqual({ isRight: true, needsRehash: false });
	expect(await verifyPassword(phc, 'correct horse batter')).toEqual({ isRight: false, needsRehash: false });
	expect(await hashPassword('correct horse battery')).not.toBe(phc);
});

test('passwords are taken unaltered: any script, blanks at the ends, NUL', async () => {
	const phc = await hashPassword(' пароль\0🔑 ');
	expect((await verifyPassword(phc, ' пароль\0🔑 ')).isRight).toBe(true);
	expect((await verifyPassword(phc, 'пароль\0🔑')).isRight).toBe(false);
	expect((await verifyPassword(phc, ' пароль')).isRight).toBe(false);
});

test('a hash of other parameters still matches and asks to be made anew', async () => {
	const salt = Buffer.alloc(16, 9);
	const tag = argon2Sync('argon2id', {
		message: 'old enough',
		nonce: salt,
		parallelism: 1,
		tagLength: 32,
		memory: 4096,
		passes: 3,
	});
	const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
	const phc = `$argon2id$v=19$m=4096,t=3,p=1$${unpadded(salt)}$${unpadded(tag)}`;
	expect(await verifyPassword(phc, 'old enough')).toEqual({ isRight: true, needsRehash: true });
});

test('without a hash nothing matches, after the same work', async () => {
	expect((await verifyPassword(null, '')).isRight).toBe(false);
	expect((await verifyPassword(null, 'anything')).isRight).toBe(false);
});
