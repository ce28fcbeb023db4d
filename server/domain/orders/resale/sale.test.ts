import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { offerDuePlaces } from '#server/domain/waitlist/jobs.ts';
import {
	buyTickets,
	enterSellerDetails,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { expireHolds } from '../expire-holds.ts';
import { refundResales } from './refund-seller.ts';

/** From a ticket that is offered for resale to the money that goes back, on two servers; `foyer verify` holds after each. */
const { database, services, api: one, otherApi: two, owner, query } = useTestServers({ poolSize: 20 });
beforeAll(async () => {
	await enterSellerDetails(services, owner.organisationId);
});

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];

/** An event that is sold out by one order of two tickets and one of one. */
async function soldOut(keepMinor?: number) {
	const event = await makePricedEvent(services, one, owner, { capacity: 3 });
	const changed = await one.patch(
		`/api/events/${event.id}`,
		{ resaleRules: keepMinor === undefined ? {} : { keepMinor } },
		{ token: owner.token },
	);
	expect(changed.status, JSON.stringify(changed.body)).toBe(200);
	const seller = await buyTickets(one, event, 2);
	await buyTickets(one, event, 1);
	await settleAll(services);
	return { event, seller };
}
type Seller = Awaited<ReturnType<typeof soldOut>>['seller'];

const join = async (event: PricedEvent, party = 1) => {
	const joined = await one.post(`/api/events/${event.id}/waitlist`, {
		...{ party, ticketTypeIds: [event.ticketTypeId], takesFewer: false },
		...{ name: 'Grace Hopper', email: `${randomUUID()}@example.org` },
	});
	expect(joined.status, JSON.stringify(joined.body)).toBe(201);
	return joined.body.token as string;
};
const list = (seller: Seller, index = 0, backMinor = 2_400) =>
	one.post(`${seller.path}/attendees/${seller.ids[index]}/resale`, { backMinor });

/** Takes what an entry is offered. */
async function take(event: PricedEvent, token: string, quantity = 1, api = one) {
	const items = [{ ticketTypeId: event.ticketTypeId, quantity }];
	const quoted = await api.post(`/api/events/${event.id}/quote`, { items, offerToken: token });
	const placed = await api.post(
		`/api/events/${event.id}/orders`,
		{
			buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
			...{ items, offerToken: token, quoteHash: quoted.body.hash },
		},
		keyed(),
	);
	return {
		...{ quoted, placed },
		order: {
			...{ id: placed.body.id as string, manageToken: placed.body.manageToken as string },
			quoteHash: quoted.body.hash as string,
		},
	};
}

/** One ticket of the seller is listed, offered to who waits, and ordered by them. */
async function ordered(keepMinor?: number) {
	const { event, seller } = await soldOut(keepMinor);
	const token = await join(event);
	const listed = await list(seller, 0, 2_400 - (keepMinor ?? 0));
	expect(listed.status, JSON.stringify(listed.body)).toBe(201);
	const taken = await take(event, token);
	expect(taken.placed.status, JSON.stringify(taken.placed.body)).toBe(201);
	return { ...{ event, seller, token }, ...taken };
}

const settle = async () => {
	await settleAll(services);
	await refundResales(services);
	await settleAll(services);
};
const sellerNow = async (seller: Seller) => (await two.get(seller.path)).body;
const buyerNow = async ({ manageToken }: { manageToken: string }) =>
	(await two.get(`/api/orders/${manageToken}`)).body;
const stateOf = async (seller: Seller) =>
	(
		await query<{ state: string }>('SELECT state FROM resale_listings WHERE order_id = $1 ORDER BY id DESC', [
			seller.id,
		])
	)[0]?.state;
const codesOf = async (event: PricedEvent) =>
	(
		await query<{ count: number }>(
			`SELECT count(*)::int AS count FROM attendees WHERE event_id = $1 AND status = 'active'`,
			[event.id],
		)
	)[0]?.count;

