import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newTicketCode } from '#server/domain/orders/sale/sale-statement.ts';
import { newId } from '#shared/lib/ids.ts';
import { packId } from '#shared/rules/door-hash.ts';
import type { Door, DoorGuest } from '#tests/factories/door.ts';
import { scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { database, openDoor, sync, feed, scanOnline, expectDoorChecks } = world;

/** Puts guests into a group, as sharing an order or claiming a place does. */
async function join(door: Door, guests: readonly DoorGuest[], group = newId()): Promise<string> {
	await database().pool.query(
		'UPDATE attendees SET group_id = $3 WHERE event_id = $1 AND id = ANY ($2::uuid[])',
		[door.event, guests.map(({ id }) => id), group],
	);
	return group;
}

/** Gives a ticket to somebody else, with a code of their own. */
async function give(door: Door, guest: DoorGuest, name: string): Promise<DoorGuest> {
	const code = newTicketCode();
	await database().pool.query(
		'UPDATE attendees SET holder_version = 1, name = $3, ticket_code = $4 WHERE event_id = $1 AND id = $2',
		[door.event, guest.id, name, code],
	);
	return { ...guest, code };
}

const idsOf = (party: { id: string }[] | undefined) => (party ?? []).map(({ id }) => id).sort();
const sorted = (...guests: DoorGuest[]) => guests.map(({ id }) => id).sort();

test('a ticket that was claimed shows its group, at each answer; one that was transferred shows nobody', async () => {
	const door = await openDoor({ guests: 4, isParty: true });
	const [first, second, third, fourth] = door.guests as [DoorGuest, DoorGuest, DoorGuest, DoorGuest];
	await join(door, door.guests);
	const grace = await give(door, second, 'Grace Hopper');
	const answer = await scanOnline(door, { guestQrData: grace.code });
	expect(idsOf(answer.body.party)).toEqual(sorted(first, third, fourth));
	// Through the other way, which decides what was not simply admitted.
	const again = await scanOnline(door, { guestQrData: grace.code });
	expect(again.body.verdict).toBe('already_checked_in');
	expect(idsOf(again.body.party)).toEqual(sorted(first, third, fourth));
	const leader = await scanOnline(door, { guestQrData: first.code });
	expect(leader.body.party).toContainEqual({
		...{ id: second.id, guestName: 'Grace Hopper', ticketTypeName: 'Standard', isCheckedIn: true },
	});
	expect(leader.body.party).toHaveLength(3);

	const other = await openDoor({ guests: 3, isParty: true });
	const [one, two, three] = other.guests as [DoorGuest, DoorGuest, DoorGuest];
	const gone = await give(other, two, 'Alan Turing');
	expect((await scanOnline(other, { guestQrData: gone.code })).body.party).toBeUndefined();
	expect(idsOf((await scanOnline(other, { guestQrData: one.code })).body.party)).toEqual(sorted(three));
	await expectDoorChecks();
});

test('guests with orders of their own are one group; tickets of an order outside its group are another party', async () => {
	const door = await openDoor({ guests: 3 });
	const [first, second, third] = door.guests as [DoorGuest, DoorGuest, DoorGuest];
	await join(door, [first, second]);
	expect(idsOf((await scanOnline(door, { guestQrData: first.code })).body.party)).toEqual(sorted(second));
	expect((await scanOnline(door, { guestQrData: third.code })).body.party).toBeUndefined();

	const later = await openDoor({ guests: 4, isParty: true });
	const [a, b, c, d] = later.guests as [DoorGuest, DoorGuest, DoorGuest, DoorGuest];
	await join(later, [a, b]);
	expect(idsOf((await scanOnline(later, { guestQrData: a.code })).body.party)).toEqual(sorted(b));
	expect(idsOf((await scanOnline(later, { guestQrData: c.code })).body.party)).toEqual(sorted(d));
	// What does not let anybody in now is not of the party.
	await database().pool.query(
		`UPDATE attendees SET status = 'cancelled', cancelled_at = now() WHERE event_id = $1 AND id = $2`,
		[later.event, b.id],
	);
	expect((await scanOnline(later, { guestQrData: a.code })).body.party).toBeUndefined();
	await expectDoorChecks();
});

test('a link that only scans may let in the others of a group, whatever their order, and nobody else', async () => {
	const door = await openDoor({ guests: 3, link: { abilities: ['scan'] } });
	const [first, second, third] = door.guests as [DoorGuest, DoorGuest, DoorGuest];
	await join(door, [first, second]);
	const byHand = (guest: DoorGuest) =>
		({
			...scanOf(guest, 1),
			nonce: randomUUID(),
			guestQrData: undefined,
			guestId: guest.id,
			method: 'manual',
		}) as never;
	const { results } = await sync(door, 'a', [scanOf(first, 1), byHand(second), byHand(third)]);
	expect(results.map((one: { verdict: string }) => one.verdict)).toEqual(['accepted', 'accepted', null]);
	await expectDoorChecks();
});

test('devices learn who is of a group, also who joins it later, and who no longer is', async () => {
	const door = await openDoor({ guests: 3 });
	const [first, second, third] = door.guests as [DoorGuest, DoorGuest, DoorGuest];
	const group = await join(door, [first]);
	const whole = await feed(door);
	const keyIn = (list: typeof whole, guest: DoorGuest) =>
		list.guests.find(([id]) => id === packId(guest.id))?.[5];
	const key = packId(group).slice(14);
	expect([first, second, third].map((guest) => keyIn(whole, guest))).toEqual([key, '', '']);
	await join(door, [second, third], group);
	await give(door, third, 'Grace Hopper');
	const next = await feed(door, whole.cursor);
	// Nothing of the first has changed: it has the key since it was alone.
	expect([first, second, third].map((guest) => keyIn(next, guest))).toEqual([undefined, key, key]);
	await database().pool.query('UPDATE attendees SET group_id = NULL WHERE event_id = $1 AND id = $2', [
		door.event,
		second.id,
	]);
	expect(keyIn(await feed(door, next.cursor), second)).toBe('');
});
