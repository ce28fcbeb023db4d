import type { ReportInput } from '#server/domain/reports/commands/save-report.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createEvent } from '#shared/contracts/event-creation.ts';
import type { GiftReceiptInput } from '#shared/contracts/gift-receipts.ts';
import type { createTicketType } from '#shared/contracts/tickets.ts';
import type { OrganisationRole } from '#shared/rules/permissions.ts';
import type { DemoGiftCards } from './issue-gift-cards.ts';
import type { DemoSeries } from './make-demo-series.ts';
import { type DemoMessages, jazzMessages, roundMessages } from './messages.ts';
import { brightsidePast, harbourPast, tidewaterPast } from './past-events.ts';
import type { DemoFundraiser } from './raise-funds.ts';
import type { DemoDoorSales } from './sell-at-door.ts';
import { harbourSeries } from './series.ts';
import type { DemoSource } from './visits.ts';

/** Password of every demo sign-in; printed at the start while the demo is loaded. */
export const demoPassword = 'welcome-to-foyer';

export interface DemoEvent {
	input: Omit<
		BodyOf<typeof createEvent>,
		'startsAt' | 'startsAtLocal' | 'endsAt' | 'endsAtLocal' | 'organisationId'
	>;
	/** Days from today to the day it starts, and the wall time at its place; or, for one that is on, hours from now. */
	starts: { inDays: number; at: string } | { inHours: number };
	lastsHours: number;
	/** The free "Standard" ticket that every event begins with. */
	standard?: { name?: string; capacity?: number | null; opensDaysBefore?: number };
	ticketTypes?: BodyOf<typeof createTicketType>[];
	/** Free of charge, on tickets without a price. */
	guests: number;
	/** Orders of the first ticket type with a price, paid by card, of one or two tickets; the first of them were refunded. */
	sales?: { orders: number; refunds: number };
	/** Addresses that were given out, and how people find them again. */
	links?: { code: string; label: string }[];
	/** How many of the guests are in. */
	checkedIn?: number;
	/** The label of the link by which helpers work at the door. */
	door?: string;
	fundraiser?: DemoFundraiser;
	/** Of an event that is on. */
	doorSales?: DemoDoorSales;
	/** To its guests. */
	messages?: DemoMessages;
	state: 'draft' | 'published' | 'cancelled' | 'postponed' | 'archived';
}

export interface DemoOrganisation {
	name: string;
	owner: { firstName: string; lastName: string; email: string };
	/** The country of its payment account in test mode; without one it sells nothing with a price. */
	takesCards?: string;
	/** Its details for receipts of donations. */
	receipts?: {
		seller: { legalName: string; address: string; countryCode: string };
		settings: GiftReceiptInput;
	};
	/** Members beside the owner; a role may reach one event alone, by its title. */
	team?: { firstName: string; lastName: string; email: string; role: OrganisationRole; event?: string }[];
	/** Saved for all members. */
	reports?: Omit<ReportInput, 'sharing'>[];
	giftCards?: DemoGiftCards;
	/** Where visitors of its events come from. */
	sources: DemoSource[];
	events: DemoEvent[];
	series?: readonly DemoSeries[];
}

const hamburg = { city: 'Hamburg', countryCode: 'DE', timeZone: 'Europe/Berlin' };
const lisbon = { city: 'Lisbon', countryCode: 'PT', timeZone: 'Europe/Lisbon' };
const leeds = { city: 'Leeds', countryCode: 'GB', timeZone: 'Europe/London' };
const toronto = { city: 'Toronto', region: 'Ontario', countryCode: 'CA', timeZone: 'America/Toronto' };

