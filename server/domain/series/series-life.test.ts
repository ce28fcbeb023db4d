import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishDue } from '#server/domain/events/commands/schedule-publishing.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { extendIfDue, extendWithin } from './commands/extend-series.ts';

/** The life of a series: publishing, further dates, dates by hand, removal, and single events again. */

const { database, services, api, owner, query } = useTestOwner({ isFresh: true });
let as: { token: string };

beforeEach(async () => {
	as = { token: owner.token };
});
afterEach(() => expectInvariants(services));

/** A Tuesday ahead of every run of the tests. */
const first = '2031-01-07T19:30';
async function makeTuesdays(repeat: object = { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 4 }, more: object = {}) {
	const made = await api.post(
		'/api/events',
		{ title: 'Choir', startsAtLocal: first, timeZone: 'Europe/Berlin', repeat, ...more },
		as,
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const { series, dates, id } = made.body;
	return { id: series.id as string, slug: series.slug as string, dates, firstId: id as string };
}
const call = (method: string, path: string, body?: object, token = owner.token) =>
	api.call(method, `/api/series/${path}`, body, { token });
const datesOf = async (id: string, more = '') =>
	(await api.get(`/api/series/${id}/dates${more}`, as)).body.data;
const keysOf = async (id: string) =>
	(await datesOf(id, '?limit=400')).map(({ key }: { key: string }) => key) as string[];
const rule = (answer: { body: { metadata?: { rule?: string } } }) => answer.body.metadata?.rule;

/** A day a number of weeks from today, at a weekday of its own. */
const dayAhead = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days });

async function order(eventId: string) {
	const types = (await api.get(`/api/events/${eventId}/ticket-types`)).body.data;
	const placed = await api.post(`/api/events/${eventId}/orders`, {
		buyer: { name: 'Ada', email: 'ada@example.org' },
		items: [{ ticketTypeId: types[0].id, quantity: 1 }],
	});
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
}

test('a draft that is planned to repeat is a series with all its dates once it is published, and gives it its name', async () => {
	const { body: draft } = await api.post(
		'/api/events',
		{ title: 'Choir night', startsAtLocal: first, timeZone: 'Europe/Berlin' },
		as,
	);
	const repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 3, skip: ['2031-01-14/1'] };
	expect((await api.patch(`/api/events/${draft.id}`, { repeat }, as)).status).toBe(200);
	const published = await api.post(`/api/events/${draft.id}/publish`, undefined, as);
	expect(published.body, JSON.stringify(published.body)).toMatchObject({
		status: 'published',
		slug: 'choir-night-2031-01-07',
		series: { slug: 'choir-night', key: '2031-01-07/1' },
	});
	const { data } = (await api.get('/api/series/choir-night/dates')).body;
	expect(data.map(({ key, slug, status }: Record<string, string>) => [key, slug, status])).toEqual([
		['2031-01-07/1', 'choir-night-2031-01-07', 'published'],
		['2031-01-21/1', 'choir-night-2031-01-21', 'published'],
	]);
	expect(data[0]).not.toHaveProperty('own');
	// Sales are open on each of them, and followers hear of the series once.
	for (const { id } of data) await order(id);
	expect(await query('SELECT event_id FROM follower_news')).toEqual([{ event_id: draft.id }]);
	expect(await query('SELECT FROM events WHERE repeat IS NOT NULL')).toEqual([]);
});

