import { expect, test } from 'vitest';
import { allDaySpan, calendarLinks } from './calendar-links.ts';

const entry = {
	title: 'Jazz & Brot "live"',
	details: 'Doors 19:00\nhttps://example.org/events/jazz',
	location: 'Kulturhaus, Straße 1, Berlin',
	startsAt: '2027-05-01T18:00:00.000Z',
	endsAt: '2027-05-01T20:30:00.000Z',
	startsAtLocal: '2027-05-01T20:00',
	endsAtLocal: '2027-05-01T22:30',
	timeZone: 'Europe/Berlin',
	isAllDay: false,
};

test('timed events travel as UTC', () => {
	const { google, outlook, office365 } = calendarLinks(entry);
	const query = new URL(google).searchParams;
	expect(query.get('dates')).toBe('20270501T180000Z/20270501T203000Z');
	expect(query.get('text')).toBe(entry.title);
	expect(query.get('location')).toBe(entry.location);
	expect(new URL(outlook).searchParams.get('startdt')).toBe('2027-05-01T18:00:00.000Z');
	expect(new URL(outlook).hostname).toBe('outlook.live.com');
	expect(new URL(office365).hostname).toBe('outlook.office.com');
	expect(new URL(office365).searchParams.get('body')).toBe(entry.details);
});

test('blanks are written as %20, which every calendar reads', () => {
	for (const address of Object.values(
		calendarLinks({ ...entry, title: 'Rock + Pop & more', details: '50% \ud800' }),
	)) {
		expect(address).toContain('Rock%20%2B%20Pop%20%26%20more');
		expect(address).not.toMatch(/[+ ]/);
		expect(new URL(address).searchParams.get('location')).toBe(entry.location);
	}
});

test('whole days end on the day after, in the zone of the event', () => {
	const links = calendarLinks({
		...entry,
		isAllDay: true,
		startsAt: '2027-04-29T22:00:00.000Z',
		endsAt: '2027-05-01T22:00:00.000Z',
		startsAtLocal: '2027-04-30T00:00',
		endsAtLocal: '2027-05-02T00:00',
	});
	expect(new URL(links.google).searchParams.get('dates')).toBe('20270430/20270502');
	expect(new URL(links.outlook).searchParams.get('allday')).toBe('true');
	expect(new URL(links.outlook).searchParams.get('enddt')).toBe('2027-05-02');
});

test('long details are cut', () => {
	const { google } = calendarLinks({ ...entry, details: 'x'.repeat(50_000) });
	expect(google.length).toBeLessThan(2_000);
});

test('an all-day span with or without its midnight', () => {
	const span = (startsAtLocal: string, endsAtLocal: string) => allDaySpan({ startsAtLocal, endsAtLocal });
	expect(span('2027-05-01T00:00', '2027-05-02T00:00')).toEqual({ first: '2027-05-01', after: '2027-05-02' });
	expect(span('2027-05-01T00:00', '2027-05-01T23:59')).toEqual({ first: '2027-05-01', after: '2027-05-02' });
	expect(span('2027-05-01T00:00', '2027-05-01T00:00')).toEqual({ first: '2027-05-01', after: '2027-05-02' });
	expect(span('2027-12-30T09:00', '2027-12-31T18:00')).toEqual({ first: '2027-12-30', after: '2028-01-01' });
});
