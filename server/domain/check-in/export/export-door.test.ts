import { describe, expect, test } from 'vitest';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();

const openDoor = (link: Record<string, unknown>) => makeDoor({ services, api, owner }, { guests: 2, link });
const fileOf = (door: Door, what: string, format = 'csv') =>
	api.get(`/api/staff-access/export/${door.token}/${what}`, { query: { format } });
const linesOf = (text: string) =>
	text
		.replace('\ufeff', '')
		.trim()
		.split('\r\n')
		.map((line) => line.split(','));

describe('a link that may export', () => {
	test('gets the guest list without codes of tickets, and without addresses', async () => {
		const door = await openDoor({ abilities: ['scan', 'export'] });
		const [one] = door.guests;
		await database().pool.query(`UPDATE attendees SET name = '=cmd()' WHERE event_id = $1 AND id <> $2`, [
			door.event,
			one?.id,
		]);
		await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: one?.code });
		const file = await fileOf(door, 'guests');
		expect(file.status).toBe(200);
		expect(file.headers.get('content-type')).toContain('text/csv');
		const [header, ...rows] = linesOf(file.body);
		expect(header).toEqual(['Name', 'Ticket type', 'Checked in at']);
		expect(rows.map(([name]) => name).toSorted()).toEqual(["'=cmd()", 'Ada Lovelace'].toSorted());
		expect(rows.filter(([, , at]) => at !== '')).toHaveLength(1);
		expect(file.body).not.toContain('@');
		for (const { code } of door.guests) expect(file.body).not.toContain(code);
	});

	test('gets addresses with the ability to see them', async () => {
		const door = await openDoor({ abilities: ['export', 'see_emails'] });
		const [header, ...rows] = linesOf((await fileOf(door, 'guests')).body);
		expect(header?.[1]).toBe('Email');
		for (const [, email] of rows) expect(email).toMatch(/^ada-.+@example\.org$/);
		const sheet = await fileOf(door, 'guests', 'xlsx');
		expect(sheet.headers.get('content-type')).toContain('spreadsheetml');
	});

	test('gets the scans of its lists, with what became of them, and never what was read', async () => {
		const door = await openDoor({ abilities: ['scan', 'undo', 'export'] });
		const [one, two] = door.guests;
		const scan = (guestQrData: string | undefined) =>
			api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData, device: 'Phone' });
		await scan(one?.code);
		await scan(one?.code);
		await scan('ANOTHER-CODE-OF-SOMEBODY');
		await scan(two?.code);
		await api.post(`/api/staff-access/undo/${door.token}`, {
			guestId: two?.id,
			reason: '=left()',
		});
		const file = await fileOf(door, 'scans');
		const [header, ...rows] = linesOf(file.body);
		const column = (name: string) => rows.map((row) => row[header?.indexOf(name) ?? -1]);
		expect(column('Verdict').toSorted()).toEqual([
			'accepted',
			'accepted',
			'already_checked_in',
			'unknown_code',
		]);
		expect(new Set(column('List'))).toEqual(new Set(['Entrance']));
		expect(column('Undone at').filter((at) => at !== '')).toHaveLength(1);
		expect(column('Reason').filter((reason) => reason !== '')).toEqual(["'=left()"]);
		expect(column('Device')).toEqual(['Phone', 'Phone', 'Phone', 'Phone']);
		expect(file.body).not.toContain('ANOTHER-CODE');
		for (const { code } of door.guests) expect(file.body).not.toContain(code);
	});

	test('that is tied to a list gets the scans of that list alone', async () => {
		const door = await openDoor({});
		const signedIn = { token: owner.token };
		const made = await api.post(`/api/events/${door.event}/check-in-lists`, { name: 'Workshop' }, signedIn);
		const link = await api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'Workshop', abilities: ['scan', 'export'], listIds: [made.body.id] },
			signedIn,
		);
		const tied = { ...door, token: link.body.token as string };
		await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: door.guests[0]?.code });
		await api.post(`/api/staff-access/checkin/${tied.token}`, { guestQrData: door.guests[1]?.code });
		const scans = linesOf((await fileOf(tied, 'scans')).body);
		expect(scans).toHaveLength(2);
		expect(scans[1]).toContain('Workshop');
		const guests = linesOf((await fileOf(tied, 'guests')).body);
		expect(guests.slice(1).filter((row) => row.at(-1) !== '')).toHaveLength(1);
	});
});

test('without the ability, or after its end, a link exports nothing', async () => {
	const door = await openDoor({ abilities: ['scan', 'search', 'manual_check_in', 'undo', 'see_emails'] });
	for (const what of ['guests', 'scans']) {
		const answer = await fileOf(door, what);
		expect([answer.status, answer.body.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
	}
	// A new link has the ability only when it is given.
	const plain = await makeDoor({ services, api, owner });
	expect((await fileOf(plain, 'guests')).status).toBe(403);
	const may = await openDoor({ abilities: ['export'] });
	expect((await fileOf(may, 'scans')).status).toBe(200);
	await api.post(`/api/events/${may.event}/staff-links/${may.linkId}/revoke`, {}, { token: owner.token });
	expect((await fileOf(may, 'scans')).status).toBe(401);
});