test('a planned publishing makes the series at its time; a rule that cannot be followed refuses it', async () => {
	const plan = async (repeat: object) => {
		const { body } = await api.post(
			'/api/events',
			{ title: 'Later', startsAtLocal: first, timeZone: 'UTC' },
			as,
		);
		await api.patch(`/api/events/${body.id}`, { repeat }, as);
		await query(`UPDATE events SET publish_at = now() - interval '1 minute' WHERE id = $1`, [body.id]);
		return body.id as string;
	};
	const good = await plan({ rule: 'FREQ=DAILY', count: 3 });
	const bad = await plan({ rule: 'FREQ=WEEKLY;BYDAY=WE', count: 3 });
	expect(await publishDue(services)).toBe(2);
	expect((await api.get(`/api/events/${good}`, as)).body.series).not.toBeNull();
	expect(
		await query('SELECT status, series_id, publish_error <> $2 AS failed FROM events WHERE id = $1', [
			bad,
			'',
		]),
	).toEqual([{ status: 'draft', series_id: null, failed: true }]);
	expect(rule(await api.post(`/api/events/${bad}/publish`, undefined, as))).toBe('series-start-off-rule');
});

test('all drafts ahead are published together or not at all, and count as one event of the plan', async () => {
	const { id, dates } = await makeTuesdays();
	await query(
		'INSERT INTO plan_settings (id, are_charged) VALUES (1, true) ON CONFLICT (id) DO UPDATE SET are_charged = true',
	);
	const single = (await makeTuesdays({ rule: 'FREQ=DAILY', count: 2 })).id;
	expect((await call('POST', `${single}/publish`)).body.counts).toMatchObject({ drafts: 0, ahead: 2 });
	expect((await call('POST', `${id}/publish`)).body.counts).toMatchObject({ drafts: 0, ahead: 4 });
	// Nothing is left to do.
	const again = await call('POST', `${id}/publish`);
	expect([again.status, again.body.version]).toEqual([200, 2]);
	const usage = await api.get(`/api/organisations/${owner.organisationId}/plan-limits`, as);
	expect(JSON.stringify(usage.body)).toContain('"liveEvents":{"used":2');
	await query('UPDATE plan_settings SET are_charged = false');

	await query(`UPDATE events SET status = 'draft' WHERE id = ANY($1)`, [
		dates.map((date: { id: string }) => date.id),
	]);
	await query(
		`INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), 'x') ON CONFLICT (organisation_id) DO UPDATE SET suspended_at = now()`,
		[owner.organisationId],
	);
	expect(rule(await call('POST', `${id}/publish`))).toBe('organisation-locked');
	expect((await call('GET', id)).body.counts.drafts).toBe(4);
	await query('UPDATE organisation_marks SET suspended_at = NULL');
	const unverified = { ...services, mailer: sendingMailer };
	await query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.userId]);
	const refused = await createTestApi(unverified).post(`/api/series/${id}/publish`, undefined, as);
	expect(rule(refused)).toBe('email-not-verified');
});

test('an open series goes on: each night, by hand, and never over what was taken out', async () => {
	const start = dayAhead(3);
	const { id } = await makeTuesdays(
		{ rule: 'FREQ=DAILY;INTERVAL=7' },
		{ startsAtLocal: `${start}T19:30`, timeZone: 'UTC' },
	);
	const scope = { organisationId: owner.organisationId, seriesId: id };
	const all = await keysOf(id);
	expect(all).toHaveLength(26);
	await call('POST', `${id}/publish`);
	// The last two were never made, and one before them is taken out.
	const dates = await datesOf(id, '?limit=400');
	await call('DELETE', `${id}/dates/${dates[25].id}`);
	await query('DELETE FROM event_series_exceptions');
	await call('DELETE', `${id}/dates/${dates[24].id}`);
	expect(await keysOf(id)).toEqual(all.slice(0, 24));
	const due = () => query(`UPDATE event_series SET extend_on = current_date - 1`);
	await due();
	// Several workers: only one of them makes it.
	const made = await Promise.all([1, 2, 3, 4].map(() => extendIfDue(services, scope)));
	expect(made.sort()).toEqual([0, 0, 0, 1]);
	expect(await keysOf(id)).toEqual(all.filter((key) => key !== all[24]));
	expect((await datesOf(id, '?limit=400')).at(-1)).toMatchObject({
		key: all[25],
		status: 'published',
		own: [],
	});

	const stopped = await call('POST', `${id}/stop`);
	expect(stopped.body).toMatchObject({ isStopped: true, isOpen: true });
	await query(`DELETE FROM events WHERE series_key = $1`, [all[25]]);
	expect(await extendIfDue(services, scope)).toBe(0);
	const goesOn = await call('POST', `${id}/extend`);
	expect(goesOn.body).toMatchObject({ isStopped: false, counts: { ahead: 25 } });
	// A locked organisation makes none, and is looked at again the next night.
	await query(`DELETE FROM events WHERE series_key = $1`, [all[25]]);
	await due();
	await query(
		`INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), 'x') ON CONFLICT (organisation_id) DO UPDATE SET suspended_at = now()`,
		[owner.organisationId],
	);
	expect(await extendIfDue(services, scope)).toBe(0);
	expect(await query('SELECT FROM event_series WHERE extend_on > current_date')).toHaveLength(1);
	expect(rule(await call('POST', `${id}/extend`))).toBe('organisation-locked');
	const closed = await makeTuesdays();
	expect(rule(await call('POST', `${closed.id}/extend`))).toBe('series-has-end');
});

