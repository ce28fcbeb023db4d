import { describe, expect, test } from 'vitest';
import { issueDueReceipts } from '#server/domain/orders/documents/due-receipts.ts';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import { MOST_WAITING_SALES } from '#shared/rules/door-sales.ts';
import {
	doorCalls,
	endEvent,
	makeDoorSale,
	makeSellingDoor,
	newNonce,
	openDrawer,
	otherDevice,
	type SellingDoor,
	setDoorSale,
} from '#tests/factories/door-sales.ts';
import { payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner, query } = useTestOwner();

const mine = () => ({ token: owner.token });
const ruleOf = ({ status, body }: { status: number; body: unknown }) => [
	status,
	(body as { metadata?: { rule?: string } }).metadata?.rule,
];

async function openTill(
	type: Record<string, unknown> = {},
): Promise<{ door: SellingDoor; drawerId: string } & ReturnType<typeof doorCalls>> {
	const door = await makeDoorSale(services, api, owner, type);
	return { door, drawerId: await openDrawer(api, door), ...doorCalls(api, door) };
}
const patchType = async ({ event }: SellingDoor, body: Record<string, unknown>) => {
	const answer = await api.patch(`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`, body, mine());
	expect(answer.status).toBe(200);
};
const takeTransfers = (door: SellingDoor) =>
	query(
		`INSERT INTO payment_settings (organisation_id, takes_transfers, transfer_holder, transfer_iban, version)
		VALUES ($1, true, 'Harbour Hall', 'DE89370400440532013000', 1)
		ON CONFLICT (organisation_id) DO UPDATE SET takes_transfers = true, transfer_holder = excluded.transfer_holder, transfer_iban = excluded.transfer_iban`,
		[door.event.organisationId],
	);
const accounts = async (subjectId: string) =>
	Object.fromEntries(
		(
			await query<{ account: string; sum: string }>(
				`SELECT account, sum(minor) AS sum FROM (
					SELECT debit AS account, amount_minor AS minor FROM ledger_transfers WHERE subject_id = $1
					UNION ALL SELECT credit, -amount_minor FROM ledger_transfers WHERE subject_id = $1) one GROUP BY 1`,
				[subjectId],
			)
		).map(({ account, sum }) => [account, Number(sum)]),
	);

const seatsOf = ({ types }: DoorShop, { event }: SellingDoor) =>
	types.find(({ id }) => id === event.ticketTypeId);

