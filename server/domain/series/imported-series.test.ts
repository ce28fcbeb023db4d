import { afterEach, expect, test } from 'vitest';
import { type ImportOptions, importEvents } from '#server/domain/events/commands/import-events.ts';
import type { EventDraft } from '#server/domain/events/import/draft.ts';
import { readEventsFile } from '#server/domain/events/import/read-events-file.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { makeImportedSeries } from './commands/make-imported-series.ts';

/** Repeating entries of calendars come in as series, once, however often the file is read. */

const { database, services, api, owner } = useTestOwner({ isFresh: true });

afterEach(() => expectInvariants(services));

const entry = (uid: string, ...lines: string[]) =>
	['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:Choir', ...lines, 'END:VEVENT'].join('\r\n');

/** Imports a calendar as `foyer import events` does. */
async function read(now: string, ...entries: string[]) {
	const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entries, 'END:VCALENDAR', ''].join('\r\n');
	const drafts: EventDraft[] = [];
	for await (const item of readEventsFile(Buffer.from(text), { now: new Date(now) }))
		if ('draft' in item) drafts.push(item.draft);
	const { organisationId } = owner;
	const options: ImportOptions = {
		organisationId,
		series: (tx, dates) => makeImportedSeries(services, tx, organisationId, dates),
	};
	return importEvents(services, drafts, options);
}

async function allSeries() {
	const { rows } = await database().pool.query<{ id: string; slug: string }>(
		'SELECT id, slug FROM event_series ORDER BY created_at, id',
	);
	return Promise.all(
		rows.map(async ({ id, slug }) => {
			const as = { token: owner.token };
			const { segments, isOpen } = (await api.get(`/api/series/${id}`, as)).body;
			const { data } = (await api.get(`/api/series/${id}/dates?limit=400&from=2020-01-01`, as)).body;
			return {
				slug,
				isOpen,
				rule: segments[0].rule,
				until: segments[0].until,
				dates: data.map((date: { key: string; own: string[] }) => [date.key, ...date.own]),
			};
		}),
	);
}

const weekly = [
	'DTSTART;TZID=Europe/Berlin:20310304T193000',
	'DTEND;TZID=Europe/Berlin:20310304T210000',
	'RRULE:FREQ=WEEKLY;COUNT=5',
];

test('a rule with an exception, a further date and a changed one', async () => {
	const file = [
		entry(
			'a',
			...weekly,
			'EXDATE;TZID=Europe/Berlin:20310311T193000',
			'RDATE;TZID=Europe/Berlin:20310320T193000',
		),
		entry(
			'a',
			'RECURRENCE-ID;TZID=Europe/Berlin:20310325T193000',
			'DTSTART;TZID=Europe/Berlin:20310326T180000',
			'DTEND;TZID=Europe/Berlin:20310326T200000',
			'LOCATION:Attic',
		),
	];
	expect(await read('2031-01-01T00:00:00Z', ...file)).toEqual({ added: 5, known: 0 });
	const [series, ...others] = await allSeries();
	expect(others).toEqual([]);
	expect(series).toMatchObject({
		slug: 'choir',
		rule: 'FREQ=WEEKLY',
		until: '2031-04-01',
		isOpen: false,
		dates: [
			['2031-03-04/1'],
			['2031-03-18/1'],
			['+2031-03-20/1'],
			['2031-03-25/1', 'event.venueName', 'times'],
			['2031-04-01/1'],
		],
	});
	// The same again changes nothing.
	expect(await read('2031-01-01T00:00:00Z', ...file)).toEqual({ added: 0, known: 5 });
	expect(await allSeries()).toEqual([series]);
});

test('a rule without an end ends with what came in, and a later import adds to it', async () => {
	const endless = entry('b', ...weekly.slice(0, 2), 'RRULE:FREQ=MONTHLY;BYDAY=1TU');
	await read('2031-01-01T00:00:00Z', endless);
	const [before] = await allSeries();
	expect(before).toMatchObject({ rule: 'FREQ=MONTHLY;BYDAY=1TU', isOpen: false });
	await read('2031-06-01T00:00:00Z', endless);
	const [after, ...others] = await allSeries();
	expect(others).toEqual([]);
	const added = after?.dates.slice(before?.dates.length);
	expect(added.length).toBeGreaterThan(3);
	for (const [key, ...own] of added) expect([key[0], own]).toEqual(['+', []]);
});

test('whole days, dates without a rule, and one date alone', async () => {
	await read(
		'2031-01-01T00:00:00Z',
		entry(
			'days',
			'DTSTART;VALUE=DATE:20310304',
			'DTEND;VALUE=DATE:20310306',
			'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=3',
		),
		entry('list', ...weekly.slice(0, 2), 'RDATE;TZID=Europe/Berlin:20310308T193000,20310308T220000'),
		entry('one', ...weekly.slice(0, 2), 'RRULE:FREQ=DAILY;COUNT=1'),
	);
	const found = await allSeries();
	expect(found.map(({ rule, dates }) => [rule, dates])).toEqual([
		['FREQ=DAILY;INTERVAL=7', [['2031-03-04/1'], ['2031-03-11/1'], ['2031-03-18/1']]],
		['', [['+2031-03-04/1'], ['+2031-03-08/1'], ['+2031-03-08/2', 'times']]],
	]);
});
