import { message } from '#shared/errors/translatable-message.ts';
import type { ReadyTemplate } from './ready-template.ts';

export const wedding: ReadyTemplate = {
	key: 'wedding',
	coverSeed: 'wedding-d',
	purpose: 'celebration',
	category: 'community',
	name: message`Wedding`,
	hint: message`Invitations with replies, meals and songs. Only people with the link see it.`,
	startTime: '14:00',
	lengthMinutes: 600,
	plan: ({ t, at }) => ({
		summary: t(message`We are getting married and would love to celebrate with you.`),
		description: t(message`We can’t wait to celebrate with you.

## The day

- **${at(-30)}** Guests arrive
- **${at(0)}** Ceremony
- **${at(60)}** Drinks and photos
- **${at(240)}** Dinner and speeches
- **${at(390)}** First dance, then music until late

## Good to know

**Dress code:** summer formal. The drinks are outside, so choose shoes that like grass.

**Children** are very welcome. Tell us below and we’ll prepare a table for them.

**Gifts:** your company is enough. If you’d like to give something, we are saving for our honeymoon.

**Where to stay:** [Hotels near the venue.]`),
		visibility: 'unlisted',
		refundPolicy: '',
		tickets: [
			{
				key: 'guest',
				name: t(message`Wedding guest`),
				description: t(message`Ceremony, dinner and party`),
				capacity: 120,
				maxPerOrder: 6,
				salesEnd: { days: -28, time: '23:59' },
			},
			{
				key: 'evening',
				name: t(message`Evening guest`),
				description: t(message`Party after dinner`),
				capacity: 60,
				maxPerOrder: 4,
				salesEnd: { days: -14, time: '23:59' },
			},
		],
		questions: [
			{
				key: 'meal',
				label: t(message`Which main course would you like?`),
				kind: 'single_choice',
				isRequired: true,
				tickets: ['guest'],
				choices: [
					{ key: 'meat', label: t(message`Meat`) },
					{ key: 'fish', label: t(message`Fish`) },
					{ key: 'vegetarian', label: t(message`Vegetarian`) },
					{ key: 'vegan', label: t(message`Vegan`) },
					{ key: 'children', label: t(message`Children’s menu`) },
				],
			},
			{ key: 'allergies', label: t(message`Allergies or things you don’t eat`), kind: 'text' },
			{
				key: 'song',
				label: t(message`Which song gets you onto the dance floor?`),
				kind: 'text',
				scope: 'order',
			},
			{ key: 'message', label: t(message`A message for us`), kind: 'long_text', scope: 'order' },
		],
	}),
};

export const gala: ReadyTemplate = {
	key: 'gala',
	purpose: 'celebration',
	category: 'charity',
	name: message`Gala dinner`,
	hint: message`Seats and whole tables for an evening with dinner, programme and donations.`,
	startTime: '18:30',
	lengthMinutes: 330,
	plan: ({ t, at }) => ({
		summary: t(message`An evening of good food, music and good company for a good cause.`),
		description: t(message`Join us for an evening that raises money for our work.

## Programme

- **${at(0)}** Reception
- **${at(60)}** Welcome and three-course dinner
- **${at(150)}** Awards and auction
- **${at(210)}** Live music and dancing

## Your ticket includes

A reception drink, dinner with wine and water, and the full programme.

**Dress code:** black tie or festive.

**Tables** seat ten. Buy a whole table to sit together, or a single seat and we’ll place you in good company.`),
		refundPolicy: t(
			message`Tickets are refunded in full until 30 days before the event. After that, you can pass your ticket on to someone else.`,
		),
		pools: [{ key: 'room', name: t(message`Seats in the room`), size: 200 }],
		tickets: [
			{
				key: 'early',
				name: t(message`Early bird seat`),
				kind: 'paid',
				priceMinor: 9_000,
				capacity: 50,
				sharedPool: 'room',
				maxPerOrder: 4,
				salesEnd: { days: -42, time: '23:59' },
			},
			{
				key: 'seat',
				name: t(message`Seat`),
				kind: 'paid',
				priceMinor: 12_000,
				sharedPool: 'room',
				maxPerOrder: 9,
				salesEnd: { days: -7, time: '18:00' },
			},
			{
				key: 'table',
				name: t(message`Table for ten`),
				description: t(message`One ticket that admits ten people`),
				kind: 'paid',
				priceMinor: 110_000,
				capacity: 120,
				admits: 10,
				maxPerOrder: 2,
				salesEnd: { days: -14, time: '18:00' },
			},
			{
				key: 'donation',
				name: t(message`Donation`),
				description: t(message`Can’t come? Support our work.`),
				kind: 'donation',
				priceMinor: 500,
				suggestedMinor: 5_000,
				maxPerOrder: 1,
			},
		],
		questions: [
			{
				key: 'menu',
				label: t(message`Menu`),
				kind: 'single_choice',
				isRequired: true,
				tickets: ['early', 'seat', 'table'],
				choices: [
					{ key: 'classic', label: t(message`Classic`) },
					{ key: 'vegetarian', label: t(message`Vegetarian`) },
					{ key: 'vegan', label: t(message`Vegan`) },
				],
			},
			{ key: 'allergies', label: t(message`Allergies`), kind: 'text' },
			{
				key: 'neighbours',
				label: t(message`Who would you like to sit with?`),
				kind: 'text',
				scope: 'order',
			},
		],
	}),
};

export const reunion: ReadyTemplate = {
	key: 'reunion',
	purpose: 'celebration',
	category: 'community',
	name: message`Reunion`,
	hint: message`Old classmates, colleagues or family: who comes, with whom, and what they remember.`,
	startTime: '17:00',
	lengthMinutes: 360,
	plan: ({ t, at }) => ({
		summary: t(message`It has been too long. Let’s catch up.`),
		description: t(message`Remember the old days? Let’s meet again and hear how everyone is doing.

## Plan for the evening

- **${at(0)}** Meet at the old place for a short tour
- **${at(90)}** Dinner
- **${at(180)}** Photos, stories and the quiz about back then

Bring old photos. We will scan them and send them round.

**Know someone we couldn’t find?** Please forward this page.`),
		visibility: 'unlisted',
		refundPolicy: t(message`Contributions are refunded until 7 days before, when we order the food.`),
		tickets: [
			{
				key: 'dinner',
				name: t(message`Tour and dinner`),
				kind: 'paid',
				priceMinor: 2_800,
				capacity: 80,
				maxPerOrder: 4,
				salesEnd: { days: -7, time: '20:00' },
			},
			{
				key: 'later',
				name: t(message`Only the evening`),
				description: t(message`Join us after dinner`),
				capacity: 80,
				maxPerOrder: 4,
			},
		],
		questions: [
			{ key: 'year', label: t(message`Class or year`), kind: 'text', isRequired: true },
			{ key: 'name-then', label: t(message`Your name back then, if it was another`), kind: 'text' },
			{
				key: 'diet',
				label: t(message`What do you eat?`),
				kind: 'single_choice',
				tickets: ['dinner'],
				choices: [
					{ key: 'all', label: t(message`Everything`) },
					{ key: 'vegetarian', label: t(message`Vegetarian`) },
					{ key: 'vegan', label: t(message`Vegan`) },
				],
			},
			{ key: 'memory', label: t(message`Your best memory in one sentence`), kind: 'long_text' },
		],
	}),
};
