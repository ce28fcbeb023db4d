import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { writeUses } from '#server/domain/codes/offered-code.ts';
import type { Services } from '#server/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { insertCode } from '#tests/factories/codes.ts';
import { makePricedEvent, type PricedEvent, payByCard } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { cancelOrder } from './commands/cancel-order.ts';
import { confirmOrder } from './commands/confirm-order.ts';
import { placeOrder } from './commands/place-order.ts';
import { eraseRows } from './erase-rows.ts';
import { expireHolds } from './expire-holds.ts';

const { database, services, other, api, owner } = useTestServers();

type CodeValues = Parameters<typeof insertCode>[2];

/** An event with a ticket of €24.00 and a code of 20 % off. */
async function makeCoded(code: CodeValues = {}, type: Record<string, unknown> = {}) {
	const event = await makePricedEvent(services, api, owner, type);
	const scope = { organisationId: event.organisationId, eventId: event.id };
	return { event, scope, ...(await insertCode(database(), scope, code)) };
}
const itemsOf = (event: PricedEvent, quantity = 1) => [{ ticketTypeId: event.ticketTypeId, quantity }];
const quote = async (event: PricedEvent, code: string | undefined, quantity = 1) =>
	(await api.post(`/api/events/${event.id}/quote`, { items: itemsOf(event, quantity), code })).body;
const place = (
	event: PricedEvent,
	code: string,
	more: { quantity?: number; email?: string; server?: Services; hold?: boolean } = {},
) =>
	placeOrder(more.server ?? services, {
		organisationId: event.organisationId,
		eventId: event.id,
		buyer: { name: 'Ada Lovelace', email: more.email ?? 'ada@example.org' },
		items: itemsOf(event, more.quantity),
		code,
		hold: more.hold ?? false,
		idempotencyKey: randomUUID(),
	});
const reasonOf = (order: Promise<unknown>): Promise<unknown> =>
	order.then(
		() => 'taken',
		(error: AppError) => error.metadata.reason ?? error.metadata.rule,
	);
const codeRow = async (id: string) =>
	(await database().pool.query('SELECT used, saved_minor::int AS saved FROM codes WHERE id = $1', [id]))
		.rows[0];
const expire = async (orderId: string) => {
	await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
		orderId,
	]);
	await expireHolds(services);
};

