import { expect, test } from 'vitest';
import { bookDate, makeTuesdays, publishDates, type TestSeries } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Another rule for dates that there are: moved, new, deleted, or retained as dates by hand. */

const { database, services, api, owner } = useTestOwner();

const change = (series: TestSeries, body: object, query = '') =>
	api.patch(`/api/series/${series.id}/dates${query}`, body, { token: owner.token });
const datesOf = async ({ id }: TestSeries) => {
	const { rows } = await database().pool.query<{
		id: string;
		key: string;
		slug: string;
		code: string;
		local: string;
	}>(
		`SELECT id, series_key AS key, slug, code, to_char(starts_at AT TIME ZONE time_zone, 'YYYY-MM-DD HH24:MI') AS local
			FROM events WHERE series_id = $1 ORDER BY starts_at, id`,
		[id],
	);
	return rows;
};

test('from Tuesdays to Wednesdays: the dates move in their weeks, with their guests, ids, slugs and codes', async () => {
	const series = await makeTuesdays(api, owner.token, 5);
	await publishDates(api, owner.token, series);
	await bookDate(api, series.dates[2]?.id ?? '', 'ada@example.org');
	const before = await datesOf(series);
	const body = {
		scope: 'following',
		from: series.dates[1]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;BYDAY=WE', count: 4 } },
	};
	const preview = await change(series, body, '?preview');
	expect(preview.status, JSON.stringify(preview.body)).toBe(200);
	expect(preview.body.dates.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
		Array(4).fill('moved'),
	);
	expect(await datesOf(series)).toEqual(before);
	const made = await change(series, { ...body, planHash: preview.body.planHash });
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	const after = await datesOf(series);
	expect(after.map(({ local }) => local)).toEqual([
		'2030-01-08 19:30',
		'2030-01-16 19:30',
		'2030-01-23 19:30',
		'2030-01-30 19:30',
		'2030-02-06 19:30',
	]);
	expect(after.map(({ key }) => key)).toEqual([
		'2030-01-08/1',
		'2030-01-16/1',
		'2030-01-23/1',
		'2030-01-30/1',
		'2030-02-06/1',
	]);
	const names = (rows: typeof after) => rows.map(({ id, slug, code }) => ({ id, slug, code }));
	expect(names(after)).toEqual(names(before));
	expect(made.body.series.segments).toMatchObject([{ count: 1 }, { fromKey: '2030-01-16/1', count: 4 }]);
	const undone = await api.post(
		`/api/series/${series.id}/changes/${made.body.change.id}/undo`,
		{},
		{ token: owner.token },
	);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect(await datesOf(series)).toEqual(before);
	await expectInvariants(services);
});

test('every other week: dates that nobody ordered are deleted, one with guests stays as a date by hand', async () => {
	const series = await makeTuesdays(api, owner.token, 6);
	await publishDates(api, owner.token, series);
	await bookDate(api, series.dates[3]?.id ?? '', 'ada@example.org');
	const made = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', count: 4 } },
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	expect(
		made.body.dates.map(({ key, outcome }: { key: string; outcome: string }) => `${key} ${outcome}`),
	).toEqual([
		'2030-01-08/1 same',
		'2030-01-15/1 removed',
		'2030-01-22/1 same',
		'+2030-01-29/1 single',
		'2030-02-05/1 same',
		'2030-02-12/1 removed',
		'2030-02-19/1 new',
	]);
	expect((await datesOf(series)).map(({ key }) => key)).toEqual([
		'2030-01-08/1',
		'2030-01-22/1',
		'+2030-01-29/1',
		'2030-02-05/1',
		'2030-02-19/1',
	]);
	const undone = await api.post(
		`/api/series/${series.id}/changes/${made.body.change.id}/undo`,
		{},
		{ token: owner.token },
	);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect((await datesOf(series)).map(({ key }) => key)).toEqual(series.dates.map(({ key }) => key));
	await expectInvariants(services);
});

test('undoing another rule is blocked once a new date is sold', async () => {
	const series = await makeTuesdays(api, owner.token, 2);
	await publishDates(api, owner.token, series);
	const made = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU,TH', count: 4 } },
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	const fresh = made.body.dates.find(({ outcome }: { outcome: string }) => outcome === 'new');
	await bookDate(api, fresh.eventId, 'grace@example.org');
	const undone = await api.post(
		`/api/series/${series.id}/changes/${made.body.change.id}/undo`,
		{},
		{ token: owner.token },
	);
	expect([undone.status, undone.body.metadata?.rule]).toEqual([422, 'undo-blocked']);
	const both = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: '' }, event: { title: 'Other' } },
	});
	expect([both.status, both.body.metadata?.rule]).toEqual([422, 'repeat-alone']);
});

test('a cancelled date stays as it is, and the rule makes no second one in its place', async () => {
	const series = await makeTuesdays(api, owner.token, 3);
	await publishDates(api, owner.token, series);
	await api.post(`/api/events/${series.dates[1]?.id}/cancel`, {}, { token: owner.token });
	const made = await change(series, {
		scope: 'following',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 4 } },
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	expect(
		made.body.dates.map(({ key, outcome }: { key: string; outcome: string }) => `${key} ${outcome}`),
	).toEqual(['2030-01-08/1 same', '2030-01-15/1 past', '2030-01-22/1 same', '2030-01-29/1 new']);
	await expectInvariants(services);
});

test('a cancelled date stays where it is, whether the new rule makes its day or not', async () => {
	for (const [days, key] of [
		['WE', '+2030-01-15/1'],
		['TU,FR', '2030-01-15/1'],
	]) {
		const series = await makeTuesdays(api, owner.token, 3);
		await publishDates(api, owner.token, series);
		const cancelled = series.dates[1]?.id;
		await api.post(`/api/events/${cancelled}/cancel`, {}, { token: owner.token });
		const made = await change(series, {
			scope: 'all',
			from: series.dates[0]?.id,
			changes: { repeat: { rule: `FREQ=WEEKLY;BYDAY=${days}`, until: '2030-01-25' } },
		});
		expect(made.status, JSON.stringify(made.body)).toBe(200);
		expect((await datesOf(series)).find(({ id }) => id === cancelled)).toMatchObject({
			key,
			local: '2030-01-15 19:30',
		});
		await expectInvariants(services);
		const path = `/api/series/${series.id}/changes/${made.body.change.id}/undo`;
		const undone = await api.post(path, {}, { token: owner.token });
		expect(undone.status, JSON.stringify(undone.body)).toBe(200);
		expect((await datesOf(series)).map((date) => date.key)).toEqual(series.dates.map((date) => date.key));
	}
	await expectInvariants(services);
});
