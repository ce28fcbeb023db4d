import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import type { FactCatalogue } from '#server/domain/fact-catalogue.ts';
import { createFacts, listen } from '#server/domain/facts.ts';
import { endDueGroups, noticeDeadlines } from '#server/domain/groups/deadline.ts';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { endUndoTime, makeEvent, moveEvent } from '#tests/factories/events.ts';
import { groupOf, insertInvitation } from '#tests/factories/groups.ts';
import {
	buyTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Places that are held for a group until a deadline, and that each guest orders. */
const { services, api, owner, query } = useTestOwner();

const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const at = () => ({ token: owner.token });
type Sold = Pick<PricedEvent, 'id' | 'organisationId' | 'ticketTypeId'>;

/** A published event a week ahead, with a free ticket type. */
async function freeEvent(type: Record<string, unknown> = {}, isPublished = true): Promise<Sold> {
	const { id, organisationId } = await makeEvent(services, owner, { isPublished });
	const made = await api.post(
		`/api/events/${id}/ticket-types`,
		{ name: 'Crew', kind: 'free', capacity: 10, ...type },
		at(),
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return { id, organisationId, ticketTypeId: made.body.id };
}

const bodyFor = (event: Sold, more: Record<string, unknown> = {}) => ({
	...{ pays: 'each', name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org' },
	...{ ticketTypeId: event.ticketTypeId, places: 3, deadlineAt: inDays(5), ...more },
});
const create = (event: Sold, more: Record<string, unknown> = {}) =>
	api.post(`/api/events/${event.id}/groups`, bodyFor(event, more), at());

/** A group with what its organiser, its leader and its guests do. */
async function makeGroup(event: Sold, more: Record<string, unknown> = {}) {
	const made = await create(event, more);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const path = `/api/events/${event.id}/groups/${made.body.id}`;
	return {
		...(await groupOf(api, made.body.groupToken)),
		...{ body: made.body, event },
		update: (body: Record<string, unknown>) => api.patch(path, body, at()),
		end: () => api.post(`${path}/end`, undefined, at()),
		listed: async () => (await api.get(`/api/events/${event.id}/groups`, at())).body.data[0],
	};
}

/** What the public could still order. */
async function left({ ticketTypeId }: Sold): Promise<number> {
	const [row] = await query<{ left: number }>(
		`SELECT p.size - p.confirmed - p.held AS left FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1`,
		[ticketTypeId],
	);
	return row?.left ?? Number.NaN;
}

const order = (event: Sold, quantity = 1) =>
	api.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Pia', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId: event.ticketTypeId, quantity }],
	});

describe('making a group', () => {
	test('holds its places, and is listed with the link of its leader for those who manage orders', async () => {
		const event = await freeEvent();
		const group = await makeGroup(event);
		expect(group.body).toMatchObject({
			...{
				name: 'Choir',
				pays: 'each',
				state: 'open',
				leaderName: 'Clara',
				leaderEmail: 'clara@example.org',
			},
			...{ places: 3, taken: 0, orderId: null, groupToken: expect.any(String) },
			ticketType: { id: event.ticketTypeId, name: 'Crew' },
		});
		expect(await left(event)).toBe(7);
		expect(ruleOf(await order(event, 8))).toEqual([422, 'sold-out']);
		expect(await group.view()).toMatchObject({
			places: 3,
			taken: 0,
			isClaimable: true,
			price: { totalMinor: 0 },
		});
		await expectInvariants(services);
	});

	test('pages through groups, the newest first', async () => {
		const event = await freeEvent({ capacity: 100 });
		for (const name of ['A', 'B', 'C']) await makeGroup(event, { name });
		const path = `/api/events/${event.id}/groups`;
		const first = await api.get(path, { ...at(), query: { limit: '2' } });
		expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'B']);
		const next = await api.get(path, { ...at(), query: { limit: '2', cursor: first.body.nextCursor } });
		expect(next.body.data.map(({ name }: { name: string }) => name)).toEqual(['A']);
		expect(next.body.nextCursor).toBeNull();
		const forged = Buffer.from('["x"]').toString('base64url');
		expect((await api.get(path, { ...at(), query: { cursor: forged } })).status).toBeLessThan(500);
	});

	test('of a draft is possible, of an event that is cancelled or over it is not', async () => {
		const draft = await freeEvent({}, false);
		await makeGroup(draft);
		const event = await freeEvent();
		await moveEvent(services, event.id, { start: -3, end: -1 });
		expect(ruleOf(await create(event))).toEqual([422, 'event-closed']);
		const cancelled = await freeEvent();
		await query(`UPDATE events SET status = 'cancelled', cancelled_at = now() WHERE id = $1`, [cancelled.id]);
		expect(ruleOf(await create(cancelled))).toEqual([422, 'event-closed']);
	});

	test('refuses deadlines, ticket types and numbers that cannot be', async () => {
		const event = await freeEvent();
		expect(ruleOf(await create(event, { deadlineAt: inDays(-1) }))).toEqual([422, 'deadline-passed']);
		expect(ruleOf(await create(event, { deadlineAt: inDays(8) }))).toEqual([422, 'deadline-too-late']);
		const soldOut = await create(event, { places: 11 });
		expect(ruleOf(soldOut)).toEqual([422, 'sold-out']);
		expect(soldOut.body.metadata.left).toBe(10);
		expect((await create(event, { places: 0 })).status).toBe(400);
		const types = [
			{ kind: 'donation', name: 'Give' },
			{ kind: 'free', name: 'Asked', needsApproval: true },
		];
		for (const type of types) {
			const made = await api.post(`/api/events/${event.id}/ticket-types`, { capacity: 10, ...type }, at());
			expect(made.status, JSON.stringify(made.body)).toBe(201);
			const refused = await create(event, { ticketTypeId: made.body.id });
			expect(refused.status).toBe(400);
			expect(refused.body.details[0].field).toBe('ticketTypeId');
		}
		expect((await create(event, { ticketTypeId: randomUUID() })).status).toBe(400);
		expect(await left(event)).toBe(10);
	});

	test('of an order is made by a member once; its name and its leader can be changed', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 20 });
		const bought = await buyTickets(api, event, 3);
		const make = () =>
			api.post(`/api/events/${event.id}/groups`, { pays: 'leader', name: 'Table', orderId: bought.id }, at());
		const made = await make();
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		expect(made.body).toMatchObject({
			pays: 'leader',
			places: 3,
			taken: 0,
			orderId: bought.id,
			ticketType: null,
		});
		expect((await make()).body.code).toBe('RESOURCE_ALREADY_EXISTS');
		const path = `/api/events/${event.id}/groups/${made.body.id}`;
		const changed = await api.patch(path, { name: 'Round', leaderName: 'Grace' }, at());
		expect(changed.body).toMatchObject({ name: 'Round', leaderName: 'Grace' });
		expect((await api.get(bought.path)).body.attendees[0].name).toBe('Place 1 of Round');
		expect((await api.patch(path, { places: 4 }, at())).body.details[0].field).toBe('places');
		expect((await api.patch(path, { deadlineAt: inDays(2) }, at())).body.details[0].field).toBe('deadlineAt');
		expect((await api.post(`${path}/end`, undefined, at())).body.state).toBe('ended');
		await expectInvariants(services);
	});
});

