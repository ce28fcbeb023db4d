import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { jsonForScript } from '#app/lib/json-text.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { eventJsonLd } from './json-ld.ts';

const event = {
	id: '0193d7a2-1234-7000-8000-000000000000',
	slug: 'jazz',
	title: 'Jazz',
	summary: '',
	descriptionHtml: '<p>Doors &amp; <strong>bread</strong></p>',
	category: 'music',
	format: 'in_person',
	status: 'published',
	timeZone: 'Europe/Berlin',
	startsAt: '2027-10-30T23:30:00.000Z',
	endsAt: '2027-10-31T02:30:00.000Z',
	startsAtLocal: '2027-10-31T01:30',
	endsAtLocal: '2027-10-31T03:30',
	isAllDay: false,
	previousStartsAt: null,
	previousPlace: null,
	shareImageUrl: '/og/x.png',
	venue: {
		name: 'Hall',
		address: 'Str. 1',
		city: 'Berlin',
		region: '',
		countryCode: 'DE',
		latitude: null,
		longitude: null,
	},
	organiser: { name: 'Ada', slug: 'ada', logoUrl: null, contactEmail: '' },
} as PublicEvent;

const ticket = {
	name: 'Standard',
	kind: 'free',
	priceMinor: 0,
	taxBasisPoints: 0,
	currency: 'EUR',
	state: 'on_sale',
	salesStartAt: null,
} as TicketType;

const pricing: PricingTerms = {
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: null,
	feeBearer: 'organiser',
	isLive: true,
};

// biome-ignore lint/suspicious/noExplicitAny: read freely
const read = (part: Partial<PublicEvent> = {}, types: TicketType[] = []): any =>
	eventJsonLd({ ...event, ...part }, { types, pricing }, 'https://foyer.test');

test('times carry the offset of the event’s zone, on both sides of a change of clocks', () => {
	expect(read()).toMatchObject({
		'@type': 'MusicEvent',
		startDate: '2027-10-31T01:30:00+02:00',
		endDate: '2027-10-31T03:30:00+01:00',
		description: 'Doors & bread',
	});
	expect(read({ startsAt: '2027-01-15T03:30:00.000Z', startsAtLocal: '2027-01-15T00:00' }).startDate).toBe(
		'2027-01-15T00:00:00-03:30',
	);
	expect(read({ startsAt: '2027-01-15T12:15:00.000Z', startsAtLocal: '2027-01-15T18:00' }).startDate).toBe(
		'2027-01-15T18:00:00+05:45',
	);
});

test('it needs no Temporal, which not every browser has', () => {
	vi.stubGlobal('Temporal', undefined);
	onTestFinished(() => {
		vi.unstubAllGlobals();
	});
	const days = { isAllDay: true, startsAtLocal: '2027-05-01T00:00', endsAtLocal: '2027-05-03T00:00' };
	expect(read().startDate).toBe('2027-10-31T01:30:00+02:00');
	expect(read(days)).toMatchObject({ startDate: '2027-05-01', endDate: '2027-05-02' });
});

test('whole days are days, and end on the last of them', () => {
	const days = { isAllDay: true, startsAtLocal: '2027-05-01T00:00', endsAtLocal: '2027-05-03T00:00' };
	expect(read(days)).toMatchObject({ startDate: '2027-05-01', endDate: '2027-05-02' });
});

test('called off, put off, moved, and on again as announced', () => {
	const earlier = '2027-09-01T18:00:00.000Z';
	expect(read({ status: 'cancelled' })).toMatchObject({
		eventStatus: 'https://schema.org/EventCancelled',
		startDate: '2027-10-31T01:30:00+02:00',
	});
	expect(read({ status: 'postponed', previousStartsAt: event.startsAt }).eventStatus).toMatch(
		/EventPostponed$/,
	);
	expect(read({ previousStartsAt: earlier })).toMatchObject({
		eventStatus: 'https://schema.org/EventRescheduled',
		previousStartDate: earlier,
	});
	const again = read({ previousStartsAt: event.startsAt });
	expect(again.eventStatus).toMatch(/EventScheduled$/);
	expect(again.previousStartDate).toBeUndefined();
});

