import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { insertInvitation, shareOrder } from '#tests/factories/groups.ts';
import {
	buyTickets,
	cardToken,
	makePricedEvent,
	type PricedEvent,
	refundOrder,
} from '#tests/factories/money.ts';
import { insertListings } from '#tests/factories/resale.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { transferLinkOf } from '../transfers/tokens.ts';

/** What becomes of the places of a group: they are released, added, cancelled, refunded, or stand in another’s way. */
const { database, services, api, owner, query } = useTestOwner();
let event: PricedEvent;
/** A staff link of the event. */
let door: string;
beforeAll(async () => {
	event = await newEvent();
	door = await openDoor(event);
});

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const member = () => ({ token: owner.token, ...keyed() });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const policy = 'Full refund until 1 day before the event.';
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
const mary = { name: 'Mary Somerville', email: 'mary@example.org' };

async function newEvent() {
	const made = await makePricedEvent(services, api, owner, { capacity: 500, priceMinor: 1_000 });
	const rules = { until: null, keepMinor: 0, allowsDowngrades: true };
	await query(`UPDATE events SET change_rules = $2, refund_policy = $3 WHERE id = $1`, [
		...[made.id, JSON.stringify(rules), policy],
	]);
	return made;
}

async function openDoor({ id }: PricedEvent): Promise<string> {
	const link = await api.post(`/api/events/${id}/staff-links`, { label: 'North' }, { token: owner.token });
	return link.body.token;
}

/** A shared order with what is done to it. */
async function share(quantity = 3, on = event) {
	const order = await buyTickets(api, on, quantity);
	const group = await shareOrder(api, order);
	const view = async () => (await api.get(order.path)).body;
	const claim = async (guest = grace) => {
		const claimed = await group.claim(guest);
		expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
		const held = `/api/tickets/${claimed.body.ticketToken}`;
		const { ticket } = (await api.get(held)).body;
		return { held, id: ticket.id as string, code: ticket.ticketCode as string };
	};
	return { order, group, view, claim, release: (id: string) => api.delete(`${group.path}/claims/${id}`) };
}
const scan = (code: string) => api.post(`/api/staff-access/checkin/${door}`, { guestQrData: code });

describe('releasing a place', () => {
	test('voids its ticket for ever, names the place again, and lets another claim it', async () => {
		const { order, group, view, claim, release } = await share();
		const first = await claim();
		await api.post(`${first.held}/transfer`, mary);
		const released = await release(first.id);
		expect(released.status, JSON.stringify(released.body)).toBe(200);
		expect(released.body.list[0]).toMatchObject({ state: 'open', name: '', email: '', canRelease: false });
		expect((await api.get(first.held)).status).toBe(404);
		const [ticket] = (await view()).attendees;
		expect(ticket).toMatchObject({
			...{ id: first.id, name: 'Place 1 of Table 7', email: 'ada@example.org', isHandedOn: false },
			...{ status: 'active', offer: null, ticketCode: expect.any(String) },
		});
		expect([first.code, order.body.attendees[0].ticketCode]).not.toContain(ticket.ticketCode);
		expect(await query(`SELECT state FROM ticket_transfers WHERE attendee_id = $1`, [first.id])).toEqual([
			{ state: 'withdrawn' },
		]);
		expect((await scan(first.code)).body).toMatchObject({ success: false, verdict: 'cancelled' });
		expect((await release(first.id)).body).toEqual(released.body);
		const second = await claim(mary);
		expect(second.id).toBe(first.id);
		expect((await api.get(first.held)).status).toBe(404);
		expect((await api.get(second.held)).body.ticket).toMatchObject(mary);
		expect((await group.view()).taken).toBe(1);
		expect(
			await query('SELECT holder_version, last_holder_version FROM attendees WHERE id = $1', [first.id]),
		).toEqual([{ holder_version: 2, last_holder_version: 1 }]);
		await expectInvariants(services);
	});

	test('voids the invitation that it was claimed by', async () => {
		const { group, release } = await share();
		const invitation = await insertInvitation(services, group, grace);
		const path = `/api/claims/${invitationTokenOf(services, invitation)}`;
		const claimed = await api.post(path, grace);
		const { ticket } = (await api.get(`/api/tickets/${claimed.body.ticketToken}`)).body;
		await release(ticket.id);
		expect((await api.get(path)).status).toBe(404);
		expect((await api.post(path, grace)).status).toBe(404);
		expect((await group.claim(mary)).status).toBe(201);
		await expectInvariants(services);
	});

	test('is refused once its guest was let in, for what the buyer keeps, and once the event is over', async () => {
		const { order, group, claim, release } = await share();
		const { id, code } = await claim();
		expect((await scan(code)).body.success).toBe(true);
		expect(ruleOf(await release(id))).toEqual([422, 'place-used']);
		expect((await group.view()).list[0]).toMatchObject({ isCheckedIn: true, canRelease: false });
		const other = await buyTickets(api, event, 3);
		const kept = await shareOrder(api, other, { keepIds: [other.ids[0] as string] });
		expect((await api.delete(`${kept.path}/claims/${other.ids[0]}`)).status).toBe(404);
		expect((await release(other.ids[1] as string)).status).toBe(404);
		expect((await release(randomUUID())).status).toBe(404);
		expect((await release('x')).status).toBe(400);
		expect((await release(order.ids[1] as string)).status).toBe(200);
		const gone = await newEvent();
		const over = await share(2, gone);
		const late = await over.claim();
		await moveEvent(services, gone.id, { start: -2, end: -0.001 });
		expect(ruleOf(await over.release(late.id))).toEqual([422, 'event-closed']);
		expect(ruleOf(await over.group.claim())).toEqual([422, 'event-closed']);
		expect(ruleOf(await api.post(`${over.group.path}/places`, {}))).toEqual([422, 'event-closed']);
		expect(await over.group.view()).toMatchObject({ isClaimable: false, addable: 0 });
		expect((await api.get(await over.group.claimPath())).body.state).toBe('closed');
		await expectInvariants(services);
	});
});