describe('in cash', () => {
	test('a sale is paid at once, with its change, and its guests are in', async () => {
		const { door, sell, look, shop } = await openTill();
		const sold = await sell({
			items: [{ ticketTypeId: door.event.ticketTypeId, quantity: 2 }],
			...{ given: 5_000, checkIn: {} },
		});
		expect(sold.status).toBe(201);
		expect(sold.body).toMatchObject({
			...{ kind: 'sale', state: 'paid', way: 'cash', totalMinor: 4_800, dueMinor: 4_800 },
			...{ givenMinor: 5_000, changeMinor: 200, isOffline: false, device: 'Till 1', transferCode: null },
			attendees: [
				{ name: 'Walk-in', ticketTypeName: 'Seat', isCheckedIn: true },
				{ name: 'Walk-in', ticketTypeName: 'Seat', isCheckedIn: true },
			],
		});
		expect((await look(sold.body.id)).body).toEqual(sold.body);
		const { body } = await shop();
		expect(body).toMatchObject({ isOpen: true, ways: ['cash', 'card'] });
		expect(seatsOf(body, door)).toMatchObject({ name: 'Seat', left: 8 });
		expect(body.drawer).toMatchObject({ expectedMinor: 14_800, sales: 1 });
		expect(await accounts(sold.body.orderId)).toMatchObject({ buyer: 0, cash: 4_800 });
		const page = await api.get(`/api/orders/${sold.body.url.split('/').at(-1)}`);
		expect(page.body).toMatchObject({ status: 'confirmed', dueMinor: 0 });
		await expectInvariants(services);
	});

	test('the same nonce again is the same sale, another request under it is refused', async () => {
		const { door, sell } = await openTill();
		const nonce = newNonce();
		const first = await sell({ nonce, checkIn: {} });
		expect((await sell({ nonce, checkIn: {} })).body).toEqual(first.body);
		expect(ruleOf(await sell({ nonce, given: 9_000 }))).toEqual([422, 'idempotency-key-reused']);
		const other = otherDevice(door);
		await openDrawer(api, other);
		expect(ruleOf(await doorCalls(api, other).sell({ nonce }))).toEqual([422, 'idempotency-key-reused']);
		const [row] = await query<{ sales: number; scans: number }>(
			`SELECT (SELECT count(*)::int FROM door_sales WHERE event_id = $1) AS sales, (SELECT count(*)::int FROM check_ins WHERE event_id = $1) AS scans`,
			[door.event.id],
		);
		expect(row).toEqual({ sales: 1, scans: 1 });
	});

	test('a name and an email stand with the order', async () => {
		const { sell } = await openTill();
		const { body } = await sell({ name: 'Ada Lovelace', email: 'ada@example.org' });
		expect(body.attendees[0]).toMatchObject({ name: 'Ada Lovelace' });
		const [order] = await query(`SELECT buyer_email, source, created_by FROM orders WHERE id = $1`, [
			body.orderId,
		]);
		expect(order).toEqual({ buyer_email: 'ada@example.org', source: 'door', created_by: null });
	});

	test('a guest without a name has a document at the page of the order, and can have it by email later', async () => {
		const { sell } = await openTill();
		const { body } = await sell();
		await issueDueReceipts(services);
		const path = `/api/orders/${body.url.split('/').at(-1)}`;
		const documents = await api.get(`${path}/documents`);
		expect(documents.status).toBe(200);
		expect(documents.body.data ?? documents.body).toHaveLength(1);
		const sent = await api.post(`${path}/resend`, { email: 'ada@example.org' });
		expect(sent.status).toBe(202);
		const [order] = await query(`SELECT buyer_email FROM orders WHERE id = $1`, [body.orderId]);
		expect(order).toEqual({ buyer_email: 'ada@example.org' });
		await expectInvariants(services);
	});

	test('a member sells as a staff link does', async () => {
		const { door } = await openTill();
		const device = { id: 'member-device', name: '' };
		const path = `/api/events/${door.event.id}/door-sales`;
		const count = { action: 'open', countedMinor: 0, name: 'Mia', device };
		expect((await api.post(`${path}/cash`, count, mine())).status).toBe(200);
		const items = [{ ticketTypeId: door.event.ticketTypeId, quantity: 1 }];
		const sold = await api.post(path, { items, way: 'cash', nonce: newNonce(), device }, mine());
		expect(sold.status).toBe(201);
		expect((await api.get(`${path}/${sold.body.id}`, mine())).body).toEqual(sold.body);
		// Another way to the door does not see it.
		expect((await doorCalls(api, door).look(sold.body.id)).status).toBe(404);
	});

	test('coins of CHF are rounded, and all that was paid can be refunded', async () => {
		for (const [priceMinor, dueMinor] of [
			[1_002, 1_000],
			[1_003, 1_005],
		] as const) {
			const { door, sell } = await openTill();
			await query(`UPDATE events SET currency = 'CHF' WHERE id = $1`, [door.event.id]);
			await query(
				`UPDATE ticket_types SET currency = 'CHF', price_minor = CASE WHEN kind = 'free' THEN 0 ELSE $2 END WHERE event_id = $1`,
				[door.event.id, priceMinor],
			);
			await query(`UPDATE cash_drawers SET currency = 'CHF' WHERE event_id = $1`, [door.event.id]);
			expect(ruleOf(await sell({ given: dueMinor - 5 }))).toEqual([422, 'given-too-little']);
			const { body } = await sell({ given: 2_000 });
			expect(body).toMatchObject({ totalMinor: priceMinor, dueMinor, changeMinor: 2_000 - dueMinor });
			expect(await accounts(body.orderId)).toMatchObject({
				buyer: 0,
				cash: dueMinor,
				rounding: priceMinor - dueMinor,
			});
			await expectInvariants(services);
			const refunded = await refundOrder(
				api,
				door.event,
				{ id: body.orderId },
				{ token: owner.token, reason: 'Ill', isCancelling: true },
			);
			expect(refunded.status).toBeLessThan(300);
			await settleAll(services);
			await expectInvariants(services);
		}
	});

	test('tax, the fee of the buyer, a donation and tiers are priced as for the public', async () => {
		const { door, sell, shop } = await openTill({
			taxBasisPoints: 1_900,
			priceTiers: [{ name: 'Early', priceMinor: 1_000, endsAt: null, soldUpTo: 1 }],
		});
		await query(`UPDATE events SET fee_bearer = 'buyer' WHERE id = $1`, [door.event.id]);
		const given = await api.post(
			`/api/events/${door.event.id}/ticket-types`,
			{ name: 'Gift', kind: 'donation', priceMinor: 500 },
			mine(),
		);
		const items = [
			{ ticketTypeId: door.event.ticketTypeId, quantity: 2 },
			{ ticketTypeId: given.body.id, quantity: 1, chosenMinor: 700 },
		];
		const quoted = await api.post(`/api/events/${door.event.id}/quote`, { items });
		expect(ruleOf(await sell({ items, quoteHash: '1EUR-x' }))).toEqual([422, 'price-changed']);
		const { status, body } = await sell({ items, quoteHash: quoted.body.hash });
		expect(status).toBe(201);
		expect(body.totalMinor).toBe(quoted.body.totalMinor);
		expect(seatsOf((await shop()).body, door)?.tiers).toEqual([]);
		await expectInvariants(services);
	});

	test('what is free needs no drawer and no way to pay', async () => {
		const door = await makeDoorSale(services, api, owner);
		const free = await api.post(
			`/api/events/${door.event.id}/ticket-types`,
			{ name: 'Child', kind: 'free' },
			mine(),
		);
		const items = [{ ticketTypeId: free.body.id, quantity: 1 }];
		const { status, body } = await doorCalls(api, door).sell({ items, checkIn: {} });
		expect(status).toBe(201);
		expect(body).toMatchObject({ state: 'paid', way: 'cash', totalMinor: 0, dueMinor: null });
		expect(body.attendees[0]?.isCheckedIn).toBe(true);
		await expectInvariants(services);
	});

	test('add-ons alone, more than the limit, without approval, with places that count', async () => {
		const { door, sell } = await openTill({ maxPerOrder: 1, needsApproval: true, capacity: 3 });
		const parking = await api.post(
			`/api/events/${door.event.id}/ticket-types`,
			{ name: 'Parking', kind: 'add_on', priceMinor: 900 },
			mine(),
		);
		expect((await sell({ items: [{ ticketTypeId: parking.body.id, quantity: 1 }] })).body.state).toBe('paid');
		const items = [{ ticketTypeId: door.event.ticketTypeId, quantity: 3 }];
		expect((await sell({ items })).body.state).toBe('paid');
		expect(ruleOf(await sell())).toEqual([422, 'sold-out']);
		await expectInvariants(services);
	});
});

