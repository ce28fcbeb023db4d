import { expect, test } from 'vitest';
import { ClockOffset } from './clock-offset.ts';

const at = (ms: number) => new Date(ms).toISOString();

test('half of the round trip is taken off', () => {
	const clock = new ClockOffset();
	expect(clock.offsetMs).toBeNull();
	clock.measure(at(7_200_500), 0, 1_000);
	expect(clock.offsetMs).toBe(7_200_000);
});

test('the shortest round trip counts until it is old', () => {
	const clock = new ClockOffset();
	clock.measure(at(5_010), 0, 20);
	clock.measure(at(6_700), 1_000, 2_000);
	expect(clock.offsetMs).toBe(5_000);
	clock.measure(at(5_200 + 700_000), 700_000, 701_000);
	expect(clock.offsetMs).toBe(4_700);
});

test('a clock that was set counts at once', () => {
	const clock = new ClockOffset();
	clock.measure(at(10), 0, 20);
	clock.measure(at(3_600_000 + 100), 0, 200);
	expect(clock.offsetMs).toBe(3_600_000);
});

test('nonsense is left aside', () => {
	const clock = new ClockOffset();
	clock.measure('no time', 0, 20);
	clock.measure(at(100), 50, 20);
	expect(clock.offsetMs).toBeNull();
	clock.restore(42);
	expect(clock.offsetMs).toBe(42);
	clock.measure(at(1_000), 0, 10);
	expect(clock.offsetMs).toBe(995);
});