describe('tickets that an order got since', () => {
	test('are added to its group when its leader says so', async () => {
		const { order, group, view } = await share(2);
		const wanted = { add: [{ ticketTypeId: event.ticketTypeId, quantity: 2 }] };
		const quoted = await api.post(`${order.path}/changes/quote`, wanted);
		const sent = await api.post(`${order.path}/changes`, { ...wanted, hash: quoted.body.hash }, keyed());
		expect(sent.status, JSON.stringify(sent.body)).toBe(201);
		// Its tickets stay as they are until it is paid.
		expect((await group.view()).isClaimable).toBe(false);
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		const payment = { method: 'card', confirmationToken: await cardToken(api), quoteHash: quoted.body.hash };
		const paid = await api.post(`${order.path}/payments`, payment, keyed());
		expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
		expect(await group.view()).toMatchObject({ places: 2, addable: 2, isClaimable: true });
		const added = await api.post(`${group.path}/places`, {});
		expect(added.body, JSON.stringify(added.body)).toMatchObject({ places: 4, addable: 0 });
		expect((await api.post(`${group.path}/places`, {})).body).toEqual(added.body);
		expect((await view()).attendees.map(({ name }: { name: string }) => name)).toEqual(
			[1, 2, 3, 4].map((number) => `Place ${number} of Table 7`),
		);
		await expectInvariants(services);
	});
});

describe('what stands in the way of a claim', () => {
	test('is a transfer, a resale, a refund request or a check-in of that place alone', async () => {
		const { order, group } = await share(5);
		const [offered, listed, asked, used, open] = order.ids as [string, string, string, string, string];
		await api.post(`${order.path}/attendees/${offered}/transfer`, mary);
		await query(`UPDATE events SET refund_policy = '' WHERE id = $1`, [event.id]);
		const request = await api.post(`${order.path}/refund-requests`, { attendeeIds: [asked], reason: 'Ill' });
		expect(request.status, JSON.stringify(request.body)).toBe(201);
		await query('UPDATE events SET refund_policy = $2 WHERE id = $1', [event.id, policy]);
		await insertListings(database(), order.id);
		await query(`DELETE FROM resale_listings WHERE order_id = $1 AND attendee_id <> $2`, [order.id, listed]);
		const { attendees } = (await api.get(order.path)).body;
		expect((await scan(attendees[3].ticketCode)).body.success).toBe(true);
		const claimed = await group.claim(grace);
		expect((await api.get(`/api/tickets/${claimed.body.ticketToken}`)).body.ticket.id).toBe(open);
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		expect((await api.get(await group.claimPath())).body.state).toBe('full');
		expect((await group.view()).list[3]).toMatchObject({
			attendeeId: used,
			state: 'open',
			isCheckedIn: true,
		});
		await api.delete(`${order.path}/attendees/${offered}/transfer`);
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});

	test('is not the rule that tickets cannot be transferred, nor that the event has begun', async () => {
		const other = await newEvent();
		const { claim } = await share(2, other);
		await query('UPDATE events SET allows_transfers = false WHERE id = $1', [other.id]);
		await claim();
		await moveEvent(services, other.id, { start: -1, end: 2 });
		await claim(mary);
		await expectInvariants(services);
	});
});

