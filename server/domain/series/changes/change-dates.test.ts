import { expect, test } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Changes of several dates of a series: what follows, what stays, what is refused. */

const { database, services, api, owner } = useTestOwner();

interface Made {
	id: string;
	dates: { id: string; key: string; slug: string; code: string }[];
}

async function makeSeries(count = 6, more: object = {}): Promise<Made> {
	const { body, status } = await api.post(
		'/api/events',
		{
			title: 'Life drawing',
			startsAtLocal: '2030-01-08T19:30',
			endsAtLocal: '2030-01-08T21:00',
			timeZone: 'Europe/Berlin',
			venueName: 'Atelier',
			tickets: [{ key: 'seat', name: 'Seat', kind: 'free', capacity: 12 }],
			repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count },
			...more,
		},
		{ token: owner.token },
	);
	expect(status, JSON.stringify(body)).toBe(201);
	return { id: body.series.id, dates: body.dates };
}

const change = (series: Made, body: object, query = '') =>
	api.patch(`/api/series/${series.id}/dates${query}`, body, { token: owner.token });
const event = async (id: string) => (await api.get(`/api/events/${id}`, { token: owner.token })).body;
const fields = async (series: Made, name: string) =>
	Promise.all(series.dates.map(async ({ id }) => (await event(id))[name]));
const publish = (series: Made) =>
	Promise.all(
		series.dates.map(({ id }) => api.post(`/api/events/${id}/publish`, {}, { token: owner.token })),
	);

async function buy(eventId: string, email: string) {
	const types = (await api.get(`/api/events/${eventId}/ticket-types`)).body.data;
	const { status, body } = await api.post(`/api/events/${eventId}/orders`, {
		buyer: { name: 'Grace Hopper', email },
		items: [{ ticketTypeId: types[0].id, quantity: 1 }],
	});
	expect(status, JSON.stringify(body)).toBe(201);
}

