import { message } from '#shared/errors/translatable-message.ts';
import type { ReadyTemplate } from './ready-template.ts';

export const workshop: ReadyTemplate = {
	key: 'workshop',
	purpose: 'learning',
	category: 'education',
	name: message`Workshop`,
	hint: message`A small group, a clear outcome, and questions that help you prepare.`,
	startTime: '10:00',
	lengthMinutes: 360,
	plan: ({ t, at }) => ({
		summary: t(message`A hands-on day in a small group. You go home with something you made.`),
		description: t(message`After this workshop you can [finish the sentence: it is what people buy].

## The day

- **${at(0)}** Welcome, and what each of us wants to take home
- **${at(45)}** Basics, with a first exercise
- **${at(150)}** Lunch together
- **${at(210)}** Your own project
- **${at(330)}** Show, feedback and next steps

## For whom

Beginners are welcome. No experience needed.

## Please bring

A notebook and comfortable clothes. Material, drinks and lunch are included.`),
		refundPolicy: t(
			message`Full refund until 14 days before, half until 3 days before. You can pass your place on to someone else at any time.`,
		),
		tickets: [
			{
				key: 'early',
				name: t(message`Early bird`),
				kind: 'paid',
				priceMinor: 9_500,
				capacity: 4,
				sharedPool: 'group',
				maxPerOrder: 2,
				salesEnd: { days: -21, time: '23:59' },
			},
			{
				key: 'regular',
				name: t(message`Regular`),
				kind: 'paid',
				priceMinor: 12_500,
				sharedPool: 'group',
				maxPerOrder: 4,
				salesEnd: { days: -1, time: '12:00' },
			},
		],
		pools: [{ key: 'group', name: t(message`Group`), size: 12 }],
		questions: [
			{
				key: 'experience',
				label: t(message`How much experience do you have?`),
				kind: 'single_choice',
				isRequired: true,
				choices: [
					{ key: 'none', label: t(message`None`) },
					{ key: 'some', label: t(message`Some`) },
					{ key: 'much', label: t(message`A lot`) },
				],
			},
			{ key: 'goal', label: t(message`What do you want to learn?`), kind: 'long_text' },
			{ key: 'diet', label: t(message`Allergies or diet`), kind: 'text' },
		],
	}),
};

export const course: ReadyTemplate = {
	key: 'course',
	purpose: 'learning',
	category: 'education',
	name: message`Course`,
	hint: message`Several evenings with one group: level, materials, and one booking for all of them.`,
	startTime: '18:30',
	lengthMinutes: 90,
	plan: ({ t, at }) => ({
		summary: t(message`Eight evenings, one small group, real progress.`),
		description: t(message`[What people can do after the last evening that they can’t do today.]

## How it works

Eight evenings, once a week, always from **${at(0)} to ${at(90)}**. One booking covers all of them. You missed one? We send you the notes.

## Content

1. Getting started
2. The basics
3. Practice in pairs
4. Typical mistakes
5. A project of your own, part one
6. A project of your own, part two
7. Feedback
8. Presentation and next steps

**Material** is included. Certificates are given to whoever came to at least six evenings.`),
		refundPolicy: t(
			message`Full refund until 7 days before the first evening. After that, the course fee can’t be refunded, but someone else may take your place.`,
		),
		pools: [{ key: 'group', name: t(message`Group`), size: 14 }],
		tickets: [
			{
				key: 'course',
				name: t(message`Whole course`),
				kind: 'paid',
				priceMinor: 16_000,
				sharedPool: 'group',
				maxPerOrder: 2,
				salesEnd: { minutes: -60 },
			},
			{
				key: 'reduced',
				name: t(message`Whole course, reduced`),
				description: t(message`For pupils, students and people without work. Please bring proof.`),
				kind: 'paid',
				priceMinor: 11_000,
				sharedPool: 'group',
				maxPerOrder: 2,
				salesEnd: { minutes: -60 },
			},
		],
		questions: [
			{
				key: 'level',
				label: t(message`Your level`),
				kind: 'single_choice',
				isRequired: true,
				choices: [
					{ key: 'beginner', label: t(message`Beginner`) },
					{ key: 'intermediate', label: t(message`Intermediate`) },
					{ key: 'advanced', label: t(message`Advanced`) },
				],
			},
			{ key: 'phone', label: t(message`Phone number, in case an evening is moved`), kind: 'phone' },
			{ key: 'reason', label: t(message`Why this course?`), kind: 'long_text' },
		],
	}),
};

