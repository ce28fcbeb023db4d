import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/*
 * Two members, the buyer and the clock do what they like with the same order at the same time. What then stands in the tables is added up
 * again from the raw rows, by sums that share no code with the product.
 */
const { database, services, api } = useTestApi();
let event: PricedEvent;
let token: string;
/** A donation of at least 5.00, which is taxed. */
let donationTypeId: string;
beforeAll(async () => {
	const owner = await makeUser(services);
	token = owner.token;
	event = await makePricedEvent(services, api, owner, {
		capacity: 40_000,
		priceMinor: 1_333,
		taxBasisPoints: 700,
	});
	const donation = {
		name: 'Supporter',
		kind: 'donation',
		priceMinor: 500,
		taxBasisPoints: 1_900,
		capacity: 40_000,
	};
	const made = await api.post(`/api/events/${event.id}/ticket-types`, donation, { token });
	donationTypeId = made.body.id;
	const settings = `/api/organisations/${event.organisationId}/payment-settings`;
	const ways = { takesCards: true, takesTransfers: false, takesMoneyAtDoor: true, transferDays: 5 };
	const account = { transferHolder: '', transferIban: '', transferBic: '' };
	const saved = await api.call('PUT', settings, { ...ways, ...account }, { token });
	expect([made.status, saved.status]).toEqual([201, 200]);
});

/** Tickets at a price, or of a donation at its minimum or above. */
async function hold(): Promise<Order> {
	const quantity = chance.between(1, 5);
	if (chance.next() < 0.7) return holdTickets(api, event, quantity);
	const chosenMinor = chance.next() < 0.2 ? 500 : chance.between(501, 3_000);
	const { status, body } = await api.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: donationTypeId, quantity, chosenMinor }],
		hold: true,
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return { ...body, quoteHash: body.quote.hash };
}

type Order = Awaited<ReturnType<typeof holdTickets>>;
interface Answer {
	status: number;
	body: { status?: string; refunds?: { id: string; state: string }[] };
}
const chance = createChance('money at once');
const headers = () => ({ 'Idempotency-Key': randomUUID() });
const path = (order: Order) => `/api/events/${event.id}/orders/${order.id}`;

async function anyTickets(order: Order): Promise<string[]> {
	const { body } = await api.get(path(order), { token });
	const ids: string[] = body.attendees.map(({ id }: { id: string }) => id);
	return chance.shuffle(ids).slice(0, chance.between(1, ids.length));
}

const operations: ((order: Order) => Promise<Answer>)[] = [
	(order) => markPaid(api, event, order, { token }),
	(order) => markPaid(api, event, order, { token }),
	(order) => markPaid(api, event, order, { token, amountMinor: chance.between(1, 1_500) }),
	(order) => markPaid(api, event, order, { token, amountMinor: order.totalMinor + chance.between(1, 900) }),
	(order) => payByCard(api, order),
	(order) =>
		api.post(
			`/api/orders/${order.manageToken}/payments`,
			{ method: 'door', quoteHash: order.quoteHash },
			{ headers: headers() },
		),
	(order) => refundOrder(api, event, order, { token, isCancelling: chance.next() < 0.5 }),
	(order) => refundOrder(api, event, order, { token, amountMinor: chance.between(1, 2_000) }),
	async (order) =>
		refundOrder(api, event, order, {
			token,
			attendeeIds: await anyTickets(order),
			isCancelling: chance.next() < 0.5,
		}),
	(order) => api.post(`${path(order)}/cancel`, {}, { token, headers: headers() }),
	(order) => api.delete(`/api/orders/${order.manageToken}/hold`),
	(order) => api.post(`/api/orders/${order.manageToken}/cancel`, {}, { headers: headers() }),
	async (order) => {
		const attendeeIds = await anyTickets(order);
		return api.post(`/api/orders/${order.manageToken}/cancel`, { attendeeIds }, { headers: headers() });
	},
	(order) => api.post(`/api/orders/${order.manageToken}/hold`, undefined),
	(order) => api.post(`/api/orders/${order.manageToken}/refund-requests`, {}),
	async (order) => {
		const { body } = await api.get(path(order), { token });
		const verb = chance.next() < 0.5 ? 'approve' : 'decline';
		const request = body.refundRequest?.id ?? randomUUID();
		return api.post(
			`${path(order)}/refund-requests/${request}/${verb}`,
			verb === 'decline' ? { answer: 'No.' } : {},
			{ token, headers: headers() },
		);
	},
	async (order) => {
		await database().pool.query(
			`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1 AND status = 'pending'`,
			[order.id],
		);
		await expireHolds(services);
		return { status: 200, body: {} };
	},
	async (order) => {
		const { body } = (await api.get(path(order), { token })) as Answer;
		const refundIds = (body.refunds ?? []).filter(({ state }) => state === 'requested').map(({ id }) => id);
		if (refundIds.length === 0) return { status: 200, body: {} };
		const sent = { refundIds, way: 'transfer', sentOn: '2026-11-27' };
		return api.post(`/api/organisations/${event.organisationId}/owed-refunds/sent`, sent, {
			token,
			headers: headers(),
		});
	},
];