test('places: a hall, online, both; never the link to join', () => {
	expect(read().location).toMatchObject({
		'@type': 'Place',
		name: 'Hall',
		address: { addressCountry: 'DE' },
	});
	const link = { '@type': 'VirtualLocation', url: 'https://foyer.test/events/jazz' };
	expect(read({ format: 'online' }).location).toEqual(link);
	expect(read({ format: 'hybrid' }).location).toEqual([expect.objectContaining({ name: 'Hall' }), link]);
	const member = { organisation: { onlineUrl: 'https://meet.example.org/secret' } } as Partial<PublicEvent>;
	expect(JSON.stringify(read({ format: 'online', ...member }))).not.toContain('meet.example.org');
});

test('offers have prices in the digits of their currency, and only what can be had', () => {
	const paid = { ...ticket, kind: 'paid' as const, priceMinor: 1250 };
	const offers = read({}, [
		paid,
		{ ...paid, currency: 'JPY' },
		{ ...paid, currency: 'KWD', state: 'sold_out' },
		{ ...paid, state: 'closed' },
	]).offers;
	expect(offers.map((offer: { price: string }) => offer.price)).toEqual(['12.50', '1250', '1.250']);
	expect(offers[2].availability).toBe('https://schema.org/SoldOut');
});

test('no text leaves the script element or breaks the JSON', () => {
	const naughty = JSON.parse(
		readFileSync(new URL('../../../tests/fixtures/naughty-strings.json', import.meta.url), 'utf8'),
	) as string[];
	for (const title of [
		...naughty,
		'</script><script>alert(1)</script>',
		'<!--<script>',
		'\u2028\u2029',
		']]>&amp;',
	]) {
		const text = jsonForScript(read({ title, summary: title }));
		expect(text).not.toMatch(/[<>&\u2028\u2029]/);
		expect(JSON.parse(text).name).toBe(title);
	}
});

test('a date of a series names its series, and the page of the series has its dates', () => {
	const date = {
		...event,
		slug: 'jazz-2027-10-31',
		series: { id: event.id, slug: 'jazz-nights', key: '2027-10-31/1' },
	};
	const url = 'https://foyer.test/events/jazz-nights';
	const offer = { types: [ticket], pricing };
	expect(eventJsonLd(date, offer, 'https://foyer.test')).toMatchObject({
		'@type': 'MusicEvent',
		url: 'https://foyer.test/events/jazz-2027-10-31',
		superEvent: { '@type': 'EventSeries', name: 'Jazz', url },
	});
	const shown = (slug: string, day: string, status = 'published') => ({
		slug,
		title: 'Jazz',
		startsAt: `${day}T00:30:00.000Z`,
		endsAt: `${day}T02:30:00.000Z`,
		startsAtLocal: `${day}T01:30:00`,
		timeZone: 'Europe/Berlin',
		status: status as 'published',
		isSoldOut: false,
	});
	const page = eventJsonLd(date, offer, 'https://foyer.test', {
		month: '2027-10',
		dates: [shown(date.slug, '2027-10-31'), shown('jazz-2027-11-07', '2027-11-07', 'cancelled')],
		previousMonth: null,
		nextMonth: null,
		next: null,
		nextOpen: null,
		page: 'jazz-nights',
	}) as Record<string, unknown>;
	expect(page).toMatchObject({
		'@context': 'https://schema.org',
		'@type': 'EventSeries',
		name: 'Jazz',
		url,
		startDate: '2027-10-31T01:30:00+02:00',
		location: { '@type': 'Place' },
		subEvent: [
			{ '@type': 'MusicEvent', offers: [{ '@type': 'Offer' }], superEvent: { url } },
			{
				'@type': 'MusicEvent',
				url: 'https://foyer.test/events/jazz-2027-11-07',
				startDate: '2027-11-07T01:30:00+01:00',
				endDate: '2027-11-07T03:30:00+01:00',
				eventStatus: 'https://schema.org/EventCancelled',
			},
		],
	});
	// An Event has offers and a status, an EventSeries none of its own.
	expect(page.offers).toBeUndefined();
	expect(page.eventStatus).toBeUndefined();
});
