import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../draft.ts';
import { readRecords } from './read-records.ts';

const fixture = (name: string) =>
	readFileSync(new URL(`../../../../../tests/fixtures/import/${name}`, import.meta.url), 'utf8');
const read = (text: string) => [...readRecords(text, { timeZone: 'UTC' })];
const drafts = (text: string) => read(text).flatMap((item) => ('draft' in item ? [item.draft] : []));
const byTitle = (all: EventDraft[], title: string) => all.find((draft) => draft.title.startsWith(title));
const codes = (draft: EventDraft | undefined) => draft?.warnings.map(({ code }) => code);

describe('conferences', () => {
	const all = drafts(fixture('conferences.jsonl'));

	it('all come in', () => {
		expect(all).toHaveLength(13);
	});

	it('last whole days in the zone of their place', () => {
		expect(byTitle(all, 'RubyMotion')).toMatchObject({
			sourceName: 'conferences',
			sourceId: expect.stringMatching(/^conf-/),
			city: 'San Francisco',
			region: 'CA',
			countryCode: 'US',
			timeZone: 'America/Los_Angeles',
			isAllDay: true,
			startsAtLocal: expect.stringMatching(/T00:00$/),
			endsAtLocal: expect.stringMatching(/T00:00$/),
			format: 'in_person',
			status: 'published',
			summary: 'Conference on Ruby',
		});
		expect(codes(byTitle(all, 'RubyMotion'))).toEqual(['zone-guessed']);
	});

	it('are online, hybrid or in person as the file says', () => {
		expect(byTitle(all, 'SVG Summit')).toMatchObject({ format: 'online', city: '', timeZone: 'UTC' });
		expect(codes(byTitle(all, 'SVG Summit'))).toEqual(['zone-assumed']);
		expect(byTitle(all, 'FOSS Backstage')?.format).toBe('hybrid');
		expect(codes(byTitle(all, 'Machine Learning Week'))).toContain('place-unknown');
	});

	it('lose stray blanks and escapes, and handles that cannot be', () => {
		expect(byTitle(all, 'Oπe')?.title).toBe('Oπe Conf Athens');
		expect(byTitle(all, 'IA Summit')?.title).toBe('IA Summit');
		expect(codes(byTitle(all, 'hub.berlin'))).toContain('handle-dropped');
		expect(byTitle(all, 'hub.berlin')?.description).not.toContain('x.com');
	});

	it('keep links that can be mended', () => {
		expect(byTitle(all, 'DeveloperWeek')?.externalUrl).toBe('http://www.developerweek.com/Austin,%20TX');
		expect(byTitle(all, 'Progressive Web')?.description).toContain(
			'[Code of conduct](https://progressivewebexperience.io/home/code_of_conduct)',
		);
	});

	it('find their clocks on islands and in countries with other names', () => {
		expect(byTitle(all, 'Immerse')?.timeZone).toBe('Atlantic/Madeira');
		expect(byTitle(all, 'Gartner')?.timeZone).toBe('Australia/Brisbane');
		expect(byTitle(all, 'FEConf')?.countryCode).toBe('KR');
		expect(byTitle(all, 'debugCon')).toMatchObject({ countryCode: 'XK', timeZone: 'Europe/Belgrade' });
	});
});

