import { beforeEach, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { type PastType, pastTypes } from '#shared/rules/past-messages.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { sendPast } from './send-past.ts';

const { services, clock, api, owner, query } = useTestOwner({ isFresh: true, hasClock: true });
const { signal } = new AbortController();
const dayMs = 24 * 3_600_000;
let base: string;
/** Of a program: sessions end within the days that pass here. */
let token: string;

beforeEach(async () => {
	token = (await makeApiKey(services, owner)).token;
	base = `/api/organisations/${owner.organisationId}/connections`;
});

const listen = async (more: Parameters<typeof makeConnection>[2] = { types: [...pastTypes] }) =>
	(await makeConnection(services, owner, more)).row.id;
const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString();
const ask = (id: string, body: object = {}) =>
	api.post(`${base}/${id}/backfill`, { types: pastTypes, since: ago(1), ...body }, { token });
const read = async (id: string) => (await api.get(`${base}/${id}`, { token })).body.backfill;
const messagesOf = (id: string) =>
	query(
		`SELECT m.id, m.type, m.source, m.payload, m.occurred_at AS "occurredAt" FROM outbound_deliveries d
		JOIN outbound_messages m ON m.organisation_id = d.organisation_id AND m.id = d.message_id
		WHERE d.connection_id = $1 ORDER BY m.type, m.sequence`,
		[id],
	);
const typesOf = async (id: string) => (await messagesOf(id)).map(({ type }) => type);
const hearFacts = async () => {
	while ((await factPoller.run(services, signal)) > 0);
};
const sendAll = async () => {
	while ((await sendPast.run(services, signal)) > 0);
};
/** Types whose past is in outcome-messages.test.ts. */
const elsewhere = new Set<PastType>([
	...(['refund.requested', 'refund.failed', 'check_in.refused', 'consent.given'] as const),
	...(['waitlist.joined', 'waitlist.accepted', 'waitlist.left'] as const),
]);

/** A sale that was paid, paid back, a guest who came, a donation, a payout and a gift card. */
async function makePast(): Promise<{ event: string; order: string }> {
	const event = await makePricedEvent(services, api, owner);
	const order = await holdTickets(api, event, 2);
	await payByCard(api, order);
	await settleAll(services);
	await refundOrder(api, event, order, { token: owner.token, amountMinor: 500 });
	await settleAll(services);
	const door = await makeDoor({ services, api, owner }, { guests: 1 });
	await api.post(
		`/api/events/${door.event}/check-ins`,
		{ guestId: door.guests[0]?.id, nonce: newId() },
		{ token: owner.token },
	);
	const fundraiser = await makeFundraiser(services, api, owner);
	await payByCard(api, await holdGift(api, fundraiser, { amountMinor: 2_500 }));
	await settleAll(services);
	await issueCard(services, owner);
	for (const act of ['charge', 'payout'])
		await api.post(
			`/api/organisations/${owner.organisationId}/payment-account/test`,
			{ act },
			{ token: owner.token },
		);
	await settleAll(services);
	clock.advance(60_000);
	return { event: event.id, order: order.id };
}

const copyOrder = (times: number) =>
	query(
		`INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'C' || n,
			'idempotency_key', NULL))).* FROM orders o, generate_series(1, $1) n
		WHERE o.id = (SELECT id FROM orders WHERE confirmed_at IS NOT NULL LIMIT 1)`,
		[times],
	);

test('a new webhook is sent what happened before it, once, with what others were messagesOf under the same ids', async () => {
	const early = await listen();
	const { order } = await makePast();
	await hearFacts();
	const live = await messagesOf(early);
	const late = await listen();
	const counted = await ask(late, { onlyCount: true });
	expect([counted.status, counted.body.backfill]).toEqual([202, null]);
	const begun = await ask(late);
	expect(begun.body).toMatchObject({ count: counted.body.count, backfill: { done: 0, endedAt: null } });
	await sendAll();
	const past = await messagesOf(late);
	expect(new Set(past.map(({ type }) => type))).toEqual(
		new Set(pastTypes.filter((type) => !elsewhere.has(type))),
	);
	expect(await read(late)).toMatchObject({
		total: counted.body.count,
		done: counted.body.count,
		sent: past.length,
		endedAt: clock.now().toISOString(),
	});
	// What was messagesOf as it happened is the same message.
	for (const type of [
		'registration.created',
		'donation.received',
		'order.paid',
		'refund.created',
		'refund.succeeded',
		'order.refunded',
		'payout.paid',
		'gift_card.issued',
	]) {
		const idsOf = (rows: typeof live) => rows.filter((row) => row.type === type).map(({ id }) => id);
		expect([type, idsOf(past)]).toEqual([type, idsOf(live)]);
	}
	const paid = past.find(({ type, payload }) => type === 'order.paid' && payload.ids.orderId === order);
	expect(paid?.payload.object).toMatchObject({ order: { id: order }, payment: { amountMinor: 4_800 } });
	expect(JSON.stringify(past)).not.toMatch(/ada@example|Lovelace/);
	// Requested once more there is nothing that it has not got, and who was messagesOf all along gets no more of it.
	for (const id of [late, early]) {
		const before = await messagesOf(id);
		const again = await ask(id, { types: pastTypes.filter((type) => !/check/.test(type)) });
		expect(again.status, JSON.stringify(again.body)).toBe(202);
		await sendAll();
		expect((await read(id)).sent).toBe(0);
		expect(await messagesOf(id)).toEqual(before);
	}
	await expectInvariants(services);
});

test('what happened before it began is heard of once, whichever comes first', async () => {
	const id = await listen();
	await makePast();
	await ask(id);
	await sendAll();
	const past = await messagesOf(id);
	await hearFacts();
	// Publishing may be messagesOf again: an event is published as often as one likes.
	const once = (rows: typeof past) => rows.filter(({ type }) => type !== 'event.published');
	expect(once(await messagesOf(id))).toEqual(once(past));
});

test('only the types, the time and the events that were requested', async () => {
	const { event } = await makePast();
	const other = await makeEvent(services, owner, { isPublished: true });
	clock.advance(3 * dayMs);
	await makeEvent(services, owner, { isPublished: true });
	clock.advance(60_000);
	const since = async (id: string, types: PastType[], days: number) => {
		await ask(id, { types, since: ago(days) });
		await sendAll();
		return typesOf(id);
	};
	const whole = await listen();
	expect(await since(whole, ['registration.created', 'order.paid'], 1)).toEqual([]);
	expect((await read(whole)).endedAt).not.toBeNull();
	expect((await since(whole, ['order.refunded'], 10)).length).toBe(1);
	const some = await listen({ types: [...pastTypes], eventIds: [event] });
	await ask(some, { since: ago(10) });
	await sendAll();
	const events = await query(
		`SELECT DISTINCT m.event_id AS id FROM outbound_deliveries d JOIN outbound_messages m ON m.id = d.message_id
		WHERE d.connection_id = $1`,
		[some],
	);
	expect(events).toEqual([{ id: event }]);
	expect(await typesOf(some)).not.toContain('payout.paid');
	expect(other.id).not.toBe(event);
});

test('many go in pieces, which wait for those before to be sent and lose nothing to two workers', async () => {
	await makePast();
	await copyOrder(450);
	const [{ n: total }] = await query(`SELECT count(*)::int AS n FROM orders WHERE confirmed_at IS NOT NULL`);
	const id = await listen({ types: ['registration.created'] });
	await ask(id, { types: ['registration.created'] });
	expect((await ask(id, { types: ['registration.created'] })).body.metadata.rule).toBe('backfill-running');
	await sendAll();
	// Nothing was sent yet: no more are made.
	expect((await messagesOf(id)).length).toBe(200);
	expect(await read(id)).toMatchObject({ total, done: 200, sent: 200, endedAt: null });
	await api.post(`${base}/${id}/pause`, {}, { token });
	await query(`UPDATE outbound_deliveries SET state = 'dropped', settled_at = now()`);
	await sendAll();
	expect((await messagesOf(id)).length).toBe(200);
	await api.post(`${base}/${id}/resume`, {}, { token });
	for (let round = 0; round < 10; round += 1) {
		await Promise.all([sendPast.run(services, signal), sendPast.run(services, signal)]);
		await query(`UPDATE outbound_deliveries SET state = 'dropped', settled_at = now() WHERE state = 'due'`);
	}
	expect(await read(id)).toMatchObject({ total, done: total, sent: total });
	expect(new Set((await messagesOf(id)).map(({ source }) => source)).size).toBe(total);
	expect((await messagesOf(id)).length).toBe(total);
});

test('is refused with what is wrong: the time, the types, too many, chats, what is paused', async () => {
	const id = await listen({ types: ['event.published', 'registration.created'] });
	for (const [field, body] of [
		['since', { since: ago(-1) }],
		['since', { since: ago(400) }],
		['since', { since: 'yesterday' }],
		['types', { types: ['order.paid'] }],
		['types.0', { types: ['event.updated'] }],
		['types', { types: [] }],
	] as const) {
		const refused = await ask(id, { types: ['event.published'], ...body });
		expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
	}
	const ruleOf = async (connection: string, body: object = {}) =>
		(await ask(connection, { types: ['registration.created'], ...body })).body.metadata?.rule;
	expect(await ruleOf(await listen({ kind: 'slack', types: ['registration.created'] }))).toBe(
		'webhooks-only',
	);
	await makePast();
	await copyOrder(10_001);
	expect((await ask(id, { types: ['registration.created'], onlyCount: true })).body.count).toBe(10_001);
	expect(await ruleOf(id)).toBe('too-many-messages');
	await api.post(`${base}/${id}/pause`, {}, { token });
	expect(await ruleOf(id)).toBe('connection-not-active');
	expect((await ask(newId())).status).toBe(404);
	const stranger = await makeUser(services);
	expect((await api.post(`${base}/${id}/backfill`, {}, { token: stranger.token })).status).toBe(404);
	expect(await messagesOf(id)).toEqual([]);
});