/** What is wrong with the rows of an order, added up anew. */
async function differences(orderId: string): Promise<string[]> {
	const { pool } = database();
	const read = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
		(await pool.query(text, [orderId])).rows;
	const [order] = await read<{ status: string; total: number; sold: boolean }>(
		`SELECT status, total_minor::int AS total, confirmed_at IS NOT NULL AS sold FROM orders WHERE id = $1`,
	);
	const payments = await read<{
		id: string;
		captured: number;
		refunded: number;
		refunding: number;
		excess: number;
	}>(
		`SELECT id, captured_minor::int AS captured, refunded_minor::int AS refunded, refunding_minor::int AS refunding,
			excess_minor::int AS excess FROM payments WHERE subject_id = $1 AND state = 'succeeded'`,
	);
	const refunds = await read<{
		id: string;
		payment_id: string;
		amount: number;
		state: string;
		reason: string;
	}>(`SELECT id, payment_id, amount_minor::int AS amount, state, reason FROM refunds WHERE subject_id = $1`);
	const lines = await read<{ kind: string; quantity: number; gross: number; net: number; tax: number }>(
		`SELECT kind, quantity, gross_minor::int AS gross, net_minor::int AS net, tax_minor::int AS tax FROM order_lines WHERE order_id = $1`,
	);
	const tickets = await read<{ id: string; status: string; back: number }>(
		`SELECT a.id, a.status, coalesce((SELECT sum(t.amount_minor)::int FROM refunded_tickets t WHERE t.attendee_id = a.id), 0) AS back
		FROM attendees a WHERE a.order_id = $1 ORDER BY a.id`,
	);
	const [books] = await read<{ balance: number; gifts: number; tax: number }>(
		`SELECT (coalesce(sum(amount_minor) FILTER (WHERE debit = 'buyer'), 0)
			- coalesce(sum(amount_minor) FILTER (WHERE credit = 'buyer'), 0))::int AS balance,
			coalesce(sum(CASE 'gifts' WHEN credit THEN amount_minor WHEN debit THEN -amount_minor END), 0)::int AS gifts,
			coalesce(sum(CASE 'tax' WHEN credit THEN amount_minor WHEN debit THEN -amount_minor END), 0)::int AS tax
		FROM ledger_transfers WHERE subject_id = $1`,
	);
	const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
	const found: string[] = [];
	const expect = (isRight: boolean, text: string) => {
		if (!isRight) found.push(`order ${orderId} (${order?.status}): ${text}`);
	};
	if (!order) return ['no order'];
	const captured = sum(payments.map((one) => one.captured));
	const returned = sum(
		refunds.filter(({ state }) => ['pending', 'succeeded'].includes(state)).map((one) => one.amount),
	);
	const left = sum(lines.map((one) => one.gross));
	const sold = order.sold ? left : 0;
	expect(
		(books?.balance ?? 0) === sold - captured + returned,
		`the books owe ${books?.balance}, the rows ${sold - captured + returned}`,
	);
	for (const payment of payments) {
		const own = refunds.filter((one) => one.payment_id === payment.id && one.state !== 'failed');
		expect(sum(own.map((one) => one.amount)) <= payment.captured, 'more was refunded than paid');
		expect(
			payment.refunded + payment.refunding === sum(own.map((one) => one.amount)),
			'refunds do not add up',
		);
	}
	const useless = sum(
		refunds
			.filter(({ reason }) => ['late_payment', 'not_sold', 'paid_twice'].includes(reason))
			.map((one) => one.amount),
	);
	const kept = captured - useless - sum(payments.map((one) => one.excess));
	if (order.sold) expect(kept === order.total, `${kept} was kept for it, it costs ${order.total}`);
	expect(left >= 0, 'more was taken back than sold');
	for (const one of lines) {
		expect(one.gross === one.net + one.tax, 'a line does not add up');
		expect(one.kind !== 'surplus' || one.tax === 0, 'a gift is taxed');
	}
	const given = order.sold ? sum(lines.filter(({ kind }) => kind === 'surplus').map((one) => one.gross)) : 0;
	const taxed = order.sold ? sum(lines.map((one) => one.tax)) : 0;
	expect(books?.gifts === given, `the books have gifts of ${books?.gifts}, the lines of ${given}`);
	expect(books?.tax === taxed, `the books have taxes of ${books?.tax}, the lines of ${taxed}`);
	// Each ticket costs its part of what was sold: the largest part is the total by their number, rounded up.
	const most = Math.ceil(order.total / tickets.length);
	for (const ticket of tickets)
		expect(ticket.back <= most, `a ticket was refunded ${ticket.back} of ${most}`);
	const isLive = (status: string) => tickets.some((ticket) => ticket.status === status);
	expect(order.status === 'confirmed' || !isLive('active'), 'it has valid tickets');
	expect(order.status === 'pending' || !isLive('held'), 'it has held tickets');
	return found;
}

