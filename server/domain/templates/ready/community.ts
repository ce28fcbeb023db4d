import { message } from '#shared/errors/translatable-message.ts';
import type { ReadyTemplate } from './ready-template.ts';

export const schoolFair: ReadyTemplate = {
	key: 'school-fair',
	purpose: 'community',
	category: 'family',
	name: message`School fair`,
	hint: message`Family tickets, helpers by shift and cakes: everything parents are asked each year.`,
	startTime: '13:00',
	lengthMinutes: 240,
	plan: ({ t, at }) => ({
		summary: t(message`Games, music and cake for the whole family. All proceeds go to our pupils.`),
		description:
			t(message`Our school celebrates, and everyone is invited: families, neighbours, former pupils.

## Programme

- **${at(0)}** Opening with the choir
- **${at(30)}** Games, handicrafts and bouncy castle
- **${at(120)}** Theatre group
- **${at(180)}** Raffle
- **${at(210)}** School band

Cake, grill and drinks all afternoon. Please bring your own cups.

## We need you

Book a helper’s ticket for a shift of an hour, or tell us which cake you bring. Thank you!`),
		refundPolicy: t(
			message`Can’t come? Your contribution goes to the school. Write to us if you want it back.`,
		),
		tickets: [
			{
				key: 'family',
				name: t(message`Family ticket`),
				description: t(message`Two adults and their children`),
				kind: 'paid',
				priceMinor: 800,
				admits: 4,
				maxPerOrder: 2,
			},
			{ key: 'single', name: t(message`Single ticket`), kind: 'paid', priceMinor: 300, maxPerOrder: 6 },
			{
				key: 'helper',
				name: t(message`Helper`),
				description: t(message`One hour at a stall. Entry is free.`),
				capacity: 40,
				maxPerOrder: 2,
				salesEnd: { days: -2, time: '20:00' },
			},
			{
				key: 'donation',
				name: t(message`Donation`),
				kind: 'donation',
				priceMinor: 100,
				suggestedMinor: 1_000,
				maxPerOrder: 1,
			},
		],
		questions: [
			{
				key: 'shift',
				label: t(message`When can you help?`),
				kind: 'multiple_choice',
				isRequired: true,
				tickets: ['helper'],
				choices: [
					{ key: 'set-up', label: t(message`Setting up`) },
					{ key: 'early', label: t(message`First half`) },
					{ key: 'late', label: t(message`Second half`) },
					{ key: 'clear', label: t(message`Clearing up`) },
				],
			},
			{ key: 'class', label: t(message`Class of your child`), kind: 'text', scope: 'order' },
			{
				key: 'cake',
				label: t(message`Which cake do you bring?`),
				kind: 'text',
				scope: 'order',
				help: t(message`Please name the ingredients at the counter.`),
			},
			{
				key: 'photos',
				label: t(message`Photos of us may be shown on the school’s website`),
				kind: 'consent',
				scope: 'order',
			},
		],
	}),
};

export const privateParty: ReadyTemplate = {
	key: 'private-party',
	purpose: 'celebration',
	category: 'community',
	name: message`Birthday or private party`,
	hint: message`Invite by link, see who comes and who brings what.`,
	startTime: '19:00',
	lengthMinutes: 360,
	plan: ({ t, at }) => ({
		summary: t(message`You are invited!`),
		description: t(message`I am celebrating [what you celebrate] and would love to have you there.

- **${at(0)}** Arrive, drinks
- **${at(60)}** Dinner from the grill
- **${at(150)}** Cake, music, dancing

**Presents?** Only if you must. A bottle or a salad is perfect.

You can stay the night: bring a sleeping bag.`),
		visibility: 'unlisted',
		refundPolicy: '',
		tickets: [{ key: 'guest', name: t(message`I’m coming`), capacity: 50, maxPerOrder: 5 }],
		questions: [
			{
				key: 'brings',
				label: t(message`What do you bring?`),
				kind: 'single_choice',
				scope: 'order',
				choices: [
					{ key: 'salad', label: t(message`Salad`) },
					{ key: 'dessert', label: t(message`Dessert`) },
					{ key: 'drinks', label: t(message`Drinks`) },
					{ key: 'mood', label: t(message`Good mood`) },
				],
			},
			{ key: 'diet', label: t(message`Allergies or diet`), kind: 'text' },
		],
	}),
};

export const membersMeeting: ReadyTemplate = {
	key: 'members-meeting',
	purpose: 'community',
	category: 'community',
	name: message`Members’ meeting`,
	hint: message`An annual meeting with agenda, proxies and a count of who is present.`,
	startTime: '19:00',
	lengthMinutes: 120,
	plan: ({ t, at }) => ({
		summary: t(message`Our annual meeting: reports, elections and plans for the coming year.`),
		description: t(message`All members are invited to the annual meeting.

## Agenda

1. **${at(0)}** Welcome, and whether enough members are present
2. Minutes of the last meeting
3. Reports of the board and the treasurer
4. Report of the auditors, and discharge of the board
5. Elections
6. Motions
7. Any other business

Motions must reach the board 14 days before the meeting. Members who can’t come may give their vote to another member in writing.`),
		format: 'hybrid',
		visibility: 'unlisted',
		refundPolicy: '',
		tickets: [
			{ key: 'room', name: t(message`Member, in the room`), capacity: 100, maxPerOrder: 1 },
			{ key: 'online', name: t(message`Member, online`), maxPerOrder: 1 },
			{ key: 'guest', name: t(message`Guest without a vote`), capacity: 20, maxPerOrder: 2 },
		],
		questions: [
			{
				key: 'number',
				label: t(message`Membership number`),
				kind: 'text',
				isRequired: true,
				tickets: ['room', 'online'],
				isAskedAtDoor: true,
			},
			{
				key: 'proxy',
				label: t(message`Members whose vote you hold, with their written consent`),
				kind: 'text',
				tickets: ['room', 'online'],
			},
		],
	}),
};

