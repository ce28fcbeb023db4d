import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import type { DoorFeed, SyncItemInput } from '#shared/contracts/door-sync.ts';
import { newId } from '#shared/lib/ids.ts';
import { hashTicketCode, packId, unpackId } from '#shared/rules/door-hash.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { type Door, type DoorOptions, type DoorGuest as Guest, makeDoor } from '#tests/factories/door.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { checkInChecks } from './checks.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
});

const openDoor = (options?: DoorOptions): Promise<Door> => makeDoor({ services, api, owner }, options);

const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 18, minutes)).toISOString();
const nonce = () => `nonce-${randomUUID()}`;

function scanOf(guest: Guest, minutes: number, more: Partial<Extract<SyncItemInput, { kind: 'scan' }>> = {}) {
	return {
		kind: 'scan',
		nonce: nonce(),
		guestQrData: guest.code,
		decision: 'admitted',
		shown: 'accepted',
		scannedAt: at(minutes),
		...more,
	} satisfies SyncItemInput;
}

async function sync(door: Door, device: string, items: SyncItemInput[], queued = items.length) {
	const answer = await api.post(`/api/staff-access/sync/${door.token}`, {
		device: { id: `device-${device}`, name: `Door ${device}`, queued },
		items,
	});
	expect(answer.status).toBe(200);
	return answer.body;
}

async function feed(door: Door, cursor?: string): Promise<DoorFeed> {
	const answer = await api.get(`/api/staff-access/feed/${door.token}`, cursor ? { query: { cursor } } : {});
	expect(answer.status).toBe(200);
	return answer.body;
}

async function expectDoorChecks() {
	for (const check of checkInChecks)
		expect([check.name, await check.run(services)]).toEqual([check.name, []]);
}

const scanOnline = (door: Door, body: object) => api.post(`/api/staff-access/checkin/${door.token}`, body);

