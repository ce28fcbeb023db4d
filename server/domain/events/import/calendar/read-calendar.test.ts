import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendar, codes, drafts, fixture, outcome, read } from '#tests/support/calendar-files.ts';

describe('files of other programs', () => {
	it('reads zones with prefixes', () => {
		expect(
			drafts(fixture('collective--issue_313_globally_unique_tzid.ics')).map(({ timeZone }) => timeZone),
		).toEqual(['Europe/Berlin', 'America/New_York', 'America/Argentina/Buenos_Aires']);
	});

	it('reads invented and numbered zones by their descriptions', () => {
		const invented = drafts(fixture('collective--issue_722_timezone_transition_ambiguity.ics'));
		expect(invented.map(({ startsAt }) => startsAt)).toEqual([
			'2024-03-02T20:00:00.000Z',
			'2024-08-02T22:00:00.000Z',
			'2024-05-04T22:00:01.000Z',
			'2024-05-04T19:00:01.000Z',
		]);
		const numbered = drafts(fixture('jens-maus--test_with_int_tzid.ics'));
		expect(numbered[1]).toMatchObject({ startsAt: '2024-01-08T10:00:00.000Z', format: 'online' });
		expect(codes(numbered[1])).toContain('zone-matched');
	});

	it('reads Outlook labels, and ends in another zone than the start', () => {
		const [first, ...others] = drafts(fixture('jens-maus--windows-quoted-tz-rrule.ics'));
		expect(first).toMatchObject({
			timeZone: 'America/New_York',
			startsAtLocal: '2015-07-06T12:00',
			endsAtLocal: '2015-07-06T16:00',
		});
		expect(others).toHaveLength(9);
	});

	it('reads UTC, floating, zoned and dated events of one file', () => {
		const all = drafts(fixture('jens-maus--mixed-timezone-handling.ics'));
		expect(all.map(({ startsAtLocal, timeZone, isAllDay }) => [startsAtLocal, timeZone, isAllDay])).toEqual([
			['2002-10-28T01:20:30', 'America/Los_Angeles', false],
			['2002-10-27T17:20:30', 'America/Los_Angeles', false],
			['2002-10-28T01:20:30', 'America/New_York', false],
			['2002-10-28T00:00', 'America/Los_Angeles', true],
			['2002-10-28T00:00', 'America/Los_Angeles', true],
		]);
	});

	it('reads bytes that are not UTF-8, and says so', () => {
		const items = read(fixture('ical4j--1106817412.ics'));
		expect(items[0]).toMatchObject({ row: 0, problem: { code: 'damaged-text' } });
		expect(items[1]).toMatchObject({
			draft: { isAllDay: true, timeZone: 'Asia/Tokyo', title: expect.stringContaining('2005年') },
		});
	});

	it('reads folds with tabs, quoted parameters with colons, and goes on after the end', () => {
		const [event] = drafts(fixture('collective--issue_350.ics'));
		expect(event).toMatchObject({
			title: 'Termin 4353 und"so"',
			externalUrl: 'https://podio.com/xxxxxxyyyyyy/zpodio-testgelande/apps/calendar/items/5',
			format: 'online',
			startsAtLocal: '2022-02-22T19:30',
		});
		expect(event?.description).toContain('fürmal');
	});

	it('keeps the newest of several versions', () => {
		expect(outcome(fixture('jens-maus--duplicate-uid-sequence.ics'))).toEqual([
			[4, 'ok'],
			[12, 'older-version'],
			[20, 'older-version'],
			[28, 'ok'],
		]);
	});

	it('reads places with address and coordinates', () => {
		expect(drafts(fixture('sebbo2002--generate_11.ics'))[0]).toMatchObject({
			venueName: 'Apple Store Kurfürstendamm',
			address: 'Kurfürstendamm 26, 10719 Berlin',
			city: 'Berlin',
			countryCode: 'DE',
			latitude: 52.50363,
			longitude: 13.32865,
		});
	});

	it('repeats by other calendars, as far as they are known', () => {
		const all = drafts(fixture('collective--rfc_7529.ics'));
		expect(all.map(({ startsAtLocal }) => startsAtLocal.slice(0, 10))).toEqual([
			'2027-02-07',
			'2013-09-06',
			'2027-02-15',
			'2027-03-01',
		]);
		expect(codes(all[1])).toContain('repeats-unreadable');
		expect(drafts(fixture('ical4j--friday13.ics')).map(({ startsAtLocal }) => startsAtLocal)).toEqual([
			'2027-08-13T09:00',
		]);
	});
});