describe('a ticket that is resold', () => {
	test('is the next guest’s once it is paid; its price goes back less the fee', async () => {
		const { event, seller, quoted, order } = await ordered(200);
		expect(quoted.body.totalMinor).toBe(2_400);
		expect(await buyerNow(order)).toMatchObject({
			...{ status: 'pending', isResale: true, paymentMethods: ['card'], totalMinor: 2_400 },
			attendees: [{ status: 'held', ticketCode: null }],
		});
		expect((await sellerNow(seller)).attendees[0]).toMatchObject({
			...{
				status: 'active',
				resale: { state: 'listed', isTaken: true, priceMinor: 2_400, backMinor: 2_200 },
			},
		});
		expect(await codesOf(event)).toBe(3);
		await expectInvariants(services);
		expect((await payByCard(one, order)).status).toBe(201);
		await settle();
		expect(await buyerNow(order)).toMatchObject({
			...{ status: 'confirmed', isResale: false, attendees: [{ status: 'active' }] },
		});
		const { attendees, refunds } = await sellerNow(seller);
		expect(attendees[0]).toMatchObject({ status: 'cancelled', ticketCode: null, resale: { state: 'sold' } });
		expect(attendees[1]).toMatchObject({ status: 'active', resale: null });
		expect(refunds).toMatchObject([{ amountMinor: 2_200, state: 'succeeded' }]);
		expect(await codesOf(event)).toBe(3);
		await expectInvariants(services);
	});

	test('is free again for the next one when nobody pays for it, and stays its seller’s meanwhile', async () => {
		const { event, seller, order } = await ordered();
		const next = await join(event);
		await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [order.id]);
		await expireHolds(services);
		await offerDuePlaces(services);
		expect((await one.get(`/api/waitlist/${next}`)).body).toMatchObject({
			state: 'offered',
			offer: { quantity: 1 },
		});
		expect((await sellerNow(seller)).attendees[0]).toMatchObject({
			status: 'active',
			resale: { state: 'listed' },
		});
		expect(ruleOf(await payByCard(one, order))).toEqual([422, 'hold-ended']);
		const second = await take(event, next);
		expect((await payByCard(one, second.order)).status).toBe(201);
		await settle();
		expect((await buyerNow(second.order)).status).toBe('confirmed');
		expect(await stateOf(seller)).toBe('sold');
		await expectInvariants(services);
	});

	test('can be resold again for the same price, and never for more', async () => {
		const { event, order } = await ordered(200);
		await payByCard(one, order);
		await settle();
		const bought = await buyerNow(order);
		const path = `/api/orders/${order.manageToken}`;
		expect((await one.get(`${path}/resale`)).body.tickets).toMatchObject([
			{ priceMinor: 2_400, backMinor: 2_200 },
		]);
		const again = await one.post(`${path}/attendees/${bought.attendees[0].id}/resale`, { backMinor: 2_200 });
		expect(again.status).toBe(201);
		await expect(
			query(
				`UPDATE resale_listings SET price_minor = price_minor + 1, keep_minor = 0 WHERE event_id = $1 AND state = 'listed'`,
				[event.id],
			),
		).rejects.toMatchObject({ constraint: 'resale_never_dearer' });
		await expectInvariants(services);
	});

	test('two tickets go to a party of two in one order', async () => {
		const { event, seller } = await soldOut();
		const token = await join(event, 2);
		await list(seller, 0);
		await list(seller, 1);
		const { placed, order } = await take(event, token, 2);
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		await payByCard(one, order);
		await settle();
		expect(await buyerNow(order)).toMatchObject({ status: 'confirmed', totalMinor: 4_800 });
		expect(await sellerNow(seller)).toMatchObject({ status: 'cancelled' });
		const [returned] = await query<{ minor: number }>(
			`SELECT sum(refunded_minor)::int AS minor FROM payments WHERE subject_id = $1`,
			[seller.id],
		);
		expect(returned?.minor).toBe(4_800);
		await expectInvariants(services);
	});
});

