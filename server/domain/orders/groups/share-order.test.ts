import { beforeAll, describe, expect, test } from 'vitest';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { groupOf, insertInvitation, shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, holdTickets, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** The buyer of an order shares its tickets: others claim them by a link. */
const { services, api, owner } = useTestOwner();
let event: PricedEvent;
beforeAll(async () => {
	event = await newEvent();
});

const newEvent = () => makePricedEvent(services, api, owner, { capacity: 500, priceMinor: 1_000 });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };

describe('sharing an order', () => {
	test('names its tickets by their places, keeps what is kept, and is one group however often', async () => {
		const order = await buyTickets(api, event, 4);
		expect(order.body).toMatchObject({ canShare: true, group: null });
		const [kept] = order.ids as [string];
		const group = await shareOrder(api, order, { keepIds: [kept] });
		const again = await api.post(`${order.path}/group`, { name: 'Another' });
		expect(again.status).toBe(201);
		expect((await groupOf(api, again.body.groupToken)).id).toBe(group.id);
		const view = await group.view();
		expect(view).toMatchObject({
			...{ name: 'Table 7', pays: 'leader', state: 'open', leaderName: 'Ada Lovelace', places: 3, taken: 0 },
			...{ isClaimable: true, price: null, deadlineAt: null, addable: 0, invitations: [], remindAfter: null },
			manageToken: order.manageToken,
			event: { id: event.id },
		});
		expect(view.list).toMatchObject([
			{ number: 1, state: 'own', attendeeId: kept, name: 'Ada Lovelace', canRelease: false },
			...[2, 3, 4].map((number) => ({ number, state: 'open', name: '', email: '', canRelease: false })),
		]);
		const { body } = await api.get(order.path);
		expect(body).toMatchObject({
			canShare: false,
			group: { name: 'Table 7', groupToken: expect.any(String) },
		});
		expect(body.attendees.map(({ name }: { name: string }) => name)).toEqual([
			'Ada Lovelace',
			...[2, 3, 4].map((number) => `Place ${number} of Table 7`),
		]);
		// An unclaimed ticket is valid with the code that the buyer has.
		expect(body.attendees.map(({ ticketCode }: { ticketCode: string }) => ticketCode)).toEqual(
			order.body.attendees.map(({ ticketCode }: { ticketCode: string }) => ticketCode),
		);
		await expectInvariants(services);
	});

	test('keeps names that the buyer has given', async () => {
		const order = await buyTickets(api, event, 2);
		await api.patch(`${order.path}/attendees/${order.ids[1]}`, { name: 'Mary' });
		await shareOrder(api, order);
		const { body } = await api.get(order.path);
		expect(body.attendees.map(({ name }: { name: string }) => name)).toEqual(['Place 1 of Table 7', 'Mary']);
	});

	test('is refused where there is nothing to share', async () => {
		const share = (order: { path: string }, keepIds: string[] = []) =>
			api.post(`${order.path}/group`, { name: 'Table 7', keepIds });
		const one = await buyTickets(api, event, 1);
		const two = await buyTickets(api, event, 2);
		const held = await holdTickets(api, event, 2);
		expect(ruleOf(await share(one))).toEqual([422, 'too-few-tickets']);
		expect(ruleOf(await share(two, two.ids))).toEqual([422, 'too-few-tickets']);
		expect(ruleOf(await share({ path: `/api/orders/${held.manageToken}` }))).toEqual([
			422,
			'order-not-confirmed',
		]);
		expect(await share(two, one.ids)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
		const other = await newEvent();
		const over = await buyTickets(api, other, 2);
		await moveEvent(services, other.id, { start: -2, end: -0.001 });
		expect(ruleOf(await share(over))).toEqual([422, 'event-closed']);
		await expectInvariants(services);
	});
});

describe('claiming a place', () => {
	test('gives its guest a ticket with a code of its own, and names nobody else', async () => {
		const order = await buyTickets(api, event, 3);
		const group = await shareOrder(api, order, { keepIds: order.ids.slice(0, 1) });
		const path = await group.claimPath();
		const offered = await api.get(path);
		expect(offered.body).toMatchObject({
			...{ state: 'open', groupName: 'Table 7', leaderName: 'Ada Lovelace', pays: 'leader', price: null },
			...{ ticketTypeName: 'Seat', invited: null, ticketToken: null, manageToken: null, isToPay: false },
		});
		const claimed = await group.claim(grace);
		expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
		expect(claimed.body).toMatchObject({ state: 'claimed', ticketToken: expect.any(String) });
		const held = await api.get(`/api/tickets/${claimed.body.ticketToken}`);
		expect(held.body.ticket).toMatchObject({ ...grace, id: order.ids[1], status: 'active' });
		expect(held.body.ticket.ticketCode).not.toBe(order.body.attendees[1].ticketCode);
		expect((await api.get(order.path)).body.attendees[1]).toMatchObject({
			isHandedOn: true,
			ticketCode: null,
		});
		expect((await group.view()).list[1]).toMatchObject({ state: 'claimed', ...grace, canRelease: true });
		expect((await api.get(path)).body).toMatchObject({ state: 'open', ticketToken: null });
		expect((await group.claim()).status).toBe(201);
		expect(JSON.stringify((await api.get(path)).body)).not.toMatch(/Grace|Guest 1/);
		expect((await api.get(path)).body.state).toBe('full');
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		expect(await group.view()).toMatchObject({ places: 2, taken: 2, isClaimable: false });
		await expectInvariants(services);
	});

	test('by an invitation claims one place, however often', async () => {
		const order = await buyTickets(api, event, 3);
		const group = await shareOrder(api, order);
		const invitation = await insertInvitation(services, group, grace);
		const path = `/api/claims/${invitationTokenOf(services, invitation)}`;
		expect((await api.get(path)).body).toMatchObject({ state: 'open', invited: grace });
		const first = await api.post(path, grace);
		const second = await api.post(path, { name: 'Another', email: 'another@example.org' });
		expect(first.body.ticketToken).not.toBeNull();
		expect(second.body).toEqual(first.body);
		expect((await api.get(path)).body).toEqual(first.body);
		expect((await group.view()).taken).toBe(1);
		expect((await group.view()).invitations).toMatchObject([{ id: invitation.id, state: 'claimed' }]);
		await expectInvariants(services);
	});
});

describe('the link that is shared', () => {
	test('is void once it is renewed; a new name is on the open places too', async () => {
		const order = await buyTickets(api, event, 3);
		const group = await shareOrder(api, order);
		const old = await group.claimPath();
		await group.claim(grace);
		const renewed = await api.post(`${group.path}/link`, {});
		expect(renewed.status).toBe(200);
		expect((await api.get(old)).status).toBe(404);
		expect((await api.post(old, grace)).status).toBe(404);
		const renamed = await api.patch(group.path, { name: 'Table 8' });
		expect(renamed.body.name).toBe('Table 8');
		const { body } = await api.get(order.path);
		expect(body.attendees.map(({ name }: { name: string }) => name)).toEqual([
			...[grace.name, 'Place 2 of Table 8', 'Place 3 of Table 8'],
		]);
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});
});
