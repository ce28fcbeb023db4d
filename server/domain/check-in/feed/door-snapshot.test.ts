import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hashTicketCode, packId, unpackId } from '#shared/rules/door-hash.ts';
import type { DoorGuest as Guest } from '#tests/factories/door.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { database, openDoor, sync, feed, scanOnline } = world;

describe('the snapshot', () => {
	test('holds id, hash of the code, name, type and state, and no address and no code', async () => {
		const door = await openDoor();
		const guest = door.guests[0] as Guest;
		await scanOnline(door, { guestQrData: guest.code, device: 'Phone' });
		const setup = (await world.api.get(`/api/staff-access/door/${door.token}`)).body;
		const list = await feed(door);
		expect(list).toMatchObject({ isUpToDate: true, mustReset: false, gone: [] });
		expect(list.guests).toHaveLength(3);
		const found = list.guests.find((one) => unpackId(one[0]) === guest.id);
		expect(found).toEqual([
			packId(guest.id),
			await hashTicketCode(setup.salt, guest.code),
			'Ada Lovelace',
			setup.ticketTypes.findIndex((type: { id: string }) => type.id === door.type),
			0,
			'',
		]);
		expect(list.standings).toHaveLength(1);
		expect(list.standings[0]?.slice(0, 2)).toEqual([packId(guest.id), 0]);
		expect(list.standings[0]?.[4]).toBe('Phone');
		expect(JSON.stringify(list)).not.toContain('example.org');
		expect(JSON.stringify(list)).not.toContain(guest.code);
		const other = await openDoor();
		expect((await world.api.get(`/api/staff-access/door/${other.token}`)).body.salt).not.toBe(setup.salt);
	});

	test('a cursor brings what changed: check-ins, undos, edits, cancellations, new guests', async () => {
		const door = await openDoor();
		const [one, two] = door.guests as [Guest, Guest];
		const whole = await feed(door);
		await scanOnline(door, { guestQrData: one.code });
		// A code that is nobody's is no news of a guest.
		await scanOnline(door, { guestQrData: 'no ticket of ours' });
		let next = await feed(door, whole.cursor);
		expect(next.standings.find((row) => row[0] === packId(one.id))?.[2]).toBeGreaterThan(0);
		await world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: one.id });
		await database().pool.query(`UPDATE attendees SET name = 'Grace' WHERE event_id = $1 AND id = $2`, [
			door.event,
			two.id,
		]);
		await database().pool.query(
			`UPDATE attendees SET status = 'cancelled', cancelled_at = now() WHERE event_id = $1 AND id = $2`,
			[door.event, one.id],
		);
		next = await feed(door, next.cursor);
		expect(next.standings.find((row) => row[0] === packId(one.id))?.[2]).toBe(0);
		expect(next.guests.find((row) => row[0] === packId(two.id))?.[2]).toBe('Grace');
		expect(next.guests.find((row) => row[0] === packId(one.id))?.[4]).toBe(2);
		await database().pool.query('DELETE FROM attendees WHERE event_id = $1 AND id = $2', [
			door.event,
			two.id,
		]);
		next = await feed(door, next.cursor);
		expect(next.gone).toContain(packId(two.id));
	});

	test('what was sent long ago is not sent again', async () => {
		const door = await openDoor();
		await scanOnline(door, { guestQrData: door.guests[0]?.code });
		const { cursor } = await feed(door);
		const last = await feed(door, cursor);
		expect([last.guests, last.standings, last.isUpToDate]).toEqual([[], [], true]);
	});

	test('a list that is added makes indexes mean something else: begin anew', async () => {
		const door = await openDoor();
		const { cursor } = await feed(door);
		await world.api.post(
			`/api/events/${door.event}/check-in-lists`,
			{ name: 'Lounge' },
			{ token: world.owner.token },
		);
		expect(await feed(door, cursor)).toMatchObject({ mustReset: true, guests: [] });
	});

	test('is packed where the client takes it', async () => {
		const door = await openDoor({ guests: 30 });
		const response = await world.api.app.request(`http://foyer.test/api/staff-access/feed/${door.token}`, {
			headers: { 'Accept-Encoding': 'gzip' },
		});
		expect(response.headers.get('content-encoding')).toBe('gzip');
		expect(JSON.parse(gunzipSync(await response.arrayBuffer()).toString()).guests).toHaveLength(30);
	});
});

describe('the end of a link', () => {
	test('revoked: nothing is handed out, scans from before count, later ones are conflicts', async () => {
		const door = await openDoor();
		const [one, two] = door.guests as [Guest, Guest];
		await world.api.post(
			`/api/events/${door.event}/staff-links/${door.linkId}/revoke`,
			{},
			{ token: world.owner.token },
		);
		expect((await scanOnline(door, { guestQrData: one.code })).status).toBe(401);
		const setup = (await world.api.get(`/api/staff-access/door/${door.token}`)).body;
		expect(setup).toMatchObject({ link: { state: 'revoked' }, salt: '' });
		expect(await feed(door)).toMatchObject({ link: { state: 'revoked' }, guests: [], standings: [] });
		const late = new Date(Date.now() + 60_000).toISOString();
		const { results, link } = await sync(door, 'a', [scanOf(one, 1), { ...scanOf(two, 1), scannedAt: late }]);
		expect(link.state).toBe('revoked');
		expect(results[0]).toMatchObject({ verdict: 'accepted', conflict: null, guest: null });
		expect(results[1]).toMatchObject({ verdict: 'conflict', conflict: 'link_ended' });
	});

	test('rotated: the old token opens nothing, and still takes in what was scanned', async () => {
		const door = await openDoor();
		await world.api.post(
			`/api/events/${door.event}/staff-links/${door.linkId}/rotate`,
			{},
			{ token: world.owner.token },
		);
		expect((await world.api.get(`/api/staff-access/event/${door.token}`)).status).toBe(401);
		const { results, link } = await sync(door, 'a', [scanOf(door.guests[0] as Guest, 1)]);
		expect([link.state, results[0].verdict]).toEqual(['revoked', 'accepted']);
	});

	test('a day after the event the link ends by itself: nothing is given or checked in, earlier scans are taken in', async () => {
		const door = await openDoor();
		const [one, two] = door.guests as [Guest, Guest];
		await moveEvent(world.services, door.event, { start: -72, end: -48 });
		expect(await feed(door)).toMatchObject({ link: { state: 'event_over' }, guests: [] });
		expect((await world.api.get(`/api/staff-access/event/${door.token}`)).status).toBe(401);
		expect((await world.api.get(`/api/staff-access/guests/${door.token}`)).status).toBe(401);
		expect((await scanOnline(door, { guestQrData: one.code })).status).toBe(401);
		const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
		const { results, link } = await sync(door, 'a', [
			{ ...scanOf(one, 1), scannedAt: days(2) },
			{ ...scanOf(two, 1), scannedAt: days(0.5) },
		]);
		expect(link.state).toBe('event_over');
		expect(results).toMatchObject([
			{ outcome: 'recorded', verdict: 'accepted', conflict: null, guest: null },
			{ outcome: 'recorded', verdict: 'conflict', conflict: 'link_ended', guest: null },
		]);
		const entered = await world.api.post('/api/staff-access/open', { code: door.token, deviceName: 'Late' });
		expect([entered.status, entered.body.metadata.rule]).toEqual([422, 'event-over']);
	});
});
