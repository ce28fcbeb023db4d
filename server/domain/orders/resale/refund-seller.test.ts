import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import {
	buyTickets,
	enterSellerDetails,
	makePricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { resaleChecks } from './checks.ts';
import { refundResales } from './refund-seller.ts';

/** What goes back to who resold a ticket, and who hears of it. */
const { services, other, api, owner, query } = useTestServers({ poolSize: 20 });
beforeAll(async () => {
	await enterSellerDetails(services, owner.organisationId);
	await makeConnection(services, owner, { types: ['ticket.listed', 'ticket.resold', 'refund.created'] });
});

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

/** A ticket at 24.00 of an order of two that was sold to the next guest, and is not refunded yet. */
async function sold(keepMinor?: number) {
	const event = await makePricedEvent(services, api, owner, { capacity: 2 });
	const resaleRules = keepMinor === undefined ? {} : { keepMinor };
	await api.patch(`/api/events/${event.id}`, { resaleRules }, { token: owner.token });
	const seller = await buyTickets(api, event, 2);
	await settleAll(services);
	const joined = await api.post(`/api/events/${event.id}/waitlist`, {
		...{ party: 1, ticketTypeIds: [event.ticketTypeId], takesFewer: false },
		...{ name: 'Grace Hopper', email: 'grace@example.org' },
	});
	const offerToken = joined.body.token as string;
	const backMinor = 2_400 - Math.min(keepMinor ?? 0, 2_400);
	const listed = await api.post(`${seller.path}/attendees/${seller.ids[0]}/resale`, { backMinor });
	expect(listed.status, JSON.stringify(listed.body)).toBe(201);
	const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
	const quoted = await api.post(`/api/events/${event.id}/quote`, { items, offerToken });
	const buyer = { name: 'Grace Hopper', email: 'grace@example.org' };
	const placed = await api.post(
		`/api/events/${event.id}/orders`,
		{ buyer, items, offerToken, quoteHash: quoted.body.hash },
		keyed(),
	);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	expect((await payByCard(api, { ...placed.body, quoteHash: quoted.body.hash })).status).toBe(201);
	await settleAll(services);
	const [listing] = await query<{ id: string; state: string }>(
		'SELECT id, state FROM resale_listings WHERE order_id = $1',
		[seller.id],
	);
	expect(listing?.state).toBe('sold');
	return { event, seller, listingId: listing?.id as string, orderId: placed.body.id as string };
}

const refundsOf = (order: { id: string }) =>
	query<{ amount: number; reason: string }>(
		'SELECT amount_minor::int AS amount, reason FROM refunds WHERE subject_id = $1 ORDER BY id',
		[order.id],
	);
const dueOf = async (listingId: string) =>
	(
		await query<{ hours: number | null }>(
			'SELECT round(extract(epoch FROM refund_due_at - now()) / 3600)::int AS hours FROM resale_listings WHERE id = $1',
			[listingId],
		)
	)[0]?.hours;

describe('the price of a ticket that was resold', () => {
	test('goes back less the fee, once, however many workers look', async () => {
		const { seller, listingId } = await sold(150);
		expect(await dueOf(listingId)).toBe(0);
		await Promise.all([services, other, services, other].map((one) => refundResales(one)));
		expect(await refundsOf(seller)).toEqual([{ amount: 2_250, reason: 'resold' }]);
		expect(await dueOf(listingId)).toBeNull();
		await refundResales(services);
		await settleAll(services);
		// What is kept stays sold; the other ticket can be refunded still.
		const { body } = await api.get(seller.path);
		expect(body).toMatchObject({
			status: 'confirmed',
			refunds: [{ amountMinor: 2_250, state: 'succeeded' }],
		});
		expect(await refundsOf(seller)).toHaveLength(1);
		await expectInvariants(services);
	});

	test('of which all is kept is not refunded', async () => {
		const { seller, listingId } = await sold(2_400);
		await refundResales(services);
		expect([await refundsOf(seller), await dueOf(listingId)]).toEqual([[], null]);
		await expectInvariants(services);
	});

	test('that a member has refunded before is not refunded twice', async () => {
		const { event, seller, listingId } = await sold();
		const token = owner.token;
		const refunded = await refundOrder(api, event, seller, {
			...{ token, reason: '', attendeeIds: [seller.ids[0]], isCancelling: false },
		});
		expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
		await refundResales(services);
		await settleAll(services);
		expect(await refundsOf(seller)).toEqual([{ amount: 2_400, reason: 'organiser' }]);
		expect(await dueOf(listingId)).toBeNull();
		await expectInvariants(services);
	});

	test('waits for the decision while a bank disputes the payment', async () => {
		const { seller, listingId } = await sold();
		const [payment] = await query<{ provider_id: string; provider_account: string }>(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.organisation_id = p.organisation_id
			WHERE p.subject_id = $1 AND a.disconnected_at IS NULL`,
			[seller.id],
		);
		await services.testGateway?.openDispute(
			payment?.provider_account as string,
			payment?.provider_id as string,
		);
		await settleAll(services);
		await refundResales(services);
		expect([await refundsOf(seller), await dueOf(listingId)]).toEqual([[], 24]);
		await expectInvariants(services);
		// Lost: the buyer has the money from their bank.
		await query(`UPDATE disputes SET state = 'lost', closed_at = now() WHERE subject_id = $1`, [seller.id]);
		await query(`UPDATE resale_listings SET refund_due_at = now() - make_interval(secs => 1) WHERE id = $1`, [
			listingId,
		]);
		await refundResales(services);
		expect([await refundsOf(seller), await dueOf(listingId)]).toEqual([[], null]);
	});

	test('that does not go back for a quarter of an hour is found', async () => {
		const { seller, listingId } = await sold();
		await query(`UPDATE resale_listings SET refund_due_at = now() - interval '16 minutes' WHERE id = $1`, [
			listingId,
		]);
		const found = async () => (await Promise.all(resaleChecks.map((check) => check.run(services)))).flat();
		expect(await found()).toEqual([expect.stringContaining(`refund of the listing ${listingId} is due`)]);
		await refundResales(services);
		expect(await found()).toEqual([]);
		expect(await refundsOf(seller)).toHaveLength(1);
	});
});

describe('the checks of resale', () => {
	test('find a ticket that is valid twice, one that is for sale and not valid, and a price that is not that of the sellers', async () => {
		const { seller, listingId, orderId } = await sold();
		await refundResales(services);
		const found = async () => (await Promise.all(resaleChecks.map((check) => check.run(services)))).flat();
		expect(await found()).toEqual([]);
		await query(`UPDATE attendees SET status = 'active' WHERE id = $1`, [seller.ids[0]]);
		expect(await found()).toEqual([
			expect.stringContaining(`the listing ${listingId} is sold, and its ticket is valid`),
		]);
		await query(`UPDATE attendees SET status = 'cancelled' WHERE id = $1`, [seller.ids[0]]);
		await query(`UPDATE orders SET total_minor = total_minor - 1 WHERE id = $1`, [orderId]);
		expect(await found()).toEqual([expect.stringContaining(`order ${orderId} cost 2399`)]);
		await query(`UPDATE orders SET total_minor = total_minor + 1 WHERE id = $1`, [orderId]);
		await query(
			`INSERT INTO resale_listings (id, organisation_id, event_id, order_id, attendee_id, ticket_type_id, price_minor, lines)
			SELECT gen_random_uuid(), organisation_id, event_id, order_id, id, ticket_type_id, 1, '[]' FROM attendees WHERE id = $1`,
			[seller.ids[0]],
		);
		expect(await found()).toEqual([expect.stringContaining('is of a ticket that is not valid')]);
		await query(`DELETE FROM resale_listings WHERE attendee_id = $1 AND state = 'listed'`, [seller.ids[0]]);
	});
});

describe('who hears of it', () => {
	const work = async () => {
		while ((await factPoller.run(services, new AbortController().signal)) > 0);
	};

	test('the seller gets one email with what goes back; connections hear of it without a person', async () => {
		const { event, seller, listingId, orderId } = await sold(150);
		await work();
		await query(
			`UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - make_interval(secs => 1) WHERE event_id = $1 AND name = 'orders.resale-changed'`,
			[event.id],
		);
		await work();
		const mails = await query<{
			id: string;
			template: string;
			recipient: string;
			props: unknown;
			locale: string;
		}>(
			`SELECT id, template, recipient, props, locale FROM mails WHERE event_id = $1 AND template IN ('orders/resold', 'orders/cancelled')`,
			[event.id],
		);
		expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
			['orders/resold', 'ada@example.org'],
		]);
		const how = { showsSecrets: true, isForSending: true };
		const mail = await composeMail(services, mails[0] as never, how);
		if ('obsolete' in mail) throw new Error(mail.obsolete);
		expect(mail.subject).toMatch(/^Your ticket was sold: /);
		expect(mail.text).toContain(
			'You get €22.50 back, the way you paid: €24.00 less the fee of €1.50 for reselling.',
		);
		expect(mail.text).toContain(`/my-ticket/${seller.manageToken}`);
		expect(mail.text).not.toContain('Hopper');
		const sent = await query<{ type: string; payload: { object: { resale: object } } }>(
			`SELECT type, payload FROM outbound_messages WHERE event_id = $1 ORDER BY sequence`,
			[event.id],
		);
		expect(sent.map(({ type }) => type)).toEqual(['ticket.listed', 'ticket.resold']);
		expect(sent[1]?.payload.object.resale).toEqual({
			...{ id: listingId, state: 'sold', attendeeId: seller.ids[0], ticketTypeId: event.ticketTypeId },
			...{ priceMinor: 2_400, keepMinor: 150, buyerOrderId: orderId },
		});
		expect(JSON.stringify(sent)).not.toMatch(/example\.org|Lovelace|Hopper/);
	});

	test('a member sees why the money went back, and who has the ticket now', async () => {
		const { event, seller, orderId } = await sold();
		await refundResales(services);
		const detail = await api.get(`/api/events/${event.id}/orders/${seller.id}`, { token: owner.token });
		expect(detail.body).toMatchObject({
			refunds: [{ amountMinor: 2_400, reason: 'resold' }],
			resales: [{ attendeeId: seller.ids[0], state: 'sold', priceMinor: 2_400, buyerOrderId: orderId }],
		});
	});
});