describe('a queue that is handed in', () => {
	let door: Door;
	beforeEach(async () => {
		door = await openDoor();
	});

	test('two devices apart admitted one ticket: the first time wins, the other is named with both times and devices', async () => {
		const guest = door.guests[0] as Guest;
		const later = scanOf(guest, 20);
		const earlier = scanOf(guest, 10);
		const first = await sync(door, 'b', [later]);
		expect(first.results[0]).toMatchObject({ outcome: 'recorded', verdict: 'accepted', conflict: null });
		const second = await sync(door, 'a', [earlier]);
		expect(second.results[0]).toMatchObject({ outcome: 'recorded', verdict: 'accepted' });
		expect(second.conflicts).toHaveLength(1);
		expect(second.conflicts[0]).toMatchObject({
			kind: 'double_admission',
			guest: { id: guest.id },
			admitted: { at: at(20), device: 'Door b', nonce: later.nonce },
			standing: { at: at(10), device: 'Door a' },
		});
		// The same again changes nothing, and says so.
		const again = await sync(door, 'b', [later]);
		expect(again.results[0]).toMatchObject({ outcome: 'repeated', verdict: 'conflict' });
		expect(again.stats.checkedInCount).toBe(1);
		await expectDoorChecks();
	});

	test('the clock of a device that is hours off is put right by what the device knew of it', async () => {
		const guest = door.guests[0] as Guest;
		const hour = 3_600_000;
		await sync(door, 'a', [
			scanOf(guest, 10, {
				scannedAt: new Date(Date.parse(at(10)) + 5 * hour).toISOString(),
				clockOffsetMs: -5 * hour,
			}),
		]);
		const { conflicts } = await sync(door, 'b', [scanOf(guest, 20)]);
		expect(conflicts[0]).toMatchObject({ admitted: { at: at(20) }, standing: { at: at(10) } });
	});

	test('a scan that the server refused but the device let in becomes a conflict, not a refusal', async () => {
		const guest = door.guests[0] as Guest;
		expect((await scanOnline(door, { guestQrData: guest.code })).status).toBe(200);
		const late = nonce();
		const refused = await scanOnline(door, { guestQrData: guest.code, nonce: late });
		expect(refused.body.verdict).toBe('already_checked_in');
		const { results } = await sync(door, 'a', [
			scanOf(guest, 0, { nonce: late, scannedAt: new Date().toISOString() }),
		]);
		expect(results[0]).toMatchObject({
			outcome: 'repeated',
			verdict: 'conflict',
			conflict: 'double_admission',
		});
		await expectDoorChecks();
	});

	test('a ticket that was cancelled: before the scan a conflict, after it let in and named', async () => {
		const [one, two] = door.guests as [Guest, Guest];
		await database().pool.query(
			`UPDATE attendees SET status = 'cancelled', cancelled_at = $2 WHERE event_id = $1`,
			[door.event, at(15)],
		);
		const { results, conflicts } = await sync(door, 'a', [scanOf(one, 20), scanOf(two, 10)]);
		expect(results[0]).toMatchObject({ verdict: 'conflict', conflict: 'cancelled' });
		expect(results[1]).toMatchObject({ verdict: 'accepted', conflict: 'cancelled_later' });
		expect(conflicts.map((one: { kind: string }) => one.kind).sort()).toEqual([
			'cancelled',
			'cancelled_later',
		]);
	});

	test('an undo may come before its scan', async () => {
		const guest = door.guests[0] as Guest;
		const scan = scanOf(guest, 10);
		await sync(door, 'a', [
			{ kind: 'undo', nonce: nonce(), target: scan.nonce, scannedAt: at(11), reason: 'mistake' },
		]);
		const { results, stats } = await sync(door, 'a', [scan]);
		expect(results[0].outcome).toBe('recorded');
		expect(stats.checkedInCount).toBe(0);
		// The ticket is free again.
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('accepted');
		await expectDoorChecks();
	});

	test('what names nobody is kept with its text, and an admission of it is a conflict', async () => {
		const { results } = await sync(door, 'a', [
			{ ...scanOf(door.guests[0] as Guest, 1), guestQrData: 'gibberish' },
			{
				...scanOf(door.guests[0] as Guest, 2),
				guestQrData: 'other',
				decision: 'refused',
				shown: 'unknown_code',
			},
		]);
		expect(results[0]).toMatchObject({ outcome: 'recorded', verdict: 'conflict', conflict: 'unknown_code' });
		expect(results[1]).toMatchObject({ outcome: 'recorded', verdict: 'unknown_code', conflict: null });
		const { rows } = await database().pool.query(
			'SELECT scanned_text FROM check_ins WHERE event_id = $1 ORDER BY occurred_at',
			[door.event],
		);
		expect(rows.map((row) => row.scanned_text)).toEqual(['gibberish', 'other']);
	});

	test('a guest of another event stays unknown', async () => {
		const other = await openDoor({ guests: 1 });
		const { results } = await sync(door, 'a', [scanOf(other.guests[0] as Guest, 1)]);
		expect(results[0]).toMatchObject({ verdict: 'conflict', conflict: 'wrong_event', guest: null });
	});

	test('instants that no database holds do no harm', async () => {
		const { results } = await sync(door, 'a', [
			scanOf(door.guests[0] as Guest, 1, { scannedAt: '0000-01-01T00:00:00Z' }),
			scanOf(door.guests[1] as Guest, 1, {
				scannedAt: '9999-12-31T23:59:59Z',
				clockOffsetMs: 300_000_000_000,
			}),
		]);
		expect(results.map((one: { outcome: string }) => one.outcome)).toEqual(['recorded', 'recorded']);
		const online = await scanOnline(door, {
			guestQrData: door.guests[2]?.code,
			scannedAt: '0000-01-01T00:00:00Z',
		});
		expect(online.status).toBe(200);
	});
});

describe('undo', () => {
	test('takes back the check-in and what was let in beside it', async () => {
		const door = await openDoor();
		const guest = door.guests[0] as Guest;
		await sync(door, 'a', [scanOf(guest, 10)]);
		await sync(door, 'b', [scanOf(guest, 20)]);
		const undone = await api.post(`/api/staff-access/undo/${door.token}`, {
			guestId: guest.id,
			reason: 'left',
		});
		expect(undone.body).toMatchObject({ success: true, message: 'The check-in of Ada Lovelace was undone.' });
		expect(undone.body.checkInId).not.toBeNull();
		expect((await sync(door, 'a', [])).conflicts).toEqual([]);
		const again = await api.post(`/api/staff-access/undo/${door.token}`, { guestId: guest.id });
		expect(again.body).toMatchObject({ message: 'Ada Lovelace is not checked in.', checkInId: null });
		// An entry that comes in later was not meant by it.
		const { stats } = await sync(door, 'c', [scanOf(guest, 5)]);
		expect(stats.checkedInCount).toBe(1);
		await expectDoorChecks();
	});

	test('needs the ability', async () => {
		const door = await openDoor({ link: { abilities: ['scan'] } });
		const scan = scanOf(door.guests[0] as Guest, 1);
		const { results } = await sync(door, 'a', [
			scan,
			{ kind: 'undo', nonce: nonce(), target: scan.nonce, scannedAt: at(2) },
			{ ...scanOf(door.guests[1] as Guest, 1), guestQrData: undefined, guestId: door.guests[1]?.id } as never,
		]);
		expect(results.map((one: { outcome: string }) => one.outcome)).toEqual([
			'recorded',
			'refused',
			'refused',
		]);
	});
});

