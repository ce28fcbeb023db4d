import { beforeEach, describe, expect, test } from 'vitest';
import { resolveWallTime } from '#shared/rules/event-times.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Links that open the date of a series that is on. */

const { database, services, api, owner } = useTestOwner();
let series: string;
/** Ids of its dates, in order. */
let dates: string[];

beforeEach(async () => {
	await database().pool.query('TRUNCATE staff_guesses');
	const made = await api.post(
		'/api/events',
		{
			...{ title: 'Yoga', startsAtLocal: '2030-01-08T19:30', endsAtLocal: '2030-01-08T21:00' },
			...{ timeZone: 'Europe/Berlin', repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 4 } },
		},
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	series = made.body.series.id;
	dates = made.body.dates.map(({ id }: { id: string }) => id);
	await database().pool.query(
		"UPDATE events SET status = 'published', published_at = now() WHERE series_id = $1",
		[series],
	);
});

const path = (id = '', more = '') => `/api/series/${series}/staff-links${id && `/${id}`}${more}`;
async function makeLink(input: Record<string, unknown> = {}) {
	const answer = await api.post(path(), { label: 'Season', ...input }, { token: owner.token });
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	return answer.body as { id: string; token: string; shortCode: string };
}
const open = (code: string, more: Record<string, unknown> = {}) =>
	api.post('/api/staff-access/open', { code, ...more });
const works = async (token: string) => (await api.get(`/api/staff-access/event/${token}`)).status === 200;

const minute = 60_000;
/** Lets a date begin so many minutes from now, and last so many. */
const move = (date: number, startsIn: number, lasts = 60) =>
	moveEvent(services, dates[date] as string, { start: startsIn / 60, end: (startsIn + lasts) / 60 });
const opened = async (code: string) => (await open(code)).body.date?.eventId ?? null;