describe('meetups', () => {
	const all = drafts(fixture('meetups.jsonl'));

	it('all come in', () => {
		expect(all).toHaveLength(13);
	});

	it('keep instant, zone, venue and description', () => {
		expect(byTitle(all, 'Introduction to R')).toMatchObject({
			sourceName: 'meetups',
			sourceId: 'meetup-85320382',
			startsAt: '2012-11-01T01:00:00.000Z',
			endsAt: '2012-11-01T03:00:00.000Z',
			startsAtLocal: '2012-10-31T18:00',
			timeZone: 'America/Los_Angeles',
			isAllDay: false,
			venueName: 'Google San Francisco',
			address: '4th floor, 345 Spear Street, 94105',
			latitude: 37.7898,
			tags: ['R-Ladies San Francisco'],
			category: 'technology',
			warnings: [],
		});
	});

	it('last two hours when they last nothing, and days when they last days', () => {
		const hack = byTitle(all, 'Saturday Open Hack');
		expect(hack).toMatchObject({ startsAtLocal: '2013-07-27T10:00', endsAtLocal: '2013-07-27T12:00' });
		expect(codes(hack)).toContain('no-end');
		expect(byTitle(all, 'Toplumsal')?.endsAtLocal).toBe('2020-11-01T21:00');
		expect(byTitle(all, 'Este sábado')?.endsAtLocal).toBe('2018-04-28T18:59');
	});

	it('are where the file says, or where the group is', () => {
		expect(byTitle(all, 'Retour')).toMatchObject({
			format: 'hybrid',
			venueName: '',
			address: '13 Rue des Arquebusiers, 75003',
		});
		expect(byTitle(all, 'Tidy Tuesday')).toMatchObject({ format: 'online', venueName: '', latitude: null });
		expect(byTitle(all, "Let's get together")).toMatchObject({
			city: 'San Francisco',
			countryCode: 'US',
			status: 'cancelled',
		});
		expect(codes(byTitle(all, 'Intro to Machine'))).toContain('coordinates-dropped');
	});

	it('find a zone with the right clock where the group has none', () => {
		expect(byTitle(all, 'R Ladies Trichy')).toMatchObject({
			timeZone: 'Asia/Kolkata',
			startsAtLocal: '2018-05-12T10:00',
		});
		const nowhere = byTitle(all, 'Primer encuentro');
		expect(nowhere?.startsAtLocal).toBe('2018-05-22T18:00');
		expect(codes(nowhere)).toContain('zone-assumed');
	});
});

describe('readRecords', () => {
	it('refuses what is no event with the number of its line and a sentence, and goes on', () => {
		const good = '{"id":"a","name":"A","startDate":"2027-01-01"}';
		const lines = [
			good,
			'{"id":"b"',
			'[]',
			'{"id":"c"}',
			'{"id":"d","name":"  ","startDate":"2027-01-01"}',
			'{"id":"e","name":"E","startDate":"2027-02-30"}',
			'{"id":"f","name":5,"startDate":"2027-01-01"}',
			'{"id":"g","title":"G","startsAt":"2027-01-01T10:00"}',
			'{"id":"h","name":"H","startDate":"1850-01-01"}',
			'',
			'{"__proto__":{"title":"x"},"id":"i","title":"I","startsAt":"2027-01-01T10:00Z"}',
			good,
		];
		const items = read(`${lines.join('\r\n')}\n`);
		expect(items.map((item) => [item.row, 'problem' in item ? item.problem.code : 'ok'])).toEqual([
			[1, 'ok'],
			[2, 'not-json'],
			[3, 'not-an-event'],
			[4, 'not-an-event'],
			[5, 'no-title'],
			[6, 'bad-date'],
			[7, 'bad-field'],
			[8, 'bad-date'],
			[9, 'date-out-of-range'],
			[11, 'ok'],
			[12, 'ok'],
		]);
	});

	it('brings texts within the limits of events', () => {
		const [draft] = drafts(
			JSON.stringify({
				id: 'x',
				title: `${'Ä'.repeat(150)} ${'😀'.repeat(60)}`,
				startsAt: '2027-01-01T10:00:00+01:00',
				timezone: 'Europe/Berlin',
				description: 'x'.repeat(60_000),
				url: 'javascript:alert(1)',
				group: 'g'.repeat(90),
			}),
		);
		expect(draft?.title.length).toBeLessThanOrEqual(200);
		expect(draft?.title.isWellFormed()).toBe(true);
		expect(draft?.description.length).toBeLessThanOrEqual(50_000);
		expect(draft?.tags[0]?.length).toBeLessThanOrEqual(40);
		expect(draft?.externalUrl).toBe('');
		expect(codes(draft)).toEqual(expect.arrayContaining(['title-cut', 'text-cut', 'url-dropped', 'no-end']));
	});

	it('trusts the time where the zone contradicts it', () => {
		const [draft] = drafts(
			'{"id":"x","title":"T","startsAt":"2027-01-01T10:00:00+09:00","duration":"PT1H","timezone":"Europe/Berlin","groupCountry":"jp"}',
		);
		expect(draft).toMatchObject({ timeZone: 'Asia/Tokyo', startsAtLocal: '2027-01-01T10:00' });
		expect(codes(draft)).toContain('zone-differs');
	});
});
