import { message } from '#shared/errors/translatable-message.ts';
import type { ReadyTemplate } from './ready-template.ts';

export const conference: ReadyTemplate = {
	key: 'conference',
	purpose: 'business',
	category: 'technology',
	name: message`Conference`,
	hint: message`Two days, early bird to last minute, badges, diet and talks to come.`,
	startTime: '09:00',
	lengthMinutes: 2_040,
	plan: ({ t, at }) => ({
		summary: t(message`Two days of talks, workshops and the people you only know from the internet.`),
		description: t(message`Two days, two tracks, one community. [What it is about and for whom.]

## Day one

- **${at(0)}** Registration and coffee
- **${at(60)}** Opening keynote
- **${at(120)}** Talks in two tracks
- **${at(210)}** Lunch
- **${at(300)}** Workshops
- **${at(540)}** Evening at the venue

## Day two

- **${at(30)}** Talks in two tracks
- **${at(210)}** Lunch
- **${at(300)}** Lightning talks
- **${at(420)}** Closing keynote

## Your ticket includes

All talks and workshops, lunch and drinks on both days, and the evening.

## Code of conduct

We want everyone to feel safe and welcome. Harassment is not tolerated: talk to anyone with a crew badge.`),
		tags: [t(message`talks`), t(message`networking`)],
		refundPolicy: t(
			message`Full refund until 30 days before, half until 14 days before. You can change the name on your ticket at any time.`,
		),
		pools: [{ key: 'venue', name: t(message`Venue`), size: 350 }],
		tickets: [
			{
				key: 'early',
				name: t(message`Early bird`),
				kind: 'paid',
				priceMinor: 19_900,
				capacity: 100,
				sharedPool: 'venue',
				salesEnd: { days: -60, time: '23:59' },
			},
			{
				key: 'regular',
				name: t(message`Regular`),
				kind: 'paid',
				priceMinor: 27_900,
				sharedPool: 'venue',
				salesEnd: { days: -14, time: '23:59' },
			},
			{
				key: 'late',
				name: t(message`Last minute`),
				kind: 'paid',
				priceMinor: 34_900,
				sharedPool: 'venue',
				salesStart: { days: -13, time: '00:00' },
			},
			{
				key: 'student',
				name: t(message`Student`),
				description: t(message`Please bring proof.`),
				kind: 'paid',
				priceMinor: 7_900,
				capacity: 40,
				sharedPool: 'venue',
				maxPerOrder: 1,
			},
			{
				key: 'speaker',
				name: t(message`Speaker and crew`),
				description: t(message`Hidden: share its link with your team.`),
				capacity: 40,
				sharedPool: 'venue',
				isHidden: true,
			},
		],
		questions: [
			{ key: 'company', label: t(message`Organisation, for your badge`), kind: 'text' },
			{ key: 'role', label: t(message`What you do, for your badge`), kind: 'text' },
			{
				key: 'diet',
				label: t(message`What do you eat?`),
				kind: 'single_choice',
				choices: [
					{ key: 'all', label: t(message`Everything`) },
					{ key: 'vegetarian', label: t(message`Vegetarian`) },
					{ key: 'vegan', label: t(message`Vegan`) },
					{ key: 'other', label: t(message`Something else`) },
				],
			},
			{
				key: 'diet-other',
				label: t(message`What should the kitchen know?`),
				kind: 'text',
				shownWhen: { question: 'diet', equals: 'other' },
			},
			{
				key: 'shirt',
				label: t(message`T-shirt size`),
				kind: 'single_choice',
				choices: ['XS', 'S', 'M', 'L', 'XL', 'XXL'].map((label) => ({ key: label.toLowerCase(), label })),
			},
			{ key: 'access', label: t(message`What do you need to take part?`), kind: 'long_text' },
			{
				key: 'conduct',
				label: t(message`I follow the code of conduct`),
				kind: 'consent',
				isRequired: true,
			},
		],
	}),
};

export const meetup: ReadyTemplate = {
	key: 'meetup',
	purpose: 'business',
	category: 'technology',
	name: message`Meetup`,
	hint: message`A free evening with two talks and time to talk. Ready in a minute.`,
	startTime: '19:00',
	lengthMinutes: 150,
	plan: ({ t, at }) => ({
		summary: t(message`Two talks, drinks and a room full of people who like the same things.`),
		description: t(message`## Tonight

- **${at(-15)}** Doors open
- **${at(0)}** Welcome
- **${at(10)}** Talk one: [title, speaker]
- **${at(50)}** Break
- **${at(65)}** Talk two: [title, speaker]
- **${at(100)}** Drinks and conversation

First time here? Come and say hello at the entrance: we will introduce you to people.

**Want to speak next time?** Tell us when you register.`),
		tags: [t(message`talks`), t(message`networking`)],
		refundPolicy: '',
		tickets: [{ key: 'entry', name: t(message`Standard`), capacity: 60, maxPerOrder: 3 }],
		questions: [
			{
				key: 'first',
				label: t(message`Have you been here before?`),
				kind: 'single_choice',
				choices: [
					{ key: 'first', label: t(message`This is my first time`) },
					{ key: 'again', label: t(message`Yes`) },
				],
			},
			{
				key: 'talk',
				label: t(message`Would you like to give a talk some day? What about?`),
				kind: 'text',
			},
		],
	}),
};

export const market: ReadyTemplate = {
	key: 'market',
	purpose: 'business',
	category: 'food',
	name: message`Market or fair`,
	hint: message`Free entry for visitors, and stalls that exhibitors book and describe.`,
	startTime: '11:00',
	lengthMinutes: 420,
	plan: ({ t, at }) => ({
		summary: t(message`Local makers, good food and something for every age.`),
		description:
			t(message`More than thirty stalls with things made nearby: ceramics, textiles, books, plants and plenty to eat.

## For visitors

Open from **${at(0)} to ${at(420)}**. Entry is free. A free ticket helps us to plan, and you skip the queue.

## For exhibitors

Book a stall of 2 × 2 or 4 × 2 metres. Set-up is from ${at(-150)}, taking down from ${at(420)}. Power is available: tell us what you need when you book.

Rain or shine: half of the stalls are under a roof.`),
		refundPolicy: t(message`Stalls can be cancelled free of charge until 30 days before the market.`),
		tickets: [
			{ key: 'visitor', name: t(message`Visitor`), maxPerOrder: 10 },
			{
				key: 'small',
				name: t(message`Stall 2 × 2 m`),
				kind: 'paid',
				priceMinor: 4_500,
				capacity: 24,
				maxPerOrder: 2,
				salesEnd: { days: -10, time: '18:00' },
			},
			{
				key: 'large',
				name: t(message`Stall 4 × 2 m`),
				kind: 'paid',
				priceMinor: 8_000,
				capacity: 10,
				maxPerOrder: 1,
				salesEnd: { days: -10, time: '18:00' },
			},
		],
		questions: [
			{
				key: 'offer',
				label: t(message`What do you sell?`),
				kind: 'long_text',
				isRequired: true,
				tickets: ['small', 'large'],
			},
			{
				key: 'power',
				label: t(message`Do you need power?`),
				kind: 'single_choice',
				isRequired: true,
				tickets: ['small', 'large'],
				choices: [
					{ key: 'none', label: t(message`No`) },
					{ key: 'normal', label: t(message`An ordinary socket`) },
					{ key: 'strong', label: t(message`Three-phase power`) },
				],
			},
			{
				key: 'phone',
				label: t(message`Phone number on the day`),
				kind: 'phone',
				isRequired: true,
				tickets: ['small', 'large'],
			},
		],
	}),
};
