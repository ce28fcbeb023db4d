import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
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

	test('whoever gave a ticket back after they came in is not counted, anywhere', async () => {
		const door = await openDoor();
		const [one, two, three] = door.guests as [Guest, Guest, Guest];
		await sync(door, 'a', [scanOf(one, 1), scanOf(two, 2), scanOf(three, 3)]);
		const { token } = world.owner;
		const cancelled = await world.api.post(
			`/api/events/${door.event}/attendees/${three.id}/cancel`,
			{ notify: false },
			{ token },
		);
		expect(cancelled.status).toBe(200);
		const counted = { checkedInCount: 2, totalAttendees: 2, checkInRate: 100 };
		const read = async (path: string) => (await world.api.get(path, { token })).body;
		expect((await read(`/api/staff-access/event/${door.token}`)).stats).toEqual(counted);
		expect((await sync(door, 'a', [])).stats).toEqual(counted);
		const figures = await read(`/api/events/${door.event}/figures`);
		expect(figures).toMatchObject({ checkedIn: 2, totalAttendees: 2 });
		expect(await read(`/api/events/${door.event}/door/figures`)).toMatchObject({
			checkedIn: 2,
			inside: 2,
			expected: 2,
		});
		for (const checkedIn of ['true', 'false']) {
			const list = await world.api.get(`/api/events/${door.event}/attendees`, {
				token,
				query: { checkedIn },
			});
			expect(list.body.data).toHaveLength(checkedIn === 'true' ? 2 : 0);
		}
		await world.api.post(`/api/events/${door.event}/check-in-lists`, { name: 'Lounge' }, { token });
		expect((await read(`/api/events/${door.event}/figures`)).checkedIn).toBe(2);
	});

	test('the answer to a scan has figures of this second, whoever checked in elsewhere', async () => {
		const door = await openDoor({ guests: 4 });
		const [one, two, three, four] = door.guests as [Guest, Guest, Guest, Guest];
		const scan = async (guest: Guest) =>
			(await world.scanOnline(door, { guestQrData: guest.code })).body.stats.checkedInCount;
		expect(await scan(one)).toBe(1);
		// Another process.
		await world.database().pool.query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at)
			SELECT gen_random_uuid(), organisation_id, event_id, list_id, $2, 'accepted', 'scan', now() FROM check_ins WHERE event_id = $1`,
			[door.event, two.id],
		);
		const passed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_500);
		try {
			expect(await scan(three)).toBe(3);
			expect(await scan(four)).toBe(4);
		} finally {
			passed.mockRestore();
		}
	});

	test('a gate of another event is refused; a scan that was made is stored without it', async () => {
		const [door, other] = [await openDoor(), await openDoor()];
		const made = await world.api.post(
			`/api/events/${other.event}/gates`,
			{ name: 'East' },
			{ token: world.owner.token },
		);
		const gateId: string = made.body.id;
		const [one, two] = door.guests as [Guest, Guest];
		const refused = await world.scanOnline(door, { guestQrData: one.code, gateId });
		expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'gateId' }] });
		const invented = await world.scanOnline(door, { guestQrData: one.code, gateId: randomUUID() });
		expect(invented.body.details).toMatchObject([{ field: 'gateId' }]);
		await sync(door, 'a', [scanOf(one, 1, { gateId }), scanOf(two, 2, { gateId: randomUUID() })]);
		const { rows } = await world
			.database()
			.pool.query<{ gate_id: string | null }>('SELECT gate_id FROM check_ins WHERE event_id = $1', [
				door.event,
			]);
		expect(rows).toEqual([{ gate_id: null }, { gate_id: null }]);
	});

	test('a device that does not know yet that its gate was deleted scans on, online and afterwards', async () => {
		const door = await openDoor();
		const { token } = world.owner;
		const gates = `/api/events/${door.event}/gates`;
		const gateId: string = (await world.api.post(gates, { name: 'East' }, { token })).body.id;
		expect((await world.api.call('DELETE', `${gates}/${gateId}`, undefined, { token })).status).toBe(204);
		const [one, two] = door.guests as [Guest, Guest];
		expect((await world.scanOnline(door, { guestQrData: one.code, gateId })).body.verdict).toBe('accepted');
		await sync(door, 'a', [scanOf(two, 1, { gateId })]);
		const figures = await world.api.get(`/api/events/${door.event}/door/figures`, { token });
		expect(figures.body).toMatchObject({ checkedIn: 2, gates: [{ id: null, entries: 2 }] });
		expect((await world.api.get(gates, { token })).body.data).toEqual([]);
		for (const method of ['DELETE', 'PATCH'])
			expect((await world.api.call(method, `${gates}/${gateId}`, { name: 'West' }, { token })).status).toBe(
				404,
			);
		const link = await world.api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'x', gateId },
			{ token },
		);
		expect(link.body.details).toMatchObject([{ field: 'gateId' }]);
	});

	test('the organiser hears of a registration by the line that check-ins use, devices only of figures', async () => {
		const door = await openDoor();
		const open = async (path: string, headers: Record<string, string>) => {
			const stop = new AbortController();
			const request = new Request('http://foyer.test', { signal: stop.signal, headers });
			const response = await world.api.app.request(`http://foyer.test${path}`, request);
			const reader = (response.body as ReadableStream<Uint8Array>).getReader();
			let text = '';
			return {
				async until(pattern: RegExp) {
					while (!pattern.test(text)) text += Buffer.from((await reader.read()).value ?? []).toString();
					stop.abort();
				},
			};
		};
		const line = await open(`/api/events/${door.event}/stream`, {
			authorization: `Bearer ${world.owner.token}`,
		});
		const order = await world.api.post(
			`/api/events/${door.event}/orders`,
			{
				buyer: { name: 'Grace', email: 'grace@example.org' },
				items: [{ ticketTypeId: door.type, quantity: 1 }],
			},
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(order.status).toBe(201);
		await line.until(/event: stats\ndata: .*"totalAttendees":4/);
	});
});