describe('refusals', () => {
	test('each has its rule', async () => {
		const { door, sell } = await openTill();
		const { event } = door;
		expect(ruleOf(await doorCalls(api, otherDevice(door)).sell())).toEqual([422, 'drawer-not-open']);
		expect(ruleOf(await sell({ given: 100 }))).toEqual([422, 'given-too-little']);
		expect(ruleOf(await sell({ way: 'transfer' }))).toEqual([422, 'way-not-open']);
		await patchType(door, { isHidden: true });
		expect(ruleOf(await sell())).toEqual([422, 'not-sold-at-door']);
		await setDoorSale(services, door, { ticketTypeIds: [event.ticketTypeId], ways: ['card'] });
		expect(ruleOf(await sell())).toEqual([422, 'way-not-open']);
		await setDoorSale(services, door, { ticketTypeIds: [event.ticketTypeId] });
		await patchType(door, { isClosed: true });
		expect((await sell()).status).toBe(201);
		await query(`UPDATE events SET status = 'postponed' WHERE id = $1`, [event.id]);
		expect(ruleOf(await sell())).toEqual([422, 'event-not-open']);
		await query(`UPDATE events SET status = 'published' WHERE id = $1`, [event.id]);
		await endEvent(services, door);
		expect(ruleOf(await sell())).toEqual([422, 'event-over']);
	});

	test('a revoked link sells nothing; an unknown sale is not found; what is nonsense is no error of the server', async () => {
		const { door, sell, look, cancel, takePayment } = await openTill();
		const unknown = '00000000-0000-4000-8000-000000000000';
		expect((await look(unknown)).status).toBe(404);
		expect((await cancel(unknown)).status).toBe(404);
		expect((await takePayment({ guestId: unknown })).status).toBe(404);
		expect((await takePayment({ guestQrData: 'hello' })).status).toBe(404);
		expect((await sell({ items: [{ ticketTypeId: unknown, quantity: 1 }] })).status).toBe(422);
		expect((await sell({ items: [] })).status).toBe(400);
		await query(`UPDATE staff_links SET revoked_at = now() - interval '1 second' WHERE id = $1`, [
			door.linkId,
		]);
		expect((await sell()).status).toBe(401);
	});
});

