import { message } from '#shared/errors/translatable-message.ts';
import type { ReadyTemplate } from './ready-template.ts';

export const concert: ReadyTemplate = {
	key: 'concert',
	coverSeed: 'concert-f',
	purpose: 'culture',
	category: 'music',
	name: message`Concert`,
	hint: message`Presale, regular and reduced tickets that share one room.`,
	startTime: '19:30',
	lengthMinutes: 180,
	plan: ({ t, at }) => ({
		summary: t(message`Live on stage for one night only.`),
		description: t(message`[Who plays, what they play and why no one should miss it.]

## The evening

- **${at(-60)}** Doors open
- **${at(0)}** Support
- **${at(60)}** Main act
- **${at(180)}** End

## Good to know

Unreserved seating and standing. The cloakroom is free. Large bags stay outside.

**Getting there:** the last trains leave after the end of the concert. Bicycle stands are at the entrance.

**Accessibility:** step-free entrance and toilets. People who need a companion can bring them free of charge: write to us.`),
		tags: [t(message`live music`)],
		refundPolicy: t(
			message`Tickets are not refunded, but you can pass yours on to someone else at any time. If the concert is cancelled, you get your money back.`,
		),
		pools: [{ key: 'room', name: t(message`Room`), size: 300 }],
		tickets: [
			{
				key: 'presale',
				name: t(message`Presale`),
				kind: 'paid',
				priceMinor: 1_800,
				sharedPool: 'room',
				capacity: 100,
				maxPerOrder: 6,
				salesEnd: { days: -14, time: '23:59' },
			},
			{
				key: 'regular',
				name: t(message`Regular`),
				kind: 'paid',
				priceMinor: 2_400,
				sharedPool: 'room',
				maxPerOrder: 6,
			},
			{
				key: 'reduced',
				name: t(message`Reduced`),
				description: t(message`For pupils, students, unemployed and disabled people. Please bring proof.`),
				kind: 'paid',
				priceMinor: 1_400,
				sharedPool: 'room',
				maxPerOrder: 6,
			},
		],
		questions: [
			{
				key: 'heard',
				label: t(message`How did you hear about this concert?`),
				kind: 'single_choice',
				scope: 'order',
				choices: [
					{ key: 'friends', label: t(message`Friends`) },
					{ key: 'poster', label: t(message`Poster or flyer`) },
					{ key: 'social', label: t(message`Social media`) },
					{ key: 'press', label: t(message`Newspaper or radio`) },
				],
			},
		],
	}),
};

export const clubNight: ReadyTemplate = {
	key: 'club-night',
	purpose: 'culture',
	category: 'music',
	name: message`Club night`,
	hint: message`Tickets in waves until late at night, for adults, with a safer-space note.`,
	startTime: '23:00',
	lengthMinutes: 420,
	plan: ({ t, at }) => ({
		summary: t(message`Two floors, one long night.`),
		description: t(message`[Who plays and what it sounds like.]

## Line-up

- **${at(0)}** Opening set
- **${at(150)}** Headliner
- **${at(330)}** Closing set until ${at(420)}

## House rules

You must be **18 or older**: bring photo ID. No photos on the dance floor.

Look after each other. If someone makes you uncomfortable, talk to our awareness team at the bar: they listen and act.

Re-entry is possible until two hours before the end.`),
		refundPolicy: t(message`Tickets are not refunded, but you can pass yours on to someone else.`),
		pools: [{ key: 'club', name: t(message`Club`), size: 400 }],
		tickets: [
			{
				key: 'first',
				name: t(message`First release`),
				kind: 'paid',
				priceMinor: 1_000,
				capacity: 80,
				sharedPool: 'club',
				maxPerOrder: 4,
				salesEnd: { days: -14, time: '23:59' },
			},
			{
				key: 'second',
				name: t(message`Second release`),
				kind: 'paid',
				priceMinor: 1_400,
				capacity: 150,
				sharedPool: 'club',
				maxPerOrder: 4,
				salesEnd: { minutes: 0 },
			},
			{
				key: 'late',
				name: t(message`Late entry`),
				description: t(message`Entry three hours after the doors open`),
				kind: 'paid',
				priceMinor: 800,
				capacity: 100,
				sharedPool: 'club',
				maxPerOrder: 4,
			},
		],
		questions: [
			{
				key: 'adult',
				label: t(message`I am 18 or older and bring photo ID`),
				kind: 'consent',
				isRequired: true,
			},
		],
	}),
};

export const bookLaunch: ReadyTemplate = {
	key: 'book-launch',
	purpose: 'culture',
	category: 'arts',
	name: message`Book launch`,
	hint: message`A reading with talk and signing. Guests can order a signed copy with their ticket.`,
	startTime: '19:00',
	lengthMinutes: 120,
	plan: ({ t, at }) => ({
		summary: t(message`Reading, conversation and a glass of wine to celebrate a new book.`),
		description: t(message`[The book in three sentences, and the author in two.]

## The evening

- **${at(-30)}** Doors open
- **${at(0)}** Welcome
- **${at(10)}** Reading
- **${at(50)}** Conversation and your questions
- **${at(80)}** Signing and drinks

Books are on sale on the evening. Order a signed copy with your ticket and it waits for you at the entrance.`),
		tags: [t(message`reading`)],
		refundPolicy: t(message`Copies can be returned until two days before the event.`),
		tickets: [
			{ key: 'entry', name: t(message`Entry`), capacity: 80, maxPerOrder: 4 },
			{
				key: 'copy',
				name: t(message`Signed copy`),
				description: t(message`Collect it at the entrance`),
				kind: 'add_on',
				priceMinor: 2_200,
				capacity: 60,
				salesEnd: { days: -2, time: '18:00' },
			},
		],
		questions: [
			{
				key: 'dedication',
				label: t(message`Name for the dedication`),
				kind: 'text',
				scope: 'order',
				help: t(message`If you ordered a signed copy`),
			},
			{ key: 'question', label: t(message`A question for the author`), kind: 'long_text' },
		],
	}),
};
