import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import type { EmbeddedTicket } from './event/choice.ts';

/** A ticket that costs nothing and can be taken; for tests. */
export const makeTicket = (id: string, more: Partial<EmbeddedTicket> = {}): EmbeddedTicket => ({
	id,
	name: `Ticket ${id}`,
	description: '',
	kind: 'free',
	totalMinor: 0,
	currency: 'EUR',
	minPerOrder: 1,
	maxPerOrder: 10,
	admits: 1,
	isAdmission: true,
	needsApproval: false,
	salesStartAt: null,
	state: 'on_sale',
	left: null,
	...more,
});

/** An event that takes registrations; for tests. */
export const makeEmbeddedEvent = (more: Partial<EmbeddedEvent> = {}): EmbeddedEvent => ({
	id: '01890000-0000-7000-8000-000000000001',
	slug: 'jazz-night',
	code: 'ABCDEF',
	title: 'Jazz Night',
	summary: '',
	category: 'music',
	format: 'in_person',
	status: 'published',
	city: 'Berlin',
	countryCode: 'DE',
	venueName: 'Blue Hall',
	timeZone: 'Europe/Berlin',
	startsAt: '2027-01-21T18:30:00Z',
	endsAt: '2027-01-21T21:00:00Z',
	isAllDay: false,
	cover: { url: '/covers/1.svg', srcSet: '', alt: '', isGenerated: true },
	themeHue: 255,
	minPriceMinor: 0,
	maxPriceMinor: 0,
	currency: 'EUR',
	organiser: { name: 'Harbour Club', slug: 'harbour-club' },
	state: 'open',
	statusMessage: '',
	opensAt: null,
	externalUrl: '',
	tickets: [makeTicket('a')],
	dates: [],
	isSandbox: false,
	...more,
});
