import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { paymentDueSource } from '#server/domain/notifications/sources/orders.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, sendingMailer, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { payOrder } from './commands/pay-order.ts';
import { expireHolds } from './expire-holds.ts';

const database = useTestDatabase();
let services: Services;
let silent: Services;
let api: TestApi;
beforeAll(async () => {
	silent = await createTestServices(database());
	services = { ...silent, mailer: sendingMailer };
	api = createTestApi(services);
});

const hour = 3_600_000;

/** An event that takes money at the door. */
async function makeDoorEvent(type: Record<string, unknown> = {}): Promise<PricedEvent> {
	const event = await makePricedEvent(services, api, await makeUser(services), { capacity: 150, ...type });
	const ways = {
		...{ takesCards: true, takesTransfers: true, takesMoneyAtDoor: true, transferDays: 5 },
		...{ transferHolder: 'Choir', transferIban: 'DE89370400440532013000', transferBic: '' },
	};
	const { organisationId, owner } = event;
	const saved = await api.call('PUT', `/api/organisations/${organisationId}/payment-settings`, ways, {
		token: owner.token,
	});
	expect(saved.status, JSON.stringify(saved.body)).toBe(200);
	return event;
}

interface Held {
	id: string;
	manageToken: string;
	quoteHash: string;
	organisationId: string;
	eventId: string;
}

async function hold(event: PricedEvent, quantity: number, email: string): Promise<Held> {
	const items = [{ ticketTypeId: event.ticketTypeId, quantity }];
	const { status, body } = await api.post(`/api/events/${event.id}/orders`, {
		...{ buyer: { name: 'Ada Lovelace', email }, items, hold: true },
	});
	expect(status, JSON.stringify(body)).toBe(201);
	const { organisationId, id: eventId } = event;
	return { ...body, quoteHash: body.quote.hash, organisationId, eventId };
}

interface Choice {
	method?: 'door' | 'transfer';
	address?: string;
	by?: Services;
}

const choose = (order: Held, { method = 'door', address = '198.51.100.7', by = services }: Choice = {}) =>
	payOrder(
		by,
		{ organisationId: order.organisationId, eventId: order.eventId, orderId: order.id },
		{ method, quoteHash: order.quoteHash, idempotencyKey: randomUUID(), address },
	);

const viewOf = async ({ manageToken }: Held) => (await api.get(`/api/orders/${manageToken}`)).body;
const hoursHeld = async (order: Held) => (Date.parse((await viewOf(order)).expiresAt) - Date.now()) / hour;

async function mailOf(order: Held) {
	const ref = { organisationId: order.organisationId, eventId: order.eventId, orderId: order.id };
	const email = (await viewOf(order)).buyer.email;
	const options = { showsSecrets: true, isForSending: true, recipient: email, mailId: randomUUID() };
	const props = await paymentDueSource.load(services, ref, options as never);
	if ('obsolete' in props) throw new Error(props.obsolete);
	return props;
}

const proofIn = (link: string | null | undefined) => new URL(link ?? '').searchParams.get('confirm') ?? '';
const confirm = (order: Held, proof: string) =>
	api.post(`/api/orders/${order.manageToken}/confirm-address`, { proof });
const age = (order: Held, hours: number) =>
	database().pool.query(
		`UPDATE orders SET created_at = created_at - make_interval(hours => $2), expires_at = expires_at - make_interval(hours => $2),
			updated_at = updated_at - make_interval(hours => $2) WHERE id = $1`,
		[order.id, hours],
	);

