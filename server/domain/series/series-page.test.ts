import { expect, test } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** What the slug of a series leads to, and what feeds, maps and calendars show of it. */

const { database, services, api, owner } = useTestOwner();

interface Made {
	slug: string;
	dates: { id: string; slug: string; startsAtLocal: string }[];
}

/** Twelve Tuesdays to come, published. */
async function makeSeries(title: string, status = 'published'): Promise<Made> {
	const made = await api.post(
		'/api/events',
		{
			title,
			startsAtLocal: '2035-01-09T19:30',
			timeZone: 'Europe/Berlin',
			tickets: [{ key: 'seat', name: 'Seat', kind: 'free', capacity: 12 }],
			repeat: { rule: 'FREQ=WEEKLY', count: 12 },
		},
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	await database().pool.query(
		`UPDATE events SET status = $2, published_at = CASE WHEN $2 = 'draft' THEN NULL ELSE now() END
		WHERE series_id = $1`,
		[made.body.series.id, status],
	);
	return { slug: made.body.series.slug, dates: made.body.dates };
}

const idAt = async (slug: string) => (await api.get(`/api/events/${slug}`)).body.id;

/** Dates that are over by now, or are what else is said. */
const change = (ids: { id: string }[], set: string) =>
	database().pool.query(`UPDATE events SET ${set} WHERE id = ANY ($1)`, [ids.map(({ id }) => id)]);
const over = `starts_at = now() - interval '3 days' + (starts_at - '2035-01-01') / 1000, ends_at = now() - interval '1 day'`;

test('the slug leads to the next listed date, and to the last when all are over', async () => {
	const { slug, dates } = await makeSeries('Choir');
	expect(await idAt(slug)).toBe(dates[0]?.id);
	expect(await idAt(slug.toUpperCase())).toBe(dates[0]?.id);
	await change(dates.slice(0, 2), over);
	expect(await idAt(slug)).toBe(dates[2]?.id);
	// Dates that no list shows are passed over, cancelled ones too.
	await change(dates.slice(2, 3), `visibility = 'unlisted'`);
	await change(dates.slice(3, 4), `visibility = 'invite_only'`);
	await change(dates.slice(4, 5), `status = 'cancelled'`);
	await change(dates.slice(5, 6), `status = 'draft', published_at = NULL`);
	expect(await idAt(slug)).toBe(dates[6]?.id);
	await change(dates.slice(6), `status = 'cancelled'`);
	expect(await idAt(slug)).toBe(dates[2]?.id);
	await change(dates.slice(2, 4), over);
	expect(await idAt(slug)).toBe(dates[4]?.id);
	await change(dates, `${over}, status = 'published', visibility = 'public', published_at = now()`);
	expect(await idAt(slug)).toBe(dates[11]?.id);
	await change(dates, `ends_at = starts_at`);
});

test('drafts are for members alone, and a date behind a password asks for it', async () => {
	const { slug, dates } = await makeSeries('Rehearsal', 'draft');
	expect((await api.get(`/api/events/${slug}`)).status).toBe(404);
	expect((await api.get(`/api/events/${slug}`, { token: owner.token })).body.id).toBe(dates[0]?.id);
	await change(dates, `status = 'published', published_at = now(), visibility = 'invite_only'`);
	expect((await api.get(`/api/events/${slug}`)).status).toBe(404);
	await change(dates, `visibility = 'password', password_hash = 'x'`);
	expect((await api.get(`/api/events/${slug}`)).status).toBe(403);
	await change(dates, `visibility = 'public'`);
});

test('what a page reads is had by the slug, what changes something is not', async () => {
	const { slug, dates } = await makeSeries('Fencing');
	const types = await api.get(`/api/events/${slug}/ticket-types`);
	expect(types.status).toBe(200);
	const items = [{ ticketTypeId: types.body.data[0].id, quantity: 1 }];
	const order = { items, buyer: { name: 'Ada L', email: 'ada@example.org' } };
	expect((await api.post(`/api/events/${slug}/orders`, order)).status).toBe(404);
	const { token } = owner;
	expect((await api.patch(`/api/events/${slug}`, { title: 'Foil' }, { token })).status).toBe(404);
	expect((await api.post(`/api/events/${slug}/cancel`, {}, { token })).status).toBe(404);
	expect((await api.delete(`/api/events/${slug}`, { token })).status).toBe(404);
	expect((await api.get(`/api/events/${slug}/attendees`, { token })).status).toBe(404);
	const view = {
		name: 'page_view',
		properties: { path: `/events/${slug}`, timestamp: '2027-01-01T10:00:00Z' },
	};
	expect((await api.post('/api/analytics/track', view)).status).toBeLessThan(300);
	expect(await idAt(slug)).toBe(dates[0]?.id);
});

test('its calendar has every date that is ahead as an entry of its own', async () => {
	const { slug, dates } = await makeSeries('Chess');
	await change(dates.slice(0, 1), over);
	await change(dates.slice(1, 2), `status = 'cancelled'`);
	await change(dates.slice(2, 3), `visibility = 'unlisted'`);
	const { body, headers } = await api.get(`/api/events/${slug}/calendar.ics`);
	expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(10);
	expect(body).not.toContain('RRULE');
	expect(body).toContain('STATUS:CANCELLED');
	expect(new Set(body.match(/^UID:.*$/gm)).size).toBe(10);
	expect(headers.get('content-disposition')).toContain(`${slug}.ics`);
	const one = await api.get(`/api/events/${dates[3]?.slug}/calendar.ics`);
	expect(one.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
	await change(dates.slice(0, 1), 'ends_at = starts_at');
});

test('site maps name a series and the eight dates that come next; feeds name it once', async () => {
	const { slug, dates } = await makeSeries('Juggling');
	const index = await api.get('/sitemap.xml');
	expect(index.body).toContain('/sitemaps/series-1.xml');
	const map = (await api.get('/sitemaps/series-1.xml')).body;
	expect(map).toContain(`/events/${slug}</loc>`);
	expect(dates.filter((date) => map.includes(`/events/${date.slug}</loc>`))).toHaveLength(8);
	const alone = await api.get('/sitemaps/events-1.xml');
	expect(dates.filter((date) => alone.body.includes(`/events/${date.slug}</loc>`))).toHaveLength(0);
	const { body: event } = await api.get(`/api/events/${slug}`);
	const feed = (await api.get(`/feeds/${event.organiser.slug}.atom`)).body;
	expect(feed.match(/<title>Juggling<\/title>/g)).toHaveLength(1);
});

test('an organisation’s own list has a series as one row where it is asked for so', async () => {
	const { slug, dates } = await makeSeries('Sailing');
	const me = await api.get(`/api/events/${slug}`, { token: owner.token });
	const path = `/api/organisations/${me.body.organisation.id}/events`;
	const list = async (query: Record<string, string>) =>
		(await api.get(path, { token: owner.token, query: { view: 'live', q: 'sailing', ...query } })).body.data;
	expect(await list({})).toHaveLength(12);
	const folded = await list({ fold: 'series' });
	expect(folded).toHaveLength(1);
	expect(folded[0]).toMatchObject({ id: dates[0]?.id, series: { slug, moreDates: 11 } });
	await change(dates.slice(0, 3), `status = 'draft'`);
	expect((await list({ fold: 'series' }))[0]).toMatchObject({ id: dates[3]?.id, series: { moreDates: 8 } });
	expect((await list({ fold: 'series', view: 'draft' }))[0]).toMatchObject({ id: dates[0]?.id });
	await change(dates.slice(0, 3), `status = 'published'`);
});

test('the public reads the dates of a series with what was cancelled, and nothing that is not public', async () => {
	const { slug, dates } = await makeSeries('Pottery');
	await change(dates.slice(0, 1), `status = 'cancelled'`);
	await change(dates.slice(1, 2), `visibility = 'unlisted'`);
	await change(dates.slice(2, 3), `status = 'draft', published_at = NULL`);
	const { body } = await api.get(`/api/series/${slug}/dates`, { query: { from: '2035-01-01' } });
	expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
		[dates[0], ...dates.slice(3)].map((date) => date?.id),
	);
	expect(body.data[0].status).toBe('cancelled');
});

test('all invariants hold', async () => {
	await database().pool.query(`UPDATE events SET starts_on = foyer_day(starts_at, time_zone),
		ends_on = foyer_day(greatest(ends_at - interval '1 millisecond', starts_at), time_zone)`);
	await expectInvariants(services);
});
