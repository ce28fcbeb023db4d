import type { DemoSeries } from './make-demo-series.ts';

/** Events of the demo that repeat. Their first date is worked out from the day on which the demo is loaded. */
export const harbourSeries: readonly DemoSeries[] = [
	{
		input: {
			...{ city: 'Hamburg', countryCode: 'DE', timeZone: 'Europe/Berlin' },
			title: 'Life Drawing at the Boathouse',
			category: 'arts',
			venueName: 'The Boathouse',
			summary: 'A model, a warm stove and ninety minutes to draw.',
			description:
				'We draw from life, in charcoal or pencil. Paper is there, easels too. **Beginners sit in front**, and nobody looks over your shoulder unless you ask.',
			tags: ['drawing', 'class'],
		},
		at: '19:00',
		lastsMinutes: 90,
		first: { inDays: 4 },
		repeat: { count: 26 },
		booking: 'any',
		tickets: [
			{ name: 'Trial seat', kind: 'free', capacity: 4 },
			{ name: 'Seat', kind: 'paid', priceMinor: 1_400, capacity: 12, currency: 'EUR' },
		],
		guests: { dates: 9, each: 3 },
		changes: [
			{ date: 3, venueName: 'Studio on the Quay' },
			{ date: 5, priceMinor: 900 },
			{ date: 7, cancelled: 'Our model is ill. We are sorry.' },
			{ date: 10, laterByDays: 1 },
		],
	},
	{
		input: {
			...{ city: 'Hamburg', countryCode: 'DE', timeZone: 'Europe/Berlin' },
			title: 'Market on the Pier',
			category: 'community',
			venueName: 'Pier 4',
			summary: 'Bread, fish, plants and second-hand books, once a month.',
			description:
				'Forty stalls along the water. Entry costs nothing; register if you want to hear of changes.',
			tags: ['market'],
		},
		at: '10:00',
		lastsMinutes: 300,
		first: 'last Saturday',
		repeat: {},
		booking: 'each',
		tickets: [{ name: 'Visitor', kind: 'free', capacity: null }],
		guests: { dates: 0, each: 0 },
		changes: [],
	},
];