describe('lists', () => {
	const patch = (door: Door, list: string, body: object) =>
		api.patch(`/api/events/${door.event}/check-in-lists/${list}`, body, { token: owner.token });

	test('an event has one by itself, and more on demand', async () => {
		const door = await openDoor();
		const path = `/api/events/${door.event}/check-in-lists`;
		const before = await api.get(path, { token: owner.token });
		expect(before.body.data).toMatchObject([{ id: door.event, isDefault: true, name: 'Entrance' }]);
		const made = await api.post(
			path,
			{ name: 'Workshop', ticketTypeIds: [door.type] },
			{ token: owner.token },
		);
		expect(made.status).toBe(201);
		const guest = door.guests[0] as Guest;
		expect((await scanOnline(door, { guestQrData: guest.code })).body.verdict).toBe('accepted');
		const there = await scanOnline(door, { guestQrData: guest.code, listId: made.body.id });
		expect(there.body.verdict).toBe('accepted');
		expect((await scanOnline(door, { guestQrData: guest.code, listId: made.body.id })).body.verdict).toBe(
			'already_checked_in',
		);
		const inUse = await api.delete(`${path}/${made.body.id}`, { token: owner.token });
		expect([inUse.status, inUse.body.code]).toEqual([422, 'BUSINESS_RULE_VIOLATION']);
		expect((await api.delete(`${path}/${door.event}`, { token: owner.token })).status).toBe(422);
	});

	test('ticket scope and opening times are verdicts', async () => {
		const door = await openDoor();
		const { ticketTypeId } = await insertTicketType(database(), {
			organisationId: owner.organisationId,
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
		const lists = () => api.get(`/api/events/${door.event}/check-in-lists`, { token: owner.token });
		expect((await lists()).body.data[0].insideCount).toBe(1);
		expect(await go('out')).toBe('left');
		expect((await lists()).body.data[0].insideCount).toBe(0);
		expect([await go('in'), await go('out')]).toEqual(['accepted', 'left']);
		const event = await api.get(`/api/staff-access/event/${door.token}`);
		expect(event.body.stats.checkedInCount).toBe(1);
		const fixed = await patch(door, door.event, { allowsReentry: false });
		expect(fixed.status).toBe(422);
		await expectDoorChecks();
	});

	test('a link that is tied to a list opens no other', async () => {
		const door = await openDoor();
		const made = await api.post(
			`/api/events/${door.event}/check-in-lists`,
			{ name: 'Lounge' },
			{ token: owner.token },
		);
		const link = await api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'Lounge', listIds: [made.body.id] },
			{ token: owner.token },
		);
		const lounge = { ...door, token: link.body.token };
		const guest = door.guests[0] as Guest;
		expect((await scanOnline(lounge, { guestQrData: guest.code, listId: door.event })).body.verdict).toBe(
			'wrong_list',
		);
		expect((await scanOnline(lounge, { guestQrData: guest.code })).body.verdict).toBe('accepted');
		const setup = await api.get(`/api/staff-access/door/${lounge.token}`);
		expect(setup.body.lists.map((list: { name: string }) => list.name)).toEqual(['Lounge']);
		const foreign = await api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'X', listIds: [newId()] },
			{ token: owner.token },
		);
		expect(foreign.status).toBe(400);
	});
});