describe('whatever a client sends', () => {
	const texts = ['nonce-\u0000-nonce', `nonce-\ud800-nonce`, 'nonce-\u202e-nonce'];
	test.each(texts)('the nonce %j is no error of the server', async (nonce) => {
		const { sell, takePayment, door } = await openTill();
		expect((await sell({ nonce })).status).toBeLessThan(500);
		expect((await sell({ name: nonce, email: 'a@example.org' })).status).toBeLessThan(500);
		expect((await takePayment({ nonce, guestQrData: nonce })).status).toBeLessThan(500);
		const offline = { soldAt: '9999-12-31T23:59:59+14:00', priceList: nonce, drawerId: door.linkId };
		expect((await sell({ nonce: newNonce(), offline })).status).toBeLessThan(500);
	});

	test('amounts beyond reason are refused', async () => {
		const { door, sell } = await openTill();
		const gift = await api.post(
			`/api/events/${door.event.id}/ticket-types`,
			{ name: 'Gift', kind: 'donation', priceMinor: 0 },
			mine(),
		);
		const item = { ticketTypeId: gift.body.id, quantity: 50 };
		for (const chosenMinor of [-1, 1, 0.5, 99_999_999, 9_007_199_254_740_991])
			expect((await sell({ items: [{ ...item, chosenMinor }, item] })).status).toBe(400);
		expect((await sell({ given: 9_007_199_254_740_991 })).status).toBeLessThan(500);
	});
});

describe('by card and by transfer', () => {
	test('an order waits for its card and is paid on the phone', async () => {
		const { sell, look, cancel } = await openTill();
		const { body } = await sell({ way: 'card' });
		expect(body).toMatchObject({ state: 'waiting', way: 'card', dueMinor: null });
		const manageToken = body.url.split('/').at(-1) as string;
		const page = await api.get(`/api/orders/${manageToken}`);
		expect(page.status).toBe(200);
		expect((await payByCard(api, { manageToken, quoteHash: page.body.quoteHash })).status).toBeLessThan(300);
		await settleAll(services);
		expect((await look(body.id)).body.state).toBe('paid');
		expect(ruleOf(await cancel(body.id))).toEqual([422, 'sale-paid']);
		await expectInvariants(services);
	});

	test('only a number of sales of a link wait for their payment at a time; cash is taken all the same', async () => {
		const { sell } = await openTill({ capacity: 500 });
		const first = await sell({ way: 'card' });
		const copies = await query<{ id: string }>(
			`INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, expires_at)
			SELECT gen_random_uuid(), organisation_id, event_id, 'W' || n, 'pending', 'door', 'Walk-in', '', currency, expires_at
			FROM orders, generate_series(2, $2::int) n WHERE id = $1 RETURNING id`,
			[first.body.orderId, MOST_WAITING_SALES],
		);
		const ids = copies.map(({ id }) => id);
		await query(
			`INSERT INTO door_sales (id, organisation_id, event_id, holder_id, device_id, order_id, kind, nonce, request_hash, way, currency, total_minor)
			SELECT gen_random_uuid(), organisation_id, event_id, holder_id, device_id, o, kind, o::text, request_hash, way, currency, total_minor
			FROM door_sales, unnest($2::uuid[]) o WHERE id = $1`,
			[first.body.id, ids],
		);
		expect(ruleOf(await sell({ way: 'card' }))).toEqual([422, 'too-many-unpaid-places']);
		expect((await sell()).status).toBe(201);
		await query(`DELETE FROM door_sales WHERE order_id = ANY ($1)`, [ids]);
		await query(`DELETE FROM orders WHERE id = ANY ($1)`, [ids]);
		expect((await sell({ way: 'card' })).status).toBe(201);
		await expectInvariants(services);
	});

	test('one that is not paid is cancelled, once', async () => {
		const { door, sell, look, cancel, shop } = await openTill();
		const { body } = await sell({ way: 'card' });
		expect(seatsOf((await shop()).body, door)?.left).toBe(9);
		expect((await cancel(body.id)).body.state).toBe('ended');
		expect((await cancel(body.id)).body.state).toBe('ended');
		expect((await look(body.id)).body.state).toBe('ended');
		await expectInvariants(services);
	});

	test('a transfer has a code for banking apps', async () => {
		const { door, sell } = await openTill();
		await takeTransfers(door);
		const { status, body } = await sell({ way: 'transfer' });
		expect([status, body.state]).toEqual([201, 'waiting']);
		expect(body.transferCode).toContain('DE89370400440532013000');
		expect(body.transferCode).toContain('EUR24.00');
		const [order] = await query(
			`SELECT terms, expires_at > now() + interval '1 day' AS is_long FROM orders WHERE id = $1`,
			[body.orderId],
		);
		expect(order).toEqual({ terms: 'transfer', is_long: true });
		await expectInvariants(services);
	});
});

