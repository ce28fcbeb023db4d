import { expect, test } from 'vitest';
import { seriesChangedSource } from '#server/domain/notifications/sources/series.ts';
import { isObsolete } from '#server/domain/notifications/sources/source.ts';
import { seriesChanged } from '#server/emails/events/series-changed.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
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

/** What guests get of a change of several dates: one email an address. */

const { database, services, api, owner } = useTestOwner();
const signal = new AbortController().signal;

const change = (series: TestSeries, body: object, query = '') =>
	api.patch(`/api/series/${series.id}/dates${query}`, body, { token: owner.token });

async function mailsOf(template: string, seriesId: string) {
	while ((await factPoller.run(services, signal)) > 0);
	const { rows } = await database().pool.query(
		`SELECT m.id, m.recipient, m.props FROM mails m JOIN events e ON e.id = m.event_id
			WHERE m.template = $1 AND e.series_id = $2 ORDER BY m.recipient, m.created_at`,
		[template, seriesId],
	);
	return rows as { id: string; recipient: string; props: Parameters<typeof seriesChangedSource.load>[1] }[];
}

async function written(mail: Awaited<ReturnType<typeof mailsOf>>[number]) {
	const props = await seriesChangedSource.load(services, mail.props, {
		mailId: mail.id,
		recipient: mail.recipient,
		showsSecrets: true,
		isForSending: true,
	});
	if (isObsolete(props)) return props.obsolete;
	const { productName, appUrl } = services.config;
	return writeMail(seriesChanged, props, { productName, appUrl }, 'en');
}

test('twelve dates an hour later: each address gets one email with the dates that it holds', async () => {
	const series = await makeTuesdays(api, owner.token, 12);
	await publishDates(api, owner.token, series);
	for (const { id } of series.dates) await bookDate(api, id, 'ada@example.org');
	await bookDate(api, series.dates[3]?.id ?? '', 'grace@example.org');
	const body = {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { event: { startsAtLocal: '2030-01-08T20:30' } },
		note: 'The teacher works late.',
	};
	const preview = await change(series, body, '?preview');
	expect(preview.body).toMatchObject({ guests: 2, notifiesByDefault: true, notifiesAfterMinutes: 10 });
	expect(preview.body.mail.subject).toContain('Life drawing');
	const made = await change(series, { ...body, planHash: preview.body.planHash });
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	expect(made.body.change).toMatchObject({ dates: 12, guests: 2, notify: true, canUndo: true });
	expect(await mailsOf('events/series-changed', series.id)).toEqual([]);
	await endSeriesUndoTime(services, series.id);
	const [ada, grace, ...more] = await mailsOf('events/series-changed', series.id);
	expect([ada?.recipient, grace?.recipient, more]).toEqual(['ada@example.org', 'grace@example.org', []]);
	expect(await mailsOf('events/changed', series.id)).toEqual([]);
	const mail = await written(ada as NonNullable<typeof ada>);
	if (typeof mail === 'string') throw new Error(mail);
	expect(mail.subject).toContain('12');
	expect(mail.text).toContain('The teacher works late.');
	expect(mail.text.match(/8:30/g)?.length).toBeGreaterThanOrEqual(12);
	expect(mail.attachments).toHaveLength(5);
	for (const { content } of mail.attachments) {
		const text = String(content);
		expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
		expect(text).toMatch(/DTSTART[^\r\n]*T(?:193000Z|203000)/);
	}
	const other = await written(grace as NonNullable<typeof grace>);
	if (typeof other === 'string') throw new Error(other);
	expect(other.attachments).toHaveLength(1);
	await expectInvariants(services);
});