export const charityRun: ReadyTemplate = {
	key: 'charity-run',
	purpose: 'sport',
	category: 'charity',
	name: message`Charity run`,
	hint: message`Distances with their own limits, start numbers, emergency contacts and donations.`,
	startTime: '10:00',
	lengthMinutes: 240,
	plan: ({ t, at }) => ({
		summary: t(message`Run, walk or roll: every kilometre helps.`),
		description:
			t(message`Lace up for a good cause. The entry fees and all donations go to [the project you run for].

## Schedule

- **${at(-90)}** Number collection opens
- **${at(0)}** Start of the 10 km
- **${at(30)}** Start of the 5 km
- **${at(120)}** Start of the children’s run
- **${at(180)}** Prize-giving

## The course

Flat, on paved paths through the park, closed to traffic. Two water points. Medical staff along the way.

**Please bring** your ticket and photo ID for number collection. Showers and a guarded bag drop are at the start.`),
		tags: [t(message`running`)],
		refundPolicy: t(
			message`Entry fees are donations in advance and are not refunded. You can pass your start on to someone else until 3 days before.`,
		),
		tickets: [
			{
				key: '10k',
				name: t(message`10 km`),
				kind: 'paid',
				priceMinor: 2_000,
				capacity: 300,
				maxPerOrder: 4,
				salesEnd: { days: -2, time: '20:00' },
			},
			{
				key: '5k',
				name: t(message`5 km run or walk`),
				kind: 'paid',
				priceMinor: 1_500,
				capacity: 400,
				maxPerOrder: 6,
				salesEnd: { days: -2, time: '20:00' },
			},
			{
				key: 'kids',
				name: t(message`Children’s run, 1 km`),
				description: t(message`For children up to 10 years`),
				capacity: 150,
				maxPerOrder: 6,
			},
			{
				key: 'donation',
				name: t(message`Donation`),
				kind: 'donation',
				priceMinor: 100,
				suggestedMinor: 2_000,
				maxPerOrder: 1,
			},
		],
		questions: [
			{
				key: 'birth',
				label: t(message`Date of birth`),
				kind: 'date',
				isRequired: true,
				tickets: ['10k', '5k', 'kids'],
			},
			{
				key: 'emergency',
				label: t(message`Phone number of your emergency contact`),
				kind: 'phone',
				isRequired: true,
				tickets: ['10k', '5k', 'kids'],
			},
			{ key: 'team', label: t(message`Team`), kind: 'text', tickets: ['10k', '5k'] },
			{
				key: 'shirt',
				label: t(message`T-shirt size`),
				kind: 'single_choice',
				tickets: ['10k', '5k'],
				choices: ['XS', 'S', 'M', 'L', 'XL', 'XXL'].map((label) => ({ key: label.toLowerCase(), label })),
			},
			{
				key: 'health',
				label: t(message`I am healthy enough to take part, at my own risk`),
				kind: 'consent',
				isRequired: true,
				tickets: ['10k', '5k', 'kids'],
			},
		],
	}),
};

export const sportsDay: ReadyTemplate = {
	key: 'sports-day',
	purpose: 'sport',
	category: 'sports',
	name: message`Sports day or tournament`,
	hint: message`Teams register with a captain, single players and spectators beside them.`,
	startTime: '09:30',
	lengthMinutes: 450,
	plan: ({ t, at }) => ({
		summary: t(message`A day of matches for teams of every level.`),
		description: t(message`Sixteen teams, four fields, one cup.

## Schedule

- **${at(-45)}** Team registration
- **${at(0)}** Group matches
- **${at(210)}** Lunch break
- **${at(270)}** Quarter-finals and semi-finals
- **${at(390)}** Final and prize-giving

## Rules

Teams of six to eight, at least two of them women. Matches take twelve minutes. Fair play counts: it decides a tie.

No team? Register as a single player and we put you into one.

Food and drinks are sold all day. Changing rooms and showers are open.`),
		refundPolicy: t(message`The team fee is refunded until 14 days before the tournament.`),
		tickets: [
			{
				key: 'team',
				name: t(message`Team`),
				description: t(message`Up to eight players, registered by the captain`),
				kind: 'paid',
				priceMinor: 6_000,
				capacity: 128,
				admits: 8,
				maxPerOrder: 2,
				salesEnd: { days: -7, time: '20:00' },
			},
			{
				key: 'player',
				name: t(message`Single player`),
				kind: 'paid',
				priceMinor: 800,
				capacity: 16,
				maxPerOrder: 2,
				salesEnd: { days: -3, time: '20:00' },
			},
			{ key: 'spectator', name: t(message`Spectator`), maxPerOrder: 10 },
		],
		questions: [
			{ key: 'team', label: t(message`Name of the team`), kind: 'text', isRequired: true, tickets: ['team'] },
			{
				key: 'level',
				label: t(message`Level`),
				kind: 'single_choice',
				tickets: ['team', 'player'],
				choices: [
					{ key: 'fun', label: t(message`For fun`) },
					{ key: 'regular', label: t(message`We train regularly`) },
					{ key: 'league', label: t(message`League`) },
				],
			},
			{
				key: 'phone',
				label: t(message`Phone number of the captain`),
				kind: 'phone',
				isRequired: true,
				tickets: ['team'],
			},
			{
				key: 'health',
				label: t(message`I take part at my own risk`),
				kind: 'consent',
				isRequired: true,
				tickets: ['team', 'player'],
			},
		],
	}),
};
