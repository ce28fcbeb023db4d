import { describe, expect, it } from 'vitest';
import { calendar, codes, drafts, outcome } from '#tests/support/calendar-files.ts';

describe('repeating events', () => {
	const weekly = `UID:series-1@example.com
		SUMMARY:Jam
		DTSTART;TZID=Europe/Berlin:20261027T190000
		DTEND;TZID=Europe/Berlin:20261027T210000`;

	it('without end bring in the dates of a year, an evening staying an evening over the change of clocks', () => {
		const all = drafts(calendar(`${weekly}\nRRULE:FREQ=WEEKLY`));
		expect(all).toHaveLength(52);
		expect(all[0]).toMatchObject({
			startsAtLocal: '2026-11-24T19:00',
			sourceId: 'series-1@example.com/20261124T180000Z',
		});
		expect(
			all.every(
				({ startsAtLocal, endsAtLocal }) =>
					startsAtLocal.endsWith('T19:00') && endsAtLocal.endsWith('T21:00'),
			),
		).toBe(true);
		expect(codes(all[0])).toContain('repeats-limited');
	});

	it('with an end bring in all their dates, less exceptions and with additions', () => {
		const all = drafts(
			calendar(`${weekly}
				RRULE:FREQ=WEEKLY;UNTIL=20261201
				EXDATE;TZID=Europe/Berlin:20261103T190000
				EXDATE;VALUE=DATE:20261110
				RDATE;TZID=Europe/Berlin:20261224T190000`),
		);
		expect(all.map(({ startsAtLocal }) => startsAtLocal.slice(5, 10))).toEqual([
			'10-27',
			'11-17',
			'11-24',
			'12-01',
			'12-24',
		]);
	});

	it('bring in sixty dates at most', () => {
		expect(drafts(calendar(`${weekly}\nRRULE:FREQ=DAILY`))).toHaveLength(60);
		const old = drafts(calendar(`${weekly.replaceAll('2026', '2016')}\nRRULE:FREQ=DAILY;COUNT=500`));
		expect(old).toHaveLength(60);
		expect(old.at(-1)?.startsAtLocal).toBe('2018-03-10T19:00');
	});

	it('take changed dates, dates changed from one on, and cancelled dates', () => {
		const file = calendar(
			`${weekly}\nRRULE:FREQ=WEEKLY;COUNT=6`,
			`UID:series-1@example.com
				RECURRENCE-ID;TZID=Europe/Berlin:20261103T190000
				SUMMARY:Jam in the park
				DTSTART;TZID=Europe/Berlin:20261104T170000
				DTEND;TZID=Europe/Berlin:20261104T180000`,
			`UID:series-1@example.com
				RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20261117T190000
				SUMMARY:Late jam
				DTSTART;TZID=Europe/Berlin:20261117T200000
				DTEND;TZID=Europe/Berlin:20261117T203000`,
			`UID:series-1@example.com
				RECURRENCE-ID;TZID=Europe/Berlin:20261201T190000
				SUMMARY:Late jam
				STATUS:CANCELLED
				DTSTART;TZID=Europe/Berlin:20261201T200000
				DTEND;TZID=Europe/Berlin:20261201T203000`,
		);
		const all = drafts(file).sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
		expect(all.map(({ title, startsAtLocal, status }) => [title, startsAtLocal.slice(5), status])).toEqual([
			['Jam', '10-27T19:00', 'published'],
			['Jam in the park', '11-04T17:00', 'published'],
			['Jam', '11-10T19:00', 'published'],
			['Late jam', '11-17T20:00', 'published'],
			['Late jam', '11-24T20:00', 'published'],
			['Late jam', '12-01T20:00', 'cancelled'],
		]);
		expect(new Set(all.map(({ sourceId }) => sourceId)).size).toBe(6);
	});

	it.each([
		['FREQ=WEEKLY;UNTL=20271023', 'UNTL'],
		['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY=32'],
		['FREQ=SECONDLY', 'FREQ=SECONDLY'],
		['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'no dates'],
		['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5', 'too often'],
		['INTERVAL=2', 'how often'],
	])('by the rule %s come in once, with the reason', (rule, reason) => {
		const all = drafts(calendar(`${weekly}\nRRULE:${rule}`));
		expect(all).toHaveLength(1);
		expect(all[0]?.warnings.find(({ code }) => code === 'repeats-unreadable')?.detail).toContain(reason);
	});
});

describe('single events', () => {
	it('have an end, whatever the file says', () => {
		const ends = (text: string) => drafts(calendar(`UID:single-event-1\nSUMMARY:E\n${text}`))[0]?.endsAtLocal;
		expect(ends('DTSTART:20270101T100000Z')).toBe('2027-01-01T12:00');
		expect(ends('DTSTART:20270101T100000Z\nDTEND:20270101T100000Z')).toBe('2027-01-01T12:00');
		expect(ends('DTSTART:20270101T100000Z\nDTEND:20261231T100000Z')).toBe('2027-01-01T12:00');
		expect(ends('DTSTART:20270101T100000Z\nDURATION:PT90M')).toBe('2027-01-01T11:30');
		expect(ends('DTSTART;VALUE=DATE:20270101')).toBe('2027-01-02T00:00');
		expect(ends('DTSTART:20270101\nDTEND:20270101')).toBe('2027-01-02T00:00');
		expect(ends('DTSTART;VALUE=DATE:20270101\nDTEND;VALUE=DATE:20270104')).toBe('2027-01-04T00:00');
		expect(ends('DTSTART;VALUE=DATE:20270101\nDURATION:PT86400S')).toBe('2027-01-02T00:00');
		expect(ends('DTSTART;VALUE=DATE:20270101T100000\nDTEND;VALUE=DATE:20270101T113000')).toBe(
			'2027-01-01T11:30',
		);
	});

	it('are cancelled by a later message, unless a newer version came after', () => {
		const stream = (cancelSequence: number) =>
			`${calendar('UID:meeting-123@example.com\nSEQUENCE:2\nSUMMARY:M\nDTSTART:20270101T100000Z\nDURATION:PT1H')}
BEGIN:VCALENDAR
METHOD:CANCEL
BEGIN:VEVENT
UID:meeting-123@example.com
SEQUENCE:${cancelSequence}
END:VEVENT
END:VCALENDAR
BEGIN:VCALENDAR
METHOD:REPLY
BEGIN:VEVENT
UID:meeting-123@example.com
END:VEVENT
END:VCALENDAR`;
		expect(drafts(stream(3))[0]?.status).toBe('cancelled');
		expect(drafts(stream(1))[0]?.status).toBe('published');
		expect(outcome(stream(3)).map(([, code]) => code)).toEqual(['ok', 'cancellation', 'correspondence']);
	});

	it('are never published when they are private, by whatever mark', () => {
		const event = (mark: string) =>
			drafts(calendar(`UID:single-event-1\nSUMMARY:E\n${mark}\nDTSTART:20270101T100000Z\nDURATION:PT1H`))[0];
		for (const mark of [
			'CLASS:PRIVATE',
			'CLASS:confidential',
			'CLASS:X-PERSONAL',
			'CLASS:PRIVATE\nSTATUS:CANCELLED',
			'X-MICROSOFT-SENSITIVITY:2',
			'X-APPLE-PRIVATE:TRUE',
		])
			expect([mark, event(mark)?.visibility, event(mark)?.status]).toEqual([mark, 'unlisted', 'draft']);
		for (const mark of [
			'CLASS:PUBLIC',
			'CLASS:public ',
			'CLASS:',
			'X-MICROSOFT-SENSITIVITY:0',
			'COMMENT:private',
		])
			expect([mark, event(mark)?.visibility, event(mark)?.status]).toEqual([mark, 'public', 'published']);
	});

	it('are private with their series, changed dates too', () => {
		const series = drafts(
			calendar(
				'UID:series-event-1\nSUMMARY:E\nCLASS:PRIVATE\nDTSTART:20270101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3',
				'UID:series-event-1\nSUMMARY:Changed\nRECURRENCE-ID:20270102T100000Z\nDTSTART:20270102T120000Z\nDURATION:PT1H',
			),
		);
		expect(series.map(({ title, status }) => [title, status])).toEqual([
			['E', 'draft'],
			['E', 'draft'],
			['Changed', 'draft'],
		]);
	});

	it('have the titles that other encodings hold', () => {
		const title = (lines: string) =>
			drafts(calendar(`UID:single-event-1\n${lines}\nDTSTART:20270101T100000Z`))[0]?.title;
		const titles: [string, string][] = [
			['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=A9r=C3=B4me', 'Jérôme'],
			['SUMMARY;CHARSET=iso-8859-1;ENCODING=quoted-printable:J=E9r=F4me', 'Jérôme'],
			['SUMMARY;ENCODING=QUOTED-PRINTABLE:J=E9r=F4me', 'Jérôme'],
			['SUMMARY;QUOTED-PRINTABLE:J=C3=A9r=C3=B4me', 'Jérôme'],
			[
				'SUMMARY;LANGUAGE=fr;ENCODING=QUOTED-PRINTABLE:Soir=C3=A9e =\nde J=C3=A9r=C3=B4me',
				'Soirée de Jérôme',
			],
			['SUMMARY;ENCODING=QUOTED-PRINTABLE:1 =3D 1, 50%', '1 = 1, 50%'],
			['SUMMARY;ENCODING=BASE64;CHARSET=UTF-8:SsOpcsO0bWU=', 'Jérôme'],
			['SUMMARY:=?UTF-8?Q?J=C3=A9r=C3=B4me_B?=', 'Jérôme B'],
			['SUMMARY:=?utf-8?B?SsOpcg==?= =?utf-8?B?w7RtZQ==?=', 'Jérôme'],
			['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=no-such:J=C3=A9r=C3=B4me', 'Jérôme'],
			['SUMMARY:2+2=?4', '2+2=?4'],
			['SUMMARY:a=C3=A9', 'a=C3=A9'],
		];
		for (const [lines, expected] of titles) expect([lines, title(lines)]).toEqual([lines, expected]);
		const folded =
			'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:single-event-1\r\nDTSTART:20270101T100000Z\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE:J=\r\n C3=A9r=C3=B4me\r\nEND:VEVENT\r\nEND:VCALENDAR';
		expect(drafts(folded)[0]?.title).toBe('Jérôme');
	});

	it('begin when their offset says', () => {
		const start = (line: string) =>
			drafts(calendar(`UID:single-event-1\nSUMMARY:E\n${line}\nDURATION:PT1H`))[0]?.startsAt;
		const starts: [string, string][] = [
			['DTSTART:20270501T190000+0200', '2027-05-01T17:00:00.000Z'],
			['DTSTART:20270501T190000-05:30', '2027-05-02T00:30:00.000Z'],
			['DTSTART:2027-05-01T19:00:00+02:00', '2027-05-01T17:00:00.000Z'],
			['DTSTART:2027-05-01T19:00:00.000+02', '2027-05-01T17:00:00.000Z'],
			['DTSTART;TZID=Europe/Berlin:20270501T190000+0000', '2027-05-01T19:00:00.000Z'],
			['DTSTART:2027-05-01T19:00:00.000Z', '2027-05-01T19:00:00.000Z'],
		];
		for (const [line, expected] of starts) expect([line, start(line)]).toEqual([line, expected]);
	});

	it('are whole days where Outlook says so', () => {
		const day = (lines: string, zone = 'Europe/Berlin') => {
			const [draft] = drafts(
				calendar(`UID:single-event-1\nSUMMARY:E\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n${lines}`),
				zone,
			);
			return [draft?.isAllDay, draft?.startsAtLocal, draft?.endsAtLocal];
		};
		const oneDay = [true, '2027-05-01T00:00', '2027-05-02T00:00'];
		expect(day('DTSTART:20270501T000000\nDTEND:20270502T000000')).toEqual(oneDay);
		expect(
			day('DTSTART;TZID=Europe/Berlin:20270501T000000\nDTEND;TZID=Europe/Berlin:20270502T000000'),
		).toEqual(oneDay);
		expect(day('DTSTART:20270430T220000Z\nDTEND:20270501T220000Z')).toEqual(oneDay);
		expect(day('DTSTART:20270430T220000Z\nDTEND:20270501T220000Z', 'UTC')).toEqual(oneDay);
		expect(day('DTSTART:20270501T050000Z\nDTEND:20270502T050000Z', 'UTC')).toEqual(oneDay);
		expect(day('DTSTART;VALUE=DATE:20270501\nDTEND;VALUE=DATE:20270502')).toEqual(oneDay);
		expect(day('DTSTART:20270501T000000\nDTEND:20270504T000000')).toEqual([
			true,
			'2027-05-01T00:00',
			'2027-05-04T00:00',
		]);
		const [timed] = drafts(
			calendar(
				'UID:single-event-1\nSUMMARY:E\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE\nDTSTART:20270501T000000\nDURATION:PT1H',
			),
		);
		expect(timed?.isAllDay).toBe(false);
	});

	it('repeat until an end however it is written', () => {
		const dates = (until: string, start = 'DTSTART;TZID=Europe/Berlin:20270101T190000') =>
			drafts(calendar(`UID:series-event-1\nSUMMARY:E\n${start}\nRRULE:FREQ=DAILY;UNTIL=${until}`)).length;
		for (const until of [
			'20270103',
			'2027-01-03',
			'20270103Z',
			'20270103T',
			'20270103T235959',
			'20270103T2359',
			'2027-01-03T23:59:59Z',
			'20270103T180000Z',
			'20270103T190000+0100',
			' 20270103 ',
		])
			expect([until, dates(until)]).toEqual([until, 3]);
		expect(dates('20270229', 'DTSTART:20270227T190000')).toBe(2);
		const wholeDay = 'DTSTART;VALUE=DATE:20270101';
		for (const until of ['20270103', '20270103T000000', '20270102T230000Z', '20270103T120000Z'])
			expect([
				until,
				drafts(
					calendar(`UID:series-event-1\nSUMMARY:E\n${wholeDay}\nRRULE:FREQ=DAILY;UNTIL=${until}`),
					'Europe/Berlin',
				).length,
			]).toEqual([until, 3]);
		const [broken] = drafts(
			calendar('UID:series-event-1\nSUMMARY:E\nDTSTART:20270101T190000\nRRULE:FREQ=DAILY;UNTIL=soon'),
		);
		expect(codes(broken)).toContain('repeats-unreadable');
	});

	it('keep private ones off the lists, and people’s addresses out altogether', () => {
		const [draft] = drafts(
			calendar(`UID:single-event-1\nSUMMARY:E\nCLASS:PRIVATE\nDTSTART:20270101T100000Z\nDURATION:PT1H
				ORGANIZER;CN=Ana:mailto:ana@example.com\nATTENDEE;CN=Bo:mailto:bo@example.com`),
		);
		expect(draft?.visibility).toBe('unlisted');
		expect(JSON.stringify(draft)).not.toContain('example.com');
	});

	it('take the zone from the place where nothing else does, and swap coordinates that cannot be', () => {
		const [draft] = drafts(
			calendar(
				'UID:single-event-1\nSUMMARY:E\nDTSTART:20270101T200000\nLOCATION:Schouwburg\\, Netherlands\nGEO:6.161613;52.255862',
			),
		);
		expect(draft).toMatchObject({
			timeZone: 'Europe/Amsterdam',
			countryCode: 'NL',
			latitude: 52.255862,
			longitude: 6.161613,
		});
	});

	it('have stable ids: short ones are unique with their calendar only', () => {
		const [first, second] = drafts(
			calendar('UID:1\nSUMMARY:A\nDTSTART:20270101T200000Z', 'SUMMARY:B\nDTSTART:20270101T200000Z'),
		);
		expect(first?.sourceId).toMatch(/^1~[0-9a-f]{8}$/);
		expect(second?.sourceId).toMatch(/^none~[0-9a-f]{32}$/);
		const twins = drafts(
			calendar(
				'UID:same-for-all@x\nSUMMARY:A\nDTSTART:20270101',
				'UID:same-for-all@x\nSUMMARY:B\nDTSTART:20270102',
			),
		);
		expect(twins.map(({ sourceId }) => sourceId)).toEqual([
			'same-for-all@x/2027-01-01',
			'same-for-all@x/2027-01-02',
		]);
	});

	it('turn HTML into Markdown', () => {
		const [draft] = drafts(
			calendar(
				'UID:single-event-1\nSUMMARY:E\nDTSTART:20270101T200000Z\nDESCRIPTION:<p>See <a href="https://example.com/a">this</a> &amp\\; <b>that</b></p><script>x</script><ul><li>one</li><li>two</li></ul>',
			),
		);
		expect(draft?.description).toBe('See [this](https://example.com/a) & **that**\n\n- one\n- two');
	});
});