describe('what was claimed', () => {
	test('is its guest’s: the buyer can neither rename nor cancel, transfer or resell it', async () => {
		const { order, claim } = await share();
		const { id, held } = await claim();
		const path = `${order.path}/attendees/${id}`;
		expect(ruleOf(await api.patch(path, { name: 'Mine' }))).toEqual([422, 'ticket-handed-on']);
		expect(ruleOf(await api.post(`${path}/transfer`, mary))).toEqual([422, 'ticket-handed-on']);
		expect(ruleOf(await api.post(`${order.path}/cancel`, { attendeeIds: [id] }, keyed()))).toEqual([
			...[422, 'ticket-handed-on'],
		]);
		expect((await api.get(held)).body.ticket).toMatchObject(grace);
		await expectInvariants(services);
	});

	test('stays when the buyer cancels all that is theirs', async () => {
		const { order, group, view, claim } = await share();
		const { id, held } = await claim();
		const cancelled = await api.post(`${order.path}/cancel`, {}, keyed());
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
		expect((await view()).status).toBe('confirmed');
		expect((await api.get(held)).body.ticket.status).toBe('active');
		expect(await group.view()).toMatchObject({ state: 'open', places: 1, taken: 1, isClaimable: false });
		expect((await group.view()).list).toMatchObject([{ attendeeId: id, state: 'claimed' }]);
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		await expectInvariants(services);
	});

	test('goes with its order when the organiser cancels that, and ends the group', async () => {
		const { order, group, claim } = await share();
		const { held } = await claim();
		await refundOrder(api, event, order, { token: owner.token });
		const cancelled = await api.post(`/api/events/${event.id}/orders/${order.id}/cancel`, {}, member());
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
		expect((await api.get(held)).body.ticket).toMatchObject({ status: 'cancelled', ticketCode: null });
		expect(await group.view()).toMatchObject({ state: 'ended', places: 0, taken: 0, isClaimable: false });
		expect((await api.get(await group.claimPath())).body.state).toBe('closed');
		expect(ruleOf(await group.claim())).toEqual([422, 'group-ended']);
		expect(ruleOf(await api.post(`${group.path}/places`, {}))).toEqual([422, 'group-ended']);
		await expectInvariants(services);
	});

	test('is not shown to whoever claimed it once they have transferred it', async () => {
		const { group, order } = await share();
		const invitation = await insertInvitation(services, group, grace);
		const path = `/api/claims/${invitationTokenOf(services, invitation)}`;
		const { ticketToken } = (await api.post(path, grace)).body;
		await api.post(`/api/tickets/${ticketToken}/transfer`, mary);
		const [row] = await query<{ id: string }>('SELECT id FROM ticket_transfers WHERE order_id = $1', [
			order.id,
		]);
		const link = transferLinkOf(services, { eventId: event.id, transferId: row?.id as string });
		const accepted = await api.post(`/api/transfers/${link.split('/').at(-1)}/accept`, {});
		expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
		expect((await api.get(path)).body).toMatchObject({ state: 'claimed', ticketToken: null });
		expect((await api.post(path, grace)).body).toMatchObject({ state: 'claimed', ticketToken: null });
		expect((await group.view()).list[0]).toMatchObject({ state: 'claimed', ...mary });
		await expectInvariants(services);
	});
});
