import { beforeEach, describe, expect, test } from 'vitest';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();
let event: string;

beforeEach(async () => {
	event = (await makeEvent(services, owner, { isPublished: true })).id;
	await database().pool.query('TRUNCATE staff_guesses');
});

async function makeLink(input: Record<string, unknown> = {}) {
	const answer = await api.post(
		`/api/events/${event}/staff-links`,
		{ label: 'North', ...input },
		{ token: owner.token },
	);
	expect(answer.status).toBe(201);
	return answer.body as { id: string; token: string; shortCode: string };
}
const path = (link: { id: string }, more = '') => `/api/events/${event}/staff-links/${link.id}${more}`;
const open = (body: Record<string, unknown>) => api.post('/api/staff-access/open', body);
const works = async (token: string) => (await api.get(`/api/staff-access/event/${token}`)).status === 200;
/** As if the waiting time were over. */
const sitOut = () =>
	database().pool.query(
		`UPDATE staff_links SET pin_waits_until = NULL; UPDATE staff_guesses SET waits_until = now() - interval '1 second'`,
	);

describe('entering', () => {
	test('by short code or by the token of the address, each device with a token of its own', async () => {
		const link = await makeLink();
		for (const code of [link.shortCode.toLowerCase(), link.token]) {
			const entered = await open({ code, deviceName: 'Phone' });
			expect(entered.body).toMatchObject({ label: 'North', needsPin: false, gate: null });
			expect(entered.body.token).not.toBe(link.token);
			expect(await works(entered.body.token)).toBe(true);
		}
		const devices = await api.get(path(link, '/devices'), { token: owner.token });
		expect(devices.body.data).toHaveLength(2);
		expect(devices.body.data[0]).toMatchObject({ name: 'Phone', queued: 0, scansInAll: 0 });
	});

	test('a device limit counts devices, and the link alone opens nothing then', async () => {
		const link = await makeLink({ deviceLimit: 1 });
		expect(await works(link.token)).toBe(false);
		const first = await open({ code: link.token, deviceKey: 'key-of-the-first-device' });
		const second = await open({ code: link.token, deviceKey: 'key-of-the-other-device' });
		expect([first.status, second.status]).toEqual([200, 422]);
		// The first one again takes no second place; its old token ends.
		const again = await open({ code: link.shortCode, deviceKey: 'key-of-the-first-device' });
		expect(again.status).toBe(200);
		expect([await works(first.body.token), await works(again.body.token)]).toEqual([false, true]);
		// Ended by the organiser, it makes room.
		const [device] = (await api.get(path(link, '/devices'), { token: owner.token })).body.data;
		const ended = await api.delete(path(link, `/devices/${device.id}`), { token: owner.token });
		expect([ended.status, await works(again.body.token)]).toEqual([204, false]);
		expect((await open({ code: link.shortCode, deviceKey: 'key-of-the-other-device' })).status).toBe(200);
		expect((await api.delete(path(link, `/devices/${device.id}`), { token: owner.token })).status).toBe(404);
	});

	test('many devices at the last place: one gets it', async () => {
		const link = await makeLink({ deviceLimit: 1 });
		const tries = await Promise.all(Array.from({ length: 8 }, () => open({ code: link.shortCode })));
		expect(tries.filter((one) => one.status === 200)).toHaveLength(1);
	});
});

describe('guessing', () => {
	test('PINs are slowed down, then stopped; the right one does not help then, a new one does', async () => {
		const link = await makeLink({ pin: '4711' });
		const guess = (pin: string) => open({ code: link.shortCode, pin });
		expect((await open({ code: link.shortCode })).body).toMatchObject({ needsPin: true, token: '' });
		const first = await Promise.all(['0001', '0002', '0003'].map(guess));
		expect(first.map((one) => one.status)).toEqual([401, 401, 401]);
		expect((await guess('0004')).status).toBe(401);
		const slowed = await guess('4711');
		expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true]);
		for (let n = 5; n <= 20; n += 1) {
			await sitOut();
			expect((await guess(`1${n}00`.slice(0, 4))).status).toBe(401);
		}
		await sitOut();
		const stopped = await guess('4711');
		expect([stopped.status, stopped.body.message]).toEqual([
			429,
			'Too many incorrect PINs. This PIN is locked; ask the organiser for a new one.',
		]);
		const shown = await api.get(`/api/events/${event}/staff-links`, { token: owner.token });
		expect(shown.body.data[0].isPinLocked).toBe(true);
		await api.patch(path(link), { pin: '815815' }, { token: owner.token });
		expect((await guess('815815')).status).toBe(200);
	});

	test('the right PIN begins the count anew', async () => {
		const link = await makeLink({ pin: '4711' });
		for (const pin of ['1', '2', '3', '4711', '4', '5', '6'])
			expect((await open({ code: link.shortCode, pin })).status).toBe(pin === '4711' ? 200 : 401);
	});

	test('short codes are slowed down, then stopped, for the whole network', async () => {
		const link = await makeLink();
		const guess = (n: number) => open({ code: `WRNG${String(n).padStart(4, '2')}` });
		for (let n = 0; n < 6; n += 1) expect((await guess(n)).status).toBe(401);
		const slowed = await guess(7);
		expect([slowed.status, Number(slowed.headers.get('retry-after')) >= 1]).toEqual([429, true]);
		for (let n = 8; n < 42; n += 1) {
			await sitOut();
			expect((await guess(n)).status).toBe(401);
		}
		const stopped = await open({ code: link.shortCode });
		expect([stopped.status, Number(stopped.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
	});
});

describe('changing', () => {
	test('counts from the next call; what is not named stays', async () => {
		const link = await makeLink({ abilities: ['scan'], pin: '4711' });
		const changed = await api.patch(path(link), { abilities: ['search'] }, { token: owner.token });
		expect(changed.body).toMatchObject({ label: 'North', abilities: ['search'], hasPin: true });
		const { token } = (await open({ code: link.shortCode, pin: '4711' })).body;
		const scan = await api.post(`/api/staff-access/checkin/${token}`, { guestQrData: 'X' });
		expect(scan.status).toBe(403);
		const open2 = await api.patch(path(link), { pin: null }, { token: owner.token });
		expect(open2.body.hasPin).toBe(false);
		const wrong = await api.patch(
			path(link),
			{ startsAt: '2027-01-02T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
			{ token: owner.token },
		);
		expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'endsAt']);
	});

	test('rotating ends every device at once', async () => {
		const link = await makeLink();
		const { token } = (await open({ code: link.shortCode })).body;
		const fresh = await api.post(path(link, '/rotate'), {}, { token: owner.token });
		expect(await Promise.all([link.token, token, fresh.body.token].map(works))).toEqual([false, false, true]);
	});
});

