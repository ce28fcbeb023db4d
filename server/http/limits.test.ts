import { beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../platform/config.ts';
import { createLimiter, createRequestLimits } from './limits.ts';

const { rateLimits } = parseConfig({ RATE_LIMIT_SCAN: '5/min', RATE_LIMIT_SIGN_IN: '2/min' });
let now = 0;
const isAllowed = (take: (headers: Record<string, string>) => void): boolean => {
	try {
		take({});
		return true;
	} catch (error) {
		expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
		return false;
	}
};

describe('buckets', () => {
	test('the one used longest ago makes room; others keep their count, also those of other families', () => {
		const limiter = createLimiter(rateLimits.perAddress, () => now);
		const tries = (who: string) => limiter.take('signIn', who).remaining;
		expect([tries('first'), tries('second')]).toEqual([1, 1]);
		limiter.take('scan', 'first');
		for (let n = 0; n < 19_997; n += 1) limiter.take('signIn', `other-${n}`);
		expect(tries('first')).toBe(0);
		for (let n = 0; n < 2; n += 1) limiter.take('signIn', `late-${n}`);
		expect([tries('first'), tries('second')]).toEqual([0, 1]);
		expect(limiter.take('scan', 'first').remaining).toBe(3);
	});
});

describe('networks', () => {
	let limits: ReturnType<typeof createRequestLimits>;
	beforeEach(() => {
		now = 0;
		limits = createRequestLimits(rateLimits, () => now);
	});
	const count = (addresses: string[]) =>
		addresses.filter((address) => isAllowed((headers) => limits.takeForNetwork(headers, 'signIn', address)))
			.length;
	const many = (name: (n: number) => string) => Array.from({ length: 250 }, (_, n) => name(n));

	test('a /24 has eight times what an address has', () => {
		expect(count(['203.0.113.1', '203.0.113.1', '203.0.113.1'])).toBe(2);
		expect(count(many((n) => `203.0.113.${n}`))).toBe(14);
		expect(count(['203.0.114.1'])).toBe(1);
	});

	test('of IPv6 a /64 counts as an address and a /48 as the network', () => {
		expect(count(many((n) => `2001:db8:1:2::${n}`))).toBe(2);
		expect(count(many((n) => `2001:db8:1:${n + 10}::1`))).toBe(14);
		expect(count(['2001:db8:2::1'])).toBe(1);
	});
});

describe('uploads that are being read', () => {
	test('are few of an address and of its network; one that ends, also by a fault, makes room', async () => {
		const limits = createRequestLimits(rateLimits, () => now);
		const ends: PromiseWithResolvers<string>[] = [];
		const begin = (address: string) => {
			const end = Promise.withResolvers<string>();
			const read = limits.readingUpload(address, () => {
				ends.push(end);
				return end.promise;
			});
			return read.catch(({ code }: { code?: string }) => code ?? 'failed');
		};
		const all = Array.from({ length: 17 }, () => begin('203.0.113.1'));
		expect([await all[16], ends.length]).toEqual(['RATE_LIMIT_EXCEEDED', 16]);
		ends[0]?.resolve('read');
		ends[1]?.reject({});
		expect([await all[0], await all[1]]).toEqual(['read', 'failed']);
		for (let n = 0; n < 3; n += 1) all.push(begin('203.0.113.1'));
		expect([await all[19], ends.length]).toEqual(['RATE_LIMIT_EXCEEDED', 18]);
		// Of the network eight times as many.
		for (let n = 2; n < 20; n += 1) for (let m = 0; m < 16; m += 1) all.push(begin(`203.0.113.${n}`));
		all.push(begin('203.0.114.1'));
		expect(ends.length).toBe(2 + 16 * 8 + 1);
		for (const { resolve } of ends) resolve('read');
		await Promise.all(all);
		const again = begin('203.0.113.1');
		ends.at(-1)?.resolve('read');
		expect(await again).toBe('read');
	});
});

describe('staff tokens', () => {
	const address = '203.0.113.9';
	let limits: ReturnType<typeof createRequestLimits>;
	beforeEach(() => {
		now = 0;
		limits = createRequestLimits(rateLimits, () => now);
	});
	const call = (token: string, ownerId: string | null) =>
		isAllowed((headers) => {
			limits.takeForToken(headers, 'scan', address, token);
			if (ownerId) limits.tokenWasFound(headers, 'scan', address, { token, ownerId });
			else limits.tokenWasNotFound(token);
		});

	test('those that are not found are limited by network, whatever they are', () => {
		const tries = Array.from({ length: 100 }, (_, n) => call(`${n}`.repeat(5_000), null));
		expect(tries.filter(Boolean)).toHaveLength(5);
	});

	test('those that are found are limited each by its own: 500 devices scan behind one address', () => {
		const devices = Array.from({ length: 500 }, (_, n) => [`token-${n}`, `device-${n}`] as const);
		for (let round = 0; round < 5; round += 1) {
			expect(devices.filter(([token, id]) => call(token, id))).toHaveLength(500);
		}
		expect(call('token-1', 'device-1')).toBe(false);
	});

	test('known devices go on while somebody beside them guesses', () => {
		expect(call('known', 'device')).toBe(true);
		for (let n = 0; n < 100; n += 1) call(`guess-${n}`, null);
		expect(call('known', 'device')).toBe(true);
	});

	test('one that was taken back counts for its network again', () => {
		call('known', 'device');
		expect(Array.from({ length: 100 }, () => call('known', null)).filter(Boolean)).toHaveLength(6);
	});
});
