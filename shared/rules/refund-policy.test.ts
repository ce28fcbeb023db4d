import { describe, expect, test } from 'vitest';
import { decideRefund, parseRefundPolicy, refundShare } from './refund-policy.ts';

describe('a refund policy', () => {
	const full = (until: unknown) => [{ percent: 100, until }];
	test.each([
		['Full refund until 7 days before the event.', full({ days: 7 })],
		['Refunds until the day before.', full({ days: 1 })],
		['100% refund up to 24 hours before the event starts', full({ hours: 24 })],
		['Tickets are refunded in full until two weeks before the concert', full({ days: 14 })],
		['Tickets are fully refundable until a week before', full({ days: 7 })],
		['Full refund at any time', full(null)],
		['Full refunds, no questions asked.', full(null)],
		['Free cancellation until 48 hours before', full({ hours: 48 })],
		['You can get a full refund until the event starts.', full(null)],
		['The team fee is refunded until 14 days before the tournament.', full({ days: 14 })],
		[
			'Tickets are refunded in full until 30 days before the event. After that, you can pass your ticket on to someone else.',
			full({ days: 30 }),
		],
		[
			'Full refund until 14 days before, half until 3 days before. You can pass your place on to someone else at any time.',
			[
				{ percent: 100, until: { days: 14 } },
				{ percent: 50, until: { days: 3 } },
			],
		],
		[
			'80 % refund until 10 days before;\n25% until 1 day before the event',
			[
				{ percent: 80, until: { days: 10 } },
				{ percent: 25, until: { days: 1 } },
			],
		],
	])('%s', (text, steps) => expect(parseRefundPolicy(text)).toEqual(steps));

	test.each([
		'',
		'Tickets are not refunded, but you can pass yours on to someone else.',
		'No refunds until 7 days before.',
		'Full refund until 7 days before, less a fee of 2 EUR.',
		'Full refund minus 10% until 7 days before',
		'Full refund until 7 days before, except for early-bird tickets.',
		'Full refund for members until 7 days before.',
		'Full refund until 7 days before. Early-bird tickets are excluded.',
		'Contact us for a refund.',
		'Ask the organiser until 7 days before.',
		'Half refund until 7 days before, full refund until 1 day before.',
		'150% refund until 7 days before',
		'0% refund until 7 days before',
		'Full refund until 3 months before',
		'Full refund after 7 days before',
		'Full refund until 12 December',
		'Refunds.',
		'Until the day before.',
		'If the concert is cancelled, you get your money back.',
		'Volle Erstattung bis 7 Tage vorher.',
		`Full refund until 7 days before. ${'x'.repeat(5_000)}`,
	])('leaves to a person: %.60s', (text) => expect(parseRefundPolicy(text)).toBeNull());

	test('is read in no time, however it is written', () => {
		const before = performance.now();
		for (const part of ['until ', 'a ', 'you can ', 'refund ', 'the ', '1 day before the ', ', ', 'full '])
			parseRefundPolicy(part.repeat(400 / part.length));
		expect(performance.now() - before).toBeLessThan(100);
	});
});

describe('what a cancellation gives back', () => {
	const at = (now: string, refundPolicy: string, startsAt = '2027-04-02T17:00:00Z') =>
		decideRefund({
			refundPolicy,
			startsAt: new Date(startsAt),
			timeZone: 'Europe/Berlin',
			now: new Date(now),
		});
	const steps = 'Full refund until 7 days before, half until 24 hours before.';

	test('is the most that a step gives whose deadline has not passed; days end at midnight where the event is', () => {
		// The clocks change on 28 March: midnight of the 26th is still at UTC+1.
		const until = new Date('2027-03-26T23:00:00Z');
		expect(at('2027-03-26T22:59:59Z', steps)).toMatchObject({
			way: 'refund',
			terms: { percent: 100 },
			until,
		});
		const later = new Date('2027-04-01T17:00:00Z');
		const step = { percent: 50, until: { hours: 24 } };
		expect(at('2027-03-26T23:00:00Z', steps)).toEqual({
			...{ way: 'refund', terms: { percent: 50 }, until: later },
			step,
		});
		expect(at('2027-04-01T17:00:00Z', steps)).toEqual({ way: 'request', reason: 'too-late', step });
	});

	test('ends when the event starts at the latest', () => {
		const until = new Date('2027-04-02T17:00:00Z');
		for (const policy of ['Full refund at any time.', 'Full refund until 0 days before.']) {
			expect(at('2027-04-02T16:59:59Z', policy)).toMatchObject({
				way: 'refund',
				terms: { percent: 100 },
				until,
			});
			expect(at('2027-04-02T17:00:00Z', policy)).toMatchObject({ way: 'request', reason: 'too-late' });
		}
	});

	test('is decided by a person without a policy, or where it says more than when and how much', () => {
		expect(at('2027-01-01T00:00:00Z', ' \n')).toEqual({ way: 'request', reason: 'no-policy' });
		expect(at('2027-01-01T00:00:00Z', 'Talk to us.')).toEqual({
			way: 'request',
			reason: 'organiser-decides',
		});
	});

	test('is a whole step of what cards return', () => {
		expect(refundShare(1_333, { percent: 50 }, 'EUR')).toBe(667);
		expect(refundShare(1_333, { percent: 100 }, 'EUR')).toBe(1_333);
		expect(refundShare(1_230, { percent: 50 }, 'KWD')).toBe(610);
	});
});
