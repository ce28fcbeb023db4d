import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { ticketJobs } from '#server/domain/tickets/jobs.ts';
import type { Services } from '#server/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { holdTickets, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { placeOrder } from './commands/place-order.ts';
import { expireHolds } from './expire-holds.ts';
import { saleStatement } from './sale/sale-statement.ts';

const { database, services, other, api, owner } = useTestServers();

const early = (part: Record<string, unknown>) => ({
	name: 'Early bird',
	priceMinor: 1_000,
	endsAt: null,
	soldUpTo: null,
	...part,
});
const makeTiered = (tiers: unknown[], more: Record<string, unknown> = {}) =>
	makePricedEvent(services, api, owner, { priceTiers: tiers, capacity: 1_000, ...more });
const quoteOf = async (event: PricedEvent, quantity = 1) =>
	(
		await api.post(`/api/events/${event.id}/quote`, {
			items: [{ ticketTypeId: event.ticketTypeId, quantity }],
		})
	).body;
const typeOf = async (event: PricedEvent, token?: string) =>
	(await api.get(`/api/events/${event.id}/ticket-types`, token ? { token } : {})).body.data.find(
		({ id }: { id: string }) => id === event.ticketTypeId,
	);
const place = (server: Services, event: PricedEvent, quoteHash: string, quantity = 1) =>
	placeOrder(server, {
		organisationId: event.organisationId,
		eventId: event.id,
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: event.ticketTypeId, quantity }],
		quoteHash,
		idempotencyKey: randomUUID(),
	});

/** An order at a price that ends soon: with more time, where a busy machine was too late for it. */
async function placeEarly(aheadMs = 700): Promise<{ event: PricedEvent; hash: string; endsAt: string }> {
	const endsAt = new Date(Date.now() + aheadMs).toISOString();
	const event = await makeTiered([early({ endsAt })]);
	const { hash, totalMinor } = await quoteOf(event);
	const isPlaced =
		totalMinor === 1_000 &&
		(await place(services, event, hash).then(
			() => true,
			(error: AppError) => {
				if (error.metadata.rule === 'price-changed') return false;
				throw error;
			},
		));
	return isPlaced ? { event, hash, endsAt } : placeEarly(aheadMs * 4);
}

