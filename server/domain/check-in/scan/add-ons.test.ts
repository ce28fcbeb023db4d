import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { scanOf, useDoorWorld } from '#tests/support/door-world.ts';
import { rollUp } from '#tests/support/figures.ts';
import { expectInvariants } from '#tests/support/invariants.ts';

const world = useDoorWorld();
const { openDoor, sync, feed, scanOnline, expectDoorChecks } = world;
const mine = () => ({ token: world.owner.token });

/** An event whose only guest bought a seat and two places to park, and its staff link. */
async function openWithParking() {
	const door = await openDoor({ guests: 0 });
	// Free, so that nobody has to pay: what counts is that it lets nobody in, as add-ons do by default.
	const { body: parking } = await world.api.post(
		`/api/events/${door.event}/ticket-types`,
		{ name: 'Parking', isAdmission: false },
		mine(),
	);
	const order = await world.api.post(
		`/api/events/${door.event}/orders`,
		{
			buyer: { name: 'Ada Lovelace', email: `ada-${randomUUID()}@example.org` },
			items: [
				{ ticketTypeId: door.type, quantity: 1 },
				{ ticketTypeId: parking.id, quantity: 2 },
			],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(order.status).toBe(201);
	const tickets = order.body.attendees.map(
		(one: { id: string; ticketCode: string; ticketTypeId: string }) => ({
			id: one.id,
			code: one.ticketCode,
			orderId: order.body.id as string,
			isSeat: one.ticketTypeId === door.type,
		}),
	) as { id: string; code: string; orderId: string; isSeat: boolean }[];
	const seat = tickets.find(({ isSeat }) => isSeat)!;
	const [first, second] = tickets.filter(({ isSeat }) => !isSeat) as [typeof seat, typeof seat];
	return { door, parking, seat, first, second };
}

const read = async (path: string, query = {}) => (await world.api.get(path, { ...mine(), query })).body;

describe('a seat and two places to park', () => {
	test('are one check-in of the day to administrators, and none while only parking was scanned', async () => {
		const admin = await makeUser(world.services, { isAdmin: true });
		const today = async () =>
			(await world.api.get('/api/admin/overview', { token: admin.token })).body.today.checkIns;
		const before = await today();
		const { door, seat, first, second } = await openWithParking();
		await scanOnline(door, { guestQrData: first.code });
		await scanOnline(door, { guestQrData: second.code });
		expect(await today()).toBe(before);
		await scanOnline(door, { guestQrData: seat.code });
		expect(await today()).toBe(before + 1);
		await world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: seat.id });
		expect(await today()).toBe(before);
	});

	test('are one guest wherever guests are counted, whatever is scanned first', async () => {
		const { door, seat, first, second } = await openWithParking();
		const one = { checkedInCount: 0, totalAttendees: 1, checkInRate: 0 };
		expect(await read(`/api/events/${door.event}/figures`)).toMatchObject({
			confirmed: 1,
			checkedIn: 0,
			totalAttendees: 1,
			ticketTypes: expect.arrayContaining([
				expect.objectContaining({ name: 'Parking', confirmed: 2, isAdmission: false }),
			]),
		});
		const parked = await scanOnline(door, { guestQrData: first.code });
		expect(parked.body).toMatchObject({
			success: true,
			verdict: 'accepted',
			isCounted: false,
			message: 'Accepted as “Parking”. Not an entry ticket.',
			stats: one,
		});
		// The guest may be let in with it, and the other place to park is no guest to let in.
		expect(parked.body.party).toMatchObject([{ id: seat.id, isCheckedIn: false }]);
		const again = await scanOnline(door, { guestQrData: first.code });
		expect(again.status).toBe(409);
		expect(again.body).toMatchObject({ verdict: 'already_checked_in', isCounted: false });
		expect(again.body.message).toMatch(/^“Parking” was already used at /);
		const came = await scanOnline(door, { guestQrData: seat.code });
		expect(came.body).toMatchObject({
			isCounted: true,
			message: 'Ada Lovelace is checked in.',
			stats: { checkedInCount: 1, totalAttendees: 1, checkInRate: 100 },
		});
		await sync(door, 'a', [scanOf(second, 3)]);
		const all = { checkedInCount: 1, totalAttendees: 1, checkInRate: 100 };
		expect((await sync(door, 'a', [])).stats).toEqual(all);
		expect((await read(`/api/staff-access/event/${door.token}`)).stats).toEqual(all);
		expect(await read(`/api/events/${door.event}/figures`)).toMatchObject({
			checkedIn: 1,
			totalAttendees: 1,
		});
		const atDoor = await read(`/api/events/${door.event}/door/figures`);
		expect(atDoor).toMatchObject({ checkedIn: 1, inside: 1, expected: 1 });
		const sum = (rows: { entries: number }[]) => rows.reduce((total, { entries }) => total + entries, 0);
		expect([sum(atDoor.arrivals), sum(atDoor.gates), sum(atDoor.devices)]).toEqual([1, 1, 1]);
		const { data } = await read(`/api/events/${door.event}/check-in-lists`);
		expect(data.map(({ insideCount }: CheckInList) => insideCount)).toEqual([1]);
		const undone = await world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: first.id });
		expect(undone.body).toMatchObject({ isCounted: false, stats: all });
		await expectDoorChecks();
	});

	test('are one guest in the figures of days and the cards of events, and after a change of mind three', async () => {
		const { door, parking, seat, first } = await openWithParking();
		await scanOnline(door, { guestQrData: seat.code });
		await scanOnline(door, { guestQrData: first.code });
		const daily = async () => {
			await rollUp(world.services);
			const { rows } = await world.database().pool.query(
				`SELECT sum(tickets)::int AS tickets, sum(attended)::int AS attended, sum(checked_in)::int AS "checkedIn", sum(orders)::int AS orders
					FROM event_day_figures WHERE scope_id = $1 AND currency = ''`,
				[door.event],
			);
			return rows[0];
		};
		const card = async () =>
			(await read(`/api/organisations/${world.owner.organisationId}/events`, { view: 'all' })).data.find(
				({ id }: { id: string }) => id === door.event,
			);
		expect(await daily()).toEqual({ tickets: 1, attended: 1, checkedIn: 1, orders: 1 });
		expect((await card()).figures.confirmed).toBe(1);
		await expectInvariants(world.services);
		const changed = await world.api.patch(
			`/api/events/${door.event}/ticket-types/${parking.id}`,
			{ isAdmission: true },
			mine(),
		);
		expect(changed.body).toMatchObject({ isAdmission: true });
		expect(await daily()).toEqual({ tickets: 3, attended: 2, checkedIn: 2, orders: 1 });
		expect((await card()).figures.confirmed).toBe(3);
		expect(await read(`/api/events/${door.event}/figures`)).toMatchObject({
			checkedIn: 2,
			totalAttendees: 3,
		});
		await expectInvariants(world.services);
	});

	test('are what a list counts that was made for them', async () => {
		const { door, parking, seat, first, second } = await openWithParking();
		const made = await world.api.post(
			`/api/events/${door.event}/check-in-lists`,
			{ name: 'Car park', ticketTypeIds: [parking.id] },
			mine(),
		);
		const listId: string = made.body.id;
		expect((await scanOnline(door, { guestQrData: seat.code, listId })).body.verdict).toBe('wrong_list');
		const parked = await scanOnline(door, { guestQrData: first.code, listId });
		expect(parked.body).toMatchObject({
			isCounted: true,
			message: 'Ada Lovelace is checked in.',
			stats: { checkedInCount: 1, totalAttendees: 2, checkInRate: 50 },
		});
		expect(parked.body.party.map(({ id }: { id: string }) => id).sort()).toEqual([seat.id, second.id].sort());
		const atList = await read(`/api/events/${door.event}/door/figures`, { listId });
		expect(atList).toMatchObject({ checkedIn: 1, expected: 2, inside: 1 });
		// The event as a whole counts people.
		expect(await read(`/api/events/${door.event}/figures`)).toMatchObject({
			checkedIn: 0,
			totalAttendees: 1,
		});
	});

	test('a device learns which types let somebody in, and reads its list again when that changes', async () => {
		const { door, parking } = await openWithParking();
		const setup = await read(`/api/staff-access/door/${door.token}`);
		expect(setup.ticketTypes).toContainEqual({ id: door.type, name: 'Standard', isAdmission: true });
		expect(setup.ticketTypes).toContainEqual({ id: parking.id, name: 'Parking', isAdmission: false });
		const { cursor } = await feed(door);
		expect((await feed(door, cursor)).mustReset).toBe(false);
		await world.api.patch(
			`/api/events/${door.event}/ticket-types/${parking.id}`,
			{ isAdmission: true },
			mine(),
		);
		expect((await feed(door, cursor)).mustReset).toBe(true);
	});
});

test.each([
	[{ kind: 'free' }, true],
	[{ kind: 'paid', priceMinor: 900 }, true],
	[{ kind: 'donation' }, true],
	[{ kind: 'add_on', priceMinor: 900 }, false],
	[{ kind: 'add_on', priceMinor: 900, isAdmission: true }, true],
	[{ kind: 'free', isAdmission: false }, false],
])('%o lets somebody in: %s', async (type, isAdmission) => {
	const door = await openDoor({ guests: 0 });
	const path = `/api/events/${door.event}/ticket-types`;
	const { body } = await world.api.post(path, { name: 'One', ...type }, mine());
	expect(body.isAdmission).toBe(isAdmission);
	// A change of kind is a change of that, unless it says otherwise.
	const other = type.kind === 'add_on' ? { kind: 'free' } : { kind: 'add_on', priceMinor: 900 };
	const changed = await world.api.patch(`${path}/${body.id}`, other, mine());
	expect(changed.body.isAdmission).toBe(type.kind === 'add_on');
	const back = await world.api.patch(`${path}/${body.id}`, { isAdmission: type.kind !== 'add_on' }, mine());
	expect(back.body.isAdmission).toBe(type.kind !== 'add_on');
});