test('a link goes by mail, with its code and without its PIN; an ended one does not', async () => {
	const link = await makeLink({ pin: '47110815' });
	const mailed = await api.post(
		path(link, '/share'),
		{ email: 'steward@example.org', note: 'At six, please.' },
		{ token: owner.token },
	);
	expect(mailed.status).toBe(202);
	const { rows } = await database().pool.query(
		`SELECT recipient, props FROM mails WHERE template = 'staff/link-shared'`,
	);
	expect(rows).toHaveLength(1);
	expect(rows[0].recipient).toBe('steward@example.org');
	expect(JSON.stringify(rows[0])).not.toContain('47110815');
	await api.post(path(link, '/revoke'), {}, { token: owner.token });
	const late = await api.post(path(link, '/share'), { email: 'x@example.org' }, { token: owner.token });
	expect([late.status, late.body.metadata.rule]).toEqual([422, 'staff-link-ended']);
});

describe('an event that has ended', () => {
	const endedAgo = (hours: number) => moveEvent(services, event, { start: -hours - 2, end: -hours });
	const ruleOf = (answer: { status: number; body: { metadata?: { rule?: string } } }) => [
		answer.status,
		answer.body.metadata?.rule,
	];

	test('a link is neither made, renewed, reactivated nor mailed a day after the end; it says why', async () => {
		const [used, revoked] = [await makeLink(), await makeLink()];
		await api.post(path(revoked, '/revoke'), {}, { token: owner.token });
		await endedAgo(25);
		const tries = await Promise.all([
			api.post(`/api/events/${event}/staff-links`, { label: 'Late' }, { token: owner.token }),
			api.post(path(used, '/rotate'), {}, { token: owner.token }),
			api.post(path(revoked, '/rotate'), {}, { token: owner.token }),
			api.post(path(used, '/share'), { email: 'steward@example.org' }, { token: owner.token }),
		]);
		expect(tries.map(ruleOf)).toEqual(tries.map(() => [422, 'event-over']));
		expect(tries[0]?.body.message).toContain('This event has ended');
		// What was made before can still be ended, and counts no new link.
		expect((await api.post(path(used, '/revoke'), {}, { token: owner.token })).status).toBe(200);
		const { rows } = await database().pool.query(
			'SELECT count(*)::int FROM staff_links WHERE event_id = $1',
			[event],
		);
		expect(rows[0].count).toBe(2);
	});

	test('within the day after the end links work as before', async () => {
		await endedAgo(23);
		const link = await makeLink();
		expect((await open({ code: link.shortCode })).status).toBe(200);
	});

	test('opening one says that the event has ended, counts no guess, and works again once it has another date', async () => {
		const [plain, locked] = [await makeLink(), await makeLink({ pin: '4711', deviceLimit: 1 })];
		await endedAgo(25);
		for (let n = 0; n < 4; n += 1)
			for (const code of [plain.shortCode, plain.token, locked.shortCode, locked.token]) {
				const answer = await open({ code });
				expect(ruleOf(answer)).toEqual([422, 'event-over']);
				expect(answer.body.message).toBe('The event has ended, and access ended with it.');
			}
		const counted = await database().pool.query('SELECT FROM staff_guesses WHERE wrong > 0');
		expect(counted.rowCount).toBe(0);
		await endedAgo(-3);
		expect((await open({ code: plain.shortCode })).status).toBe(200);
	});

	test('a revoked link says nothing of its event', async () => {
		const link = await makeLink();
		await api.post(path(link, '/revoke'), {}, { token: owner.token });
		await endedAgo(25);
		expect((await open({ code: link.shortCode })).status).toBe(401);
	});

	test('a link that would have ended already is not made', async () => {
		const answer = await api.post(
			`/api/events/${event}/staff-links`,
			{ label: 'Past', endsAt: new Date(Date.now() - 60_000).toISOString() },
			{ token: owner.token },
		);
		expect([answer.status, answer.body.details[0]]).toMatchObject([
			400,
			{ field: 'endsAt', message: 'The end must be in the future.' },
		]);
	});
});