describe('whatever meets the payment', () => {
	/** Pays for a resold ticket while something else happens. Either it is sold, or the money goes back and the seller has their ticket as it was left. */
	async function race(
		act: (of: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>,
		judge: (of: Awaited<ReturnType<typeof ordered>>, isSold: boolean) => Promise<void>,
	) {
		for (let round = 0; round < rounds(2, 20); round += 1) {
			const of = await ordered();
			const pay = () => payByCard(one, of.order);
			if (round % 2 === 0) await Promise.all([act(of), pay()]);
			else await Promise.all([pay(), act(of)]);
			await settle();
			const buyer = await buyerNow(of.order);
			const isSold = (await stateOf(of.seller)) === 'sold';
			expect([isSold, buyer.status === 'confirmed']).toEqual([isSold, isSold]);
			const [money] = await query<{ minor: number }>(
				`SELECT coalesce(sum(captured_minor - refunded_minor), 0)::int AS minor FROM payments WHERE subject_id = $1`,
				[of.order.id],
			);
			expect(money?.minor).toBe(isSold ? 2_400 : 0);
			await judge(of, isSold);
		}
		await expectInvariants(services);
	}

	test('its seller’s organiser refunds and cancels it', () =>
		race(
			async ({ event, seller }) =>
				refundOrder(two, event, seller, {
					...{ token: owner.token, reason: 'asked', attendeeIds: [seller.ids[0]], isCancelling: true },
				}),
			async ({ seller, event }, isSold) => {
				const { attendees } = await sellerNow(seller);
				expect(attendees[0].status).toBe('cancelled');
				expect(await codesOf(event)).toBe(isSold ? 3 : 2);
				// Refunded once, whoever came first.
				const [returned] = await query<{ minor: number }>(
					`SELECT sum(refunded_minor)::int AS minor FROM payments WHERE subject_id = $1`,
					[seller.id],
				);
				expect(returned?.minor).toBe(2_400);
			},
		));

	test('its seller stops the sale: that is refused, since somebody pays', () =>
		race(
			async ({ seller }) => {
				const ended = await two.delete(`${seller.path}/attendees/${seller.ids[0]}/resale`);
				expect([422, 409]).toContain(ended.status);
			},
			async (_, isSold) => expect(isSold).toBe(true),
		));

	test('the buyer gives the order up', () =>
		race(
			({ order }) => two.post(`/api/orders/${order.manageToken}/cancel`, {}, keyed()),
			async ({ event }) => expect(await codesOf(event)).toBe(3),
		));

	/** Scans the code of the seller at the door of its event. */
	async function scan({ event, seller }: Awaited<ReturnType<typeof ordered>>) {
		const [ticket] = (await sellerNow(seller)).attendees;
		const link = await one.post(
			`/api/events/${event.id}/staff-links`,
			{ label: 'North' },
			{ token: owner.token },
		);
		return () => two.post(`/api/staff-access/checkin/${link.body.token}`, { guestQrData: ticket.ticketCode });
	}

	test('its seller enters with it: they are let in and keep it, or it is sold and refused', async () => {
		const scans = new Map<string, () => Promise<ApiAnswer>>();
		const answers = new Map<string, ApiAnswer>();
		await race(
			async (of) => {
				scans.set(of.seller.id, await scan(of));
				answers.set(of.seller.id, (await scans.get(of.seller.id)?.()) as ApiAnswer);
			},
			async ({ seller, event }, isSold) => {
				expect(answers.get(seller.id)?.body.success).toBe(!isSold);
				expect(await codesOf(event)).toBe(3);
				// The code of a sold ticket stays refused.
				expect((await scans.get(seller.id)?.())?.body.success).toBe(false);
			},
		);
	});

	test('the payment waits for a scan that is under way, and finds that it was let in', async () => {
		const of = await ordered();
		const [ticket] = (await sellerNow(of.seller)).attendees;
		const client = await database().pool.connect();
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM attendees WHERE id = $1 FOR KEY SHARE', [ticket.id]);
			await client.query(
				`INSERT INTO check_ins (organisation_id, id, event_id, list_id, attendee_id, verdict, method, scanned_at)
				VALUES ($1, gen_random_uuid(), $2, $2, $3, 'accepted', 'manual', now())`,
				[owner.organisationId, of.event.id, ticket.id],
			);
			const paid = payByCard(one, of.order);
			await expect
				.poll(() =>
					query(
						`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%is_given_back%'`,
					),
				)
				.not.toEqual([]);
			await client.query('COMMIT');
			await paid;
		} finally {
			client.release();
		}
		await settle();
		expect(await stateOf(of.seller)).not.toBe('sold');
		expect((await buyerNow(of.order)).status).not.toBe('confirmed');
		await expectInvariants(services);
	});

	test('it was used to enter before: the buyer gets the money back', async () => {
		const of = await ordered();
		const enter = await scan(of);
		expect((await enter()).body.success).toBe(true);
		await payByCard(one, of.order);
		await settle();
		expect((await buyerNow(of.order)).status).not.toBe('confirmed');
		expect((await sellerNow(of.seller)).attendees[0].status).toBe('active');
		const [money] = await query<{ minor: number }>(
			`SELECT sum(captured_minor - refunded_minor)::int AS minor FROM payments WHERE subject_id = $1`,
			[of.order.id],
		);
		expect(money?.minor).toBe(0);
		await expectInvariants(services);
	});
});
