import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readGivenMinor } from '#server/domain/integrations/read-objects.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser } from '#tests/factories/fundraisers.ts';
import {
	bookedOf,
	enterSellerDetails,
	type PricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { readReadiness } from './documents/due-receipts.ts';
import { expireHolds } from './expire-holds.ts';

const { database, services, api } = useTestApi();

/** A donation of at least 10.00 with 19 % tax in it. */
async function makeSupperClub(minimum = 1_000): Promise<PricedEvent> {
	const event = await makeFundraiser(services, api, await makeUser(services));
	const changed = await api.patch(
		`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
		{ kind: 'donation', priceMinor: minimum, taxBasisPoints: 1_900 },
		{ token: event.owner.token },
	);
	expect(changed.status, JSON.stringify(changed.body)).toBe(200);
	const { missing } = await readReadiness(services.database.db, event.organisationId);
	expect(missing.length > 0).toBe(minimum > 0);
	await enterSellerDetails(services, event.organisationId);
	return event;
}

const itemsOf = (event: PricedEvent, quantity: number, chosenMinor?: number) => [
	{ ticketTypeId: event.ticketTypeId, quantity, ...(chosenMinor !== undefined && { chosenMinor }) },
];

async function hold(event: PricedEvent, quantity: number, chosenMinor?: number) {
	const items = itemsOf(event, quantity, chosenMinor);
	const quoted = await api.post(`/api/events/${event.id}/quote`, { items });
	const placed = await api.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items,
		hold: true,
		quoteHash: quoted.body.hash,
	});
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return { ...placed.body, quoteHash: quoted.body.hash } as {
		id: string;
		manageToken: string;
		quoteHash: string;
	};
}

async function buy(event: PricedEvent, quantity: number, chosenMinor?: number) {
	const order = await hold(event, quantity, chosenMinor);
	expect((await payByCard(api, order)).status).toBe(201);
	return order;
}
type Placed = Awaited<ReturnType<typeof hold>>;
const orderOf = async ({ manageToken }: Placed) => (await api.get(`/api/orders/${manageToken}`)).body;
const linesOf = async (order: Placed) =>
	(await orderOf(order)).lines.map(({ kind, quantity, grossMinor, taxMinor }: Record<string, unknown>) => [
		...[kind, quantity, grossMinor, taxMinor],
	]);
const raisedBy = async (event: PricedEvent) =>
	(await api.get(`/api/events/${event.id}/fundraiser`)).body.raisedMinor;

test('a donation with a minimum is taxed up to it: lines, books, tax report, invoice, receipt and total agree', async () => {
	const event = await makeSupperClub();
	const order = await buy(event, 2, 2_500);
	expect(await linesOf(order)).toEqual([
		['ticket', 2, 2_000, 319],
		['surplus', 2, 3_000, 0],
	]);
	expect(await bookedOf(services, order)).toEqual({ gifts: 3_000, sales: 1_681, tax: 319 });
	expect(await raisedBy(event)).toBe(3_000);
	const scope = { organisationId: event.organisationId, eventId: event.id, orderId: order.id };
	expect(await readGivenMinor(services, scope)).toBe(3_000);
	const { token } = event.owner;
	const report = await api.get(`/api/organisations/${event.organisationId}/tax-report`, { token });
	expect(report.body.rows).toMatchObject([
		{ taxBasisPoints: 0, netMinor: 3_000, taxMinor: 0 },
		{ taxBasisPoints: 1_900, netMinor: 1_681, taxMinor: 319 },
	]);
	const money = await api.get(`/api/events/${event.id}/money`, { token });
	expect(money.body.data[0].byType).toMatchObject([{ quantity: 2, soldMinor: 5_000 }]);
	const invoice = await api.post(`/api/orders/${order.manageToken}/invoice`, {
		...{ company: 'Acme Ltd', address: 'Road 2', countryCode: 'GB', vatNumber: '' },
	});
	expect(invoice.body).toMatchObject({ grossMinor: 5_000, taxMinor: 319 });
	await expectInvariants(services);
});

test.each([
	['at its minimum', 1_000, undefined, [['ticket', 1, 1_000, 160]], { sales: 840, tax: 160 }],
	['without a minimum', 0, 1_500, [['gift', 1, 1_500, 0]], { gifts: 1_500 }],
	[
		'a cent above it',
		999,
		1_000,
		[
			['ticket', 1, 999, 160],
			['surplus', 1, 1, 0],
		],
		{ gifts: 1, sales: 839, tax: 160 },
	],
] as const)('a donation %s', async (_, minimum, chosen, lines, booked) => {
	const event = await makeSupperClub(minimum);
	const order = await buy(event, 1, chosen);
	expect(await linesOf(order)).toEqual(lines);
	expect(await bookedOf(services, order)).toEqual(booked);
	await expectInvariants(services);
});

test('a ticket that is refunded takes its tax and its donation back; all of them end at nothing', async () => {
	const event = await makeSupperClub(333);
	const order = await buy(event, 3, 1_000);
	const { attendees } = await orderOf(order);
	const { token } = event.owner;
	for (const index of [1, 2, 0]) {
		const { status } = await refundOrder(api, event, order, {
			...{ token, reason: 'Ill', isCancelling: true, attendeeIds: [attendees[index].id] },
		});
		expect(status).toBe(201);
		await expectInvariants(services);
	}
	expect(await bookedOf(services, order)).toEqual({ gifts: 0, sales: 0, tax: 0 });
	expect(await raisedBy(event)).toBe(0);
});

test('an order keeps what it was made with when the minimum changes, also when it is held again', async () => {
	const event = await makeSupperClub(0);
	const path = `/api/events/${event.id}/ticket-types`;
	const { token } = event.owner;
	const order = await hold(event, 1, 2_000);
	await api.patch(`${path}/${event.ticketTypeId}`, { priceMinor: 1_000 }, { token });
	await api.delete(`/api/orders/${order.manageToken}/hold`);
	const again = await hold(event, 1, 2_000);
	expect(await linesOf(again)).toMatchObject([
		['ticket', 1, 1_000, 160],
		['surplus', 1, 1_000, 0],
	]);
	const kept = await hold(event, 2, 1_500);
	await api.patch(`${path}/${event.ticketTypeId}`, { priceMinor: 500, taxBasisPoints: 700 }, { token });
	expect((await payByCard(api, kept)).status).toBe(201);
	expect(await bookedOf(services, kept)).toEqual({ gifts: 1_000, sales: 1_681, tax: 319 });
	expect(await linesOf(order)).toMatchObject([['gift', 1, 2_000, 0]]);
	await expectInvariants(services);
});

test('a hold of a donation beside price tiers is held again at the amount that was chosen', async () => {
	const event = await makeSupperClub();
	const { token } = event.owner;
	const tier = { name: 'Early', priceMinor: 1_800, endsAt: null, soldUpTo: 5 };
	const made = await api.post(
		`/api/events/${event.id}/ticket-types`,
		{ name: 'Workshop', kind: 'paid', priceMinor: 2_400, currency: 'EUR', priceTiers: [tier] },
		{ token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const items = [...itemsOf(event, 2, 2_500), { ticketTypeId: made.body.id, quantity: 1 }];
	const placed = await api.post(`/api/events/${event.id}/orders`, {
		...{ buyer: { name: 'Ada', email: 'ada@example.org' }, items, hold: true },
	});
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
		placed.body.id,
	]);
	await expireHolds(services);
	const held = await api.post(`/api/orders/${placed.body.manageToken}/hold`, undefined, {
		headers: { 'Idempotency-Key': randomUUID() },
	});
	expect([held.status, held.body.status], JSON.stringify(held.body)).toEqual([200, 'pending']);
	await expectInvariants(services);
});

test('an amount below the minimum is refused', async () => {
	const event = await makeSupperClub();
	const refused = await api.post(`/api/events/${event.id}/orders`, {
		...{ buyer: { name: 'Ada', email: 'ada@example.org' }, items: itemsOf(event, 1, 999), hold: true },
	});
	expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'items.0.chosenMinor']);
});
