import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Services } from '#server/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { insertSellingEvent, insertSharedPool, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { placeOrder } from './commands/place-order.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(async () => {
	services = await createTestServices(database());
});
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

/** Orders without pause for a while: the answers in order, repeats left out. */
async function answersOver(event: SellingEvent, ms: number): Promise<string[]> {
	const answers: string[] = [];
	for (const untilMs = performance.now() + ms; performance.now() < untilMs; ) {
		const wave = await Promise.all(Array.from({ length: 5 }, () => tryOrder(event)));
		for (const answer of wave) if (answers.at(-1) !== answer) answers.push(answer);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	return answers;
}

const databaseNow = async () => (await database().pool.query('SELECT now() AS now')).rows[0].now.getTime();

describe('a sales window', () => {
	test('opens and ends once, at its instants by the clock of the database', async () => {
		const now = await databaseNow();
		const event = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now + 700), salesEndAt: new Date(now + 1_400) },
		});
		expect(await answersOver(event, 2_100)).toEqual(['not-on-sale-yet', 'sold', 'sale-ended']);
		// Instants are stored to the millisecond, rounded: the last order may show the end itself.
		const { rows } = await database().pool.query(
			`SELECT min(o.created_at) >= t.sales_start_at AS not_early, max(o.created_at) <= t.sales_end_at AS not_late
			FROM orders o JOIN ticket_types t ON t.event_id = o.event_id WHERE o.event_id = $1 GROUP BY t.id`,
			[event.eventId],
		);
		expect(rows[0]).toEqual({ not_early: true, not_late: true });
	});

	test.each([
		['a day fast', 86_400_000],
		['a day slow', -86_400_000],
	])('is kept by a server whose clock is %s', async (_, offMs) => {
		const now = await databaseNow();
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
		const now = await databaseNow();
		const event = await insertSellingEvent(database(), null, {
			event: { startsAt: new Date(now - 3_600_000), endsAt: new Date(now + 500) },
		});
		expect(await answersOver(event, 900)).toEqual(['sold', 'sale-ended']);
	});

	test('may go on after the event, also for shared places', async () => {
		const now = await databaseNow();
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