describe('price tiers of a ticket type', () => {
	test('are shown with what is left of them, and priced by line', async () => {
		const event = await makeTiered([
			early({ soldUpTo: 3 }),
			early({ name: 'Regular', priceMinor: 1_500, soldUpTo: 5 }),
		]);
		expect((await typeOf(event)).tiers).toEqual([
			{ name: 'Early bird', priceMinor: 1_000, totalMinor: 1_000, endsAt: null, left: 3 },
			{ name: 'Regular', priceMinor: 1_500, totalMinor: 1_500, endsAt: null, left: 5 },
		]);
		expect((await typeOf(event, owner.token)).organiser.priceTiers).toHaveLength(2);
		const order = await holdTickets(api, event, 4);
		expect(order.totalMinor).toBe(3 * 1_000 + 1_500);
		const next = await quoteOf(event, 2);
		expect(next.totalMinor).toBe(1_500 + 2_400);
		await expectInvariants(services);
	});

	test.each([
		[{ priceTiers: [early({})] }, 'priceTiers.0.endsAt'],
		[{ priceTiers: [early({ soldUpTo: 5 }), early({ soldUpTo: 5 })] }, 'priceTiers.1.soldUpTo'],
		[{ priceTiers: [early({ soldUpTo: 5, priceMinor: 0 })] }, 'priceTiers.0.priceMinor'],
		[{ priceTiers: [early({ soldUpTo: 5, priceMinor: 3 })] }, 'priceTiers.0.priceMinor'],
		[{ priceTiers: [early({ soldUpTo: 0 })] }, 'priceTiers.0.soldUpTo'],
		[{ priceTiers: Array.from({ length: 11 }, (_, n) => early({ soldUpTo: n + 1 })) }, 'priceTiers'],
		[{ kind: 'free', priceMinor: 0, priceTiers: [early({ soldUpTo: 5 })] }, 'priceTiers'],
	])('%o is refused at %s', async (part, field) => {
		const event = await makeTiered([]);
		const answer = await api.patch(`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`, part, {
			token: owner.token,
		});
		expect(answer.status).toBe(400);
		expect(answer.body.details[0].field).toBe(field);
	});

	test('a price that ended while the page was open is refused with the new one', async () => {
		const event = await makeTiered([early({ endsAt: new Date(Date.now() + 3_600_000).toISOString() })]);
		const before = await quoteOf(event);
		expect(before.totalMinor).toBe(1_000);
		await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ priceTiers: [early({ endsAt: new Date(Date.now() - 1_000).toISOString() })] },
			{ token: owner.token },
		);
		await expect(place(other, event, before.hash)).rejects.toMatchObject({
			metadata: { rule: 'price-changed', totalMinor: 2_400 },
		});
	});

	test('the database refuses a price that ended by its own clock, whatever a process remembers', async () => {
		const { event, hash, endsAt } = await placeEarly();
		await database().pool.query(
			'SELECT pg_sleep(greatest(0, extract(epoch FROM $1::timestamptz - clock_timestamp())))',
			[endsAt],
		);
		// The process believes for ever that it is still early.
		await expect(place({ ...services }, event, hash)).rejects.toMatchObject({
			metadata: { rule: 'price-changed' },
		});
		expect((await quoteOf(event)).totalMinor).toBe(2_400);
	});

	test('a hold that ended is not taken again at a price that is used up', async () => {
		const event = await makeTiered([early({ soldUpTo: 1 })]);
		const order = await holdTickets(api, event);
		await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
			order.id,
		]);
		await expireHolds(services);
		const next = await holdTickets(api, event);
		expect(next.totalMinor).toBe(1_000);
		const again = await api.post(`/api/orders/${order.manageToken}/hold`, undefined, {
			headers: { 'Idempotency-Key': randomUUID() },
		});
		expect(again.status).toBe(422);
		expect(again.body.metadata).toMatchObject({ rule: 'price-changed', totalMinor: 2_400 });
	});

	test('lists learn the next price by the job', async () => {
		const event = await makeTiered([early({ soldUpTo: 1 })]);
		const free = (
			await api.get(`/api/events/${event.id}/ticket-types`, { token: owner.token })
		).body.data.find(({ name }: { name: string }) => name === 'Standard');
		await api.delete(`/api/events/${event.id}/ticket-types/${free.id}`, { token: owner.token });
		const least = async () => (await api.get(`/api/events/${event.id}`)).body.minPriceMinor;
		expect(await least()).toBe(1_000);
		await holdTickets(api, event);
		await ticketJobs[0]?.run(services);
		expect(await least()).toBe(2_400);
	});
});

describe('the last tickets of a tier, wanted by 500 at once on two servers', () => {
	const guarded = { ...saleStatement };
	afterEach(() => void Object.assign(saleStatement, guarded));

	async function rush(limit: number) {
		const event = await makeTiered([early({ soldUpTo: limit })]);
		const { hash } = await quoteOf(event);
		await Promise.all([
			quoteOf(event),
			(await createTestApi(other)).get(`/api/events/${event.id}/ticket-types`),
		]);
		const settled = await Promise.allSettled(
			Array.from({ length: 500 }, (_, n) => place(n % 2 ? services : other, event, hash)),
		);
		const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
		return { event, sold: 500 - refused.length, refused };
	}

	test('are sold as often as there are, and everybody else is shown the new price', async () => {
		const { sold, refused } = await rush(100);
		expect(sold).toBe(100);
		expect(new Set(refused.map(({ metadata }) => metadata.rule))).toEqual(new Set(['price-changed']));
		expect(new Set(refused.map(({ metadata }) => metadata.totalMinor))).toEqual(new Set([2_400]));
		await expectInvariants(services);
	});

	test('control: without the guard of the statement more are sold at the price', async () => {
		const text = saleStatement.text.replace('d.taken_at_most IS NULL OR', 'true OR');
		expect(text).not.toBe(saleStatement.text);
		Object.assign(saleStatement, { name: 'orders.sale-unguarded', text });
		expect((await rush(100)).sold).toBeGreaterThan(100);
	});
});