describe('which date it opens', () => {
	test('the one that is on, from before its start until after its end; else it says when the next one opens', async () => {
		const link = await makeLink({ opensBeforeMinutes: 30, closesAfterMinutes: 20 });
		await move(0, 40);
		const early = await open(link.shortCode);
		expect(early.body).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			metadata: { rule: 'date-not-open' },
		});
		const { opensAt, startsAt, eventTitle } = early.body.metadata;
		expect([Date.parse(startsAt) - Date.parse(opensAt), eventTitle]).toEqual([30 * minute, 'Yoga']);
		await move(0, 29);
		const entered = await open(link.token);
		expect(entered.body).toMatchObject({ label: 'Season', eventTitle: 'Yoga', date: { eventId: dates[0] } });
		expect(await works(entered.body.token)).toBe(true);
		await move(0, -79);
		expect(await opened(link.shortCode)).toBe(dates[0]);
		expect(await works(entered.body.token)).toBe(true);
		// Over for the link, though links of one event would work for a day.
		await move(0, -81);
		expect(await works(entered.body.token)).toBe(false);
		expect((await open(link.shortCode)).body.metadata.rule).toBe('date-not-open');
	});

	test('of two dates on one day the one whose start is nearest', async () => {
		const link = await makeLink();
		await move(0, -130, 120);
		await move(1, 110);
		expect(await opened(link.shortCode)).toBe(dates[1]);
		await move(0, -50, 120);
		expect(await opened(link.shortCode)).toBe(dates[0]);
	});

	test('none that is cancelled, a draft, removed, or that it was revoked for', async () => {
		const link = await makeLink();
		for (const date of [0, 1, 2]) await move(date, date * 10);
		expect(await opened(link.shortCode)).toBe(dates[0]);
		await database().pool.query("UPDATE events SET status = 'cancelled' WHERE id = $1", [dates[0]]);
		expect(await opened(link.shortCode)).toBe(dates[1]);
		await database().pool.query('DELETE FROM events WHERE id = $1', [dates[1]]);
		const entered = await open(link.shortCode);
		expect(entered.body.date.eventId).toBe(dates[2]);
		const [ofDate] = (await api.get(`/api/events/${dates[2]}/staff-links`, { token: owner.token })).body.data;
		expect(ofDate).toMatchObject({ seriesLinkId: link.id, shortCode: '', label: 'Season', deviceCount: 1 });
		const own = `/api/events/${dates[2]}/staff-links/${ofDate.id}`;
		for (const change of [
			api.patch(own, { label: 'Mine' }, { token: owner.token }),
			api.post(`${own}/rotate`, undefined, { token: owner.token }),
			api.post(`${own}/share`, { email: 'ann@example.org' }, { token: owner.token }),
		])
			expect((await change).body.metadata.rule).toBe('link-of-series');
		await api.post(`${own}/revoke`, undefined, { token: owner.token });
		expect(await works(entered.body.token)).toBe(false);
		expect((await open(entered.body.token)).status).toBe(401);
		expect((await open(link.shortCode)).body.metadata.rule).toBe('date-not-open');
		await database().pool.query("UPDATE events SET status = 'draft' WHERE series_id = $1", [series]);
		expect((await open(link.shortCode)).body.metadata.rule).toBe('no-date-ahead');
	});

	test('a change of clocks moves no opening time away from the start', async () => {
		const link = await makeLink({ opensBeforeMinutes: 120 });
		await database().pool.query('DELETE FROM events WHERE id = ANY ($1::uuid[])', [dates.slice(1)]);
		// An hour of that night does not exist: two hours before 03:30 is 00:30 by the clock.
		const start = new Date(resolveWallTime('2030-03-31T03:30', 'Europe/Berlin').instant);
		await database().pool.query(
			`UPDATE events SET starts_at = $2, ends_at = $2::timestamptz + interval '1 hour', starts_on = '2030-03-31', ends_on = '2030-03-31'
				WHERE id = $1`,
			[dates[0], start],
		);
		const [shown] = (await api.get(path(), { token: owner.token })).body.data;
		expect(shown).toMatchObject({
			id: link.id,
			date: { eventId: dates[0], opensAt: '2030-03-30T23:30:00.000Z' },
		});
	});

	test('a season begins and ends', async () => {
		await move(0, 0);
		const [past, next] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
		const later = await makeLink({ startsAt: next });
		expect((await open(later.shortCode)).status).toBe(401);
		const link = await makeLink({ endsAt: next });
		const { token } = (await open(link.shortCode)).body;
		expect(await works(token)).toBe(true);
		const ended = await api.patch(path(link.id), { endsAt: past }, { token: owner.token });
		expect([ended.status, await works(token), (await open(link.shortCode)).status]).toEqual([
			200,
			false,
			401,
		]);
		const wrong = await api.post(path(), { label: 'No', endsAt: past }, { token: owner.token });
		expect(wrong.status).toBe(400);
	});
});

describe('devices', () => {
	test('go on to the next date by their own token, without the PIN', async () => {
		const link = await makeLink({ pin: '4711', closesAfterMinutes: 10 });
		await move(0, 0);
		expect((await open(link.shortCode)).body).toMatchObject({
			needsPin: true,
			token: '',
			eventTitle: 'Yoga',
		});
		expect((await open(link.shortCode, { pin: '0000' })).status).toBe(401);
		const first = (await open(link.shortCode, { pin: '4711', deviceName: 'Phone' })).body;
		await move(0, -80);
		await move(1, 30);
		const second = (await open(first.token)).body;
		expect(second).toMatchObject({ needsPin: false, date: { eventId: dates[1] } });
		expect([await works(first.token), await works(second.token)]).toEqual([false, true]);
		// The link's own token is still asked for it, and a token that was never given out opens nothing.
		expect((await open(link.token)).body.needsPin).toBe(true);
		expect((await open('x'.repeat(43))).status).toBe(401);
		const [ofDate] = (await api.get(`/api/events/${dates[1]}/staff-links`, { token: owner.token })).body.data;
		const devices = `/api/events/${dates[1]}/staff-links/${ofDate.id}/devices`;
		const [device] = (await api.get(devices, { token: owner.token })).body.data;
		await api.delete(`${devices}/${device.id}`, { token: owner.token });
		expect([await works(second.token), (await open(second.token)).status]).toEqual([false, 401]);
	});

	test('many at once make one link of the date, and no more than its limit come in', async () => {
		await move(0, 0);
		const link = await makeLink({ deviceLimit: 3 });
		const tries = await Promise.all(Array.from({ length: 8 }, () => open(link.shortCode)));
		expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
		const links = await api.get(`/api/events/${dates[0]}/staff-links`, { token: owner.token });
		expect(links.body.data).toMatchObject([{ deviceCount: 3, deviceLimit: 3 }]);
		const [shown] = (await api.get(path(), { token: owner.token })).body.data;
		expect(shown).toMatchObject({ deviceCount: 3, lastUsedAt: expect.any(String) });
	});

	test('reach no door by the token of the link itself', async () => {
		await move(0, 0);
		const link = await makeLink();
		expect(await works(link.token)).toBe(false);
	});
});