describe('places that are paid at the door', () => {
	test('are held for a day, and until the event once the buyer has confirmed their address', async () => {
		const event = await makeDoorEvent();
		const order = await hold(event, 2, 'ada@people.example');
		await choose(order);
		expect(await viewOf(order)).toMatchObject({ status: 'pending', terms: 'door', mustConfirmAddress: true });
		expect(await hoursHeld(order)).toBeCloseTo(24, 1);
		const mail = await mailOf(order);
		expect(mail.confirm?.link).toContain(`/checkout/${order.manageToken}?confirm=`);
		const { status, body } = await confirm(order, proofIn(mail.confirm?.link));
		expect([status, body.mustConfirmAddress, body.expiresAt]).toEqual([200, false, body.event.endsAt]);
		// Once more, and chosen once more, it stays.
		expect((await confirm(order, proofIn(mail.confirm?.link))).status).toBe(200);
		await choose(order);
		expect(await viewOf(order)).toMatchObject({ mustConfirmAddress: false, expiresAt: body.event.endsAt });
		expect((await mailOf(order)).confirm).toBeNull();
		await expectInvariants(services);
	});

	test('go back after a day without it, however often the door is chosen, and can be had again', async () => {
		const event = await makeDoorEvent();
		const order = await hold(event, 2, 'bob@people.example');
		await choose(order);
		await age(order, 20);
		await choose(order);
		expect(await hoursHeld(order)).toBeCloseTo(4, 1);
		await age(order, 5);
		await expireHolds(services);
		expect(await viewOf(order)).toMatchObject({ status: 'expired', mustConfirmAddress: false });
		const again = await api.post(`/api/orders/${order.manageToken}/hold`);
		expect(again.body, JSON.stringify(again.body)).toMatchObject({ status: 'pending', terms: null });
		await choose(order);
		expect(await hoursHeld(order)).toBeLessThan(0.3);
		const { body } = await confirm(order, proofIn((await mailOf(order)).confirm?.link));
		expect(body).toMatchObject({ mustConfirmAddress: false, expiresAt: body.event.endsAt });
		await expectInvariants(services);
	});

	test('are confirmed by the email of that order alone', async () => {
		const event = await makeDoorEvent();
		const [one, other] = [await hold(event, 1, 'a@people.example'), await hold(event, 1, 'b@people.example')];
		await choose(one);
		await choose(other);
		const proof = proofIn((await mailOf(one)).confirm?.link);
		for (const [order, text] of [
			[other, proof],
			[one, one.manageToken],
			[one, 'nothing'],
		] as const) {
			const { status, body } = await confirm(order, text);
			expect([status, body.metadata?.rule]).toEqual([422, 'proof-invalid']);
		}
		expect((await confirm(one, '')).status).toBe(400);
		await api.delete(`/api/orders/${one.manageToken}/hold`);
		expect((await confirm(one, proof)).body.metadata.rule).toBe('hold-ended');
	});

	test('are held until the event where it is within a day, and where no email can be sent', async () => {
		const tonight = await makeDoorEvent();
		const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
		const moved = await api.patch(
			`/api/events/${tonight.id}`,
			{ startsAt: at(20), endsAt: at(23) },
			{ token: tonight.owner.token },
		);
		expect(moved.status, JSON.stringify(moved.body)).toBe(200);
		const late = await hold(tonight, 1, 'late@people.example');
		await choose(late);
		expect(await viewOf(late)).toMatchObject({ mustConfirmAddress: false });
		expect(await hoursHeld(late)).toBeCloseTo(23, 1);
		const order = await hold(await makeDoorEvent(), 1, 'quiet@people.example');
		await choose(order, { by: silent });
		const view = await viewOf(order);
		expect(view).toMatchObject({ mustConfirmAddress: false, expiresAt: view.event.endsAt });
		await expectInvariants(services);
	});

	test('that are to be transferred after all have the time of a transfer', async () => {
		const order = await hold(await makeDoorEvent(), 1, 'tess@people.example');
		await choose(order);
		await choose(order, { method: 'transfer' });
		expect(await viewOf(order)).toMatchObject({ terms: 'transfer', mustConfirmAddress: false });
		expect(await hoursHeld(order)).toBeGreaterThan(119);
		await expectInvariants(services);
	});
});

