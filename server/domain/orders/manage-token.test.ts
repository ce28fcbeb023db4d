import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeManageToken, readManageToken } from './manage-token.ts';

const secret = randomBytes(32);
const claim = { eventId: newId(), orderId: newId(), version: 1 };
const token = makeManageToken(secret, claim);

describe('manage tokens', () => {
	test('say what they were made for, fit into a path, and are the same each time', () => {
		expect(readManageToken(secret, token)).toEqual(claim);
		expect(token).toMatch(/^[\w-]{71}$/);
		expect(makeManageToken(secret, claim)).toBe(token);
	});

	test('are signed by HMAC-SHA256 with secrets of any length', () => {
		for (const length of [1, 32, 63, 64, 65, 200]) {
			const key = randomBytes(length);
			const bytes = Buffer.from(makeManageToken(key, claim), 'base64url');
			const signed = createHmac('sha256', key)
				.update('order-manage\0')
				.update(bytes.subarray(0, 37))
				.digest();
			expect(bytes.subarray(37)).toEqual(signed.subarray(0, 16));
			expect(readManageToken(key, bytes.toString('base64url'))).toEqual(claim);
		}
	});

	test('another secret, order, event or version gives another token', () => {
		expect(readManageToken(randomBytes(32), token)).toBeNull();
		for (const other of [{ orderId: newId() }, { eventId: newId() }, { version: 2 }])
			expect(makeManageToken(secret, { ...claim, ...other })).not.toBe(token);
	});

	test('no changed character is accepted', () => {
		for (let place = 0; place < token.length; place += 1) {
			for (const letter of 'ABCDwxyz09_-') {
				const changed = `${token.slice(0, place)}${letter}${token.slice(place + 1)}`;
				if (changed !== token) expect(readManageToken(secret, changed)).toBeNull();
			}
		}
	});

	test('anything else is nothing', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 100 }), (text) => {
				expect(readManageToken(secret, text)).toBeNull();
			}),
		);
		for (const text of ['', token.slice(1), `${token}A`, token.toLowerCase(), `${token.slice(0, 70)}=`])
			expect(readManageToken(secret, text)).toBeNull();
	});
});
