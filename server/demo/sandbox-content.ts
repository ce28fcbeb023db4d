import type { DemoEvent } from './content.ts';

const berlin = { city: 'Berlin', countryCode: 'DE', timeZone: 'Europe/Berlin' };

/** The initial content of a sandbox: an event that is free, one that sells tickets, one that is over, and 200 guests. */
export const sandboxContent: readonly DemoEvent[] = [
	{
		input: {
			...berlin,
			title: 'Sandbox Meetup',
			category: 'technology',
			venueName: 'Test Hall',
			summary: 'Free registration. Try orders, guests and check-in on it.',
			description: 'An event of your sandbox. Nobody but your team finds it.',
		},
		starts: { inDays: 14, at: '19:00' },
		lastsHours: 3,
		standard: { capacity: 250 },
		guests: 110,
		state: 'published',
	},
	{
		input: {
			...berlin,
			title: 'Sandbox Concert',
			category: 'music',
			venueName: 'Test Hall',
			summary: 'Sells tickets with test cards. No money moves.',
			description:
				'Pay with the card 4242 4242 4242 4242. Other test cards are declined or ask for a confirmation.',
			refundPolicy: 'Refunds until the day before.',
		},
		starts: { inDays: 30, at: '20:00' },
		lastsHours: 3,
		standard: { capacity: 60 },
		ticketTypes: [
			{
				name: 'Seat',
				kind: 'paid',
				priceMinor: 2_500,
				taxBasisPoints: 700,
				currency: 'EUR',
				capacity: 100,
			},
		],
		guests: 40,
		state: 'published',
	},
	{
		input: {
			...berlin,
			title: 'Sandbox Workshop',
			category: 'education',
			venueName: 'Test Hall',
			summary: 'Is over: its guests were checked in, its figures are final.',
			description: 'An event of your sandbox that is over.',
		},
		starts: { inDays: -7, at: '10:00' },
		lastsHours: 6,
		standard: { capacity: 60 },
		guests: 50,
		checkedIn: 38,
		state: 'published',
	},
];