describe('claiming a place', () => {
	test('that costs nothing is confirmed at once, also when the event is sold out; the last is refused', async () => {
		const event = await freeEvent({ capacity: 3 });
		const group = await makeGroup(event);
		expect(ruleOf(await order(event))).toEqual([422, 'sold-out']);
		for (let n = 0; n < 3; n += 1) {
			const claimed = await group.claim();
			expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
			expect(claimed.body).toMatchObject({
				state: 'claimed',
				isToPay: false,
				manageToken: expect.any(String),
			});
		}
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		expect(await group.listed()).toMatchObject({ places: 3, taken: 3 });
		expect(await left(event)).toBe(0);
		await expectInvariants(services);
	});

	test('sells what is hidden, closed or out of its time, and fewer than its type says, without an approval', async () => {
		const closed = { salesEndAt: inDays(-1), minPerOrder: 2, maxPerOrder: 4, isHidden: true, isClosed: true };
		const event = await freeEvent(closed);
		const group = await makeGroup(event);
		await query('UPDATE ticket_types SET needs_approval = true WHERE id = $1', [event.ticketTypeId]);
		expect((await order(event, 2)).status).toBeGreaterThanOrEqual(400);
		const claimed = await group.claim();
		expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
		const held = await api.get(`/api/orders/${claimed.body.manageToken}`);
		expect(held.body.status).toBe('confirmed');
		await expectInvariants(services);
	});

	test('with a price is paid at the checkout; unpaid, the place comes back to the group', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 2 });
		const group = await makeGroup(event, { places: 2 });
		const [first, second] = [await group.claim(), await group.claim()];
		expect(first.body).toMatchObject({ state: 'claimed', isToPay: true });
		expect(await group.listed()).toMatchObject({ taken: 2 });
		const view = (await api.get(`/api/orders/${first.body.manageToken}`)).body;
		expect(view).toMatchObject({ status: 'pending', totalMinor: 2_400 });
		const quoteHash = view.quoteHash ?? (await hashOf(view.id));
		const paid = await payByCard(api, { manageToken: first.body.manageToken, quoteHash });
		expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
		await settleAll(services);
		expect((await api.get(`/api/orders/${first.body.manageToken}`)).body.status).toBe('confirmed');
		await lapse(second.body.manageToken);
		await expireHolds(services);
		expect(await left(event)).toBe(0);
		expect(await group.listed()).toMatchObject({ taken: 1 });
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});

	test('by an invitation is one order, until that has ended', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 5 });
		const group = await makeGroup(event);
		const invitation = await insertInvitation(services, group, { email: 'ada@example.org' });
		const path = `/api/claims/${invitationTokenOf(services, invitation)}`;
		const guest = { name: 'Ada', email: 'ada@example.org' };
		const [first, again] = [await api.post(path, guest), await api.post(path, guest)];
		expect(again.body.manageToken).toBe(first.body.manageToken);
		expect(await group.listed()).toMatchObject({ taken: 1 });
		await lapse(first.body.manageToken);
		await expireHolds(services);
		const later = await api.post(path, guest);
		expect(later.body).toMatchObject({ state: 'claimed', isToPay: true });
		expect(later.body.manageToken).not.toBe(first.body.manageToken);
		await query(`UPDATE group_invitations SET state = 'cancelled' WHERE id = $1`, [invitation.id]);
		expect((await api.post(path, guest)).status).toBe(404);
		await expectInvariants(services);
	});

	test('is refused after the deadline, once the group or the event has ended, and while the event is a draft', async () => {
		const event = await freeEvent();
		const late = await makeGroup(event);
		await passDeadline(late.id);
		expect(ruleOf(await late.claim())).toEqual([422, 'deadline-passed']);
		const ended = await makeGroup(event);
		await ended.end();
		expect(ruleOf(await ended.claim())).toEqual([422, 'group-ended']);
		const over = await makeGroup(event);
		await moveEvent(services, event.id, { start: -3, end: -1 });
		expect(ruleOf(await over.claim())).toEqual([422, 'event-closed']);
		const draft = await makeGroup(await freeEvent({}, false));
		expect((await draft.claim()).status).toBe(404);
		await expectInvariants(services);
	});

	test('of a package takes all of its places', async () => {
		const event = await freeEvent({ capacity: 10, admits: 4 });
		const group = await makeGroup(event, { places: 2 });
		expect(await left(event)).toBe(2);
		await group.claim();
		expect(await group.listed()).toMatchObject({ places: 2, taken: 1 });
		await group.claim();
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		await expectInvariants(services);
	});
});