test('this and following: later dates get the new place, one with a place of its own keeps it', async () => {
	const series = await makeSeries();
	const [, , third, , fifth] = series.dates;
	const own = await change(series, {
		scope: 'this',
		from: fifth?.id,
		changes: { event: { venueName: 'Roof' } },
	});
	expect(own.status, JSON.stringify(own.body)).toBe(200);
	const preview = await change(
		series,
		{ scope: 'following', from: third?.slug, changes: { event: { venueName: 'Hall' } } },
		'?preview',
	);
	expect(preview.status, JSON.stringify(preview.body)).toBe(200);
	expect(preview.body.dates.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
		'changed',
		'changed',
		'same',
		'changed',
	]);
	expect(preview.body.dates[2].keeps).toEqual(['event.venueName']);
	expect(preview.body.change).toBeNull();
	expect(await fields(series, 'venueName')).toEqual([
		'Atelier',
		'Atelier',
		'Atelier',
		'Atelier',
		'Roof',
		'Atelier',
	]);
	const made = await change(series, {
		scope: 'following',
		from: third?.code,
		changes: { event: { venueName: 'Hall' } },
		planHash: preview.body.planHash,
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	expect(await fields(series, 'venueName')).toEqual(['Atelier', 'Atelier', 'Hall', 'Hall', 'Roof', 'Hall']);
	expect(made.body.series.segments).toMatchObject([
		{ fromKey: '2030-01-08/1', count: 2 },
		{ fromKey: '2030-01-22/1', count: 4 },
	]);
	expect(made.body.change).toMatchObject({ kind: 'edit', scope: 'following', dates: 3, notify: false });
	const replaced = await change(series, {
		scope: 'all',
		from: third?.id,
		changes: { event: { venueName: 'Cellar' } },
		replaceOwn: true,
	});
	expect(replaced.status).toBe(200);
	expect(await fields(series, 'venueName')).toEqual(Array(6).fill('Cellar'));
	await expectInvariants(services);
});

test('a new start is the same time of day on all dates, across a change of clocks; another day is refused', async () => {
	const series = await makeSeries(12);
	const from = series.dates[0]?.id;
	const made = await change(series, {
		scope: 'all',
		from,
		changes: { event: { startsAtLocal: '2030-01-08T20:00', endsAtLocal: '2030-01-08T22:00' } },
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	const locals = await fields(series, 'startsAtLocal');
	expect(new Set(locals.map((local) => local.slice(11)))).toEqual(new Set(['20:00']));
	expect(made.body.series.segments).toMatchObject([{ startTimes: ['20:00'], lengthMinutes: 120 }]);
	const moved = await change(series, {
		scope: 'all',
		from,
		changes: { event: { startsAtLocal: '2030-01-09T20:00' } },
	});
	expect(moved.status).toBe(422);
	expect(moved.body.metadata.rule).toBe('series-day-moved');
});

test('a capacity below what one date has sold refuses all, or that one alone', async () => {
	const series = await makeSeries(4);
	await publish(series);
	for (const name of ['ada', 'grace', 'joan']) await buy(series.dates[2]?.id ?? '', `${name}@example.org`);
	const [first] = series.dates;
	const types = (await api.get(`/api/events/${first?.id}/ticket-types`, { token: owner.token })).body.data;
	const tickets = [{ id: types[0].id, changes: { capacity: 2 } }];
	const body = { scope: 'all', from: first?.id, changes: { tickets } };
	const refused = await change(series, body);
	expect(refused.status, JSON.stringify(refused.body)).toBe(422);
	expect(refused.body.metadata).toMatchObject({
		rule: 'capacity-below-sold',
		dates: [{ eventId: series.dates[2]?.id }],
	});
	const made = await change(series, { ...body, skipRefused: true });
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	const capacities = await Promise.all(
		series.dates.map(
			async ({ id }) =>
				(await api.get(`/api/events/${id}/ticket-types`, { token: owner.token })).body.data[0].organiser
					.capacity,
		),
	);
	expect(capacities).toEqual([2, 2, 12, 2]);
	await expectInvariants(services);
});

test('two managers at once: the second one is refused by the version', async () => {
	const series = await makeSeries(3);
	const edit = (venueName: string) =>
		api.patch(
			`/api/series/${series.id}/dates`,
			{ scope: 'all', from: series.dates[0]?.id, changes: { event: { venueName } } },
			{ token: owner.token, headers: { 'If-Match': '"1"' } },
		);
	const answers = await Promise.all([edit('Hall'), edit('Roof')]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	expect(new Set(await fields(series, 'venueName')).size).toBe(1);
});

test('sales while the capacity of all dates is cut: no date sells more than it has', async () => {
	const series = await makeSeries(4);
	await publish(series);
	const [first] = series.dates;
	const types = (await api.get(`/api/events/${first?.id}/ticket-types`, { token: owner.token })).body.data;
	const cut = change(series, {
		scope: 'all',
		from: first?.id,
		changes: { tickets: [{ id: types[0].id, changes: { capacity: 1 } }] },
		skipRefused: true,
	});
	const sales = series.dates.flatMap(({ id }) =>
		['ada', 'grace', 'joan'].map(async (name) => {
			const offered = (await api.get(`/api/events/${id}/ticket-types`)).body.data;
			const { status } = await api.post(`/api/events/${id}/orders`, {
				buyer: { name: 'Grace Hopper', email: `${name}@example.org` },
				items: [{ ticketTypeId: offered[0].id, quantity: 1 }],
			});
			return status;
		}),
	);
	const statuses = await Promise.all(sales);
	// The date that it is made from may have sold too much by then.
	expect([200, 422]).toContain((await cut).status);
	for (const status of statuses) expect([201, 409, 422]).toContain(status);
	const { rows } = await database().pool.query<{ size: number; taken: number }>(
		`SELECT p.size, p.confirmed + p.held AS taken FROM capacity_pools p JOIN events e ON e.id = p.event_id WHERE e.series_id = $1`,
		[series.id],
	);
	for (const { size, taken } of rows) expect(taken).toBeLessThanOrEqual(size);
	await expectInvariants(services);
});
