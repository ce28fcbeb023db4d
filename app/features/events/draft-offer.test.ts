import { expect, test } from 'vitest';
import { createEvent } from '#shared/contracts/event-creation.ts';
import { eventPlan } from '#shared/contracts/event-plan.ts';
import { offerInput, offerOfPlan, tidyOffer } from './draft-offer.ts';

const when = { startsAtLocal: '2027-03-30T19:00', timeZone: 'Europe/Berlin' };
const parts = {
	pools: [{ key: 'hall', name: 'Hall', size: 60 }],
	tickets: [
		{
			key: 'a',
			name: 'Seat',
			kind: 'paid' as const,
			priceMinor: 1_250,
			capacity: 40,
			sharedPool: 'hall',
			// On the other side of a clock change.
			salesStart: { days: -7, time: '09:00' },
			priceTiers: [{ name: 'Early', priceMinor: 900, endsAt: { days: -4, time: '00:00' }, soldUpTo: 5 }],
		},
		{ key: 'b', name: 'Child', isHidden: true },
	],
	questions: [
		{ key: 'q', label: 'Do you eat?', kind: 'single_choice' as const, choices: [{ key: 'y', label: 'Yes' }] },
		{
			key: 'r',
			label: 'What?',
			kind: 'text' as const,
			tickets: ['b'],
			shownWhen: { question: 'q', equals: 'y' },
		},
	],
};
const plan = eventPlan.parse({
	format: 1,
	basics: {},
	times: {},
	place: {},
	page: {},
	policy: {},
	...parts,
});
const offer = offerOfPlan(plan, when, 'EUR');

test('what a template brings is sent as it is in the template', () => {
	expect(offer.tickets[0]?.salesStartAt).toBe('2027-03-23T08:00:00.000Z');
	const { pools, tickets, questions } = plan;
	const sent = createEvent.body?.parse({ title: 'A', ...when, ...offerInput(offer, when) });
	expect(sent).toMatchObject({ pools, tickets, questions });
});

test('what refers to something that is gone is let go', () => {
	const [seat, child] = offer.tickets;
	const [eats, what] = offer.questions;
	const questionsOf = (...questions: (typeof offer.questions)[number][]) =>
		tidyOffer({ ...offer, questions }).questions;
	expect(tidyOffer(offer)).toEqual(offer);
	expect(tidyOffer({ ...offer, tickets: [seat!] }).questions[1]?.ticketTypeIds).toBeNull();
	expect(questionsOf(what!, eats!)[0]?.shownWhen).toBeNull();
	expect(questionsOf({ ...eats!, choices: [] }, what!)[1]?.shownWhen).toBeNull();
	expect(questionsOf(eats!, { ...what!, scope: 'order' })[1]?.shownWhen).toBeNull();
	expect(child?.organiser?.isHidden).toBe(true);
});