describe('what comes back', () => {
	test('of a cancelled ticket stays with its group while that is open, and goes to the public after', async () => {
		const event = await freeEvent({ capacity: 2 });
		const group = await makeGroup(event, { places: 2 });
		const [first, second] = [await group.claim(), await group.claim()];
		const cancel = ({ body }: ApiAnswer) => api.post(`/api/orders/${body.manageToken}/cancel`, {});
		expect((await cancel(first)).status).toBeLessThan(300);
		expect(await left(event)).toBe(0);
		expect(await group.listed()).toMatchObject({ taken: 1 });
		await expectInvariants(services);
		await group.end();
		expect(await left(event)).toBe(1);
		await cancel(second);
		expect(await left(event)).toBe(2);
		await expectInvariants(services);
	});

	test('paid late, a place of the group is taken again', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 2 });
		const group = await makeGroup(event, { places: 2 });
		const claimed = await group.claim();
		const view = (await api.get(`/api/orders/${claimed.body.manageToken}`)).body;
		await lapse(claimed.body.manageToken);
		await expireHolds(services);
		expect(await group.listed()).toMatchObject({ taken: 0 });
		const paid = await api.post(
			`/api/events/${event.id}/orders/${view.id}/mark-paid`,
			{ method: 'transfer' },
			{ ...at(), headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
		expect(await group.listed()).toMatchObject({ taken: 1 });
		expect(await left(event)).toBe(0);
		await expectInvariants(services);
	});

	test('of a group that ends goes to whoever waits', async () => {
		const event = await freeEvent({ capacity: 2 });
		await query(`UPDATE events SET waitlist_mode = 'auto' WHERE id = $1`, [event.id]);
		const group = await makeGroup(event, { places: 2 });
		const joined = await api.post(`/api/events/${event.id}/waitlist`, {
			...{
				party: 1,
				ticketTypeIds: [event.ticketTypeId],
				takesFewer: false,
				name: 'Wim',
				email: 'wim@example.org',
			},
		});
		expect(joined.status, JSON.stringify(joined.body)).toBeLessThan(300);
		await group.end();
		expect(await left(event)).toBe(0);
		expect(ruleOf(await order(event))).toEqual([422, 'sold-out']);
	});
});