describe('a party', () => {
	test('the answer names the others, and a link that only scans may let them in', async () => {
		const door = await openDoor({ guests: 4, isParty: true, link: { abilities: ['scan'] } });
		const [first, second, third] = door.guests as [Guest, Guest, Guest];
		const answer = await scanOnline(door, { guestQrData: first.code });
		expect(answer.body.party).toHaveLength(3);
		expect(answer.body.party[0]).toMatchObject({ guestName: 'Ada Lovelace', isCheckedIn: false });
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

describe('the snapshot', () => {
	test('holds id, hash of the code, name, type and state, and no address and no code', async () => {
		const door = await openDoor();
		const guest = door.guests[0] as Guest;
		await scanOnline(door, { guestQrData: guest.code, device: 'Phone' });
		const setup = (await api.get(`/api/staff-access/door/${door.token}`)).body;
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
		expect((await api.get(`/api/staff-access/door/${other.token}`)).body.salt).not.toBe(setup.salt);
	});

	test('a cursor brings what changed: check-ins, undos, edits, cancellations, new guests', async () => {
		const door = await openDoor();
		const [one, two] = door.guests as [Guest, Guest];
		const whole = await feed(door);
		await scanOnline(door, { guestQrData: one.code });
		let next = await feed(door, whole.cursor);
		expect(next.standings.find((row) => row[0] === packId(one.id))?.[2]).toBeGreaterThan(0);
		await api.post(`/api/staff-access/undo/${door.token}`, { guestId: one.id });
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

	test('what is long told is not told again', async () => {
		const door = await openDoor();
		await scanOnline(door, { guestQrData: door.guests[0]?.code });
		const later = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) });
		const at10 = createTestApi({ ...services, clock: later(10) as never });
		const at20 = createTestApi({ ...services, clock: later(20) as never });
		const at30 = createTestApi({ ...services, clock: later(30) as never });
		const path = `/api/staff-access/feed/${door.token}`;
		let cursor = (await at10.get(path)).body.cursor;
		cursor = (await at20.get(path, { query: { cursor } })).body.cursor;
		const last = (await at30.get(path, { query: { cursor } })).body;
		expect([last.guests, last.standings, last.isUpToDate]).toEqual([[], [], true]);
	});

	test('a list that is added makes indexes mean something else: begin anew', async () => {
		const door = await openDoor();
		const { cursor } = await feed(door);
		await api.post(`/api/events/${door.event}/check-in-lists`, { name: 'Lounge' }, { token: owner.token });
		expect(await feed(door, cursor)).toMatchObject({ mustReset: true, guests: [] });
		const forged = await api.get(`/api/staff-access/feed/${door.token}`, { query: { cursor: 'nonsense' } });
		expect(forged.status).toBe(400);
	});

	test('is packed where the client takes it', async () => {
		const door = await openDoor({ guests: 30 });
		const response = await api.app.request(`http://foyer.test/api/staff-access/feed/${door.token}`, {
			headers: { 'Accept-Encoding': 'gzip' },
		});
		expect(response.headers.get('content-encoding')).toBe('gzip');
		expect(JSON.parse(gunzipSync(await response.bytes()).toString()).guests).toHaveLength(30);
	});
});

describe('the end of a link', () => {
	test('revoked: nothing is handed out, scans from before count, later ones are conflicts', async () => {
		const door = await openDoor();
		const [one, two] = door.guests as [Guest, Guest];
		await api.post(`/api/events/${door.event}/staff-links/${door.linkId}/revoke`, {}, { token: owner.token });
		expect((await scanOnline(door, { guestQrData: one.code })).status).toBe(401);
		const setup = (await api.get(`/api/staff-access/door/${door.token}`)).body;
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
		await api.post(`/api/events/${door.event}/staff-links/${door.linkId}/rotate`, {}, { token: owner.token });
		expect((await api.get(`/api/staff-access/event/${door.token}`)).status).toBe(401);
		const { results, link } = await sync(door, 'a', [scanOf(door.guests[0] as Guest, 1)]);
		expect([link.state, results[0].verdict]).toEqual(['revoked', 'accepted']);
	});

	test('an event a day over hands out nothing more', async () => {
		const door = await openDoor();
		await database().pool.query(
			`UPDATE events SET starts_at = now() - interval '3 days', ends_at = now() - interval '2 days' WHERE id = $1`,
			[door.event],
		);
		expect(await feed(door)).toMatchObject({ link: { state: 'event_over' }, guests: [] });
	});
});

describe('what the organiser sees', () => {
	test('figures per gate, device and minute; conflicts to settle', async () => {
		const door = await openDoor();
		const [one, two, three] = door.guests as [Guest, Guest, Guest];
		const gate = await api.post(`/api/events/${door.event}/gates`, { name: 'North' }, { token: owner.token });
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
		const { body } = await api.get(`/api/events/${door.event}/door/figures`, { token: owner.token });
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
		const list = await api.get(path, { token: owner.token });
		expect(list.body.data).toHaveLength(1);
		const settled = await api.post(
			`${path}/${list.body.data[0].id}/settle`,
			{ note: 'Twins' },
			{ token: owner.token },
		);
		expect(settled.body).toMatchObject({ note: 'Twins' });
		expect((await api.get(path, { token: owner.token, query: { isSettled: 'false' } })).body.data).toEqual(
			[],
		);
		expect((await sync(door, 'b', [])).conflicts).toEqual([]);
		const stranger = await makeUser(services);
		expect((await api.get(path, { token: stranger.token })).status).toBe(404);
	});
});
