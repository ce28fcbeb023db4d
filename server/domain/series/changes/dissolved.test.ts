import { expect, test } from 'vitest';
import { announceDue } from '#server/domain/events/commands/announce-changes.ts';
import { seriesChangedSource } from '#server/domain/notifications/sources/series.ts';
import { isObsolete } from '#server/domain/notifications/sources/source.ts';
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

/** A series that is turned into single events while a change of it waits to be emailed, is on its way, or was emailed. */

const { database, services, api, owner } = useTestOwner();
const signal = new AbortController().signal;

const post = (path: string, body: object = {}) => api.post(path, body, { token: owner.token });

/** Three dates: Ada has a ticket for each, Grace for the second one. */
async function makeSold(): Promise<TestSeries> {
	const series = await makeTuesdays(api, owner.token, 3);
	await publishDates(api, owner.token, series);
	for (const { id } of series.dates) await bookDate(api, id, 'ada@example.org');
	await bookDate(api, series.dates[1]?.id ?? '', 'grace@example.org');
	return series;
}

async function changePlace(series: TestSeries): Promise<string> {
	const { body, status } = await api.patch(
		`/api/series/${series.id}/dates`,
		{
			scope: 'all',
			from: series.dates[0]?.id,
			changes: { event: { venueName: 'Hall' } },
			note: 'Mind the step.',
		},
		{ token: owner.token },
	);
	expect(status, JSON.stringify(body)).toBe(200);
	expect(body.change).toMatchObject({ notify: true, guests: 2 });
	return body.change.id;
}

async function dissolve(series: TestSeries): Promise<void> {
	const { status, body } = await post(`/api/series/${series.id}/dissolve`);
	expect(status, JSON.stringify(body)).toBe(200);
}

/** Ends all waiting, and has everything said that is to be said. */
async function tellAll(series: TestSeries): Promise<void> {
	await database().pool.query(
		`UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1) WHERE event_id = ANY($1) AND notify_at > now()`,
		[series.dates.map(({ id }) => id)],
	);
	await endSeriesUndoTime(services, series.id);
	while ((await announceDue(services)) > 0);
	while ((await factPoller.run(services, signal)) > 0);
}

interface TestMail {
	id: string;
	template: string;
	recipient: string;
	props: Parameters<typeof seriesChangedSource.load>[1];
}

/** Emails about changes, each as `recipient template day`. */
async function mailsOf(series: TestSeries): Promise<TestMail[]> {
	const { rows } = await database().pool.query<TestMail>(
		`SELECT id, template, recipient, props FROM mails WHERE event_id = ANY($1)
			AND template IN ('events/changed', 'events/cancelled', 'events/series-changed') ORDER BY recipient, event_id`,
		[series.dates.map(({ id }) => id)],
	);
	return rows;
}

const namesOf = (mails: readonly TestMail[]) =>
	mails.map(({ recipient, template }) => `${recipient} ${template}`);

const load = async ({ id, recipient, props }: TestMail) => {
	const data = await seriesChangedSource.load(services, props, {
		mailId: id,
		recipient,
		showsSecrets: true,
		isForSending: true,
	});
	if (isObsolete(data)) throw new Error(data.obsolete);
	return data;
};

test('dissolved while guests wait to be emailed: each gets one email for each of their dates', async () => {
	const series = await makeSold();
	await changePlace(series);
	await dissolve(series);
	await tellAll(series);
	const mails = namesOf(await mailsOf(series));
	expect(mails).toEqual([
		...Array(3).fill('ada@example.org events/changed'),
		'grace@example.org events/changed',
	]);
	await tellAll(series);
	expect(namesOf(await mailsOf(series))).toEqual(mails);
	await expectInvariants(services);
});

test('dissolved when the change was announced and no email is written or sent yet: each guest gets the one email', async () => {
	const series = await makeSold();
	await changePlace(series);
	await endSeriesUndoTime(services, series.id);
	await dissolve(series);
	await tellAll(series);
	const mails = await mailsOf(series);
	expect(namesOf(mails)).toEqual([
		'ada@example.org events/series-changed',
		'grace@example.org events/series-changed',
	]);
	const [ada, grace] = await Promise.all(mails.map(load));
	expect([ada?.dates.length, grace?.dates.length]).toEqual([3, 1]);
	expect(ada).toMatchObject({ note: 'Mind the step.', isCancelled: false });
	await tellAll(series);
	expect(await mailsOf(series)).toHaveLength(2);
	await expectInvariants(services);
});

test('a cancelled series is dissolved before its guests are emailed: each date says so for itself', async () => {
	const series = await makeSold();
	const { body } = await post(`/api/series/${series.id}/cancel`, { message: 'The studio burned down.' });
	expect(body.change).toMatchObject({ kind: 'cancel', dates: 3 });
	await dissolve(series);
	await tellAll(series);
	const { rows } = await database().pool.query(
		`SELECT count(*)::int AS facts, count(DISTINCT event_id)::int AS events FROM facts
			WHERE name = 'events.event-cancelled' AND event_id = ANY($1)`,
		[series.dates.map(({ id }) => id)],
	);
	expect(rows).toEqual([{ facts: 3, events: 3 }]);
	expect(namesOf(await mailsOf(series))).toEqual([
		...Array(3).fill('ada@example.org events/cancelled'),
		'grace@example.org events/cancelled',
	]);
	await expectInvariants(services);
});

test('a cancelled series is dissolved while its emails are on their way: one email about all its dates', async () => {
	const series = await makeSold();
	await post(`/api/series/${series.id}/cancel`, { message: 'The studio burned down.' });
	await endSeriesUndoTime(services, series.id);
	await dissolve(series);
	await tellAll(series);
	const mails = await mailsOf(series);
	expect(namesOf(mails)).toEqual([
		'ada@example.org events/series-changed',
		'grace@example.org events/series-changed',
	]);
	expect(await load(mails[0] as TestMail)).toMatchObject({
		isCancelled: true,
		note: 'The studio burned down.',
		dates: [{}, {}, {}],
	});
	await expectInvariants(services);
});

test('dissolving while a change is announced: guests are notified once, by one email or one for each date', async () => {
	for (let round = 0; round < 4; round++) {
		const series = await makeSold();
		await changePlace(series);
		await database().pool.query(
			'UPDATE event_series_changes SET notify_at = now() - make_interval(secs => 1) WHERE series_id = $1',
			[series.id],
		);
		await Promise.all([endSeriesUndoTime(services, series.id), dissolve(series)]);
		await tellAll(series);
		const mails = namesOf(await mailsOf(series));
		const isCommon = mails.some((line) => line.includes('series-changed'));
		expect(mails).toEqual(
			isCommon
				? ['ada@example.org events/series-changed', 'grace@example.org events/series-changed']
				: [...Array(3).fill('ada@example.org events/changed'), 'grace@example.org events/changed'],
		);
	}
	await expectInvariants(services);
});