test('without the lock of the series two workers would make the same dates', async () => {
	const { id } = await makeTuesdays(
		{ rule: 'FREQ=WEEKLY' },
		{ startsAtLocal: `${dayAhead(3)}T19:30`, timeZone: 'UTC' },
	);
	const scope = { organisationId: owner.organisationId, seriesId: id };
	const last = (await keysOf(id)).at(-1);
	await query('DELETE FROM events WHERE series_key = $1', [last]);
	await query('DELETE FROM event_series_exceptions');
	let second: Promise<unknown> = Promise.resolve();
	await database().transaction(async (tx) => {
		expect(await extendWithin(services, tx, scope)).toBe(1);
		second = database()
			.transaction((other) => extendWithin(services, other, scope))
			.catch((error) => error);
		await untilBlocked(database());
	});
	// It read what was there before, and is stopped by the key alone.
	expect(await second).toBeInstanceOf(Error);
	expect((await keysOf(id)).at(-1)).toBe(last);
});

test('two people make a series of one event: one series', async () => {
	const { body } = await api.post(
		'/api/events',
		{ title: 'Choir', startsAtLocal: first, timeZone: 'UTC' },
		as,
	);
	const make = () =>
		api.post(`/api/events/${body.id}/series`, { repeat: { rule: 'FREQ=DAILY', count: 2 } }, as);
	const both = await Promise.all([make(), make()]);
	expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
	expect(rule(both.find(({ status }) => status === 422) as never)).toBe('in-series-already');
	expect(await query('SELECT FROM event_series')).toHaveLength(1);
});

