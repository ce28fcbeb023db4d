import { expect, test } from 'vitest';
import { checkClock, checkNetwork } from './device-checks.ts';

const served = (date: string) => (async () => new Response('ok', { headers: { date } })) as typeof fetch;
const at = Date.parse('2026-05-01T12:00:00.500Z');

test('a clock that goes right, a little wrong, and wrong', async () => {
	const date = 'Fri, 01 May 2026 12:00:00 GMT';
	expect(await checkClock(served(date), () => at)).toEqual({ verdict: 'ok', detail: '0' });
	expect(await checkClock(served(date), () => at + 20_000)).toEqual({ verdict: 'warn', detail: '20000' });
	expect((await checkClock(served(date), () => at - 3_600_000)).verdict).toBe('fail');
});

test('a network that does not answer is a fault, not a crash', async () => {
	const away = (() => Promise.reject(new TypeError('away'))) as typeof fetch;
	expect(await checkNetwork(away)).toEqual({ verdict: 'fail' });
	expect((await checkNetwork(served('x'))).verdict).toBe('ok');
});
