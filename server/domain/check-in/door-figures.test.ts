import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import type { DoorGuest as Guest } from '#tests/factories/door.ts';
import { scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { openDoor, sync } = world;

describe('what the organiser sees', () => {
	test('figures per gate, device and minute; conflicts to settle', async () => {
		const door = await openDoor();
		const [one, two, three] = door.guests as [Guest, Guest, Guest];
		const gate = await world.api.post(
			`/api/events/${door.event}/gates`,
			{ name: 'North' },
			{ token: world.owner.token },
		);
		await sync(
			door,
			'a',
			[scanOf(one, 10, { gateId: gate.body.id }), scanOf(two, 12), scanOf(three, 14)],
			10,
		);
		await sync(door, 'b', [
			scanOf(one, 11),
			scanOf(one, 12, { decision: 'refused', shown: 'already_checked_in' }),
		]);
		const { body } = await world.api.get(`/api/events/${door.event}/door/figures`, {
			token: world.owner.token,
		});
		expect(body).toMatchObject({
			checkedIn: 3,
			inside: 3,
			expected: 3,
			openConflicts: 1,
			refusals: [{ verdict: 'already_checked_in', count: 1 }],
			gates: [
				{ name: 'North', entries: 1, exits: 0 },
				{ id: null, entries: 3 },
			],
		});
		expect(body.devices[0]).toMatchObject({
			id: 'device-a',
			name: 'Door a',
			link: 'North',
			entries: 3,
			queued: 7,
		});
		expect(body.devices[1]).toMatchObject({ id: 'device-b', entries: 1, refused: 1 });
		expect(body.arrivals.map((step: { entries: number }) => step.entries)).toEqual([1, 1, 1, 0, 1]);
		const path = `/api/events/${door.event}/door/conflicts`;
		const list = await world.api.get(path, { token: world.owner.token });
		expect(list.body.data).toHaveLength(1);
		const settled = await world.api.post(
			`${path}/${list.body.data[0].id}/settle`,
			{ note: 'Twins' },
			{ token: world.owner.token },
		);
		expect(settled.body).toMatchObject({ note: 'Twins' });
		expect(
			(await world.api.get(path, { token: world.owner.token, query: { isSettled: 'false' } })).body.data,
		).toEqual([]);
		expect((await sync(door, 'b', [])).conflicts).toEqual([]);
		const stranger = await makeUser(world.services);
		expect((await world.api.get(path, { token: stranger.token })).status).toBe(404);
	});
});
