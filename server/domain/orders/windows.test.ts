import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '#shared/errors/app-error.ts';
import { insertSellingEvent, insertSharedPool, type SellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { placeOrder } from './commands/place-order.ts';

const { database, services } = useTestApi();
afterEach(() => {
	vi.useRealTimers();
});

const tryOrder = (event: SellingEvent): Promise<string> =>
	placeOrder(services, {
		...event,
		buyer: { name: 'Ada', email: 'ada@example.org' },
		items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
	}).then(
		() => 'sold',
		(error: AppError) => String(error.metadata.rule),
	);

/**
 * Orders one after the other until one is answered with the last of `expected`: no answer comes out of their order. A machine that
 * stands still may miss those before the last.
 */
async function expectAnswersUntil(event: SellingEvent, expected: string[]): Promise<void> {
	let reached = 0;
	while (reached < expected.length - 1) {
		for (const answer of await Promise.all(Array.from({ length: 5 }, () => tryOrder(event)))) {
			const at = expected.indexOf(answer);
			expect(at, `${answer} after ${expected[reached]}`).toBeGreaterThanOrEqual(reached);
			reached = at;
		}
	}
	expect(await tryOrder(event)).toBe(expected.at(-1));
}

describe('a sales window', () => {
	test('opens and ends once, at its instants by the clock of the database', async () => {
		const now = await database().nowMs();
		const opening = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now + 700) },
		});
		const ending = await insertSellingEvent(database(), null, { type: { salesEndAt: new Date(now + 700) } });
		await Promise.all([
			expectAnswersUntil(opening, ['not-on-sale-yet', 'sold']),
			expectAnswersUntil(ending, ['sold', 'sale-ended']),
		]);
		// Instants are stored in whole milliseconds: the last order may bear that of the end.
		const { rows } = await database().pool.query(
			`SELECT bool_and(o.created_at >= t.sales_start_at) AS "isNotEarly", coalesce(bool_and(o.created_at <= t.sales_end_at), true) AS "isNotLate"
			FROM ticket_types t LEFT JOIN orders o ON o.event_id = t.event_id WHERE t.event_id IN ($1, $2)`,
			[opening.eventId, ending.eventId],
		);
		expect(rows).toEqual([{ isNotEarly: true, isNotLate: true }]);
	});

	test.each([
		['a day fast', 86_400_000],
		['a day slow', -86_400_000],
	])('is kept by a server whose clock is %s', async (_, offMs) => {
		const now = await database().nowMs();
		const open = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now - 60_000), salesEndAt: new Date(now + 60_000) },
		});
		const early = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now + 60_000) },
		});
		const late = await insertSellingEvent(database(), null, { type: { salesEndAt: new Date(now - 60_000) } });
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
		expect(await tryOrder(open)).toBe('sold');
		expect(await tryOrder(early)).toBe('not-on-sale-yet');
		expect(await tryOrder(late)).toBe('sale-ended');
	});

	test('that is not set ends with the event', async () => {
		const now = await database().nowMs();
		const event = await insertSellingEvent(database(), null, {
			event: { startsAt: new Date(now - 3_600_000), endsAt: new Date(now + 500) },
		});
		await expectAnswersUntil(event, ['sold', 'sale-ended']);
	});

	test('may go on after the event, also for shared places', async () => {
		const now = await database().nowMs();
		const event = await insertSellingEvent(database(), null, {
			event: { startsAt: new Date(now - 7_200_000), endsAt: new Date(now - 3_600_000) },
			type: { salesEndAt: new Date(now + 60_000) },
		});
		await database().pool.query('UPDATE ticket_types SET shared_pool_id = $1 WHERE id = $2', [
			await insertSharedPool(database(), event, 10),
			event.ticketTypeId,
		]);
		expect(await tryOrder(event)).toBe('sold');
	});
});