/** Three organisations with a year behind them, and events in every state that an event can have. */
export const demoContent: DemoOrganisation[] = [
	{
		name: 'Harbour Lights',
		series: harbourSeries,
		takesCards: 'DE',
		owner: { firstName: 'Marie', lastName: 'Petersen', email: 'marie@harbour-lights.example' },
		team: [
			{
				...{ firstName: 'Jannis', lastName: 'Okoye', email: 'jannis@harbour-lights.example' },
				role: 'event_manager',
			},
			{
				...{ firstName: 'Leyla', lastName: 'Aydın', email: 'leyla@harbour-lights.example' },
				role: 'finance',
			},
			{
				...{ firstName: 'Mads', lastName: 'Kjær', email: 'mads@harbour-lights.example' },
				role: 'marketing',
			},
			{
				...{ firstName: 'Rosa', lastName: 'Winkler', email: 'rosa@harbour-lights.example' },
				role: 'check_in',
				event: 'Open Rehearsal: Harbour Choir',
			},
		],
		reports: [
			{
				name: 'Money by event',
				note: 'For the meeting with the harbour authority.',
				chart: 'bar',
				query: {
					dataset: 'orders',
					filters: [
						{ column: 'orderStatus', is: 'is', values: ['confirmed'] },
						{ column: 'total', is: 'at_least', values: [1] },
					],
					groups: ['event', 'currency'],
					measures: ['orders', 'total', 'tax'],
					...{ columns: [], order: [{ by: 'total', descending: true }], timeZone: 'Europe/Berlin' },
				},
			},
		],
		giftCards: {
			details: 'For every evening on the water, and for the festival at the quay.',
			validYears: 3,
			cards: [
				{
					...{ amountMinor: 2_000, origin: 'given', recipientName: 'Luca Moretti', lapsedYearsAgo: 2 },
					note: 'Prize of the first quay festival',
				},
				{
					...{
						amountMinor: 5_000,
						origin: 'given',
						recipientName: 'Amira Hassan',
						usedAt: 'Jazz on the Water',
					},
					...{ message: 'Thank you for your help on deck.', note: 'First prize of the raffle' },
				},
				{
					...{ amountMinor: 10_000, origin: 'cash', recipientName: 'Jonas Weber', isBlocked: true },
					note: 'Paid at the pier; he lost the printed code',
				},
				{ amountMinor: 7_500, origin: 'transfer', recipientName: 'Sofia Lindqvist' },
			],
			bought: {
				buyer: { name: 'Tomás Ferreira', email: 'tomas.ferreira@people.example' },
				...{ amountMinor: 2_500, recipientName: 'Inês Ferreira', recipientEmail: 'ines@people.example' },
				...{ message: 'Happy birthday! See you on the ferry.', sentInDays: 30 },
			},
		},
		sources: [
			{ weight: 5 },
			{ weight: 3, source: 'instagram', medium: 'social', campaign: 'line-up' },
			{ weight: 3, source: 'newsletter', medium: 'email', campaign: 'next-crossing' },
			{ weight: 2, source: 'hamburg-harbour.example' },
			{ weight: 1, source: 'facebook', medium: 'social' },
		],
		events: [
			...harbourPast,
			{
				input: {
					...hamburg,
					title: 'Jazz on the Water',
					category: 'music',
					venueName: 'Alte Fähre',
					address: 'Landungsbrücken 7',
					latitude: 53.5459,
					longitude: 9.9667,
					summary: 'Three bands, one old ferry, and the harbour at night.',
					tags: ['jazz', 'live music', 'boat'],
					description:
						'The ferry leaves the pier at eight and comes back with the last song.\n\n## Line-up\n\n- **The Tugboats**, brass and rhythm from the docks\n- **Nils & Amal**, piano and voice\n- **Low Tide**, a trio that plays what the weather asks for\n\nBring a warm coat: the best place is on deck.',
					refundPolicy: 'Cancel until the day before, so someone else can have your spot.',
				},
				starts: { inDays: 3, at: '20:00' },
				lastsHours: 3,
				standard: { capacity: 140 },
				ticketTypes: [
					{
						name: 'Upper deck',
						description: 'A chair, a blanket and a hot drink.',
						kind: 'paid',
						priceMinor: 2_400,
						taxBasisPoints: 700,
						currency: 'EUR',
						capacity: 40,
					},
					{
						name: 'Pay what you like',
						description: 'For the band’s fuel.',
						kind: 'donation',
						priceMinor: 500,
						suggestedMinor: 1_500,
						currency: 'EUR',
						capacity: null,
					},
				],
				guests: 82,
				sales: { orders: 16, refunds: 1 },
				links: [
					{ code: 'pier7', label: 'Poster at the pier' },
					{ code: 'radio', label: 'Harbour radio' },
				],
				messages: jazzMessages,
				state: 'published',
			},
			{
				input: {
					...hamburg,
					title: 'Songwriters’ Round',
					category: 'music',
					venueName: 'Kulturspeicher 12',
					address: 'Am Sandtorkai 12',
					summary: 'Four writers, four chairs, new songs and how they came about.',
					tags: ['songwriting', 'acoustic'],
					description:
						'Four people who write songs play them to each other, and to forty guests.\n\nThe room is small on purpose.',
				},
				starts: { inDays: 11, at: '19:30' },
				lastsHours: 2,
				standard: { capacity: 40 },
				guests: 40,
				messages: roundMessages,
				state: 'published',
			},
			{
				input: {
					...hamburg,
					title: 'Open Rehearsal: Harbour Choir',
					category: 'arts',
					venueName: 'St. Katharinen',
					address: 'Katharinenkirchhof 1',
					summary: 'Sit in the choir and sing along.',
					tags: ['choir', 'singing'],
					description:
						'No notes to read, no audition. The choir teaches one song by ear, and at the end it is sung together.',
				},
				starts: { inHours: -1 },
				lastsHours: 5,
				standard: { capacity: 90 },
				guests: 64,
				checkedIn: 41,
				door: 'Door at the church',
				ticketTypes: [
					{ name: 'Ticket at the door', kind: 'paid', priceMinor: 500, currency: 'EUR', isHidden: true },
				],
				doorSales: {
					ticket: 'Ticket at the door',
					tills: [
						{
							...{ device: 'Side entrance', by: 'Rosa Winkler', openedMinor: 5_000 },
							sales: [
								{ quantity: 1, given: 1_000 },
								{ quantity: 2, given: 2_000 },
							],
							closed: { countedMinor: 6_300, note: 'One coin of €2 is missing.' },
						},
						{
							...{ device: 'Main entrance', by: 'Jannis Okoye', openedMinor: 10_000 },
							sales: [{ quantity: 2, given: 1_000 }],
						},
					],
				},
				state: 'published',
			},
			{
				input: {
					...hamburg,
					title: 'Quay Festival',
					category: 'music',
					venueName: 'Quay 9',
					summary: 'Two stages, twelve acts, one long day by the river.',
					tags: ['festival'],
					description:
						'Thank you for coming. The photographs are with the bands, the lost umbrellas are with us.',
				},
				starts: { inDays: -125, at: '12:00' },
				lastsHours: 10,
				standard: { capacity: 150 },
				guests: 120,
				checkedIn: 108,
				state: 'archived',
			},
		],
	},
	{
		name: 'Brightside Foundation',
		takesCards: 'GB',
		receipts: {
			seller: {
				legalName: 'Brightside Foundation UK',
				address: '4 Canal Wharf\nLeeds LS11 5PS',
				countryCode: 'GB',
			},
			settings: {
				...{
					regime: 'uk',
					number: '1180000',
					signatory: 'Inês Carvalho, trustee',
					purpose: '',
					taxOffice: '',
				},
				...{ noticeDate: null, assessmentPeriod: '', excludesMembershipFees: false },
				...{ isAutomatic: true, sendsSummary: true },
			},
		},
		owner: { firstName: 'Inês', lastName: 'Carvalho', email: 'ines@brightside.example' },
		sources: [
			{ weight: 4 },
			{ weight: 4, source: 'newsletter', medium: 'email', campaign: 'reading-rooms' },
			{ weight: 2, source: 'ward-news.example' },
			{ weight: 1, source: 'instagram', medium: 'social' },
		],
		events: [
			...brightsidePast,
			{
				input: {
					...lisbon,
					title: 'Run for the Reading Rooms',
					category: 'charity',
					venueName: 'Parque Eduardo VII',
					summary: 'Five kilometres through the park, for books in every ward of the children’s hospital.',
					tags: ['run', 'charity', 'family'],
					description:
						'Walk it, run it, push a pram: everybody is welcome.\n\n1. Collect your number from nine\n2. Start at ten\n3. Juice and cake at the finish\n\nNumbers are free; donations are collected on the day.',
				},
				starts: { inDays: 17, at: '10:00' },
				lastsHours: 4,
				standard: { capacity: 600 },
				guests: 72,
				state: 'published',
			},
			{
				input: {
					...leeds,
					title: 'Gala for the Reading Rooms',
					category: 'charity',
					venueName: 'The Corn Hall',
					address: 'Call Lane 42',
					currency: 'GBP',
					summary: 'Dinner, a string quartet, and shelves for six hospital wards.',
					tags: ['gala', 'charity', 'dinner'],
					description:
						'Three courses, one quartet, and a short film from the wards.\n\nA seat is worth **£25**; the rest of its price is your donation.',
				},
				starts: { inDays: 31, at: '19:00' },
				lastsHours: 4,
				standard: { name: 'Volunteer', capacity: 12 },
				ticketTypes: [
					{
						name: 'Seat at the gala',
						description: 'Dinner and music.',
						kind: 'paid',
						priceMinor: 8_000,
						fairValueMinor: 2_500,
						taxBasisPoints: 2_000,
						currency: 'GBP',
						capacity: 120,
					},
				],
				guests: 12,
				sales: { orders: 12, refunds: 0 },
				links: [{ code: 'wards', label: 'Letter to the wards' }],
				state: 'published',
				fundraiser: {
					page: {
						...{ goalMinor: 500_000, currency: 'GBP', wall: 'public', monthly: true, supporters: 'open' },
						story:
							'A reading room is a shelf, two chairs and somebody with time. **Six wards** in Leeds are still without one.',
						presetsMinor: [1_000, 2_500, 10_000],
						presetTexts: ['Two picture books', 'An evening of reading aloud', 'A shelf for a ward'],
					},
					match: { sponsor: 'Canal Street Bakery', ratioBasisPoints: 5_000, capMinor: 50_000, endsAt: null },
					teams: [
						{
							name: 'Night Shift',
							goalMinor: 150_000,
							story: 'Nurses, porters and a physiotherapist who read in the small hours.',
						},
						{
							name: 'Canal Street Readers',
							goalMinor: 60_000,
							story: 'A book club above a bakery that gives a pound for each chapter.',
						},
					],
					pages: [
						{
							team: 0,
							goalMinor: 50_000,
							story: 'I read to the children on ward 12. They choose, I do the voices.',
						},
						{ team: 0, goalMinor: 40_000, story: 'A pound for every page that I read until the gala.' },
						{ team: 1, goalMinor: 30_000, story: 'My daughter learned to read in hospital.' },
					],
					offline: [
						{ amountMinor: 12_000, way: 'cash', donorName: 'Choir of St Anne', daysAgo: 4, donorEmail: '' },
						{ amountMinor: 25_000, way: 'transfer', donorName: 'Margaret Ellis', daysAgo: 2, donorEmail: '' },
					].map((one) => ({ isAnonymous: false, message: '', note: '', ...one, way: one.way as 'cash' })),
					gifts: [
						{ amountMinor: 2_500, message: 'For the voices.', page: 0, hasGiftAid: true, updates: true },
						{ amountMinor: 10_000, seats: 2, cover: true, hasGiftAid: true },
						{ amountMinor: 1_000, page: 0, anonymous: true },
						{ amountMinor: 5_000, page: 1, message: 'Read on!' },
						{ amountMinor: 2_500, seats: 1, honour: { kind: 'memory', name: 'Rosa Lund' } },
						{ amountMinor: 7_500, page: 2, hasGiftAid: true, message: 'From one reader to another.' },
						{ amountMinor: 2_000, seats: 4 },
					],
				},
			},
			{
				input: {
					...lisbon,
					title: 'Volunteers’ Dinner',
					category: 'community',
					venueName: 'Casa do Jardim',
					summary: 'A long table for everyone who carried boxes this year.',
					description: 'Soup, bread, and a few words of thanks that will be kept short.',
				},
				starts: { inDays: 26, at: '19:00' },
				lastsHours: 4,
				guests: 0,
				state: 'draft',
			},
			{
				input: {
					...lisbon,
					title: 'Charity Auction: Twenty Chairs',
					category: 'arts',
					venueName: 'LX Factory, Hall 3',
					summary: 'Twenty designers, twenty second-hand chairs, one evening of bids.',
					description: 'The hall was double-booked and no other was free in time.',
				},
				starts: { inDays: 8, at: '18:30' },
				lastsHours: 3,
				standard: { capacity: 80 },
				guests: 23,
				state: 'cancelled',
			},
		],
	},
	{
		name: 'Tidewater Tech',
		takesCards: 'CA',
		owner: { firstName: 'Devon', lastName: 'Clarke', email: 'devon@tidewater.example' },
		sources: [
			{ weight: 4 },
			{ weight: 3, source: 'lake-developers.example' },
			{ weight: 2, source: 'mastodon', medium: 'social' },
			{ weight: 2, source: 'newsletter', medium: 'email', campaign: 'talks' },
		],
		events: [
			...tidewaterPast,
			{
				input: {
					...toronto,
					title: 'Databases by the Lake',
					category: 'technology',
					format: 'hybrid',
					venueName: 'Harbourfront Loft',
					address: '235 Queens Quay West',
					latitude: 43.6387,
					longitude: -79.3817,
					onlineUrl: 'https://meet.example.org/databases-by-the-lake',
					currency: 'CAD',
					summary: 'One day about storing things safely, with people who have lost data and lived.',
					tags: ['databases', 'postgresql', 'conference'],
					description:
						'## Talks\n\n- *What a commit promises*\n- *Counting to a million without counting*\n- *The night the disk filled up*\n\n## Who it is for\n\nAnyone who has ever said "it was there yesterday".',
				},
				starts: { inDays: 39, at: '09:00' },
				lastsHours: 8,
				standard: { capacity: 180 },
				ticketTypes: [
					{ name: 'Online', description: 'The stream and the questions.', kind: 'free', capacity: null },
					{
						name: 'Supporter',
						description: 'Pays for someone else’s train.',
						kind: 'paid',
						priceMinor: 4900,
						currency: 'CAD',
						capacity: 50,
					},
				],
				guests: 76,
				sales: { orders: 12, refunds: 1 },
				links: [{ code: 'meetup', label: 'Talk at the meetup' }],
				state: 'published',
			},
			{
				input: {
					timeZone: 'UTC',
					title: 'Office Hours: Accessible Forms',
					category: 'education',
					format: 'online',
					onlineUrl: 'https://meet.example.org/office-hours',
					summary: 'Bring a form that people can’t fill in. We’ll fix it together.',
					tags: ['accessibility', 'workshop'],
					description: 'An hour, a shared screen and a screen reader. Registration opens a week before.',
				},
				starts: { inDays: 22, at: '16:00' },
				lastsHours: 1,
				standard: { capacity: 25, opensDaysBefore: 7 },
				guests: 0,
				state: 'published',
			},
			{
				input: {
					...toronto,
					title: 'Hardware Night',
					category: 'technology',
					venueName: 'Tidewater Workshop',
					summary: 'Solder, smoke, success.',
					tags: ['hardware', 'makers'],
					description:
						'The workshop is being rewired. A new date follows as soon as the lights are on again.',
				},
				starts: { inDays: 6, at: '18:00' },
				lastsHours: 3,
				standard: { capacity: 30 },
				guests: 19,
				state: 'postponed',
			},
		],
	},
];
