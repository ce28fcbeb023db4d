import { expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import {
	bookDate,
	endSeriesUndoTime,
	makeTuesdays,
	publishDates,
	type TestSeries,
} from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Undoing of changes of several dates when something else happened to the series, before and beside emails. */

const { database, services, api, owner } = useTestOwner();
const signal = new AbortController().signal;

const post = (path: string, body: object = {}) => api.post(path, body, { token: owner.token });
const change = async (series: TestSeries, body: object) => {
	const made = await api.patch(`/api/series/${series.id}/dates`, body, { token: owner.token });
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	return made.body;
};
const changeOf = ({ id }: TestSeries, changeId: string) => `/api/series/${id}/changes/${changeId}`;

async function mailCount(series: TestSeries): Promise<number> {
	await endSeriesUndoTime(services, series.id);
	while ((await factPoller.run(services, signal)) > 0);
	const { rows } = await database().pool.query<{ n: number }>(
		`SELECT count(*)::int AS n FROM mails WHERE template LIKE 'events/%' AND template <> 'events/reminder'
			AND event_id = ANY($1)`,
		[series.dates.map(({ id }) => id)],
	);
	return rows[0]?.n ?? 0;
}

async function makeSold(count = 3): Promise<TestSeries> {
	const series = await makeTuesdays(api, owner.token, count);
	await publishDates(api, owner.token, series);
	await bookDate(api, series.dates[1]?.id ?? '', 'ada@example.org');
	return series;
}

const datesOf = async ({ id }: TestSeries) =>
	(
		await database().pool.query<{ id: string; key: string; place: string; status: string; day: string }>(
			`SELECT id, series_key AS key, venue_name AS place, status, to_char(starts_at AT TIME ZONE time_zone, 'YYYY-MM-DD') AS day
				FROM events WHERE series_id = $1 ORDER BY starts_at, id`,
			[id],
		)
	).rows;

test('cancelling is undone within its time: tickets are sold again, the series goes on, and nobody is emailed', async () => {
	const series = await makeSold();
	const { body } = await post(`/api/series/${series.id}/cancel`, { message: 'Ill.' });
	const path = changeOf(series, body.change.id);
	const undone = await post(`${path}/undo`);
	expect(undone.body, JSON.stringify(undone.body)).toMatchObject({
		series: { isStopped: false, counts: { ahead: 3, cancelled: 0 } },
		change: { kind: 'undo', notify: false },
	});
	await bookDate(api, series.dates[2]?.id ?? '', 'grace@example.org');
	expect((await post(`${path}/undo`)).body.change).toBeNull();
	expect(await mailCount(series)).toBe(0);
	// Cancelled again, and undone too late.
	const again = await post(`/api/series/${series.id}/cancel`);
	expect(again.body.change, JSON.stringify(again.body)).toMatchObject({ dates: 3 });
	expect(await mailCount(series)).toBe(2);
	const late = await post(`${changeOf(series, again.body.change.id)}/undo`);
	expect([late.status, late.body.metadata?.rule], JSON.stringify(late.body)).toEqual([422, 'undo-blocked']);
	await expectInvariants(services);
});

test('undoing the undoing of a cancelled series is refused in words, and changes nothing', async () => {
	const series = await makeSold();
	const { body } = await post(`/api/series/${series.id}/cancel`);
	const undone = await post(`${changeOf(series, body.change.id)}/undo`);
	const again = await post(`${changeOf(series, undone.body.change.id)}/undo`);
	expect([again.status, again.body.metadata?.rule], JSON.stringify(again.body)).toEqual([
		422,
		'undo-blocked',
	]);
	expect((await datesOf(series)).map(({ status }) => status)).toEqual(Array(3).fill('published'));
	const list = await api.get(`/api/series/${series.id}/changes`, { token: owner.token });
	expect(list.body.data.map(({ canUndo }: { canUndo: boolean }) => canUndo)).toEqual([false, false]);
	await expectInvariants(services);
});

test('a part of a cancelled series is undone as that date alone; the rest is still undone as a whole', async () => {
	const series = await makeSold();
	const { body } = await post(`/api/series/${series.id}/cancel`);
	const [one] = series.dates;
	const sets = await api.get(`/api/events/${one?.id}/changes`, { token: owner.token });
	const alone = await post(`/api/events/${one?.id}/changes/${sets.body.data[0].id}/undo`);
	expect(alone.status, JSON.stringify(alone.body)).toBe(200);
	const undone = await post(`${changeOf(series, body.change.id)}/undo`);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect((await datesOf(series)).map(({ status }) => status)).toEqual(Array(3).fill('published'));
	expect(await mailCount(series)).toBe(0);
	await expectInvariants(services);
});

test('notify-now twice sends one email, and beside an undoing one of them wins', async () => {
	const series = await makeSold();
	const { change: first } = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { event: { venueName: 'Hall' } },
	});
	const path = changeOf(series, first.id);
	const twice = await Promise.all([post(`${path}/notify-now`), post(`${path}/notify-now`)]);
	expect(twice.map(({ status }) => status)).toEqual([200, 200]);
	expect(await mailCount(series)).toBe(1);
	expect((await post(`${path}/notify-now`)).body.notifiedAt).not.toBeNull();
	expect(await mailCount(series)).toBe(1);
	let sent = 1;
	for (let round = 0; round < 4; round++) {
		const { change: made } = await change(series, {
			scope: 'all',
			from: series.dates[0]?.id,
			changes: { event: { venueName: `Room ${round}` } },
		});
		const [now, undone] = await Promise.all([
			post(`${changeOf(series, made.id)}/notify-now`).then(async (answer) => {
				await endSeriesUndoTime(services, series.id);
				return answer;
			}),
			post(`${changeOf(series, made.id)}/undo`),
		]);
		expect([now.status, undone.status]).toEqual([200, 200]);
		const { rows } = await database().pool.query<{ isNotified: boolean }>(
			'SELECT notified_at IS NOT NULL AS "isNotified" FROM event_series_changes WHERE id = $1',
			[made.id],
		);
		// Who was emailed of the change is emailed of its undoing; whoever was not is emailed of neither.
		const count = await mailCount(series);
		expect(count - sent).toBe(rows[0]?.isNotified ? 2 : 0);
		sent = count;
	}
	await expectInvariants(services);
});