test('undone within its time: no email, and all dates as they were, byte for byte', async () => {
	const series = await makeTuesdays(api, owner.token, 4);
	await publishDates(api, owner.token, series);
	await bookDate(api, series.dates[1]?.id ?? '', 'ada@example.org');
	const snapshot = async () => {
		const { rows } = await database().pool.query(
			`SELECT to_jsonb(e) - 'version' - 'updated_at' AS row FROM events e WHERE series_id = $1 ORDER BY id`,
			[series.id],
		);
		const segments = await database().pool.query(
			'SELECT to_jsonb(s) AS row FROM event_series_segments s WHERE series_id = $1 ORDER BY position',
			[series.id],
		);
		return { rows, segments: segments.rows };
	};
	const before = await snapshot();
	const made = await change(series, {
		scope: 'following',
		from: series.dates[1]?.id,
		changes: { event: { title: 'Portraits', venueName: 'Hall', startsAtLocal: '2030-01-15T18:00' } },
	});
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	expect(await snapshot()).not.toEqual(before);
	const path = `/api/series/${series.id}/changes/${made.body.change.id}`;
	const undone = await api.post(`${path}/undo`, {}, { token: owner.token });
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect(await snapshot()).toEqual(before);
	const again = await api.post(`${path}/undo`, {}, { token: owner.token });
	expect(again.body.change).toBeNull();
	await endSeriesUndoTime(services, series.id);
	expect(await mailsOf('events/series-changed', series.id)).toEqual([]);
	const list = await api.get(`/api/series/${series.id}/changes`, { token: owner.token });
	expect(list.body.data.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
		['undo', 'applied'],
		['edit', 'undone'],
	]);
});

test('undone after guests were emailed: they get another email; with a later change of a date it is blocked', async () => {
	const series = await makeTuesdays(api, owner.token, 3);
	await publishDates(api, owner.token, series);
	await bookDate(api, series.dates[1]?.id ?? '', 'ada@example.org');
	const made = await change(series, {
		scope: 'all',
		from: series.dates[0]?.id,
		changes: { event: { venueName: 'Hall' } },
	});
	const path = `/api/series/${series.id}/changes/${made.body.change.id}`;
	expect((await api.post(`${path}/notify-now`, {}, { token: owner.token })).status).toBe(200);
	await endSeriesUndoTime(services, series.id);
	expect(await mailsOf('events/series-changed', series.id)).toHaveLength(1);
	const last = series.dates[2]?.id;
	await api.patch(`/api/events/${last}`, { venueName: 'Roof' }, { token: owner.token });
	const blocked = await api.post(`${path}/undo`, {}, { token: owner.token });
	expect([blocked.status, blocked.body.metadata?.rule]).toEqual([422, 'undo-blocked']);
	await api.patch(`/api/events/${last}`, { venueName: 'Hall' }, { token: owner.token });
	expect((await api.post(`${path}/undo`, {}, { token: owner.token })).status).toBe(200);
	await endSeriesUndoTime(services, series.id);
	expect(await mailsOf('events/series-changed', series.id)).toHaveLength(2);
});

test('a series is cancelled: sales end at once, one email an address, and undoing in time opens it again', async () => {
	const series = await makeTuesdays(api, owner.token, 3);
	await publishDates(api, owner.token, series);
	for (const { id } of series.dates) await bookDate(api, id, 'ada@example.org');
	const cancel = () =>
		api.post(
			`/api/series/${series.id}/cancel`,
			{ message: 'The studio burned down.' },
			{ token: owner.token },
		);
	const first = await cancel();
	expect(first.status, JSON.stringify(first.body)).toBe(200);
	expect(first.body).toMatchObject({
		series: { isStopped: true },
		change: { kind: 'cancel', dates: 3, guests: 1 },
	});
	const undone = await api.post(
		`/api/series/${series.id}/changes/${first.body.change.id}/undo`,
		{},
		{ token: owner.token },
	);
	expect(undone.status, JSON.stringify(undone.body)).toBe(200);
	expect(undone.body.series).toMatchObject({ isStopped: false, counts: { cancelled: 0 } });
	expect((await cancel()).body.series.counts.cancelled).toBe(3);
	expect((await cancel()).body.change).toBeNull();
	await endSeriesUndoTime(services, series.id);
	const mails = await mailsOf('events/series-changed', series.id);
	expect(mails).toHaveLength(1);
	const mail = await written(mails[0] as (typeof mails)[number]);
	if (typeof mail === 'string') throw new Error(mail);
	expect(mail.text).toContain('The studio burned down.');
	expect(String(mail.attachments[0]?.content)).toContain('STATUS:CANCELLED');
	expect(await mailsOf('events/cancelled', series.id)).toEqual([]);
	await expectInvariants(services);
});