test('a date by hand is as the series is at that day, and nothing of it is its own but its time', async () => {
	const { id } = await makeTuesdays(undefined, {
		tickets: [{ key: 'a', name: 'Seat', kind: 'free', capacity: 7 }],
	});
	const added = await call('POST', `${id}/dates`, { startsAtLocal: '2031-01-10T15:00' });
	expect(added.body, JSON.stringify(added.body)).toMatchObject({
		key: '+2031-01-10/2',
		startsAtLocal: '2031-01-10T15:00',
		endsAtLocal: '2031-01-10T17:00',
		status: 'draft',
		own: ['times'],
		figures: { capacity: 7 },
	});
	const same = await call('POST', `${id}/dates`, { startsAtLocal: '2031-01-10T19:30' });
	expect(same.body).toMatchObject({ key: '+2031-01-10/1', own: [] });
	for (const at of ['2031-01-10T15:00', '2031-01-07T19:30'])
		expect(rule(await call('POST', `${id}/dates`, { startsAtLocal: at }))).toBe('date-exists');
	expect(rule(await call('POST', `${id}/dates`, { startsAtLocal: '2020-01-01T10:00' }))).toBe('date-over');
	// Two at once at one time: one of them is refused.
	const both = await Promise.all(
		[1, 2].map(() => call('POST', `${id}/dates`, { startsAtLocal: '2031-02-01T10:00' })),
	);
	expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('what a date has of its own is whatever differs from its series', async () => {
	const { id, dates } = await makeTuesdays(undefined, {
		tickets: [{ key: 'a', name: 'Seat', kind: 'free', capacity: 7, salesEnd: { days: -1, time: '18:00' } }],
		questions: [{ key: 'q', label: 'Diet', kind: 'text' }],
	});
	const second = dates[1].id;
	for (const { own } of await datesOf(id)) expect(own).toEqual([]);
	await api.patch(`/api/events/${second}`, { venueName: 'Attic', startsAtLocal: '2031-01-14T20:00' }, as);
	const [type] = (await api.get(`/api/events/${second}/ticket-types`, as)).body.data;
	await api.patch(`/api/events/${second}/ticket-types/${type.id}`, { capacity: 5 }, as);
	await api.post(
		`/api/events/${second}/ticket-types`,
		{ name: 'Balcony', kind: 'free', currency: 'EUR' },
		as,
	);
	const [, changed, other] = await datesOf(id);
	const paths = (changed.own as string[]).map((path) => path.replaceAll(/[0-9a-f-]{36}/g, '…')).sort();
	expect(paths).toEqual(['event.venueName', 'ticket.….capacity', 'ticket.…', 'times'].sort());
	expect(other.own).toEqual([]);
});

test('a date that nobody has ordered is removed for good; one with guests, and the last one, are not', async () => {
	const { id, dates } = await makeTuesdays();
	await call('POST', `${id}/publish`);
	await order(dates[0].id);
	const held = await call('DELETE', `${id}/dates/${dates[0].id}`);
	expect(rule(held)).toBe('date-has-guests');
	expect(held.body.metadata).toMatchObject({ guests: 1 });
	expect((await call('DELETE', `${id}/dates/${dates[1].slug}`)).body.counts.ahead).toBe(3);
	// The ordinary way of deleting a draft leaves an exception as well.
	await api.post(`/api/events/${dates[2].id}/unpublish`, undefined, as);
	expect((await api.delete(`/api/events/${dates[2].id}`, as)).status).toBeLessThan(300);
	expect(await query('SELECT key, kind FROM event_series_exceptions ORDER BY key')).toEqual([
		{ key: '2031-01-14/1', kind: 'removed' },
		{ key: '2031-01-21/1', kind: 'removed' },
	]);
	const other = await makeTuesdays({ rule: 'FREQ=DAILY', count: 2 });
	expect((await call('DELETE', `${id}/dates/${other.firstId}`)).status).toBe(404);
	// Two at once: one date stays in any case.
	const both = await Promise.all([
		call('DELETE', `${other.id}/dates/${other.dates[0].id}`),
		api.delete(`/api/events/${other.dates[1].id}`, as),
	]);
	expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
	expect(rule(both.find(({ status }) => status >= 300) as never)).toBe('last-date');
});

test('a series has another address and another booking; the old address leads on', async () => {
	const { id, slug } = await makeTuesdays();
	const changed = await api.call(
		'PATCH',
		`/api/series/${id}`,
		{ slug: 'our-choir', booking: 'any' },
		{
			...as,
			headers: { 'If-Match': '"1"' },
		},
	);
	expect(changed.body).toMatchObject({ slug: 'our-choir', booking: 'any', version: 2 });
	expect((await call('PATCH', id, { slug: 'our-choir' })).body.version).toBe(2);
	for (const name of [slug, 'our-choir', id])
		expect((await api.get(`/api/series/${name}/dates`, as)).body.data).toHaveLength(4);
	expect(
		(
			await api.call(
				'PATCH',
				`/api/series/${id}`,
				{ booking: 'all' },
				{ ...as, headers: { 'If-Match': '"1"' } },
			)
		).status,
	).toBe(412);
	const other = await makeTuesdays();
	expect((await call('PATCH', other.id, { slug })).body.code).toBe('RESOURCE_ALREADY_EXISTS');
	expect((await call('PATCH', other.id, { slug: 'api' })).status).toBe(400);
	expect((await call('PATCH', other.id, { slug: 'a/b' })).status).toBe(400);
});

test('the dates of a dissolved series are single events, and its address leads to the next of them', async () => {
	const { id, slug, dates } = await makeTuesdays();
	await call('POST', `${id}/publish`);
	await order(dates[2].id);
	const { body } = await call('POST', `${id}/dissolve`, { keep: 'withGuests' });
	expect(body.events).toEqual([dates[2].id]);
	expect((await call('GET', id)).status).toBe(404);
	expect((await api.get(`/api/events/${slug}`, as)).body).toMatchObject({ id: dates[2].id, series: null });
	const whole = await makeTuesdays();
	expect((await call('POST', `${whole.id}/dissolve`)).body.events).toHaveLength(4);
	const empty = await makeTuesdays();
	expect((await call('POST', `${empty.id}/dissolve`, { keep: 'withGuests' })).body.events).toEqual([
		empty.firstId,
	]);
	expect(await query('SELECT FROM event_series')).toEqual([]);
});

test('a copy of a date stands alone, and unpublishing or archiving one leaves the others', async () => {
	const { id, dates } = await makeTuesdays();
	await call('POST', `${id}/publish`);
	const copy = await api.post(`/api/events/${dates[0].id}/duplicate`, undefined, as);
	expect(copy.body.series).toBeNull();
	await api.post(`/api/events/${dates[0].id}/unpublish`, undefined, as);
	await api.post(`/api/events/${dates[1].id}/archive`, undefined, as);
	expect((await datesOf(id)).map(({ status }: { status: string }) => status)).toEqual([
		'draft',
		'archived',
		'published',
		'published',
	]);
	expect((await api.get(`/api/series/${id}/dates`)).body.data).toHaveLength(2);
});

test('who may do what: members by their role, nobody of another organisation', async () => {
	const { id, dates } = await makeTuesdays();
	const stranger = await makeUser(services);
	const guard = await makeMember(services, owner.organisationId, 'check_in');
	const calls: [string, string, object?][] = [
		['PATCH', id, { booking: 'any' }],
		['POST', `${id}/publish`],
		['POST', `${id}/stop`],
		['POST', `${id}/extend`],
		['POST', `${id}/dates`, { startsAtLocal: '2031-03-01T10:00' }],
		['DELETE', `${id}/dates/${dates[0].id}`],
		['POST', `${id}/dissolve`],
	];
	for (const [method, path, body] of calls) {
		expect([path, (await call(method, path, body, stranger.token)).status]).toEqual([path, 404]);
		expect([path, (await call(method, path, body, guard.token)).status]).toEqual([path, 403]);
		expect([path, (await api.call(method, `/api/series/${path}`, body)).status]).toEqual([path, 401]);
	}
	expect((await call('GET', id, undefined, guard.token)).status).toBe(200);
});

test.each([
	['FREQ=MONTHLY', '2031-01-31T19:30', { count: 4 }, 3],
	['FREQ=MONTHLY;BYMONTHDAY=-1', '2031-01-31T19:30', { count: 4 }, 0],
	['FREQ=MONTHLY;BYDAY=5FR', '2031-01-31T19:30', { until: '2031-06-30' }, 4],
	['FREQ=YEARLY', '2032-02-29T19:30', { until: '2037-12-31' }, 4],
	['FREQ=WEEKLY', '2031-01-31T19:30', { count: 4 }, 0],
	['FREQ=MONTHLY;INTERVAL=1000;BYMONTHDAY=31', '2031-01-31T19:30', { count: 3 }, 1],
])('%s from %s passes over days that months do not have', async (text, startsAtLocal, end, missing) => {
	const { body } = await api.post('/api/series/preview', {
		startsAtLocal,
		timeZone: 'UTC',
		repeat: { rule: text, ...end },
	});
	expect(body.missing, JSON.stringify(body)).toBe(missing);
});