describe('a paid ticket of a group', () => {
	/** A paid ticket of a group of two, of an event with a second ticket type at the same price. */
	async function paidTicket(size: number) {
		const event = await makePricedEvent(services, api, owner, { capacity: 10 });
		await query(
			`UPDATE events SET change_rules = $2, resale_rules = '{}', waitlist_mode = 'auto' WHERE id = $1`,
			[event.id, JSON.stringify({ until: null, allowsLower: true })],
		);
		const hall = await api.post(`/api/events/${event.id}/capacity-pools`, { name: 'Hall', size }, at());
		const types = `/api/events/${event.id}/ticket-types`;
		await api.patch(`${types}/${event.ticketTypeId}`, { sharedPoolId: hall.body.id }, at());
		const box = { name: 'Box', kind: 'paid', priceMinor: 2_400, currency: 'EUR', capacity: 10 };
		const made = await api.post(types, { ...box, sharedPoolId: hall.body.id }, at());
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		const group = await makeGroup(event, { places: 2 });
		const claimed = await group.claim();
		const path = `/api/orders/${claimed.body.manageToken}`;
		const { id, attendees } = (await api.get(path)).body;
		const manageToken = claimed.body.manageToken as string;
		await payByCard(api, { manageToken, quoteHash: await hashOf(id) });
		await settleAll(services);
		const wanted = { tickets: [{ attendeeId: attendees[0].id, ticketTypeId: made.body.id }] };
		return {
			...{ event, group, path, ticket: attendees[0].id as string },
			async change() {
				const quoted = await api.post(`${path}/changes/quote`, wanted);
				expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
				return api.post(
					`${path}/changes`,
					{ ...wanted, hash: quoted.body.hash },
					{ headers: { 'Idempotency-Key': randomUUID() } },
				);
			},
		};
	}

	test('that is changed to another type leaves its place to the group, if there is room beside it', async () => {
		const full = await paidTicket(2);
		const refused = await full.change();
		expect(refused.status, JSON.stringify(refused.body)).toBe(422);
		await expectInvariants(services);
		const { group, change, path } = await paidTicket(3);
		const changed = await change();
		expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300);
		expect(await group.listed()).toMatchObject({ taken: 0 });
		await expectInvariants(services);
		await api.post(`${path}/cancel`, {});
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});

	test('cannot be resold while the group is open', async () => {
		const { event, group, path, ticket } = await paidTicket(3);
		const list = () =>
			api.post(
				`${path}/attendees/${ticket}/resale`,
				{ backMinor: 2_400 },
				{ headers: { 'Idempotency-Key': randomUUID() } },
			);
		expect(ruleOf(await list())).toEqual([422, 'resale-not-allowed']);
		await group.end();
		const listed = await list();
		expect(listed.status, JSON.stringify(listed.body)).toBeLessThan(300);
		expect(await left(event)).toBe(9);
		await expectInvariants(services);
	});

	test('that is refunded and cancelled leaves its place to the group', async () => {
		const { event, group, path } = await paidTicket(2);
		const { id } = (await api.get(path)).body;
		const refunded = await refundOrder(api, event, { id }, { token: owner.token, isCancelling: true });
		expect(refunded.status, JSON.stringify(refunded.body)).toBeLessThan(300);
		await settleAll(services);
		expect((await api.get(path)).body.status).toBe('cancelled');
		expect(await group.listed()).toMatchObject({ taken: 0 });
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});
});