describe('changing it', () => {
	test('reaches all dates at once', async () => {
		await move(0, 0);
		const link = await makeLink();
		const { token } = (await open(link.shortCode)).body;
		const changed = await api.patch(
			path(link.id),
			{ label: 'Gate', abilities: ['scan'], opensBeforeMinutes: 0 },
			{ token: owner.token },
		);
		expect(changed.body).toMatchObject({ label: 'Gate', abilities: ['scan'], opensBeforeMinutes: 0 });
		expect((await api.get(`/api/staff-access/event/${token}`)).body.link?.abilities).toEqual(['scan']);
	});

	test('renewing ends the old code and all devices; revoking ends everything, renewing makes it live again', async () => {
		await move(0, 0);
		const link = await makeLink();
		const device = (await open(link.shortCode)).body.token;
		const renewed = (await api.post(path(link.id, '/rotate'), undefined, { token: owner.token })).body;
		expect([await works(device), (await open(device)).status, (await open(link.token)).status]).toEqual([
			...[false, 401, 401],
		]);
		expect((await open(link.shortCode)).status).toBe(401);
		const next = (await open(renewed.shortCode)).body.token;
		expect(await works(next)).toBe(true);
		const revoked = await api.post(path(link.id, '/revoke'), undefined, { token: owner.token });
		expect(revoked.body.revokedAt).not.toBeNull();
		expect([await works(next), (await open(next)).status, (await open(renewed.token)).status]).toEqual([
			...[false, 401, 401],
		]);
		const again = (await api.post(path(link.id, '/rotate'), undefined, { token: owner.token })).body;
		expect(again.revokedAt).toBeNull();
		expect(await works((await open(again.token)).body.token)).toBe(true);
	});

	test('is for members who manage links of all events, in their own series', async () => {
		const link = await makeLink();
		const stranger = await makeUser(services);
		for (const answer of [
			await api.get(path(), { token: stranger.token }),
			await api.patch(path(link.id), { label: 'Mine' }, { token: stranger.token }),
			await api.post(path(link.id, '/rotate'), undefined, { token: stranger.token }),
		])
			expect(answer.status).toBe(404);
		const former = path(link.id, '/revoke');
		const other = await api.post(
			'/api/events',
			{
				title: 'Other',
				startsAtLocal: '2030-01-08T19:30',
				timeZone: 'UTC',
				repeat: { rule: 'FREQ=DAILY', count: 2 },
			},
			{ token: owner.token },
		);
		series = other.body.series.id;
		expect((await api.post(path(link.id, '/revoke'), undefined, { token: owner.token })).status).toBe(404);
		expect((await api.post(former, undefined, { token: owner.token })).status).toBe(200);
	});

	test('when its series is gone the links of its dates stay, as ordinary ones', async () => {
		await move(0, 0);
		const link = await makeLink();
		const { token } = (await open(link.shortCode)).body;
		await database().pool.query(
			'UPDATE events SET series_id = NULL, series_key = NULL WHERE series_id = $1',
			[series],
		);
		await database().pool.query('DELETE FROM event_series WHERE id = $1', [series]);
		expect([await works(token), (await open(link.token)).status]).toEqual([true, 401]);
		const [ofDate] = (await api.get(`/api/events/${dates[0]}/staff-links`, { token: owner.token })).body.data;
		expect(ofDate).toMatchObject({ seriesLinkId: null, label: 'Season' });
		const named = await database().pool.query('SELECT FROM names WHERE target_id = $1', [link.id]);
		expect(named.rowCount).toBe(0);
		await expectInvariants(services);
	});
});