describe('an order with a code', () => {
	test.each<[string, CodeValues, number, number]>([
		['a share', {}, 1_920, 480],
		['an amount', { kind: 'fixed', amountMinor: 500 }, 1_900, 500],
		['an amount above the price', { kind: 'fixed', amountMinor: 9_900 }, 0, 2_400],
		['a set price', { kind: 'price', amountMinor: 1_000 }, 1_000, 1_400],
		['a set price above the price', { kind: 'price', amountMinor: 9_900 }, 2_400, 0],
	])('%s: costs what the quote says', async (_what, code, totalMinor, savedMinor) => {
		const { event, id } = await makeCoded(code);
		const quoted = await quote(event, ' e a-r_l y ', 2);
		expect(quoted).toMatchObject({
			totalMinor: 2 * totalMinor,
			discount: { code: 'EARLY', savedMinor: 2 * savedMinor },
		});
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: itemsOf(event, 2),
			code: 'early',
			quoteHash: quoted.hash,
		});
		expect(placed.body).toMatchObject({
			totalMinor: 2 * totalMinor,
			status: totalMinor === 0 ? 'confirmed' : 'pending',
		});
		const mine = await api.get(`/api/orders/${placed.body.manageToken}`);
		expect(mine.body.discount).toEqual({ code: 'EARLY', savedMinor: 2 * savedMinor });
		expect(await codeRow(id)).toEqual({ used: 1, saved: 2 * savedMinor });
		if (totalMinor > 0) {
			const paid = await payByCard(api, { ...placed.body, quoteHash: quoted.hash });
			expect(paid.body.order).toMatchObject({ status: 'confirmed', dueMinor: 0 });
		}
		await expectInvariants(services);
	});

	test('lowers the price of a tier, and the catalogue says so', async () => {
		const priceTiers = [{ name: 'Early bird', priceMinor: 1_000, endsAt: null, soldUpTo: 1 }];
		const { event } = await makeCoded({}, { priceTiers });
		expect((await quote(event, 'EARLY', 2)).totalMinor).toBe(800 + 1_920);
		const { body } = await api.get(`/api/events/${event.id}/ticket-types?code=early`);
		expect(body.code).toEqual({ code: 'EARLY', refusal: null });
		expect(body.data.find(({ id }: { id: string }) => id === event.ticketTypeId)).toMatchObject({
			priceMinor: 1_920,
			withoutCodeMinor: 1_000,
			tiers: [{ name: 'Early bird', priceMinor: 800 }],
		});
	});

	test('that names a hidden type has it; nobody else does', async () => {
		const { event, scope } = await makeCoded();
		const { body: hidden } = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Friends', kind: 'paid', priceMinor: 500, currency: 'EUR', capacity: 5, isHidden: true },
			{ token: owner.token },
		);
		const friends = { ...event, ticketTypeId: hidden.id };
		await insertCode(database(), scope, { code: 'FRIENDS', kind: 'unlock', ticketTypeIds: [hidden.id] });
		expect((await quote(friends, 'EARLY')).code).toBe('VALIDATION_FAILED');
		expect((await quote(friends, undefined)).code).toBe('VALIDATION_FAILED');
		await expect(place(friends, 'EARLY')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
		expect((await quote(friends, 'FRIENDS')).discount).toEqual({ code: 'FRIENDS', savedMinor: 0 });
		expect((await place(friends, 'FRIENDS')).totalMinor).toBe(500);
		const names = async (query: string) =>
			(await api.get(`/api/events/${event.id}/ticket-types${query}`)).body.data.map(
				({ name }: { name: string }) => name,
			);
		expect(await names('?code=friends')).toContain('Friends');
		expect(await names('?code=early')).not.toContain('Friends');
		expect(await names('')).not.toContain('Friends');
		await expectInvariants(services);
	});

	test.each<[string, CodeValues, number]>([
		['unknown', { code: 'OTHER' }, 1],
		['unknown', { endsAt: new Date(Date.now() - 1_000) }, 1],
		['unknown', { uses: 1, used: 0, budgetMinor: 0 }, 1],
		['not-yet', { startsAt: new Date(Date.now() + 60_000) }, 1],
		['other-tickets', { ticketTypeIds: [randomUUID()] }, 1],
		['min-quantity', { minQuantity: 2 }, 1],
		['max-quantity', { maxQuantity: 1 }, 2],
		['budget-short', { budgetMinor: 500 }, 2],
	])('is refused as %s: %o', async (reason, code, quantity) => {
		const { event } = await makeCoded(code);
		const quoted = await quote(event, 'EARLY', quantity);
		expect(quoted).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			metadata: { rule: 'code-refused', reason },
		});
		expect(await reasonOf(place(event, 'EARLY', { quantity }))).toBe(reason);
		await expectInvariants(services);
	});

	test('is one of so many of a buyer, however the address is written', async () => {
		const { event } = await makeCoded({ usesPerBuyer: 1 });
		const first = await place(event, 'EARLY');
		expect(await reasonOf(place(event, 'EARLY', { email: 'ADA@example.org' }))).toBe('used-by-you');
		expect(await reasonOf(place(event, 'EARLY', { email: 'grace@example.org' }))).toBe('taken');
		await expire(first.id);
		expect(await reasonOf(place(event, 'EARLY'))).toBe('taken');
		await expectInvariants(services);
	});

	test('forgets the buyer who is erased, and keeps the use', async () => {
		const { event, scope, id } = await makeCoded({ usesPerBuyer: 1 });
		const order = await place(event, 'EARLY');
		const rows = { attendeeIds: order.attendees.map((one) => one.id), orderIds: [order.id] };
		await services.database.transaction((tx) => eraseRows(tx, scope, rows, { keepsOwedAccounts: false }));
		const { rows: uses } = await database().pool.query('SELECT buyer FROM code_uses WHERE code_id = $1', [
			id,
		]);
		expect(uses).toEqual([{ buyer: null }]);
		expect(await reasonOf(place(event, 'EARLY'))).toBe('taken');
		expect((await codeRow(id)).used).toBe(2);
	});

	test('gives its use back when it ends or is cancelled, and not before', async () => {
		const { event, scope, id } = await makeCoded({ kind: 'fixed', amountMinor: 9_900, uses: 2 });
		const [whole, part] = [
			await place(event, 'EARLY', { quantity: 2 }),
			await place(event, 'EARLY', { quantity: 2 }),
		];
		expect(await reasonOf(place(event, 'EARLY'))).toBe('unknown');
		const attendeeId = part.attendees[0]?.id;
		await cancelOrder(services, { ...scope, orderId: part.id }, { attendeeId, notify: false });
		expect(await codeRow(id)).toEqual({ used: 2, saved: 9_600 });
		await cancelOrder(services, { ...scope, orderId: whole.id }, { notify: false });
		expect(await codeRow(id)).toEqual({ used: 1, saved: 4_800 });
		expect(await reasonOf(place(event, 'EARLY'))).toBe('taken');
		await expectInvariants(services);
	});

	test('whose hold ended gets its places again only while a use is left', async () => {
		const { event, scope } = await makeCoded({ uses: 1 });
		const first = await place(event, 'EARLY');
		const again = () =>
			api.post(`/api/orders/${first.manageToken}/hold`, undefined, {
				headers: { 'Idempotency-Key': randomUUID() },
			});
		await expire(first.id);
		expect((await again()).body).toMatchObject({ status: 'pending' });
		await expire(first.id);
		const second = await place(event, 'EARLY');
		expect((await again()).body.metadata).toMatchObject({ reason: 'unknown' });
		// Money that comes late meets the check of the database alone.
		const late = confirmOrder(services, { ...scope, orderId: first.id }, { isPaid: true });
		expect(await reasonOf(late)).toBe('hold-ended');
		await expire(second.id);
		expect((await again()).body).toMatchObject({ status: 'pending' });
		await expectInvariants(services);
	});

	test('keeps its price when the code ends while the card page is open', async () => {
		const { event, id } = await makeCoded();
		const { hash } = await quote(event, 'EARLY');
		const order = await place(event, 'EARLY');
		await database().pool.query(`UPDATE codes SET ends_at = now() - interval '1 second' WHERE id = $1`, [id]);
		const paid = await payByCard(api, { ...order, quoteHash: hash });
		expect(paid.body.order).toMatchObject({ status: 'confirmed', totalMinor: 1_920 });
		await expectInvariants(services);
	});

	test('takes nothing off a donation beside it', async () => {
		const { event } = await makeCoded({}, { kind: 'donation', priceMinor: 1_000 });
		expect(await quote(event, 'EARLY')).toMatchObject({ metadata: { reason: 'other-tickets' } });
	});

	test('the same key and request again are one use', async () => {
		const { event, id } = await makeCoded();
		const body = { buyer: { name: 'Ada', email: 'ada@example.org' }, items: itemsOf(event), code: 'EARLY' };
		const headers = { 'Idempotency-Key': randomUUID() };
		const send = (more = {}) => api.post(`/api/events/${event.id}/orders`, { ...body, ...more }, { headers });
		const answers = await Promise.all([send(), send(), send()]);
		expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
		expect((await send({ code: 'OTHER' })).status).toBe(422);
		expect((await codeRow(id)).used).toBe(1);
		await expectInvariants(services);
	});
});

describe('the last uses of a code, wanted by 300 at once on two servers', () => {
	const guarded = { ...writeUses };
	afterEach(() => void Object.assign(writeUses, guarded));

	async function rush() {
		const { event, id } = await makeCoded({ uses: 20, budgetMinor: 15 * 480 }, { capacity: 1_000 });
		const settled = await Promise.all(
			Array.from({ length: 300 }, (_, n) =>
				reasonOf(place(event, 'EARLY', { server: n % 2 ? services : other })),
			),
		);
		return { id, sold: settled.filter((one) => one === 'taken').length };
	}

	test('are had as often as there are, within the budget', async () => {
		const { id, sold } = await rush();
		expect(sold).toBe(15);
		expect(await codeRow(id)).toEqual({ used: 15, saved: 15 * 480 });
		await expectInvariants(services);
	});

	test('control: where uses are not counted, more are sold', async () => {
		Object.assign(writeUses, {
			name: 'codes.use-uncounted',
			text: writeUses.text.replace(
				'used = c.used + n.uses, saved_minor = c.saved_minor + n.saved',
				'used = c.used',
			),
		});
		expect((await rush()).sold).toBeGreaterThan(15);
	});
});
