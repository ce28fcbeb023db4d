import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { actionsOf, apiScopes, isApiKey, scopesFor, writeApiKey } from './api-keys.ts';

const bytes = (fill: (index: number) => number) => Uint8Array.from({ length: 32 }, (_, index) => fill(index));
const keys = [
	bytes(() => 0),
	bytes(() => 255),
	...Array.from({ length: 40 }, (_, seed) => bytes((i) => (seed * 89 + i * 57) & 255)),
].map((random) => writeApiKey(random, 'live'));

test('a key has 43 characters of chance and 6 of checksum, and no two are equal', () => {
	for (const key of keys) {
		expect(key).toMatch(/^fyr_live_[0-9A-Za-z]{49}$/);
		expect(isApiKey(key)).toBe(true);
	}
	expect(new Set(keys).size).toBe(keys.length);
});

test('the checksum is CRC-32 as the platform calculates it', () => {
	const [key = ''] = keys;
	const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
	const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
	expect(value).toBe(crc32(key.slice(0, -6)));
});

test('every single changed character is refused', () => {
	const key = keys[5] as string;
	for (let place = 0; place < key.length; place += 1) {
		for (const other of 'aZ09_') {
			if (key[place] === other) continue;
			expect(isApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
		}
	}
	expect(isApiKey(key.slice(1))).toBe(false);
	expect(isApiKey(`${key}a`)).toBe(false);
});

test('no scope reaches members, money that moves, refunds or keys', () => {
	const all = actionsOf(apiScopes);
	for (const action of [
		'members.manage',
		'developer.manage',
		'money.manage',
		'refunds.make',
		'organisation.edit',
	] as const) {
		expect(all).not.toContain(action);
		expect(scopesFor(action)).toEqual([]);
	}
	expect(scopesFor('events.view')).toEqual(['events:read', 'events:write']);
});