test('places that are held for longer than a day without a confirmed address are found by the checks', async () => {
	const order = await hold(await makeDoorEvent(), 1, 'vera@people.example');
	await choose(order);
	const extend = (hours: number) =>
		database().pool.query(
			'UPDATE orders SET expires_at = updated_at + make_interval(hours => $2) WHERE id = $1',
			[...[order.id, hours]],
		);
	await extend(26);
	await expect(expectInvariants(services)).rejects.toThrow('orders.unconfirmed-places-end');
	await extend(24);
	await expectInvariants(services);
});

describe('unpaid places of an event', () => {
	const rule = 'too-many-unpaid-places';

	test('are limited for a network: fifteen orders of strangers do not empty it, at once or one after the other', async () => {
		const event = await makeDoorEvent();
		const orders: Held[] = [];
		for (let index = 0; index < 15; index += 1)
			orders.push(await hold(event, 10, `stranger${index}@people.example`));
		const answers = await Promise.allSettled(
			orders.map((order, index) => choose(order, { address: `198.51.100.${index}` })),
		);
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
		const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
		expect(refused).toHaveLength(13);
		for (const error of refused)
			expect(error).toMatchObject({ code: 'BUSINESS_RULE_VIOLATION', metadata: { rule, limit: 20 } });
		const last = orders[answers.findIndex(({ status }) => status === 'rejected')] as Held;
		const { status, body } = await api.post(
			`/api/orders/${last.manageToken}/payments`,
			{ method: 'door', quoteHash: last.quoteHash },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		// From another network, with an address that holds nothing.
		expect([status, body.order?.terms]).toEqual([201, 'door']);
		await expectInvariants(services);
	});

	test('are limited for a mailbox, whatever stands behind its plus', async () => {
		const event = await makeDoorEvent();
		const to = async (email: string, address: string, method: 'door' | 'transfer' = 'door') =>
			choose(await hold(event, 10, email), { address, method });
		await to('eve+1@people.example', '192.0.2.1');
		await to('eve+2@people.example', '198.51.100.1', 'transfer');
		for (const method of ['door', 'transfer'] as const)
			await expect(to('Eve@people.example', '203.0.113.1', method)).rejects.toMatchObject({
				metadata: { rule },
			});
		await to('adam@people.example', '203.0.113.1');
	});

	test('count no more once they are paid, released or ended, and a card never counts', async () => {
		const event = await makeDoorEvent();
		const address = '192.0.2.50';
		const [first, second, third] = [
			await hold(event, 10, 'a@people.example'),
			await hold(event, 10, 'b@people.example'),
			await hold(event, 10, 'c@people.example'),
		];
		await choose(first, { address });
		await choose(second, { address });
		await expect(choose(third, { address })).rejects.toMatchObject({ metadata: { rule } });
		await api.delete(`/api/orders/${first.manageToken}/hold`);
		await choose(third, { address });
		// Chosen again, it is not counted twice.
		await choose(third, { address, method: 'transfer' });
		const { rows } = await database().pool.query('SELECT held_from FROM orders WHERE id = $1', [first.id]);
		expect(rows[0].held_from).toBeNull();
	});

	test('may be a tenth of a large event; a first order has the limit of its ticket type, unlimited places none', async () => {
		const large = await makeDoorEvent({ capacity: 400, maxPerOrder: 60 });
		await choose(await hold(large, 30, 'a@people.example'));
		await choose(await hold(large, 10, 'b@people.example'));
		await expect(choose(await hold(large, 1, 'c@people.example'))).rejects.toMatchObject({
			metadata: { limit: 40 },
		});
		const small = await makeDoorEvent({ capacity: 60, maxPerOrder: 60 });
		await choose(await hold(small, 50, 'school@people.example'));
		const open = await makeDoorEvent({ capacity: null });
		for (const name of ['a', 'b', 'c', 'd']) await choose(await hold(open, 10, `${name}@people.example`));
	});
});