describe('broken files', () => {
	it.each([
		[
			'an event without start',
			fixture('allenporter--missing_colon.ics'),
			[
				[0, 'no-calendar'],
				[1, 'no-start'],
			],
		],
		['a calendar without events', fixture('collective--bom_calendar.ics'), [[0, 'no-events']]],
		['no calendar at all', 'hello\nworld\n', [[0, 'not-a-calendar']]],
		['nothing', '', [[0, 'empty-file']]],
		['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), [[0, 'not-text']]],
		['to-dos only', 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n', [[0, 'no-events']]],
	])('%s ends in one message', (_name, source, expected) => {
		expect(outcome(source)).toEqual(expected);
	});

	it('keeps the events before a fault, and those after', () => {
		const file = calendar(
			'UID:aaaaaaaaaaaa1\nSUMMARY:One\nDTSTART:20270101T100000Z\nDTEND:20270101T110000Z',
			'UID:aaaaaaaaaaaa2\nSUMMARY:Two\nDTSTART:20270230T100000Z',
			'UID:aaaaaaaaaaaa3\nSUMMARY:Three\nDTSTART:20270102T100000Z\nDTSTART:20270103T100000Z',
			'UID:aaaaaaaaaaaa4\nDTSTART:20270102T100000Z',
			'UID:aaaaaaaaaaaa5\nSUMMARY:Five\nORGANIZER;CN=No colon here\nDTSTART:20270105\nDTEND:20270106',
		);
		expect(outcome(file).map(([, code]) => code)).toEqual(['ok', 'bad-date', 'two-starts', 'no-title', 'ok']);
		expect(codes(drafts(file)[1])).toContain('line-unreadable');
		const cut = file.slice(0, file.indexOf('SUMMARY:Five') + 5);
		expect(outcome(cut).map(([, code]) => code)).toEqual([
			'not-closed',
			'ok',
			'bad-date',
			'two-starts',
			'no-title',
			'cut-off',
		]);
	});

	it('never fails, whatever is changed in a file', () => {
		const sources = [
			'collective--rfc_7529.ics',
			'collective--parsing_error.ics',
			'jens-maus--test_with_int_tzid.ics',
		].map((name) => fixture(name).toString('latin1'));
		const insert = fc.constantFrom(
			...[
				'BEGIN:VEVENT\n',
				'END:VEVENT\n',
				'DTSTART:00000101\n',
				'DTSTART:99991231T235959Z\n',
				'DURATION:P99999999D\n',
			],
			...[
				'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\n',
				'RRULE:FREQ=DAILY;COUNT=99999\n',
				'RDATE:x\n',
				'RECURRENCE-ID:2\n',
			],
			...['TZOFFSETTO:+9999\n', 'GEO:9;999\n', '\0', '\xff', ' ', ';', ':', '"'],
		);
		fc.assert(
			fc.property(
				fc.constantFrom(...sources),
				fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), insert, fc.nat({ max: 30 })), {
					maxLength: 8,
				}),
				(source, changes) => {
					let text = source;
					for (const [place, added, cut] of changes) {
						const at = Math.floor(place * text.length);
						text = `${text.slice(0, at)}${added}${text.slice(at + cut)}`;
					}
					for (const draft of drafts(Buffer.from(text, 'latin1'))) {
						expect(draft.endsAt > draft.startsAt && draft.title !== '').toBe(true);
					}
				},
			),
			{ numRuns: 150 },
		);
	});
});