test('one of the dates is removed: the others are undone, and it does not come back', async () => {
	const series = await makeSold(4);
	const { change: made } = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { event: { venueName: 'Hall' } },
	});
	await api.delete(`/api/series/${series.id}/dates/${series.dates[2]?.id}`, { token: owner.token });
	expect((await post(`${changeOf(series, made.id)}/undo`)).status).toBe(200);
	expect((await datesOf(series)).map(({ key, place }) => `${key} ${place}`)).toEqual([
		'2030-01-08/1 Atelier',
		'2030-01-15/1 Atelier',
		'2030-01-29/1 Atelier',
	]);
	await expectInvariants(services);
});

test('another rule is undone although one of its dates was removed since; that day is not made again', async () => {
	const series = await makeSold(4);
	const { change: made, dates } = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;BYDAY=WE,FR', count: 8, skip: ['2030-01-11/1'] } },
	});
	const fresh = dates.find(({ outcome }: { outcome: string }) => outcome === 'new');
	for (const id of [fresh.eventId, series.dates[3]?.id])
		expect((await api.delete(`/api/series/${series.id}/dates/${id}`, { token: owner.token })).status).toBe(
			200,
		);
	const undone = await post(`${changeOf(series, made.id)}/undo`);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect((await datesOf(series)).map(({ key }) => key)).toEqual([
		'2030-01-08/1',
		'2030-01-15/1',
		'2030-01-22/1',
	]);
	const { rows } = await database().pool.query(
		`SELECT key FROM event_series_exceptions WHERE series_id = $1 AND (kind = 'skipped' OR key = '2030-01-29/1')`,
		[series.id],
	);
	expect(rows).toEqual([{ key: '2030-01-29/1' }]);
	await expectInvariants(services);
});

test('days that another rule leaves out are dates again once it is undone', async () => {
	const series = await makeSold(3);
	const { change: made } = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 3, skip: ['2030-01-22/1'] } },
	});
	expect(await datesOf(series)).toHaveLength(2);
	expect((await post(`${changeOf(series, made.id)}/undo`)).status).toBe(200);
	expect((await datesOf(series)).map(({ key }) => key)).toEqual(series.dates.map(({ key }) => key));
	await expectInvariants(services);
});

test('another rule made further dates overnight: they go with it, unless one of them was ordered', async () => {
	const make = async () => {
		const series = await makeTuesdays(api, owner.token, 4);
		await publishDates(api, owner.token, series);
		const { change: made } = await change(series, {
			scope: 'all',
			from: series.dates[0]?.id,
			changes: { repeat: { rule: 'FREQ=MONTHLY;BYDAY=1WE' } },
		});
		const all = await datesOf(series);
		const last = all.at(-1)?.id;
		// As if the night had made the last one: the change does not know it.
		await database().pool.query(
			`UPDATE event_series_changes SET before = before #- ARRAY['keys', $2] WHERE id = $1`,
			[made.id, last],
		);
		return { series, made, last: last ?? '' };
	};
	const one = await make();
	const undone = await post(`${changeOf(one.series, one.made.id)}/undo`);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect((await datesOf(one.series)).map(({ key }) => key)).toEqual(one.series.dates.map(({ key }) => key));
	const two = await make();
	await bookDate(api, two.last, 'ada@example.org');
	const blocked = await post(`${changeOf(two.series, two.made.id)}/undo`);
	expect([blocked.status, blocked.body.metadata?.rule]).toEqual([422, 'undo-blocked']);
	await expectInvariants(services);
});

test('a date that another rule left as one by hand: an earlier change of fields is still undone, one of times is blocked in words', async () => {
	const series = await makeSold(4);
	const from = series.dates[0]?.id;
	const { change: place } = await change(series, {
		scope: 'all',
		from,
		changes: { event: { venueName: 'Hall' } },
	});
	const { change: times } = await change(series, {
		scope: 'all',
		from,
		changes: { event: { startsAtLocal: '2030-01-08T20:00' } },
	});
	const { dates } = await change(series, {
		scope: 'all',
		from,
		changes: { repeat: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', count: 3 } },
	});
	expect(dates.map(({ outcome }: { outcome: string }) => outcome)).toContain('single');
	const blocked = await post(`${changeOf(series, times.id)}/undo`);
	expect([blocked.status, blocked.body.metadata?.rule]).toEqual([422, 'undo-blocked']);
	expect(JSON.stringify(blocked.body)).toContain('the series was changed again since');
	const undone = await post(`${changeOf(series, place.id)}/undo`);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	await expectInvariants(services);
});
