import { beforeEach, describe, expect, test } from 'vitest';
import type { Door, DoorGuest as Guest } from '#tests/factories/door.ts';
import { at, nonce, scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { database, openDoor, sync, scanOnline, expectDoorChecks } = world;

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

	test('what names nobody is stored with its text, and an admission of it is a conflict', async () => {
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
		const undone = await world.api.post(`/api/staff-access/undo/${door.token}`, {
			guestId: guest.id,
			reason: 'left',
		});
		expect(undone.body).toMatchObject({ success: true, message: 'Ada Lovelace’s check-in was undone.' });
		expect(undone.body.checkInId).not.toBeNull();
		expect((await sync(door, 'a', [])).conflicts).toEqual([]);
		const again = await world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: guest.id });
		expect(again.body).toMatchObject({ message: 'Ada Lovelace isn’t checked in.', checkInId: null });
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
