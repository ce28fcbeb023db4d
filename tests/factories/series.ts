import { announceSeriesDue } from '#server/domain/series/changes/announce.ts';
import { makeSeries } from '#server/domain/series/commands/make-series.ts';
import type { Services } from '#server/services.ts';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeEvent } from './events.ts';

/** A series of an organisation: three days in a row at noon in UTC, drafts unless `isPublished`. */
export async function makeSeriesOf(
	services: Services,
	owner: { organisationId: string; userId: string },
	options: { isPublished?: boolean; repeat?: Repeat; startsAt?: string } = {},
): Promise<{ id: string; eventIds: string[] }> {
	const { isPublished = false, repeat = { rule: 'FREQ=DAILY', count: 3 } } = options;
	const startsAt = options.startsAt ?? '2031-01-07T12:00:00Z';
	const event = await makeEvent(services, owner, { startsAt, isPublished });
	const { organisationId, userId } = owner;
	const id = await services.database.transaction((tx) =>
		makeSeries(services, tx, { organisationId, eventId: event.id, repeat, booking: 'each', userId }),
	);
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM events WHERE series_id = $1 ORDER BY starts_at',
		[id],
	);
	return { id, eventIds: rows.map((row) => row.id) };
}

export interface TestSeries {
	id: string;
	dates: { id: string; key: string; slug: string; code: string }[];
}

/** A series of Tuesdays from 8 January 2030 on, 19:30 to 21:00 in Berlin, with one free ticket type of twelve places. */
export async function makeTuesdays(
	api: TestApi,
	token: string,
	count = 6,
	more: object = {},
): Promise<TestSeries> {
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
		{ token },
	);
	if (status !== 201) throw new Error(`The series was not made: ${JSON.stringify(body)}`);
	return { id: body.series.id, dates: body.dates };
}

/** Publishes all dates. */
export async function publishDates(api: TestApi, token: string, { dates }: TestSeries): Promise<void> {
	for (const { id } of dates) {
		const { status, body } = await api.post(`/api/events/${id}/publish`, {}, { token });
		if (status !== 200) throw new Error(`A date was not published: ${JSON.stringify(body)}`);
	}
}

/** Registers an address for a date. */
export async function bookDate(api: TestApi, eventId: string, email: string): Promise<void> {
	const offered = await api.get(`/api/events/${eventId}/ticket-types`);
	if (offered.status !== 200) throw new Error(`The date has no tickets: ${JSON.stringify(offered.body)}`);
	const types = offered.body.data;
	const { status, body } = await api.post(`/api/events/${eventId}/orders`, {
		buyer: { name: 'Grace Hopper', email },
		items: [{ ticketTypeId: types[0].id, quantity: 1 }],
	});
	if (status !== 201) throw new Error(`The date was not booked: ${JSON.stringify(body)}`);
}

/** Ends the time in which a change of several dates can be undone. */
export async function endSeriesUndoTime(services: Services, seriesId: string): Promise<void> {
	await services.database.pool.query(
		'UPDATE event_series_changes SET notify_at = now() - make_interval(secs => 1) WHERE series_id = $1 AND notify_at > now()',
		[seriesId],
	);
	while ((await announceSeriesDue(services)) > 0);
}
