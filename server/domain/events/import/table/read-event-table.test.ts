import { describe, expect, it, test } from 'vitest';
import { xlsxStream } from '#server/platform/xlsx.ts';
import type { EventDraft, ImportItem } from '../draft.ts';
import { readEventsFile } from '../read-events-file.ts';
import { dateOrderOf, readCellTime, readTime } from './dates.ts';

const now = new Date('2026-05-01T00:00:00Z');

async function read(source: string | Uint8Array) {
	const bytes = typeof source === 'string' ? Buffer.from(source) : source;
	const items: ImportItem[] = [];
	for await (const item of readEventsFile(bytes, { now })) items.push(item);
	const drafts = items.flatMap((item) => ('draft' in item ? [item.draft] : []));
	return {
		drafts,
		first: drafts[0] as EventDraft,
		notes: items.flatMap((item) => ('note' in item ? [item.note] : [])),
		problems: items.flatMap((item) => ('problem' in item ? [[item.row, item.problem.message]] : [])),
	};
}

test('a calendar that Outlook exported as a table: whole days, and nothing private in public', async () => {
	const { drafts } = await read(
		[
			'Subject,Start Date,Start Time,End Date,End Time,All day event,Location,Private,Sensitivity',
			'Fair,2026-07-02,12:00:00 AM,2026-07-04,12:00:00 AM,True,Hall,False,Normal',
			'Doctor,2026-07-02,10:00:00 AM,2026-07-02,11:00:00 AM,False,Here,True,Private',
			'Review,2026-07-02,10:00:00 AM,2026-07-02,11:00:00 AM,False,Here,False,Confidential',
		].join('\n'),
	);
	expect(drafts[0]).toMatchObject({
		isAllDay: true,
		startsAtLocal: '2026-07-02T00:00',
		endsAtLocal: '2026-07-04T00:00',
		status: 'published',
	});
	expect(drafts.slice(1).map(({ visibility, status }) => [visibility, status])).toEqual([
		['unlisted', 'draft'],
		['unlisted', 'draft'],
	]);
});

test('a list as organisations keep it: separate dates and times, place, category, links', async () => {
	const { drafts, notes, problems } = await read(
		[
			'Event name;Date;Start time;End time;Venue;City;Country;Category;Ticket link;Room size',
			'Summer concert;02.07.2026;19:30;22:00;Town hall;Hamburg;Germany;music;https://example.org/t;200',
			'Night walk;03.07.2026;23:00;01:00;Harbour;Hamburg;Germany;;;',
			'Open day;13.07.2026;;;;Hamburg;Germany;;;',
			';14.07.2026;;;;;;;;',
			'No date;soon;;;;;;;;',
		].join('\n'),
	);
	expect(notes).toEqual([
		expect.stringContaining('title from “Event name”, startsAt from “Date”, startTime from “Start time”'),
	]);
	expect(drafts).toMatchObject([
		{
			title: 'Summer concert',
			startsAtLocal: '2026-07-02T19:30',
			endsAtLocal: '2026-07-02T22:00',
			timeZone: 'Europe/Berlin',
			venueName: 'Town hall',
			countryCode: 'DE',
			category: 'music',
			externalUrl: 'https://example.org/t',
			isAllDay: false,
		},
		{ title: 'Night walk', endsAtLocal: '2026-07-04T01:00' },
		{ title: 'Open day', isAllDay: true, startsAtLocal: '2026-07-13T00:00', endsAtLocal: '2026-07-14T00:00' },
	]);
	expect(problems).toEqual([
		[5, 'The event has no title.'],
		[6, '“soon” is not a date.'],
	]);
});

test('a workbook is read like a table of text', async () => {
	const pages = (async function* () {
		yield [['Yoga', '2026-05-02 19:00', '2026-05-02 20:30', 'Europe/London', 'https://meet.example/1']];
	})();
	const header = ['Title', 'Starts at', 'Ends at', 'Time zone', 'Meeting link'];
	const bytes = new Uint8Array(await new Response(xlsxStream(header, pages)).arrayBuffer());
	expect((await read(bytes)).first).toMatchObject({
		title: 'Yoga',
		format: 'online',
		startsAt: '2026-05-02T18:00:00.000Z',
		endsAt: '2026-05-02T19:30:00.000Z',
	});
});

test('the same row is the same event when the file is read again, and another row is not', async () => {
	const text = 'Title,Start\nA,2026-05-02 19:00\nA,2026-05-09 19:00\n';
	const [one, two] = [await read(text), await read(text)];
	expect(one.drafts.map((draft) => draft.sourceId)).toEqual(two.drafts.map((draft) => draft.sourceId));
	expect(new Set(one.drafts.map((draft) => draft.sourceId)).size).toBe(2);
});

test('a text without columns of events is refused as before', async () => {
	expect((await read('Name,Email\nAna,ana@example.com\n')).problems[0]?.[1]).toMatch(/^This file is neither/);
	expect((await read('hello')).problems[0]?.[1]).toMatch(/^This file is neither/);
	expect((await read('Title,Start\nA,2026-05-02,x,y\n')).problems[0]?.[1]).toContain('Row 2 has 4 cells');
});

describe('dates of cells', () => {
	it.each([
		['2026-05-02', '2026-05-02', null],
		['2026-05-02T19:00:00+02:00', '2026-05-02', '19:00'],
		['2.5.2026 19.30 Uhr', '2026-05-02', '19:30'],
		['02/05/26, 7 PM', '2026-05-02', '19:00'],
		['2 May 2026', '2026-05-02', null],
		['Sat, 2 May 2026, 19:00', '2026-05-02', '19:00'],
		['Saturday 2nd May 2026 7:30 p.m.', '2026-05-02', '19:30'],
		['May 2, 2026 12:15 AM', '2026-05-02', '00:15'],
		['2. März 2026', '2026-03-02', null],
		['2 août 2026 19h30', '2026-08-02', '19:30'],
		['2 de mayo de 2026', '2026-05-02', null],
	])('reads %s', (cell, date, time) => {
		expect(readCellTime(cell, 'day-first')).toMatchObject({ date, time });
	});

	it.each(['', 'soon', '2026', '19:00', '5.2026', '1/2/3/2026', '99 Foo 2026', `${'9'.repeat(90)}/1/2026`])(
		'takes %s for no date',
		(cell) => {
			expect(readCellTime(cell, 'day-first')).toBeNull();
		},
	);

	it('finds out which number is the day, or says that it cannot', () => {
		expect(dateOrderOf(['3/4/2026', '3/14/2026'])).toBe('month-first');
		expect(dateOrderOf(['3/4/2026', '14/3/2026 10:00'])).toBe('day-first');
		expect(dateOrderOf(['3/4/2026', ''])).toBeNull();
		expect(dateOrderOf(['3.4.2026'])).toBe('day-first');
		expect(readCellTime('3/14/2026', 'month-first')).toMatchObject({ date: '2026-03-14' });
	});

	it.each(['25:00', '13 pm', '12', 'noon', '7:75'])('takes %s for no time', (cell) => {
		expect(readTime(cell)).toBeNull();
	});
});
