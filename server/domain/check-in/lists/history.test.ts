import { expect, test } from 'vitest';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import type { Door, DoorGuest } from '#tests/factories/door.ts';
import { useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();

/** Calls about one event, and its history. */
function callsOf(door: Door, token = world.owner.token) {
	const at = `/api/events/${door.event}`;
	return {
		call: (method: string, path: string, body?: object) => world.api.call(method, at + path, body, { token }),
		history: async (): Promise<ChangeSet[]> => (await world.api.get(`${at}/changes`, { token })).body.data,
		undo: (set: ChangeSet | undefined) => world.api.post(`${at}/changes/${set?.id}/undo`, {}, { token }),
		lists: async () => (await world.api.get(`${at}/check-in-lists`, { token })).body.data,
		gates: async () => (await world.api.get(`${at}/gates`, { token })).body.data,
	};
}
const newest = async ({ history }: ReturnType<typeof callsOf>) => (await history())[0];

test('lists are in the history with who changed them; each change is taken back', async () => {
	const door = await world.openDoor();
	const calls = callsOf(door);
	const { call, lists, undo } = calls;
	const untouched = await lists();
	const { body: made } = await call('POST', '/check-in-lists', {
		name: 'Workshop',
		ticketTypeIds: [door.type],
		opensAt: '2030-01-01T10:00:00Z',
	});
	const added = await newest(calls);
	expect(added).toMatchObject({ kind: 'edit', actor: { kind: 'member' }, canUndo: true, notify: false });
	expect(added?.changes).toMatchObject([
		{ part: 'lists', path: `list.${made.id}`, subject: 'Workshop', before: null },
	]);
	const full = await lists();

	await call('PATCH', `/check-in-lists/${made.id}`, { name: 'Class', opensAt: null });
	const edited = await newest(calls);
	expect(edited?.changes.map(({ path, before, after }) => [path, before, after])).toEqual([
		[`list.${made.id}.name`, 'Workshop', 'Class'],
		[`list.${made.id}.opensAt`, '2030-01-01T10:00:00.000Z', null],
	]);
	expect((await undo(edited)).status).toBe(200);
	expect(await lists()).toEqual(full);

	await call('DELETE', `/check-in-lists/${made.id}`);
	expect(await lists()).toEqual(untouched);
	expect((await undo(await newest(calls))).status).toBe(200);
	expect(await lists()).toEqual(full);

	// The list that every event has, which has no row before its first change.
	await call('PATCH', `/check-in-lists/${door.event}`, { countsExits: true, allowsReentry: true });
	expect((await undo(await newest(calls))).status).toBe(200);
	expect(await lists()).toEqual(full);
	// What changes nothing is no change.
	const before = (await calls.history()).length;
	await call('PATCH', `/check-in-lists/${made.id}`, { name: 'Workshop' });
	expect(await calls.history()).toHaveLength(before);
});

test('gates are in the history, and come back under their old ids', async () => {
	const calls = callsOf(await world.openDoor());
	const { call, gates, undo } = calls;
	const { body: gate } = await call('POST', '/gates', { name: 'North' });
	const added = await newest(calls);
	expect(added?.changes).toMatchObject([{ path: `gate.${gate.id}`, subject: 'North', before: null }]);
	await call('PATCH', `/gates/${gate.id}`, { name: 'South' });
	const renamed = await newest(calls);
	expect(renamed?.changes).toMatchObject([{ path: `gate.${gate.id}.name`, before: 'North', after: 'South' }]);
	await call('DELETE', `/gates/${gate.id}`);
	expect(await gates()).toEqual([]);
	expect((await undo(await newest(calls))).status).toBe(200);
	expect(await gates()).toEqual([{ id: gate.id, name: 'South' }]);
	expect((await undo(renamed)).status).toBe(200);
	expect(await gates()).toEqual([{ id: gate.id, name: 'North' }]);
	expect((await undo(added)).status).toBe(200);
	expect(await gates()).toEqual([]);
});

test('undo is refused where the edit would be, and to who may not edit', async () => {
	const door = await world.openDoor();
	const calls = callsOf(door);
	const { body: made } = await calls.call('POST', '/check-in-lists', { name: 'Workshop' });
	const added = await newest(calls);
	const guest = door.guests[0] as DoorGuest;
	await world.scanOnline(door, { guestQrData: guest.code, listId: made.id });
	const inUse = await calls.undo(added);
	expect([inUse.status, inUse.body.metadata.rule]).toEqual([422, 'undo-blocked']);
	expect(inUse.body.userMessage).toContain('This list has scans');
	expect(await calls.lists()).toHaveLength(2);

	await calls.call('PATCH', `/check-in-lists/${made.id}`, { name: 'Class' });
	const renamed = await newest(calls);
	const finance = await makeMember(world.services, world.owner.organisationId, 'finance');
	expect((await callsOf(door, finance.token).undo(renamed)).status).toBe(403);
	await calls.call('PATCH', `/check-in-lists/${made.id}`, { name: 'Course' });
	const later = await calls.undo(renamed);
	expect([later.status, later.body.metadata.rule]).toEqual([422, 'undo-blocked']);
	expect((await calls.history()).find(({ id }) => id === renamed?.id)?.canUndo).toBe(false);

	// A list that let people in and is narrowed by undo is readRevision to those who check in, as by an edit.
	await calls.call('PATCH', `/check-in-lists/${made.id}`, { opensAt: '2020-01-01T00:00:00Z' });
	await calls.call('PATCH', `/check-in-lists/${made.id}`, { opensAt: null });
	const widened = await newest(calls);
	const readRevision = async () =>
		(await world.database().pool.query(`SELECT FROM notices WHERE kind = 'list-narrowed'`)).rowCount;
	const before = (await readRevision()) ?? 0;
	expect((await calls.undo(widened)).status).toBe(200);
	expect(await readRevision()).toBeGreaterThan(before);
});