describe('payments of orders that wait', () => {
	test('in cash the order is confirmed, once', async () => {
		const { sell, takePayment, look } = await openTill();
		const waiting = (await sell({ way: 'card' })).body;
		const guestId = waiting.attendees[0]?.id;
		const nonce = newNonce();
		expect(ruleOf(await takePayment({ guestId, given: 100 }))).toEqual([422, 'given-too-little']);
		const paid = await takePayment({ guestId, nonce, given: 3_000 });
		expect(paid.body).toMatchObject({ kind: 'payment', state: 'paid', dueMinor: 2_400, changeMinor: 600 });
		expect((await takePayment({ guestId, nonce, given: 3_000 })).body).toEqual(paid.body);
		expect(ruleOf(await takePayment({ guestId, nonce }))).toEqual([422, 'idempotency-key-reused']);
		expect(ruleOf(await takePayment({ guestId }))).toEqual([422, 'order-confirmed']);
		expect((await look(waiting.id)).body.state).toBe('paid');
		await expectInvariants(services);
	});

	test('an order that waits is found by its code or by a name, until it is paid', async () => {
		const { door, sell, takePayment, findUnpaid } = await openTill();
		const { body: waiting } = await sell({ way: 'card', name: 'Ada Lovelace' });
		const guestId = waiting.attendees[0]?.id;
		const found = {
			orderCode: waiting.orderCode,
			guestId,
			guestName: 'Ada Lovelace',
			totalMinor: 2_400,
			tickets: 1,
		};
		expect((await findUnpaid('lovelace ad')).body.data).toMatchObject([found]);
		expect((await findUnpaid(waiting.orderCode.toLowerCase())).body.data).toMatchObject([found]);
		expect((await findUnpaid('%')).body.data).toEqual([]);
		const nameless = doorCalls(
			api,
			await makeSellingDoor(api, door.event, { abilities: ['scan', 'sell_at_door'] }),
		);
		expect((await nameless.findUnpaid('Lovelace')).body.data).toEqual([]);
		expect((await nameless.findUnpaid(waiting.orderCode)).body.data).toMatchObject([
			{ guestId, guestName: '' },
		]);
		await takePayment({ guestId });
		expect((await findUnpaid('Lovelace')).body.data).toEqual([]);
	});

	test('a link that may not see who the guests are reads no names of an older order', async () => {
		const { door, sell } = await openTill();
		const { body: waiting } = await sell({ way: 'card', name: 'Ada Lovelace' });
		const other = await makeSellingDoor(api, door.event, { abilities: ['scan', 'sell_at_door'] });
		const { takePayment, look } = doorCalls(api, other);
		const { body } = await takePayment({ guestId: waiting.attendees[0]?.id, way: 'card' });
		expect([body.attendees[0]?.name, (await look(body.id)).body.attendees[0]?.name]).toEqual(['', '']);
	});

	test('by card and by transfer it waits; cancelling the payment leaves the order', async () => {
		const { door, sell, takePayment, cancel } = await openTill();
		await takeTransfers(door);
		const [guest] = (await sell({ way: 'card' })).body.attendees;
		const card = await takePayment({ guestId: guest?.id, way: 'card' });
		expect(card.body).toMatchObject({ kind: 'payment', state: 'waiting', way: 'card' });
		expect((await cancel(card.body.id)).body.state).toBe('ended');
		const transfer = await takePayment({ guestId: guest?.id, way: 'transfer' });
		expect(transfer.body.transferCode).toContain('EUR24.00');
		const cancelled = (await sell({ way: 'card' })).body;
		await cancel(cancelled.id);
		const [ticket] = await query<{ id: string }>(`SELECT id FROM attendees WHERE order_id = $1`, [
			cancelled.orderId,
		]);
		expect(ruleOf(await takePayment({ guestId: ticket?.id }))).toEqual([422, 'order-cancelled']);
		await query(`UPDATE orders SET status = 'expired' WHERE id = $1`, [transfer.body.orderId]);
		expect(ruleOf(await takePayment({ guestId: guest?.id }))).toEqual([422, 'hold-ended']);
		await query(`UPDATE orders SET status = 'pending' WHERE id = $1`, [transfer.body.orderId]);
		await expectInvariants(services);
	});
});
