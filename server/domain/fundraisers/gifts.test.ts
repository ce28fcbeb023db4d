import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scheduledJobs } from '#server/domain/modules.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import {
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { fundraiserChecks } from './checks.ts';

const { database, services, api, owner } = useTestOwner();

const raised = async (event: { id: string }) => {
	const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
	return [body.raisedMinor, body.donors];
};
const balances = async (seller: TestUser) => {
	const { body } = await api.get(`/api/organisations/${seller.organisationId}/balances`, {
		token: seller.token,
	});
	return Object.fromEntries(
		body.data.flatMap(({ accounts }: { accounts: { account: string; balanceMinor: number }[] }) =>
			accounts.map(({ account, balanceMinor }) => [account, balanceMinor]),
		),
	);
};
const refund = (event: PricedEvent, order: { id: string }, body: Record<string, unknown>) =>
	refundOrder(api, event, order, { token: event.owner.token, ...body });
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;

describe('a gift alone', () => {
	test('is an order without tickets: paid, thanked for, on the thermometer', async () => {
		const seller = await makeUser(services);
		const event = await makeFundraiser(services, api, seller);
		const order = await holdGift(api, event, { amountMinor: 5_000, cover: true });
		const cover = coverOf(5_000, 'EUR');
		expect(order).toMatchObject({ status: 'pending', totalMinor: 5_000 + cover, attendees: [] });
		expect(await raised(event)).toEqual([0, 0]);
		const paid = await payByCard(api, order);
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		expect(paid.body.order).toMatchObject({
			status: 'confirmed',
			dueMinor: 0,
			lines: [
				{ kind: 'gift', grossMinor: 5_000, taxMinor: 0, ticketTypeId: null },
				{ kind: 'cover', grossMinor: cover },
			],
		});
		expect(await raised(event)).toEqual([5_000, 1]);
		expect(await balances(seller)).toEqual({
			gateway: 5_000 + cover,
			buyer: 0,
			gifts: -5_000,
			gift_cover: -cover,
		});
		await expectInvariants(services);

		expect((await refund(event, order, {})).status).toBe(201);
		expect(await raised(event)).toEqual([0, 0]);
		await settleAll(services);
		expect(await balances(seller)).toEqual({ gateway: 0, buyer: 0, gifts: 0, gift_cover: 0 });
		await expectInvariants(services);
	});

	test('a declined card leaves it to be paid with another', async () => {
		const event = await makeFundraiser(services, api, owner);
		const order = await holdGift(api, event, { amountMinor: 2_000 });
		expect((await payByCard(api, order, { number: '4000000000000002' })).status).toBe(402);
		expect(await raised(event)).toEqual([0, 0]);
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
		expect(await raised(event)).toEqual([2_000, 1]);
		await expectInvariants(services);
	});

	test('that ended before it was paid counts when the money comes', async () => {
		const event = await makeFundraiser(services, api, owner);
		const order = await holdGift(api, event, { amountMinor: 2_000 });
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		await database().pool.query(`UPDATE orders SET status = 'expired' WHERE id = $1`, [order.id]);
		const { rows } = await database().pool.query(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id WHERE p.id = $1`,
			[begun.body.payment.id],
		);
		await services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, true);
		await settleAll(services);
		expect(await raised(event)).toEqual([2_000, 1]);
		await expectInvariants(services);
	});

	test('needs a live fundraiser, an amount that can be paid, and the price that was seen', async () => {
		const without = await makePricedEvent(services, api, owner);
		const place = (event: { id: string }, gift: unknown, quoteHash = 'x') =>
			api.post(`/api/events/${event.id}/orders`, {
				buyer: { name: 'Ada', email: 'ada@example.org' },
				items: [],
				gift,
				quoteHash,
			});
		expect(ruleOf(await place(without, { amountMinor: 1_000 }))).toBe('gifts-closed');
		const event = await makeFundraiser(services, api, owner);
		expect(ruleOf(await place(event, { amountMinor: 1_000 }))).toBe('price-changed');
		expect(ruleOf(await place(event, { amountMinor: 10 }))).toBe('amount-too-small');
		expect((await place(event, { amountMinor: 0 })).status).toBe(400);
		expect((await place(event, undefined)).body.details).toMatchObject([
			{ field: 'items', message: 'Choose a ticket.' },
		]);
		const { body } = await api.post(`/api/events/${event.id}/quote`, {
			items: [],
			gift: { amountMinor: 1_000 },
		});
		expect(body).toMatchObject({ totalMinor: 1_000, taxes: [] });
		expect(ruleOf(await place(event, { amountMinor: 1_500 }, body.hash))).toBe('price-changed');
	});

	test('with one key is one order, and another gift under the key is refused', async () => {
		const event = await makeFundraiser(services, api, owner);
		const gift = { amountMinor: 1_000, message: 'Hello' };
		const { body } = await api.post(`/api/events/${event.id}/quote`, { items: [], gift });
		const headers = { 'Idempotency-Key': randomUUID() };
		const place = (more: object = {}) =>
			api.post(
				`/api/events/${event.id}/orders`,
				{
					buyer: { name: 'Ada', email: 'ada@example.org' },
					items: [],
					gift: { ...gift, ...more },
					quoteHash: body.hash,
				},
				{ headers },
			);
		const both = await Promise.all([place(), place()]);
		expect(new Set(both.map((one) => one.body.id)).size).toBe(1);
		expect((await place({ message: 'Bye' })).status).toBe(422);
	});
});

describe('a gift beside tickets', () => {
	test('is one payment; a refund of tickets leaves it, unless it is asked for', async () => {
		const seller = await makeUser(services);
		const event = await makeFundraiser(services, api, seller);
		const order = await holdGift(api, event, { amountMinor: 5_000 }, 2);
		expect(order.totalMinor).toBe(9_800);
		const paid = await payByCard(api, order);
		const ids = paid.body.order.attendees.map((one: { id: string }) => one.id);
		expect(await raised(event)).toEqual([5_000, 1]);
		const one = await refund(event, order, { attendeeIds: [ids[0]], isCancelling: true });
		expect(one.body).toMatchObject({ refundableMinor: 7_400, status: 'confirmed' });
		expect(await raised(event)).toEqual([5_000, 1]);
		await refund(event, order, { amountMinor: 400 });
		expect(await raised(event)).toEqual([5_000, 1]);
		const gift = await refund(event, order, { gift: true, isCancelling: true });
		expect(gift.body).toMatchObject({ refundableMinor: 2_000, status: 'confirmed' });
		expect(await raised(event)).toEqual([0, 0]);
		expect(ruleOf(await refund(event, order, { gift: true }))).toBe('nothing-to-refund');
		await settleAll(services);
		expect(await balances(seller)).toMatchObject({ gateway: 2_000, sales: -2_000, gifts: 0, buyer: 0 });
		await expectInvariants(services);
	});

	test('an amount that the tickets did not cost is taken from the gift', async () => {
		const event = await makeFundraiser(services, api, owner);
		const order = await holdGift(api, event, { amountMinor: 5_000 }, 1);
		await payByCard(api, order);
		await refund(event, order, { amountMinor: 3_000 });
		expect(await raised(event)).toEqual([4_400, 1]);
		await expectInvariants(services);
	});

	test('a refund of the tickets and the gift together, twice at once, happens once', async () => {
		const event = await makeFundraiser(services, api, owner);
		const order = await holdGift(api, event, { amountMinor: 5_000 }, 1);
		const { body } = await payByCard(api, order);
		const attendeeIds = body.order.attendees.map((one: { id: string }) => one.id);
		const answers = await Promise.all([1, 2, 3].map(() => refund(event, order, { attendeeIds, gift: true })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
		expect(await raised(event)).toEqual([0, 0]);
		await expectInvariants(services);
	});
});

describe('the thermometer', () => {
	test('counts gifts that were given as the price of a ticket, also before there was one', async () => {
		const event = await makePricedEvent(services, api, owner, { kind: 'donation', priceMinor: 0 });
		const give = async (chosenMinor: number) => {
			const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1, chosenMinor }];
			const { body: quoted } = await api.post(`/api/events/${event.id}/quote`, { items });
			const { body } = await api.post(`/api/events/${event.id}/orders`, {
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items,
				hold: true,
				quoteHash: quoted.hash,
			});
			return { order: body, paid: await payByCard(api, { ...body, quoteHash: quoted.hash }) };
		};
		await give(1_500);
		await api.call(
			'PUT',
			`/api/events/${event.id}/fundraiser`,
			{ goalMinor: 10_000, currency: 'EUR' },
			{ token: owner.token },
		);
		await api.post(`/api/events/${event.id}/fundraiser/publish`, undefined, { token: owner.token });
		expect(await raised(event)).toEqual([1_500, 1]);
		const { order } = await give(2_500);
		expect(await raised(event)).toEqual([4_000, 2]);
		const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
		expect(body.latest).toMatchObject([{ name: null }, { name: null }]);
		await refund(event, order, { isCancelling: true });
		expect(await raised(event)).toEqual([1_500, 1]);
		await expectInvariants(services);
	});

	test('is right however gifts, refunds, offline donations and a new fundraiser fall together', async () => {
		const seller = await makeUser(services);
		const event = await makeFundraiser(services, api, seller);
		const refunded = await Promise.all(
			[1, 2, 3].map(async () => {
				const order = await holdGift(api, event, { amountMinor: 1_000 });
				await payByCard(api, order);
				return order;
			}),
		);
		const orders = await Promise.all(
			Array.from({ length: 6 }, () => holdGift(api, event, { amountMinor: 2_000 })),
		);
		await database().pool.query('DELETE FROM fundraisers WHERE event_id = $1', [event.id]);
		await Promise.all([
			...orders.map((order) => payByCard(api, order)),
			...refunded.map((order) => refund(event, order, {})),
			api.call(
				'PUT',
				`/api/events/${event.id}/fundraiser`,
				{ goalMinor: 10_000, currency: 'EUR' },
				{ token: seller.token },
			),
		]);
		await api.post(`/api/events/${event.id}/fundraiser/publish`, undefined, { token: seller.token });
		expect(await raised(event)).toEqual([12_000, 6]);
		await expectInvariants(services);
	});

	test('that is wrong, and donations that the books do not know, are found', async () => {
		const event = await makeFundraiser(services, api, owner);
		await payByCard(api, await holdGift(api, event, { amountMinor: 1_000 }));
		const find = async () => {
			const found = await Promise.all(fundraiserChecks.map((one) => one.run(services)));
			return fundraiserChecks.filter((_, index) => found[index]?.length === 1).map(({ name }) => name);
		};
		expect(await find()).toEqual([]);
		const change = (text: string) => database().pool.query(text, [event.id]);
		await change('UPDATE fundraisers SET raised_minor = raised_minor + 1 WHERE event_id = $1');
		expect(await find()).toEqual(['fundraisers.thermometers-match-donations']);
		await change('UPDATE donations SET amount_minor = amount_minor + 1 WHERE event_id = $1');
		expect(await find()).toEqual(['fundraisers.donations-match-books']);
		await change('UPDATE donations SET amount_minor = amount_minor - 1 WHERE event_id = $1');
		await change('UPDATE fundraisers SET raised_minor = raised_minor - 1 WHERE event_id = $1');
		await change('UPDATE events SET takes_gifts = false WHERE id = $1');
		expect(await find()).toEqual(['fundraisers.live-take-gifts']);
		await change('UPDATE events SET takes_gifts = true WHERE id = $1');
	});
});

describe('what an earlier version left', () => {
	/** An event with a fundraiser and a ticket whose price is a donation, and a paid order of three of them. */
	async function giveTickets() {
		const seller = await makeUser(services);
		const event = await makeFundraiser(services, api, seller);
		const made = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Patron', kind: 'donation', priceMinor: 0, currency: 'EUR', capacity: 10 },
			{ token: seller.token },
		);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		const items = [{ ticketTypeId: made.body.id, quantity: 3, chosenMinor: 2_000 }];
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items });
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items,
			hold: true,
			quoteHash: quoted.body.hash,
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		const order = { ...placed.body, quoteHash: quoted.body.hash };
		expect((await payByCard(api, order)).status).toBe(201);
		return { event, order };
	}
	const change = (text: string, id: string) => database().pool.query(text, [id]);
	const find = async (name: string) =>
		(await fundraiserChecks.find((check) => check.name === name)?.run(services)) ?? ['no such check'];
	const repair = () =>
		scheduledJobs.find(({ name }) => name === 'fundraisers.add-missing-donations')?.run(services);

	test('a ticket that is a donation without its row is found, and gets it', async () => {
		const { event, order } = await giveTickets();
		await change('DELETE FROM donations WHERE order_id = $1', order.id);
		await change(
			'UPDATE fundraisers SET raised_minor = raised_minor - 6000, donors = donors - 1 WHERE event_id = $1',
			event.id,
		);
		expect(await find('fundraisers.gifts-have-donations')).toEqual([
			`order ${order.id} has a gift without a donation`,
		]);
		expect(await raised(event)).toEqual([0, 0]);
		await Promise.all([repair(), repair()]);
		await repair();
		expect(await raised(event)).toEqual([6_000, 1]);
		await expectInvariants(services);
	});

	test('one of which something was refunded meanwhile counts what is left', async () => {
		const { event, order } = await giveTickets();
		await change('DELETE FROM donations WHERE order_id = $1', order.id);
		await change(
			'UPDATE fundraisers SET raised_minor = raised_minor - 6000, donors = donors - 1 WHERE event_id = $1',
			event.id,
		);
		const attendeeIds = [order.attendees[0].id];
		expect((await refund(event, order, { attendeeIds, isCancelling: true })).status).toBe(201);
		await settleAll(services);
		await repair();
		expect(await raised(event)).toEqual([4_000, 1]);
		await expectInvariants(services);
	});

	test('two donations of one ticket type go back one after the other, never more than each is', async () => {
		const { event, order } = await giveTickets();
		await change('UPDATE donations SET amount_minor = 2000 WHERE order_id = $1', order.id);
		await change(
			`INSERT INTO donations SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'line', d.line + 1,
				'amount_minor', 4000))).* FROM donations d WHERE order_id = $1`,
			order.id,
		);
		await change('UPDATE fundraisers SET donors = donors + 1 WHERE event_id = $1', event.id);
		await expectInvariants(services);
		const rows = async () =>
			(
				await database().pool.query<{ refunded_minor: string }>(
					'SELECT refunded_minor FROM donations WHERE order_id = $1 ORDER BY line',
					[order.id],
				)
			).rows.map((row) => Number(row.refunded_minor));
		const cancel = async (count: number, from: number) => {
			const attendeeIds = order.attendees.slice(from, from + count).map(({ id }: { id: string }) => id);
			expect((await refund(event, order, { attendeeIds, isCancelling: true })).status).toBe(201);
			await settleAll(services);
			await expectInvariants(services);
		};
		await cancel(1, 0);
		expect(await rows()).toEqual([2_000, 0]);
		await cancel(2, 1);
		expect(await rows()).toEqual([2_000, 4_000]);
		expect(await raised(event)).toEqual([0, 0]);
	});
});