test('several do what they like with one order at once: nothing is booked twice, lost or refused with a fault', async () => {
	const wrong: string[] = [];
	const statuses = new Set<number>();
	let made = 0;
	for (let round = 0; round < rounds(15, 2_500); round += 1) {
		// What becomes of a buyer's cancelling: all comes back, a part, or a member decides.
		await database().pool.query(`UPDATE events SET refund_policy = $2 WHERE id = $1`, [
			event.id,
			chance.pick(['Full refund until 1 day before.', 'Half until 1 day before.', '']),
		]);
		const order = await hold();
		const done: string[] = [];
		for (let step = 0; step < 4; step += 1) {
			const together = Array.from({ length: chance.between(2, 3) }, () => chance.pick(operations));
			const answers = await Promise.all(together.map((operation) => operation(order)));
			made += answers.length;
			for (const { status, body } of answers) {
				statuses.add(status);
				if (status >= 500) wrong.push(`${status} ${JSON.stringify(body)}`);
			}
			done.push(
				together.map((one, index) => `${operations.indexOf(one)}: ${answers[index]?.status}`).join(' and '),
			);
			for (const text of await differences(order.id)) wrong.push(`${text}, after ${done.join('; ')}`);
		}
		if (round % 20 === 0) await settleAll(services);
	}
	await settleAll(services);
	expect(wrong, `differences after ${made} operations`).toEqual([]);
	expect(made).toBeGreaterThan(rounds(15, 2_500) * 8);
	expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 422]));
	const { rows } = await database().pool.query(
		`SELECT p.confirmed, p.held, count(a.id) FILTER (WHERE a.status = 'active')::int AS active,
			count(a.id) FILTER (WHERE a.status = 'held')::int AS waiting
		FROM ticket_types t JOIN capacity_pools p ON p.id = t.pool_id JOIN attendees a ON a.ticket_type_id = t.id
		WHERE t.id IN ($1, $2) GROUP BY p.id, p.confirmed, p.held`,
		[event.ticketTypeId, donationTypeId],
	);
	expect(rows).toHaveLength(2);
	for (const row of rows) expect(row).toMatchObject({ confirmed: row.active, held: row.waiting });
	await expectInvariants(services);
}, 3_600_000);
