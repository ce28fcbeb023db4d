import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeEvent } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { buyTickets, holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();
let token: string;
beforeAll(async () => {
	token = owner.token;
});

const half = { steps: [{ percent: 50, until: { days: 1 } }], keepMinor: 100 };
const halfText =
	'50% refund until 1 day before the event. After that, no refunds. A fee of €1.00 per ticket is kept.';
const patch = (id: string, body: object) => api.patch(`/api/events/${id}`, body, { token });
const policyOf = async (id: string) => {
	const { refundPolicy, refundRules } = (await api.get(`/api/events/${id}`, { token })).body;
	return { refundPolicy, refundRules };
};
const makePriced = (more: object = {}) =>
	makePricedEvent(services, api, owner, { capacity: 20, priceMinor: 1_333, taxBasisPoints: 700, ...more });
const cancel = (path: string, body: object) =>
	api.post(`${path}/cancel`, body, { headers: { 'Idempotency-Key': randomUUID() } });

describe('the refund rules of an event', () => {
	test('write its policy, which every reader sees; own words take them away', async () => {
		const { id } = await makeEvent(services, owner, {});
		const saved = await patch(id, { refundRules: half });
		expect(saved.body).toMatchObject({ refundRules: half, refundPolicy: halfText });
		expect(await policyOf(id)).toEqual({ refundRules: half, refundPolicy: halfText });
		// Again: nothing changes.
		expect((await patch(id, { refundRules: half, refundPolicy: halfText })).body.version).toBe(
			saved.body.version,
		);
		// An amount is written in the currency of the event.
		expect((await patch(id, { currency: 'GBP' })).body).toMatchObject({
			refundRules: half,
			refundPolicy: halfText.replace('€', '£'),
		});
		const other = await patch(id, { refundRules: half, refundPolicy: 'Full refund at any time.' });
		expect([other.status, other.body.details[0].field]).toEqual([400, 'refundPolicy']);
		expect((await patch(id, { refundPolicy: 'Write to us.' })).body).toMatchObject({
			refundRules: null,
			refundPolicy: 'Write to us.',
		});
		await patch(id, { refundRules: half });
		// What they said stays as words.
		expect((await patch(id, { refundRules: null })).body).toMatchObject({
			refundRules: null,
			refundPolicy: halfText.replace('€', '£'),
		});
	});

	test('go with the event that is created or duplicated; wrong ones are refused by field', async () => {
		const make = (body: object) =>
			api.post('/api/events', { title: 'Rules', startsAt: '2031-05-01T18:00:00Z', ...body }, { token });
		const made = await make({ refundRules: half, currency: 'EUR' });
		expect(made.body).toMatchObject({ refundRules: half, refundPolicy: halfText });
		const copy = await api.post(`/api/events/${made.body.id}/duplicate`, {}, { token });
		expect(copy.body).toMatchObject({ refundRules: half, refundPolicy: halfText });
		const wrong = await make({ refundRules: { steps: [...half.steps, ...half.steps] } });
		expect([wrong.status, wrong.body.code, wrong.body.details[0].field]).toEqual([
			400,
			'VALIDATION_FAILED',
			'refundRules.steps',
		]);
		expect((await make({ refundRules: half, refundPolicy: 'Never.' })).body.details[0].field).toBe(
			'refundPolicy',
		);
	});

	test('end with a text that a process writes which does not know them', async () => {
		const { id } = await makeEvent(services, owner, {});
		await patch(id, { refundRules: half });
		await database().pool.query(`UPDATE events SET refund_policy = 'Never.' WHERE id = $1`, [id]);
		expect(await policyOf(id)).toEqual({ refundRules: null, refundPolicy: 'Never.' });
	});

	test('follow the currency of the first price', async () => {
		const { id } = await makeEvent(services, owner, { currency: 'EUR' });
		await patch(id, { refundRules: half });
		const type = { name: 'Seat', kind: 'paid', priceMinor: 1_000, currency: 'USD', capacity: 5 };
		const added = await api.post(`/api/events/${id}/ticket-types`, type, { token });
		expect(added.status).toBe(201);
		expect(await policyOf(id)).toEqual({ refundRules: half, refundPolicy: halfText.replace('€', '$') });
	});

	test('are taken back with their text', async () => {
		const { id } = await makeEvent(services, owner, { refundPolicy: 'Write to us.' });
		await patch(id, { refundRules: half });
		const { body } = await api.get(`/api/events/${id}/changes`, { token });
		const [set] = body.data;
		expect(set.changes.map(({ path }: { path: string }) => path)).toEqual(['event.refundPolicy']);
		const undone = await api.post(`/api/events/${id}/changes/${set.id}/undo`, {}, { token });
		expect(undone.status).toBeLessThan(300);
		expect(await policyOf(id)).toEqual({ refundRules: null, refundPolicy: 'Write to us.' });
	});

	test('only become kinder once somebody has a ticket', async () => {
		const event = await makePriced();
		await patch(event.id, { refundRules: half });
		await holdTickets(api, event, 1);
		const say = async (body: object) => {
			const answer = await patch(event.id, body);
			return [answer.status, answer.body.metadata?.rule];
		};
		const refused = [422, 'refund-policy-kinder'];
		expect(await say({ refundRules: { ...half, keepMinor: 101 } })).toEqual(refused);
		expect(await say({ refundRules: { steps: [] } })).toEqual(refused);
		expect(await say({ refundRules: null })).toEqual(refused);
		expect(await say({ refundPolicy: 'Full refund at any time.' })).toEqual(refused);
		expect(await say({ refundRules: { ...half, note: 'Except early birds.' } })).toEqual(refused);
		expect((await policyOf(event.id)).refundRules).toEqual(half);
		const rules = await api.get(`/api/events/${event.id}/edit-rules`, { token });
		expect(rules.body.refusals.map(({ change }: { change: string }) => change)).not.toContain(
			'event.refund-policy',
		);
		expect((await say({ refundRules: { steps: [{ percent: 80, until: { hours: 2 } }] } }))[0]).toBe(422);
		expect((await say({ refundRules: { steps: [{ percent: 80, until: null }] } }))[0]).toBe(200);
	});
});

describe('a buyer who cancels by rules', () => {
	test('gets the share of each ticket less its fee, without a person; the books agree', async () => {
		const event = await makePriced();
		await patch(event.id, { refundRules: half });
		const order = await buyTickets(api, event, 3);
		// A share alone would promise too much.
		expect(order.body.event).toMatchObject({ refund: null, refundPolicy: halfText });
		const { body: offer } = await api.get(`${order.path}/cancellation`);
		expect(offer).toMatchObject({
			way: 'refund',
			percent: 50,
			priceMinor: 3_999,
			refundMinor: 3 * 567,
			keptMinor: 300,
			policy: halfText,
		});
		expect(offer.terms).toBeUndefined();
		const one = await cancel(order.path, { attendeeIds: order.ids.slice(0, 1), refundMinor: 567 });
		expect(one.body.refunds).toMatchObject([{ amountMinor: 567, reason: 'buyer_cancelled' }]);
		expect((await cancel(order.path, { refundMinor: 1_134 })).body.status).toBe('cancelled');
		await settleAll(services);
		const { body: detail } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
		expect(detail).toMatchObject({ refundedMinor: 1_701, refundableMinor: 3_999 - 1_701 });
		expect(detail.ticketRefunds.map((of: { refundedMinor: number }) => of.refundedMinor)).toEqual([
			567, 567, 567,
		]);
		await expectInvariants(services);
	});

	test('pays no more than the ticket for the fee', async () => {
		const event = await makePriced({ priceMinor: 150 });
		await patch(event.id, { refundRules: { ...half, keepMinor: 200 } });
		const order = await buyTickets(api, event, 2);
		const { body: offer } = await api.get(`${order.path}/cancellation`);
		expect(offer).toMatchObject({ way: 'refund', refundMinor: 0, keptMinor: 150 });
		const cancelled = await cancel(order.path, { refundMinor: 0 });
		expect(cancelled.body).toMatchObject({ status: 'cancelled', refunds: [] });
		await expectInvariants(services);
	});

	test('asks the organiser where the rules give nothing', async () => {
		const event = await makePriced();
		await patch(event.id, { refundRules: { steps: [] } });
		const order = await buyTickets(api, event);
		const { body: offer } = await api.get(`${order.path}/cancellation`);
		expect(offer).toMatchObject({ way: 'request', reason: 'no-refunds', policy: 'No refunds.' });
		const asked = await api.post(`${order.path}/refund-requests`, { reason: 'I am ill.' });
		expect([asked.status, asked.body.refundRequest.state]).toEqual([201, 'open']);
		expect(asked.body.refundRequest.policy).toMatchObject({
			reason: 'no-refunds',
			step: null,
			refundMinor: 0,
		});
	});
});

describe('a request shows the organiser what the rules gave on the day of asking', () => {
	async function askOf(hours: number, isInside = false) {
		const event = await makePriced();
		await patch(event.id, { refundRules: { steps: [{ percent: 50, until: { hours } }], keepMinor: 100 } });
		await database().pool.query(
			`UPDATE events SET starts_at = now() + interval '72 hours', ends_at = now() + interval '75 hours' WHERE id = $1`,
			[event.id],
		);
		const order = await buyTickets(api, event);
		const key = { token, headers: { 'Idempotency-Key': randomUUID() } };
		if (isInside) await api.post(`/api/events/${event.id}/check-ins`, { guestId: order.ids[0] }, key);
		expect((await api.post(`${order.path}/refund-requests`, {})).status).toBe(201);
		// What is changed since does not change what was said.
		await patch(event.id, { refundRules: { steps: [{ percent: 90, until: null }] } });
		const detail = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
		const dashboard = await api.get(`/api/organisations/${owner.organisationId}/dashboard`, { token });
		const { items } = dashboard.body.needsYou.find((one: { kind: string }) => one.kind === 'refund_requests');
		const item = items.find((one: { orderId: string }) => one.orderId === order.id);
		const { policy } = detail.body.refundRequest;
		expect(item.refund).toEqual({ wantedMinor: 1_333, currency: 'EUR', policy });
		return policy;
	}

	test('nothing after the last deadline, which it names', async () => {
		expect(await askOf(100)).toEqual({
			...{ reason: 'too-late', step: { percent: 50, until: { hours: 100 } }, isInTime: false },
			...{ notice: { hours: 71 }, refundMinor: 0, keptMinor: 0 },
		});
	});

	test('a part, less the fee, where a person decides for another reason', async () => {
		expect(await askOf(24, true)).toEqual({
			...{ reason: 'checked-in', step: { percent: 50, until: { hours: 24 } }, isInTime: true },
			...{ notice: { hours: 71 }, refundMinor: 567, keptMinor: 100 },
		});
	});
});

describe('an order of several things', () => {
	const cancellationOf = async (path: string, ids: string[]) =>
		(await api.get(`${path}/cancellation`, { query: { attendees: ids.join() } })).body;

	test('a donation beside tickets stays given when they are cancelled', async () => {
		const event = await makeFundraiser(services, api, owner);
		await patch(event.id, { refundRules: { steps: [{ percent: 100, until: { days: 1 } }] } });
		const order = await holdGift(api, event, { amountMinor: 1_000 }, 2);
		expect((await payByCard(api, order)).status).toBe(201);
		const path = `/api/orders/${order.manageToken}`;
		expect((await api.get(`${path}/cancellation`)).body).toMatchObject({
			priceMinor: 4_800,
			refundMinor: 4_800,
		});
		const cancelled = await cancel(path, { refundMinor: 4_800 });
		expect(cancelled.body).toMatchObject({ status: 'cancelled', refunds: [{ amountMinor: 4_800 }] });
		await settleAll(services);
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
		expect(body).toMatchObject({ refundedMinor: 4_800, refundableMinor: 1_000 });
		await expectInvariants(services);
	});

	test('free tickets go at once, paid ones and add-ons by the rules, whatever becomes of the others', async () => {
		const event = await makePriced();
		const typeOf = async (type: object) =>
			(
				await api.post(
					`/api/events/${event.id}/ticket-types`,
					{ currency: 'EUR', capacity: 20, ...type },
					{ token },
				)
			).body.id as string;
		const free = await typeOf({ name: 'Child', kind: 'free' });
		const addOn = await typeOf({ name: 'Parking', kind: 'add_on', priceMinor: 500 });
		await patch(event.id, { refundRules: { steps: [] } });
		const items = [event.ticketTypeId, free, addOn].map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }));
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items });
		const { body: placed } = await api.post(`/api/events/${event.id}/orders`, {
			...{ buyer: { name: 'Ada Lovelace', email: 'ada@example.org' }, items, hold: true },
			quoteHash: quoted.body.hash,
		});
		expect((await payByCard(api, { ...placed, quoteHash: quoted.body.hash })).status).toBe(201);
		const path = `/api/orders/${placed.manageToken}`;
		const { body: bought } = await api.get(path);
		const idOf = (type: string): string =>
			bought.attendees.find((one: { ticketTypeId: string }) => one.ticketTypeId === type).id;

		expect(await cancellationOf(path, [idOf(free)])).toMatchObject({ way: 'cancel', priceMinor: 0 });
		expect((await cancel(path, { attendeeIds: [idOf(free)], refundMinor: 0 })).body.status).toBe('confirmed');
		expect(await cancellationOf(path, [idOf(addOn)])).toMatchObject({ way: 'request', priceMinor: 500 });
		const asked = await api.post(`${path}/refund-requests`, { attendeeIds: [idOf(addOn)] });
		expect(asked.body.refundRequest).toMatchObject({ state: 'open', wantedMinor: 500 });
		// The rules become kinder: the rest goes at once, and settles what was requested.
		await patch(event.id, { refundRules: { steps: [{ percent: 50, until: { days: 1 } }] } });
		expect(await cancellationOf(path, [idOf(addOn)])).toMatchObject({ way: 'refund', refundMinor: 250 });
		expect((await cancel(path, { refundMinor: 667 + 250 })).body).toMatchObject({
			status: 'cancelled',
			refundRequest: { state: 'settled' },
		});
		await settleAll(services);
		await expectInvariants(services);
	});

	test('a free order is cancelled in part and then whole, without a key or a policy', async () => {
		const event = await makePriced();
		const made = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Guest', kind: 'free', capacity: 20 },
			{ token },
		);
		const { body: order } = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: made.body.id, quantity: 2 }],
		});
		const path = `/api/orders/${order.manageToken}`;
		const [first] = order.attendees;
		const part = await api.post(`${path}/cancel`, { attendeeId: first.id });
		expect(part.body).toMatchObject({ status: 'confirmed', canCancel: true });
		expect((await api.post(`${path}/cancel`, {})).body).toMatchObject({
			status: 'cancelled',
			canCancel: false,
		});
	});
});
