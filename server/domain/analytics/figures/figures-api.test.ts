import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readyReports } from '#server/domain/reports/ready-reports.ts';
import type { Attention } from '#shared/contracts/dashboard.ts';
import type { FigureDay } from '#shared/contracts/figures.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { rollUp } from '#tests/support/figures.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { createChance } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner, query } = useTestOwner();
let door: Door;
let other: Door;
let link: { id: string; code: string; url: string };

let today: string;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
// Events may be in zones that are a day ahead.
let range: { from: string; to: string };
const read = (path: string, by: { token: string }, search: Record<string, string> = {}) =>
	api.get(`/api/organisations/${owner.organisationId}${path}`, {
		token: by.token,
		query: { ...range, ...search },
	});
const track = (event: string, name: string, search: string, browser: string) =>
	api.post(
		'/api/analytics/track',
		{ name, properties: { path: `/events/${event}`, search, timestamp: '2027-01-01T10:00:00Z' } },
		{ headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Chrome/140.0 ${browser}` } },
	);
const register = (event: Door, cameBy?: string) =>
	api.post(`/api/events/${event.event}/orders`, {
		buyer: { name: 'Ada', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId: event.type, quantity: 1 }],
		...(cameBy !== undefined && { cameBy }),
	});

beforeAll(async () => {
	await stayInOneDay();
	today = daysAgo(0);
	range = { from: daysAgo(6), to: daysAgo(-1) };
	door = await makeDoor({ services, api, owner }, { guests: 2, title: 'Regatta' });
	other = await makeDoor({ services, api, owner }, { guests: 1, title: 'Auction' });
	const made = await api.post(
		`/api/organisations/${owner.organisationId}/tracking-links`,
		{ event: door.event, label: 'Poster at the harbour' },
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	link = made.body;
	await track(door.event, 'page_view', `?l=${link.code}`, 'A');
	await track(door.event, 'registration_opened', `?l=${link.code}`, 'A');
	await track(door.event, 'page_view', '?utm_source=Mail&utm_medium=email&utm_campaign=Spring', 'B');
	await track(door.event, 'page_view', '?l=unknown1', 'C');
	await track(other.event, 'page_view', '', 'A');
	expect((await register(door, `||| ${link.code}`)).status).toBe(201);
	expect((await register(door, `|||${link.code}`)).status).toBe(201);
	expect((await register(door, 'mail|email|spring|')).status).toBe(201);
	const [first] = door.guests;
	const scanned = await api.post(`/api/staff-access/checkin/${door.token}`, {
		guestQrData: first?.code,
		nonce: randomUUID(),
	});
	expect(scanned.status).toBe(200);
	await rollUp(services);
});

test('figures of a range are those of the rows, with a row for every day and the period before', async () => {
	const { status, body } = await read('/figures', owner);
	expect(status, JSON.stringify(body)).toBe(200);
	const [rows] = await query(
		`SELECT (SELECT count(*)::int FROM orders WHERE organisation_id = $1 AND confirmed_at IS NOT NULL) AS registrations,
			(SELECT count(*)::int FROM attendees WHERE organisation_id = $1) AS tickets,
			(SELECT count(*)::int FROM page_views WHERE organisation_id = $1 AND step = 'view') AS views,
			(SELECT count(DISTINCT attendee_id)::int FROM check_ins WHERE organisation_id = $1 AND verdict = 'accepted') AS "checkedIn"`,
		[owner.organisationId],
	);
	expect(body.current.totals).toMatchObject({ ...rows, forms: 1, visitors: 4 });
	expect(body.current.days).toHaveLength(8);
	expect(body.compared).toMatchObject({ from: daysAgo(14), to: daysAgo(7), totals: { views: 0 } });
	expect(Date.parse(body.madeAt)).toBeGreaterThan(Date.now() - 60_000);
	const one = await read('/figures', owner, { event: other.event, compare: 'none' });
	expect(one.body.current.totals).toMatchObject({ views: 1, registrations: 1, checkedIn: 0 });
	expect(one.body.compared).toBeNull();
	const days = await api.get(`/api/events/${door.event}/figures/days`, { token: owner.token });
	expect(days.body.data.map((day: FigureDay) => day.registrations)).toEqual([5]);
});

test('the funnel counts visitors, who began, registrations, tickets and who came', async () => {
	const { body } = await read('/funnel', owner, { event: door.event });
	expect(body.data).toEqual([
		// Three visitors were counted, of whom one began; five have registered, so five have visited.
		{ step: 'visitors', count: 5 },
		{ step: 'forms', count: 5 },
		{ step: 'registrations', count: 5 },
		{ step: 'tickets', count: 5 },
		{ step: 'attended', count: 1 },
	]);
	const file = await read('/funnel', owner, { event: door.event, format: 'csv' });
	expect(file.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
		'Step,Count',
		...body.data.map((row: { step: string; count: number }) => `${row.step},${row.count}`),
	]);
});

test('sources, campaigns and tracking links lead to registrations; what was invented is left out', async () => {
	const bySource = await read('/sources', owner, { event: door.event });
	expect(bySource.body.data).toMatchObject([
		{ name: '', visitors: 2, registrations: 4, tickets: 4 },
		{ name: 'mail', visitors: 1, registrations: 1, net: [] },
	]);
	const byLink = await read('/sources', owner, { by: 'link' });
	expect(byLink.body.data).toMatchObject([
		{ name: link.code, label: 'Poster at the harbour', views: 1, forms: 1, registrations: 1 },
	]);
	const byCampaign = await read('/sources', owner, { by: 'campaign' });
	expect(byCampaign.body.data.map((row: { name: string }) => row.name)).toContain('spring');
	const file = await read('/sources', owner, { by: 'link', format: 'csv' });
	expect(file.body).toContain(`${link.code},Poster at the harbour,1,1,1,1,1`);
	expect(file.headers.get('content-type')).toContain('text/csv');
	// A code that is none, and one with a blank before it, are no link.
	expect(await query(`SELECT came_by FROM orders WHERE event_id = $1 ORDER BY id`, [door.event])).toEqual(
		[null, null, null, `|||${link.code}`, 'mail|email|spring|'].map((came_by) => ({ came_by })),
	);
});

test('lead time and hours of all events are those of their registrations, and a file has the same', async () => {
	const [{ count }] = (await query(
		'SELECT count(*)::int AS count FROM orders WHERE organisation_id = $1 AND confirmed_at IS NOT NULL',
		[owner.organisationId],
	)) as [{ count: number }];
	const lead = await read('/lead-time', owner);
	expect(lead.body.registrations).toBe(count);
	expect(
		lead.body.groups.reduce((sum: number, one: { registrations: number }) => sum + one.registrations, 0),
	).toBe(count);
	const hours = await read('/registration-hours', owner);
	const sumOf = (rows: { registrations: number }[]) => rows.reduce((sum, one) => sum + one.registrations, 0);
	expect([sumOf(hours.body.data), hours.body.hasMore]).toEqual([count, false]);
	// Of the same events, one after the other.
	const single = await Promise.all(
		[door, other].map(({ event }) => api.get(`/api/events/${event}/figures/hours`, { token: owner.token })),
	);
	type Hour = { weekday: number; hour: number; registrations: number };
	const key = (one: Hour) => `${one.weekday} ${one.hour}`;
	const together = Map.groupBy(
		single.flatMap(({ body }) => body.data as Hour[]),
		key,
	);
	expect(Object.fromEntries(hours.body.data.map((one: Hour) => [key(one), one.registrations]))).toEqual(
		Object.fromEntries([...together].map(([at, rows]) => [at, sumOf(rows)])),
	);
	const file = await read('/registration-hours', owner, { format: 'csv' });
	expect(file.body.trim().split('\r\n')).toHaveLength(hours.body.data.length + 1);
	const outside = { from: daysAgo(60), to: daysAgo(30) };
	expect((await read('/lead-time', owner, outside)).body).toMatchObject({
		registrations: 0,
		quartiles: null,
	});
	expect((await read('/registration-hours', owner, outside)).body.data).toEqual([]);
});

test('members of chosen events get the hours and lead time of these', async () => {
	const limited = await makeMember(services, owner.organisationId, 'marketing', [other.event]);
	expect((await read('/lead-time', limited)).body.registrations).toBe(1);
	const { body } = await read('/registration-hours', limited);
	expect(body.data).toMatchObject([{ registrations: 1 }]);
	expect((await read('/lead-time', owner, { series: randomUUID() })).status).toBe(404);
});

test('days in CSV are those of the answer', async () => {
	const json = await read('/figures', owner);
	const csv = await read('/figures', owner, { format: 'csv' });
	const [header, ...lines] = csv.body.replace('\ufeff', '').trim().split('\r\n');
	expect(header).toBe('Day,Views,Visitors,Began,Registrations,Unpaid,Tickets,Cancelled,Attended,Checked in');
	expect(lines).toEqual(
		json.body.current.days.map((day: FigureDay) =>
			[
				...[day.day, day.views, day.visitors, day.forms, day.registrations, day.unpaid, day.tickets],
				...[day.cancelled, day.attended, day.checkedIn],
			].join(','),
		),
	);
});

test('no-shows are counted where the event is over and somebody came', async () => {
	for (const { event } of [door, other]) await moveEvent(services, event, { start: -3, end: -1 });
	const { body } = await read('/no-shows', owner, { event: door.event });
	expect(body.data).toMatchObject([{ title: 'Regatta', tickets: 5, attended: 1, noShows: 4 }]);
	expect(body.types).toMatchObject([{ tickets: 5, attended: 1, noShows: 4 }]);
	expect((await read('/no-shows', owner)).body.data).toHaveLength(1);
	const file = await read('/no-shows', owner, { format: 'csv' });
	expect(file.body).toContain(',5,1,4');
	const arrivalsAt = async (fromStart: string) => {
		await query(
			`UPDATE check_ins SET occurred_at = (SELECT starts_at FROM events WHERE id = $1) + $2::interval WHERE event_id = $1`,
			[door.event, fromStart],
		);
		return (await read('/arrivals', owner)).body;
	};
	const counted = { outside: 0, events: 1, hasMore: false };
	expect(await arrivalsAt('-50 minutes')).toEqual({ ...counted, data: [{ minute: -60, checkedIn: 1 }] });
	expect(await arrivalsAt('13 hours')).toEqual({ ...counted, outside: 1, data: [] });
	expect(await arrivalsAt('5 minutes')).toEqual({ ...counted, data: [{ minute: 0, checkedIn: 1 }] });
	expect((await read('/arrivals', owner, { format: 'csv' })).body).toContain('0,1');
});

describe('who sees what', () => {
	test('members of chosen events see theirs alone', async () => {
		const limited = await makeMember(services, owner.organisationId, 'marketing', [other.event]);
		expect((await read('/figures', limited)).body.current.totals).toMatchObject({
			views: 1,
			registrations: 1,
		});
		expect((await read('/sources', limited)).body.data).toMatchObject([{ name: '', registrations: 1 }]);
		expect((await read('/funnel', limited, { event: door.event })).status).toBe(404);
		expect((await read('/tracking-links', limited)).body.data).toEqual([]);
		const foreign = await api.post(
			`/api/organisations/${owner.organisationId}/tracking-links`,
			{ event: door.event, label: 'Mine' },
			{ token: limited.token },
		);
		expect(foreign.status).toBe(404);
		const ended = `/api/organisations/${owner.organisationId}/tracking-links/${link.id}`;
		expect((await api.call('DELETE', ended, undefined, { token: limited.token })).status).toBe(404);
		const { body } = await api.get(`/api/organisations/${owner.organisationId}/dashboard`, {
			token: limited.token,
		});
		expect(body.counts).toEqual({ live: 0, draft: 0, past: 1, archived: 0 });
		expect((await read('/figures', await makeUser(services))).status).toBe(404);
	});

	test('people at check-in see no figures, and money is for those who may see it', async () => {
		const helper = await makeMember(services, owner.organisationId, 'check_in');
		expect((await read('/figures', helper)).status).toBe(403);
		const home = await api.get(`/api/organisations/${owner.organisationId}/dashboard`, {
			token: helper.token,
		});
		expect([home.status, home.body.figures]).toEqual([200, null]);
		await query(
			`INSERT INTO event_day_figures (organisation_id, scope_id, on_day, currency, sold_minor, made_at) VALUES ($1, $1, $2, 'EUR', 500, now())`,
			[owner.organisationId, today],
		);
		const manager = await makeMember(services, owner.organisationId, 'event_manager');
		expect((await read('/figures', manager)).body.current.money).toEqual([]);
		expect((await read('/figures', owner)).body.current.money).toMatchObject([
			{ currency: 'EUR', soldMinor: 500, netMinor: 500 },
		]);
		await query(`DELETE FROM event_day_figures WHERE organisation_id = $1 AND currency = 'EUR'`, [
			owner.organisationId,
		]);
	});
});

test('ranges that end before they begin or are too long are refused', async () => {
	const wrongRanges: Record<string, string>[] = [
		{ from: today, to: daysAgo(1) },
		{ from: '2020-01-01', to: today },
		{ from: 'yesterday' },
	];
	for (const wrong of wrongRanges) {
		const answer = await read('/figures', owner, wrong);
		expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/^VALIDATION/)]);
	}
	const leap = await read('/figures', owner, { from: '2028-02-29', to: '2028-02-29', compare: 'year' });
	expect(leap.body.compared.from).toBe('2027-02-28');
});

test('a tracking link that was removed counts no more and keeps its figures; a code is given once', async () => {
	const path = `/api/organisations/${owner.organisationId}/tracking-links`;
	const twice = await api.post(
		path,
		{ event: door.event, label: 'Again', code: link.code },
		{ token: owner.token },
	);
	expect([twice.status, twice.body.code]).toEqual([409, 'RESOURCE_ALREADY_EXISTS']);
	for (let times = 0; times < 2; times += 1)
		expect((await api.call('DELETE', `${path}/${link.id}`, undefined, { token: owner.token })).status).toBe(
			204,
		);
	expect((await read('/tracking-links', owner)).body.data).toEqual([]);
	for (const label of ['One', 'Two', 'Three'])
		await api.post(path, { event: door.event, label }, { token: owner.token });
	const page = (await read('/tracking-links', owner, { limit: '2', event: door.event })).body;
	const rest = await read('/tracking-links', owner, { limit: '2', cursor: page.nextCursor });
	expect(page.data.map(({ label }: { label: string }) => label)).toEqual(['Three', 'Two']);
	expect(rest.body).toMatchObject({ data: [{ label: 'One' }], nextCursor: null });
	await track(door.event, 'page_view', `?l=${link.code}`, 'Z');
	await rollUp(services);
	expect((await read('/sources', owner, { by: 'link' })).body.data).toMatchObject([
		{ name: link.code, views: 1 },
	]);
});

describe('the dashboard', () => {
	const dashboard = async (by: TestUser) => {
		const answer = await api.get(`/api/organisations/${by.organisationId}/dashboard`, { token: by.token });
		expect(answer.status, JSON.stringify(answer.body)).toBe(200);
		return answer.body as {
			next: { title: string } | null;
			needsYou: Attention[];
			counts: object;
			figures: object;
		};
	};

	test('nothing for a newcomer', async () => {
		const newcomer = await makeUser(services);
		expect(await dashboard(newcomer)).toMatchObject({
			next: null,
			needsYou: [],
			counts: { live: 0, draft: 0, past: 0, archived: 0 },
		});
	});

	test('the next event, and what needs somebody until it is done', async () => {
		const host = await makeUser(services);
		const soon = await makeDoor({ services, api, owner: host }, { guests: 1, title: 'Soon' });
		await query(
			`INSERT INTO mails (id, organisation_id, event_id, template, props, recipient, status, dedupe_key)
			SELECT gen_random_uuid(), organisation_id, event_id, 'orders/confirmation', jsonb_build_object('orderId', id), buyer_email, 'failed', 'k' || id
			FROM orders WHERE id = $1`,
			[soon.guests[0]?.orderId],
		);
		await query(`UPDATE events SET publish_error = 'no-tickets', status = 'draft' WHERE id = $1`, [
			(await makeDoor({ services, api, owner: host }, { guests: 0, title: 'Draft' })).event,
		]);
		const home = await dashboard(host);
		expect(home.next?.title).toBe('Soon');
		expect(home.counts).toEqual({ live: 1, draft: 1, past: 0, archived: 0 });
		expect(home.needsYou).toMatchObject([
			{ kind: 'emails', count: 1, items: [{ orderId: soon.guests[0]?.orderId, eventId: soon.event }] },
			{ kind: 'publishing', count: 1, items: [{ title: 'Draft' }] },
		]);
		await query(`UPDATE orders SET buyer_email = 'right@example.org' WHERE event_id = $1`, [soon.event]);
		expect((await dashboard(host)).needsYou.map(({ kind }) => kind)).toEqual(['publishing']);
		const marketing = await makeMember(services, host.organisationId, 'marketing');
		const theirs = await api.get(`/api/organisations/${host.organisationId}/dashboard`, {
			token: marketing.token,
		});
		expect(theirs.body.needsYou).toEqual([]);
	});

	test('offers of the waitlist that are about to lapse, those that lapse first before the others', async () => {
		const host = await makeUser(services);
		const offer = async (title: string, hours: number, state: 'open' | 'declined' = 'open') => {
			const { event, type } = await makeDoor({ services, api, owner: host }, { guests: 0, title });
			await query(
				`WITH entry AS (
					INSERT INTO waitlist_entries (id, organisation_id, event_id, ticket_type_ids, party, name, email, state)
					VALUES (gen_random_uuid(), $1, $2, ARRAY[$3::uuid], 1, 'Ada', 'ada@example.org', 'offered') RETURNING id)
				INSERT INTO waitlist_offers (id, organisation_id, event_id, entry_id, ticket_type_id, quantity, state, expires_at, ended_at)
				SELECT gen_random_uuid(), $1, $2, id, $3, 1, $5, now() + $4 * interval '1 hour', CASE WHEN $5 <> 'open' THEN now() END FROM entry`,
				[host.organisationId, event, type, hours, state],
			);
			return event;
		};
		const later = await offer('Later', 5);
		const soon = await offer('Soon', 1);
		for (const [title, hours] of Object.entries({ Fresh: 24, Over: -1 })) await offer(title, hours);
		await offer('Declined', 1, 'declined');
		expect((await dashboard(host)).needsYou).toEqual([
			{
				kind: 'waitlist_offers',
				count: 2,
				items: [
					{ title: 'Soon', eventId: soon, orderId: null, count: 1 },
					{ title: 'Later', eventId: later, orderId: null, count: 1 },
				],
			},
		]);
	});
});

test('random histories: figures by day, event and source are what a loop over the rows counts', async () => {
	const chance = createChance('histories of figures');
	const host = await makeUser(services);
	const doors = [
		await makeDoor({ services, api, owner: host }, { guests: 3 }),
		await makeDoor({ services, api, owner: host }, { guests: 2 }),
	];
	for (const one of doors) {
		for (let n = 0; n < 12; n += 1) {
			const source = chance.pick(['', 'mail', 'poster']);
			await track(
				one.event,
				chance.pick(['page_view', 'registration_opened']),
				source && `?utm_source=${source}`,
				String(n % 5),
			);
			if (chance.next() < 0.4) await register(one, `${source}|||`);
		}
	}
	await rollUp(services);
	const orders = await query(
		`SELECT o.event_id, o.came_by, foyer_day(o.confirmed_at, e.time_zone)::text AS day, (SELECT count(*)::int FROM attendees a WHERE a.order_id = o.id) AS tickets
		FROM orders o JOIN events e ON e.id = o.event_id WHERE o.organisation_id = $1`,
		[host.organisationId],
	);
	const views = await query(
		`SELECT event_id, source, step, encode(visitor, 'hex') AS visitor FROM page_views WHERE organisation_id = $1`,
		[host.organisationId],
	);
	const figuresOf = async (event?: string) =>
		(
			await api.get(`/api/organisations/${host.organisationId}/figures`, {
				token: host.token,
				query: { ...range, ...(event && { event }) },
			})
		).body.current.totals;
	for (const event of [doors[0]?.event, doors[1]?.event] as string[]) {
		const mine = orders.filter((order) => order.event_id === event);
		const seen = views.filter((view) => view.event_id === event);
		expect(await figuresOf(event)).toMatchObject({
			registrations: mine.length,
			tickets: mine.reduce((sum, order) => sum + order.tickets, 0),
			views: seen.filter((view) => view.step === 'view').length,
			visitors: new Set(seen.map((view) => view.visitor)).size,
			forms: new Set(seen.filter((view) => view.step === 'form').map((view) => view.visitor)).size,
		});
	}
	expect((await figuresOf()).registrations).toBe(orders.length);
	const { body } = await api.get(`/api/organisations/${host.organisationId}/sources`, {
		token: host.token,
		query: range,
	});
	for (const source of ['', 'mail', 'poster']) {
		const row = body.data.find((one: { name: string }) => one.name === source);
		expect([source, row?.registrations ?? 0, row?.views ?? 0]).toEqual([
			source,
			orders.filter((order) => (order.came_by ?? '|||').split('|')[0] === source).length,
			views.filter((view) => view.source === source && view.step === 'view').length,
		]);
	}
});

test('orders that came of no visit are counted beside the funnel, of which no step is more than the one before', async () => {
	const host = await makeUser(services);
	const event = await makeDoor({ services, api, owner: host }, { guests: 7 });
	await track(event.event, 'page_view', '', 'D');
	const [, imported, again, manual, atDoor] = event.guests;
	await query(
		`UPDATE orders SET source = CASE id WHEN $2 THEN 'manual' WHEN $3 THEN 'door' ELSE 'import' END WHERE event_id = $1 AND id = ANY ($4::uuid[])`,
		[
			event.event,
			manual?.orderId,
			atDoor?.orderId,
			[imported, again, manual, atDoor].map((guest) => guest?.orderId),
		],
	);
	for (const guest of [imported, event.guests[0]])
		await api.post(`/api/staff-access/checkin/${event.token}`, {
			guestQrData: guest?.code,
			nonce: randomUUID(),
		});
	await query('DELETE FROM figure_feed');
	await rollUp(services);
	for (const scope of [{ event: event.event }, {}] as Record<string, string>[]) {
		const { body } = await api.get(`/api/organisations/${host.organisationId}/funnel`, {
			token: host.token,
			query: { ...range, ...scope },
		});
		expect(body.data).toEqual([
			{ step: 'visitors', count: 3 },
			{ step: 'forms', count: 3 },
			{ step: 'registrations', count: 3 },
			{ step: 'tickets', count: 3 },
			{ step: 'attended', count: 1 },
		]);
		expect(body.beside).toEqual([
			{ source: 'import', registrations: 2 },
			{ source: 'manual', registrations: 1 },
			{ source: 'door', registrations: 1 },
		]);
	}
	const all = await api.get(`/api/organisations/${host.organisationId}/figures`, {
		token: host.token,
		query: range,
	});
	expect(all.body.current.totals.registrations).toBe(7);
});

test('the overview of an event, its analytics and the report by day say the same days', async () => {
	const host = await makeUser(services);
	const event = await makeDoor({ services, api, owner: host }, { guests: 6 });
	const [first, second, third] = event.guests;
	// Confirmed days after they were made, as those that waited for money; and made and confirmed before.
	await query(`UPDATE orders SET created_at = created_at - interval '3 days' WHERE id = ANY ($1::uuid[])`, [
		[first?.orderId, second?.orderId],
	]);
	await query(
		`UPDATE orders SET created_at = now() - interval '5 days', confirmed_at = now() - interval '5 days' WHERE id = $1`,
		[third?.orderId],
	);
	await query('DELETE FROM figure_feed');
	await rollUp(services);
	const { body: overview } = await api.get(`/api/events/${event.event}/figures`, { token: host.token });
	const { body: analytics } = await api.get(`/api/events/${event.event}/figures/days`, { token: host.token });
	const days = (analytics.data as FigureDay[])
		.filter(({ registrations }) => registrations > 0)
		.map(({ day, registrations }) => [day, registrations]);
	expect(days.map(([, count]) => count)).toEqual([1, 5]);
	expect(
		(overview.registrationsByDay as { on: string; count: number }[])
			.filter(({ count }) => count > 0)
			.map(({ on, count }) => [on, count]),
	).toEqual(days);
	const ready = readyReports.find(({ key }) => key === 'registrations');
	const report = await api.post(
		`/api/organisations/${host.organisationId}/report-preview`,
		{ ...ready?.query, timeZone: 'Europe/Berlin' },
		{ token: host.token },
	);
	expect(report.status, JSON.stringify(report.body)).toBe(200);
	expect(report.body.rows.map((row: unknown[]) => row[1])).toEqual(days.map(([, count]) => count));
});

test('the report of no-shows leaves out events that are still ahead', async () => {
	const host = await makeUser(services);
	const past = await makeDoor({ services, api, owner: host }, { guests: 3, title: 'Over' });
	await makeDoor({ services, api, owner: host }, { guests: 2, title: 'Ahead' });
	await api.post(`/api/staff-access/checkin/${past.token}`, {
		guestQrData: past.guests[0]?.code,
		nonce: randomUUID(),
	});
	await moveEvent(services, past.event, { start: -5, end: -2 });
	const ready = readyReports.find(({ key }) => key === 'no-shows');
	const { body } = await api.post(
		`/api/organisations/${host.organisationId}/report-preview`,
		{ ...ready?.query },
		{ token: host.token },
	);
	expect(body.rows).toHaveLength(1);
	expect(JSON.stringify(body.rows[0])).toContain('Over');
	expect(body.rows[0].at(-1)).toBe(2);
});

test('check-ins of the last hour are the scans of the devices in that hour', async () => {
	const host = await makeUser(services);
	const event = await makeDoor({ services, api, owner: host }, { guests: 3 });
	for (const { code } of event.guests)
		await api.post(`/api/staff-access/checkin/${event.token}`, { guestQrData: code, nonce: randomUUID() });
	// One half an hour ago, one before the last hour.
	for (const [at, minutes] of [30, 90].entries())
		await query(
			`UPDATE check_ins SET occurred_at = now() - $2 * interval '1 minute', recorded_at = now() - $2 * interval '1 minute' WHERE attendee_id = $1`,
			[event.guests[at]?.id, minutes],
		);
	const { body } = await api.get(`/api/events/${event.event}/door/figures`, {
		token: host.token,
	});
	expect(body.pacePerHour).toBe(2);
	expect(body.devices.map(({ scansLastHour }: { scansLastHour: number }) => scansLastHour)).toEqual([2]);
});
