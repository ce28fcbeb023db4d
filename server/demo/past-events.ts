import type { DemoEvent } from './content.ts';

const hamburg = { city: 'Hamburg', countryCode: 'DE', timeZone: 'Europe/Berlin' };
const lisbon = { city: 'Lisbon', countryCode: 'PT', timeZone: 'Europe/Lisbon' };
const toronto = { city: 'Toronto', region: 'Ontario', countryCode: 'CA', timeZone: 'America/Toronto' };

/** Values shared by all past events. */
interface Past {
	title: string;
	summary: string;
	daysAgo: number;
	guests: number;
	checkedIn: number;
	sales?: DemoEvent['sales'];
	links?: DemoEvent['links'];
	capacity?: number;
}

type Template = Omit<DemoEvent, 'starts' | 'guests' | 'state' | 'input' | 'standard'> & {
	at: string;
	input: Omit<DemoEvent['input'], 'title' | 'summary'>;
};

/** An event that is over, made of what its series has in common. */
const past = (
	{ at, input, ...rest }: Template,
	{ title, summary, daysAgo, capacity = 120, ...one }: Past,
): DemoEvent => ({
	...rest,
	...one,
	input: { ...input, title, summary },
	starts: { inDays: -daysAgo, at },
	standard: { capacity },
	state: 'published',
});

const crossing: Template = {
	input: {
		...hamburg,
		category: 'music',
		venueName: 'Alte Fähre',
		address: 'Landungsbrücken 7',
		tags: ['jazz', 'live music', 'boat'],
		description: 'The ferry leaves the pier at eight and comes back with the last song.',
	},
	at: '20:00',
	lastsHours: 3,
	ticketTypes: [
		{
			...{ name: 'Upper deck', description: 'A chair, a blanket and a hot drink.', kind: 'paid' },
			...{ priceMinor: 2_200, taxBasisPoints: 700, currency: 'EUR', capacity: 40 },
		},
	],
};
const round: Template = {
	input: {
		...hamburg,
		category: 'music',
		venueName: 'Kulturspeicher 12',
		address: 'Am Sandtorkai 12',
		tags: ['songwriting', 'acoustic'],
		description: 'People who write songs play them to each other, and to forty guests.',
	},
	at: '19:30',
	lastsHours: 2,
};

/** A year of concerts. */
export const harbourPast: DemoEvent[] = [
	past(crossing, {
		...{
			title: 'Jazz on the Water: First Crossing',
			summary: 'The first time that the ferry leaves with a band.',
		},
		...{ daysAgo: 341, guests: 38, checkedIn: 44, sales: { orders: 10, refunds: 1 } },
	}),
	past(round, {
		...{ title: 'Songwriters’ Round: Small Songs', summary: 'Nothing longer than two minutes.' },
		...{ daysAgo: 306, guests: 36, checkedIn: 31, capacity: 40 },
	}),
	past(crossing, {
		...{ title: 'Jazz on the Water: Brass on Deck', summary: 'Nine horns and the wind.' },
		...{ daysAgo: 264, guests: 47, checkedIn: 55, sales: { orders: 11, refunds: 1 } },
		links: [{ code: 'brass', label: 'Poster of the brass school' }],
	}),
	past(round, {
		...{ title: 'Songwriters’ Round: Letters', summary: 'Songs that were letters first.' },
		...{ daysAgo: 219, guests: 40, checkedIn: 34, capacity: 40 },
	}),
	past(crossing, {
		...{ title: 'Jazz on the Water: Strings at Sea', summary: 'Two violins, a bass and the harbour.' },
		...{ daysAgo: 176, guests: 58, checkedIn: 66, sales: { orders: 14, refunds: 2 } },
	}),
	past(round, {
		...{ title: 'Songwriters’ Round: Covers Allowed', summary: 'The songs they wish they had written.' },
		...{ daysAgo: 88, guests: 39, checkedIn: 35, capacity: 40 },
	}),
	past(crossing, {
		...{
			title: 'Jazz on the Water: Piano and Fog',
			summary: 'A grand piano on a ferry. It was tuned twice.',
		},
		...{ daysAgo: 40, guests: 71, checkedIn: 78, sales: { orders: 15, refunds: 2 } },
		links: [{ code: 'foghorn', label: 'Interview on harbour radio' }],
	}),
];

const charity: Template = {
	input: {
		...lisbon,
		category: 'charity',
		venueName: 'Parque Eduardo VII',
		tags: ['run', 'charity', 'family'],
		description: 'Walk it, run it, push a pram: everybody is welcome.',
	},
	at: '10:00',
	lastsHours: 4,
};

/** What the foundation did before. */
export const brightsidePast: DemoEvent[] = [
	past(charity, {
		...{ title: 'Run for the Reading Rooms: First Lap', summary: 'Five kilometres for the first shelf.' },
		...{ daysAgo: 292, guests: 84, checkedIn: 71, capacity: 400 },
	}),
	past(
		{
			...charity,
			input: { ...charity.input, category: 'family', venueName: 'Casa do Jardim', tags: ['books'] },
		},
		{
			...{ title: 'Swap a Book', summary: 'Bring one, take one, read it on the lawn.' },
			...{ daysAgo: 158, guests: 63, checkedIn: 52 },
		},
	),
	past(
		{
			...charity,
			input: {
				...charity.input,
				category: 'community',
				venueName: 'Biblioteca Camões',
				tags: ['volunteers'],
			},
		},
		{
			...{
				title: 'Reading Aloud: A First Lesson',
				summary: 'For volunteers who have never done the voices.',
			},
			...{ daysAgo: 61, guests: 34, checkedIn: 29, capacity: 40 },
		},
	),
];

const conference: Template = {
	input: {
		...toronto,
		category: 'technology',
		venueName: 'Harbourfront Loft',
		address: '235 Queens Quay West',
		currency: 'CAD',
		tags: ['databases', 'conference'],
		description: 'Talks by people who have lost data and lived.',
	},
	at: '09:00',
	lastsHours: 8,
	ticketTypes: [
		{
			...{ name: 'Supporter', description: 'Pays for someone else’s train.', kind: 'paid' },
			...{ priceMinor: 4_500, currency: 'CAD', capacity: 50 },
		},
	],
};
const hardware: Template = {
	input: {
		...toronto,
		category: 'technology',
		venueName: 'Tidewater Workshop',
		tags: ['hardware', 'makers'],
		description: 'Bring something broken and a screwdriver.',
	},
	at: '18:00',
	lastsHours: 4,
};

/** What the group met for before. */
export const tidewaterPast: DemoEvent[] = [
	past(conference, {
		...{
			title: 'Databases by the Lake: Opening',
			summary: 'The first gathering about storing things safely.',
		},
		...{ daysAgo: 326, guests: 66, checkedIn: 70, sales: { orders: 12, refunds: 1 } },
	}),
	past(hardware, {
		...{ title: 'Hardware Night: Radios', summary: 'Valves, dials, static.' },
		...{ daysAgo: 238, guests: 27, checkedIn: 22, capacity: 30 },
	}),
	past(hardware, {
		...{ title: 'Hardware Night: Clocks', summary: 'Everything that ticks, and much that should.' },
		...{ daysAgo: 147, guests: 29, checkedIn: 25, capacity: 30 },
	}),
	past(hardware, {
		...{ title: 'Hardware Night: Keyboards', summary: 'Switches, solder, noise.' },
		...{ daysAgo: 33, guests: 30, checkedIn: 24, capacity: 30 },
	}),
];