describe('changing a group', () => {
	test('holds more places, gives back those that nobody has, and never fewer than are taken', async () => {
		const event = await freeEvent({ capacity: 5 });
		const group = await makeGroup(event);
		await group.claim();
		await group.claim();
		expect((await group.update({ places: 5 })).body).toMatchObject({ places: 5, taken: 2 });
		expect(await left(event)).toBe(0);
		expect(ruleOf(await group.update({ places: 6 }))).toEqual([422, 'sold-out']);
		expect((await group.update({ places: 1 })).body.details[0].field).toBe('places');
		expect((await group.update({ places: 2 })).body).toMatchObject({ places: 2, taken: 2 });
		expect(await left(event)).toBe(3);
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		expect((await group.update({})).status).toBe(200);
		expect((await group.update({ name: 'Altos', leaderEmail: 'a@example.org' })).body.name).toBe('Altos');
		expect(ruleOf(await group.update({ deadlineAt: inDays(-1) }))).toEqual([422, 'deadline-passed']);
		expect(ruleOf(await group.update({ deadlineAt: inDays(9) }))).toEqual([422, 'deadline-too-late']);
		await group.end();
		expect((await group.end()).body.state).toBe('ended');
		expect(ruleOf(await group.update({ places: 4 }))).toEqual([422, 'group-ended']);
		await expectInvariants(services);
	});

	test('a ticket type that takes from other shared places takes those of its groups along', async () => {
		const event = await freeEvent({ capacity: 10 });
		const pool = async (size: number) =>
			(await api.post(`/api/events/${event.id}/capacity-pools`, { name: `Hall ${size}`, size }, at())).body
				.id;
		const [one, two] = [await pool(8), await pool(3)];
		const group = await makeGroup(event, { places: 4 });
		await group.claim();
		const share = (sharedPoolId: string | null) =>
			api.patch(`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`, { sharedPoolId }, at());
		expect((await share(one)).status).toBe(200);
		await expectInvariants(services);
		expect((await share(two)).status).toBeGreaterThanOrEqual(400);
		await group.update({ places: 3 });
		expect((await share(two)).status).toBe(200);
		await expectInvariants(services);
		expect((await group.claim()).status).toBe(201);
		expect((await share(null)).status).toBe(200);
		expect((await group.claim()).status).toBe(201);
		await group.end();
		await expectInvariants(services);
	});
});

describe('a deadline', () => {
	test('ends the group once it has passed, and is announced before where something is open', async () => {
		const event = await freeEvent();
		const [open, full] = [await makeGroup(event), await makeGroup(event, { places: 1 })];
		await full.claim();
		await query(`UPDATE group_bookings SET notice_at = now() - interval '1 second' WHERE event_id = $1`, [
			event.id,
		]);
		const published: FactCatalogue['groups.group-changed'][] = [];
		const heard = listen({
			fact: 'groups.group-changed',
			inTransaction: async (_, { payload }) => void published.push(payload),
		});
		const hearing = { ...services, facts: createFacts([heard]) };
		await noticeDeadlines(hearing);
		await noticeDeadlines(hearing);
		expect(published).toEqual([{ groupId: open.id, change: 'closing' }]);
		await passDeadline(open.id);
		await endDueGroups(hearing);
		expect(published.slice(1).filter(({ groupId }) => [open.id, full.id].includes(groupId))).toEqual([
			{ groupId: open.id, change: 'ended' },
		]);
		expect(await left(event)).toBe(9);
		expect((await open.view()).state).toBe('ended');
		expect((await full.view()).state).toBe('open');
		await expectInvariants(services);
	});

	test('is not waited for once the event is cancelled for good', async () => {
		const event = await freeEvent();
		const group = await makeGroup(event);
		await cancelEvent(services, { organisationId: event.organisationId, eventId: event.id }, 'Called off');
		expect((await group.listed()).state).toBe('open');
		await endUndoTime(services, event.id);
		while ((await factPoller.run(services, new AbortController().signal)) > 0);
		expect((await group.listed()).state).toBe('ended');
		expect(ruleOf(await group.claim())).toEqual([422, 'event-closed']);
		expect(await left(event)).toBe(10);
		await expectInvariants(services);
	});

	test('in the middle of a payment takes the place from nobody', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 2 });
		const group = await makeGroup(event, { places: 2 });
		const claimed = await group.claim();
		await passDeadline(group.id);
		await endDueGroups(services);
		expect(await left(event)).toBe(1);
		const { id } = (await api.get(`/api/orders/${claimed.body.manageToken}`)).body;
		const paid = await payByCard(api, { manageToken: claimed.body.manageToken, quoteHash: await hashOf(id) });
		expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
		await settleAll(services);
		expect((await api.get(`/api/orders/${claimed.body.manageToken}`)).body.status).toBe('confirmed');
		await expectInvariants(services);
	});
});

const passDeadline = (groupId: string) =>
	query(`UPDATE group_bookings SET deadline_at = now() - interval '1 second' WHERE id = $1`, [groupId]);

async function hashOf(orderId: string): Promise<string> {
	const [row] = await query<{ quote_hash: string }>('SELECT quote_hash FROM orders WHERE id = $1', [orderId]);
	return row?.quote_hash ?? '';
}

async function lapse(manageToken: string): Promise<void> {
	const { id } = (await api.get(`/api/orders/${manageToken}`)).body;
	await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
}
