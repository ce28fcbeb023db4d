import { expect, test } from 'vitest';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { findingsOf, openLines } from './draft-findings.ts';
import { blankDraft, type EventDraft } from './stored-draft.ts';

const typed: EventDraft = { ...blankDraft, title: 'Lantern walk', startsAtLocal: '2031-05-02T19:30' };
const meetup = { template: 'meetup', templateName: 'Meetup', templateTickets: '1' };
const own = { ...meetup, template: '0197a3c4-1111-7222-8333-444455556666' };

test.each<[Record<string, string>, Partial<EventDraft>]>([
	[{ place: 'no-place', page: 'no-description', settings: 'capacity-open' }, {}],
	[{}, { title: ' ' }],
	[{ page: 'no-description', settings: 'capacity-open' }, { city: 'Ghent' }],
	[{ place: 'no-online-link', page: 'no-description' }, { format: 'online' }],
	[{ place: 'no-place', settings: 'capacity-open' }, { description: 'Bring a lamp.' }],
	// A template brings a description and tickets; one of the organisation may bring the place.
	[{ place: 'no-place' }, meetup],
	[{}, own],
])('the short form shows %j as left open by %j', (expected, change) => {
	const lines = Object.entries(openLines({ ...typed, ...change })).filter(([, code]) => code !== undefined);
	expect(Object.fromEntries(lines)).toEqual(expected);
});

test('what the template left to be filled in is found until something else was typed', () => {
	const plan = { basics: { description: 'Talk: [title, speaker]' }, policy: {} } as EventPlan;
	const startsAt = new Date('2031-05-02T17:30:00Z');
	const times = { now: new Date('2031-01-01T00:00:00Z'), startsAt, endsAt: startsAt };
	const of = (change: Partial<EventDraft>) => findingsOf({ ...typed, ...meetup, ...change }, times, plan);
	expect(of({}).fillIns).toEqual([{ part: 'page', text: 'title, speaker' }]);
	expect(of({}).advice).toContainEqual({ code: 'fill-in-page' });
	expect(of({ description: 'Moths, by Ida' }).fillIns).toEqual([]);
	expect(of({ description: 'Moths, by Ida' }).advice).not.toContainEqual({ code: 'fill-in-page' });
});

test('a title left as the name of a ready template is found; one’s own template may be a series by that name', () => {
	const startsAt = new Date('2031-05-02T17:30:00Z');
	const times = { now: new Date('2031-01-01T00:00:00Z'), startsAt, endsAt: startsAt };
	const codes = (change: Partial<EventDraft>) =>
		findingsOf({ ...typed, ...change }, times).advice.map(({ code }) => code);
	expect(codes({ ...meetup, title: ' Meetup ' })).toContain('fill-in-title');
	expect(codes(meetup)).not.toContain('fill-in-title');
	expect(codes({ ...own, title: 'Meetup' })).not.toContain('fill-in-title');
	expect(codes({ title: 'Meetup' })).not.toContain('fill-in-title');
});

test('tickets and questions of a draft are looked through too', () => {
	const startsAt = new Date('2031-05-02T17:30:00Z');
	const offer = {
		tickets: [
			{ id: 'a', name: 'Tour of [the place]', organiser: { priceTiers: [{ name: '[first days]' }] } },
		],
		pools: [],
		questions: [{ id: 'b', label: 'Which [instrument]?', choices: [] }],
	} as unknown as EventDraft['offer'];
	const found = findingsOf(
		{ ...typed, offer },
		{ now: new Date('2031-01-01T00:00:00Z'), startsAt, endsAt: startsAt },
	);
	expect(found.fillIns.map(({ part, text }) => `${part}: ${text}`)).toEqual([
		'offer: the place',
		'offer: first days',
		'offer: instrument',
	]);
	expect(found.advice).toContainEqual({ code: 'fill-in-offer' });
});
