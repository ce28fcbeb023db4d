import { describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import type { Door, DoorGuest as Guest } from '#tests/factories/door.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { database, openDoor, sync, feed, scanOnline, expectDoorChecks } = world;

describe('lists', () => {
	const patch = (door: Door, list: string, body: object) =>
		world.api.patch(`/api/events/${door.event}/check-in-lists/${list}`, body, { token: world.owner.token });

	test('an event has one by itself, and more on demand', async () => {
		const door = await openDoor();
		const path = `/api/events/${door.event}/check-in-lists`;
		const before = await world.api.get(path, { token: world.owner.token });
		expect(before.body.data).toMatchObject([{ id: door.event, isDefault: true, name: 'Entrance' }]);
		const made = await world.api.post(
			path,
			{ name: 'Workshop', ticketTypeIds: [door.type] },
			{ token: world.owner.token },
		);
		expect(made.status).toBe(201);
		const guest = door.guests[0] as Guest;
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('accepted');
		const there = await scanOnline(door, { guestQrData: guest.code, listId: made.body.id });
		expect(there.body.verdict).toBe('accepted');
		expect((await scanOnline(door, { guestQrData: guest.code, listId: made.body.id })).body.verdict).toBe(
			'already_checked_in',
		);
		const inUse = await world.api.delete(`${path}/${made.body.id}`, { token: world.owner.token });
		expect([inUse.status, inUse.body.code]).toEqual([422, 'BUSINESS_RULE_VIOLATION']);
		expect((await world.api.delete(`${path}/${door.event}`, { token: world.owner.token })).status).toBe(422);
	});

	test('ticket scope and opening times are verdicts', async () => {
		const door = await openDoor();
		const { ticketTypeId } = await insertTicketType(database(), {
			organisationId: world.owner.organisationId,
			eventId: door.event,
		});
		const guest = door.guests[0] as Guest;
		await patch(door, door.event, { ticketTypeIds: [ticketTypeId] });
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('wrong_list');
		await patch(door, door.event, { ticketTypeIds: null, opensAt: '2199-01-01T00:00:00Z' });
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('not_yet_valid');
		await patch(door, door.event, { opensAt: null, closesAt: '2020-01-01T00:00:00Z' });
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('no_longer_valid');
		await patch(door, door.event, { closesAt: null });
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('accepted');
	});

	test('one that let people in and refuses some of them now is shown to those who check in', async () => {
		const door = await openDoor();
		const { ticketTypeId } = await insertTicketType(database(), {
			organisationId: world.owner.organisationId,
			eventId: door.event,
		});
		const { organisationId } = world.owner;
		const steward = await makeMember(world.services, organisationId, 'check_in');
		const finance = await makeMember(world.services, organisationId, 'finance');
		const noticed = async ({ token }: { token: string }) =>
			(await world.api.get('/api/account/notices', { token })).body.data.filter(
				({ kind }: { kind: string }) => kind === 'list-narrowed',
			);
		const narrow = () => patch(door, door.event, { ticketTypeIds: [ticketTypeId] });
		expect((await narrow()).status).toBe(200);
		expect(await noticed(steward)).toEqual([]);
		await patch(door, door.event, { ticketTypeIds: null });
		await scanOnline(door, { guestQrData: (door.guests[0] as Guest).code });
		await patch(door, door.event, { name: 'Gate' });
		expect(await noticed(steward)).toEqual([]);
		await narrow();
		expect(await noticed(steward)).toMatchObject([{ change: 'Gate', isRead: false }]);
		expect(await noticed(finance)).toEqual([]);
		await patch(door, door.event, { ticketTypeIds: null });
		await narrow();
		expect(await noticed(steward)).toHaveLength(2);
	});

	test('with exits and re-entry people go in and out, and are counted', async () => {
		const door = await openDoor();
		await patch(door, door.event, { countsExits: true, allowsReentry: true });
		const guest = door.guests[0] as Guest;
		const go = async (direction: 'in' | 'out') =>
			(await scanOnline(door, { guestQrData: guest.code, direction })).body.verdict;
		expect([await go('out'), await go('in'), await go('in')]).toEqual([
			'not_inside',
			'accepted',
			'already_checked_in',
		]);
		const lists = () =>
			world.api.get(`/api/events/${door.event}/check-in-lists`, { token: world.owner.token });
		expect((await lists()).body.data[0].insideCount).toBe(1);
		expect(await go('out')).toBe('left');
		expect((await lists()).body.data[0].insideCount).toBe(0);
		expect([await go('in'), await go('out')]).toEqual(['accepted', 'left']);
		const event = await world.api.get(`/api/staff-access/event/${door.token}`);
		expect(event.body.stats.checkedInCount).toBe(1);
		const fixed = await patch(door, door.event, { allowsReentry: false });
		expect(fixed.status).toBe(422);
		await expectDoorChecks();
	});

	test('a link that is tied to a list opens no other', async () => {
		const door = await openDoor();
		const made = await world.api.post(
			`/api/events/${door.event}/check-in-lists`,
			{ name: 'Lounge' },
			{ token: world.owner.token },
		);
		const link = await world.api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'Lounge', listIds: [made.body.id] },
			{ token: world.owner.token },
		);
		const lounge = { ...door, token: link.body.token };
		const guest = door.guests[0] as Guest;
		expect((await scanOnline(lounge, { guestQrData: guest.code, listId: door.event })).body.verdict).toBe(
			'wrong_list',
		);
		expect((await scanOnline(lounge, { guestQrData: guest.code })).body.verdict).toBe('accepted');
		const setup = await world.api.get(`/api/staff-access/door/${lounge.token}`);
		expect(setup.body.lists.map((list: { name: string }) => list.name)).toEqual(['Lounge']);
		const foreign = await world.api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'X', listIds: [newId()] },
			{ token: world.owner.token },
		);
		expect(foreign.status).toBe(400);
	});
});

describe('a party', () => {
	test('the answer counts the others, and a link that only scans may let them in without their names', async () => {
		const door = await openDoor({ guests: 4, isParty: true, link: { abilities: ['scan'] } });
		const [first, second, third] = door.guests as [Guest, Guest, Guest];
		const answer = await scanOnline(door, { guestQrData: first.code });
		expect(answer.body.party).toHaveLength(3);
		expect(answer.body.party[0]).toMatchObject({ guestName: '', isCheckedIn: false });
		const other = await openDoor({ guests: 1 });
		const { results } = await sync(door, 'a', [
			scanOf(first, 1, { decision: 'ask' }),
			{ ...scanOf(second, 1), guestQrData: undefined, guestId: second.id, method: 'manual' } as never,
			{ ...scanOf(third, 1), guestQrData: undefined, guestId: third.id, decision: 'ask' } as never,
			{ ...scanOf(third, 1), guestQrData: undefined, guestId: other.guests[0]?.id } as never,
		]);
		expect(results.map((one: { verdict: string }) => one.verdict)).toEqual([
			'already_checked_in',
			'accepted',
			'accepted',
			null,
		]);
		const list = await feed(door);
		expect(new Set(list.guests.map((guest) => guest[5])).size).toBe(1);
		expect(list.guests[0]?.[5]).not.toBe('');
	});
});