export const webinar: ReadyTemplate = {
	key: 'webinar',
	coverSeed: 'webinar-b',
	purpose: 'learning',
	category: 'technology',
	name: message`Webinar`,
	hint: message`Online and free. Guests get the meeting link with their ticket and send questions before.`,
	startTime: '17:00',
	lengthMinutes: 60,
	plan: ({ t, at }) => ({
		summary: t(message`One hour online: a practical talk, then your questions.`),
		description: t(message`In one hour you learn:

- [the first thing people can use tomorrow]
- [the second thing]
- [the mistake that most people make]

## Agenda

- **${at(0)}** Welcome
- **${at(5)}** Talk
- **${at(40)}** Questions and answers

**Who speaks:** [name, role, and why they know]

You find the meeting link on your ticket. It opens ten minutes before the start. Everyone who registers gets the recording.`),
		format: 'online',
		refundPolicy: '',
		tickets: [{ key: 'entry', name: t(message`Free place`), capacity: 500, maxPerOrder: 1 }],
		questions: [
			{ key: 'company', label: t(message`Organisation`), kind: 'text' },
			{ key: 'question', label: t(message`What would you like to ask the speaker?`), kind: 'long_text' },
			{
				key: 'recording',
				label: t(message`I understand that the session is recorded`),
				kind: 'consent',
				isRequired: true,
			},
		],
	}),
};

export const openHouse: ReadyTemplate = {
	key: 'open-house',
	purpose: 'learning',
	category: 'education',
	name: message`Open house`,
	hint: message`Schools, studios and companies open their doors, with tours at fixed times.`,
	startTime: '10:00',
	lengthMinutes: 300,
	plan: ({ t, at }) => ({
		summary: t(message`Come in, look around and ask everything you always wanted to know.`),
		description: t(message`We open our doors: see where we work, meet the people and try things out.

## Programme

- **${at(0)}** Doors open, coffee and cake
- **${at(30)}** First tour
- **${at(120)}** Second tour
- **${at(210)}** Third tour
- **all day** Try it yourself, in every room

Tours take about 45 minutes and have room for 20 people. Everything else is open without a ticket, but it helps us to know how many people come.

The house is accessible by lift. Dogs stay outside.`),
		refundPolicy: '',
		tickets: [
			{ key: 'visit', name: t(message`Visit`), description: t(message`Come when you like`), maxPerOrder: 6 },
			{ key: 'tour-1', name: t(message`Visit and first tour`), capacity: 20, maxPerOrder: 6 },
			{ key: 'tour-2', name: t(message`Visit and second tour`), capacity: 20, maxPerOrder: 6 },
			{ key: 'tour-3', name: t(message`Visit and third tour`), capacity: 20, maxPerOrder: 6 },
		],
		questions: [
			{
				key: 'interest',
				label: t(message`What interests you most?`),
				kind: 'multiple_choice',
				scope: 'order',
				choices: [
					{ key: 'training', label: t(message`Training or study`) },
					{ key: 'jobs', label: t(message`Jobs`) },
					{ key: 'products', label: t(message`What we make`) },
					{ key: 'curious', label: t(message`I am just curious`) },
				],
			},
			{ key: 'access', label: t(message`What do you need to take part?`), kind: 'text' },
		],
	}),
};
