import type { WebhookType } from './webhook-types.ts';

/* Apart from the types: no page loads them. */

const eventSample = {
	id: '0197a1d2-0000-7000-8000-000000000001',
	slug: 'summer-party',
	title: 'Summer party',
	status: 'published',
	startsAt: '2027-06-18T17:00:00.000Z',
	endsAt: '2027-06-18T21:00:00.000Z',
	timeZone: 'Europe/Berlin',
	venueName: 'Harbour hall',
	city: 'Hamburg',
	url: 'https://foyer.example/events/summer-party',
	/** Of a date of a series. */
	series: null as { id: string; slug: string; key: string } | null,
	version: 4,
};
const orderSample = {
	id: '0197a1d2-0000-7000-8000-000000000002',
	code: 'K7M4QX',
	status: 'confirmed',
	source: 'web',
	currency: 'EUR',
	totalMinor: 3_600,
	tickets: 2,
	createdAt: '2027-05-02T10:15:00.000Z',
	confirmedAt: '2027-05-02T10:16:12.000Z',
	cancelledAt: null,
};
const attendeeSample = '0197a1d2-0000-7000-8000-000000000003';
const doorSample = {
	event: eventSample,
	ticket: {
		id: attendeeSample,
		orderId: orderSample.id,
		ticketTypeId: '0197a1d2-0000-7000-8000-000000000006',
		ticketType: 'Standard',
		isAdmission: true,
	},
	checkIn: {
		id: '0197a1d2-0000-7000-8000-000000000007',
		listId: eventSample.id,
		gateId: null,
		method: 'scan',
		occurredAt: '2027-06-18T16:41:07.000Z',
		annulledAt: null,
	},
};
const refundSample = {
	id: '0197a1d2-0000-7000-8000-000000000005',
	amountMinor: 1_800,
	reason: 'organiser',
	state: 'pending',
	failure: null as string | null,
};
const offerSample = {
	id: '0197a1d2-0000-7000-8000-00000000000c',
	ticketTypeId: doorSample.ticket.ticketTypeId,
	quantity: 2,
	state: 'open',
	expiresAt: '2027-05-04T10:00:00.000Z',
};
const consentSample = {
	id: '0197a1d2-0000-7000-8000-000000000014',
	state: 'confirmed',
	cameFrom: 'question' as string | null,
	text: 'Email me about your next events.' as string | null,
	consentedAt: '2027-05-02T10:15:00.000Z' as string | null,
	confirmedAt: '2027-05-02T10:21:40.000Z' as string | null,
	endedAt: null as string | null,
	endedBy: null as string | null,
	eventId: eventSample.id as string | null,
};
const entrySample = { id: '0197a1d2-0000-7000-8000-00000000000b', state: 'waiting', party: 2 };
const groupSample = {
	id: '0197a1d2-0000-7000-8000-00000000000f',
	pays: 'leader',
	state: 'open',
	orderId: orderSample.id as string | null,
	ticketTypeId: null as string | null,
	places: 8,
	taken: 0,
	deadlineAt: null as string | null,
};
const resaleSample = {
	id: '0197a1d2-0000-7000-8000-00000000000d',
	state: 'listed',
	attendeeId: attendeeSample,
	ticketTypeId: doorSample.ticket.ticketTypeId,
	priceMinor: 1_800,
	keepMinor: 100,
	buyerOrderId: null as string | null,
};
const giftCardSample = {
	id: '0197a1d2-0000-7000-8000-000000000010',
	last4: '7XK2',
	origin: 'bought',
	state: 'active',
	currency: 'EUR',
	issuedMinor: 5_000,
	balanceMinor: 5_000,
	expiresOn: '2030-12-31' as string | null,
	isTest: false,
	issuedAt: '2027-05-01T09:00:00.000Z',
};
const withOrder = { event: eventSample, order: orderSample };

/** `data` of a message of each type, made up. */
export const webhookSamples: Record<WebhookType, Record<string, unknown>> = {
	'event.published': { event: eventSample },
	'event.updated': { event: eventSample, fields: ['title', 'venueName'] },
	'event.rescheduled': { event: eventSample },
	'event.cancelled': { event: { ...eventSample, status: 'cancelled' } },
	'event.postponed': { event: { ...eventSample, status: 'postponed' } },
	'registration.created': withOrder,
	'registration.cancelled': {
		event: eventSample,
		order: { ...orderSample, status: 'cancelled', cancelledAt: '2027-05-03T08:00:00.000Z' },
		attendeeIds: [attendeeSample],
	},
	'order.approval_requested': {
		event: eventSample,
		order: { ...orderSample, status: 'awaiting_approval', confirmedAt: null },
	},
	'order.paid': {
		...withOrder,
		payment: { id: '0197a1d2-0000-7000-8000-000000000004', amountMinor: 3_600, method: 'card' },
	},
	'refund.requested': {
		...withOrder,
		refundRequest: {
			id: '0197a1d2-0000-7000-8000-000000000015',
			state: 'open',
			attendeeIds: [attendeeSample],
			wantedMinor: 1_800,
			createdAt: '2027-05-03T07:40:00.000Z',
		},
		attendeeIds: [attendeeSample],
	},
	'refund.created': { ...withOrder, refund: refundSample },
	'refund.succeeded': { ...withOrder, refund: { ...refundSample, state: 'succeeded' } },
	'refund.failed': {
		...withOrder,
		refund: { ...refundSample, state: 'failed', failure: 'lost_or_stolen_card' },
	},
	'donation.received': { ...withOrder, donation: { amountMinor: 2_500 } },
	'fundraiser.goal_reached': { event: eventSample, fundraiser: { goalMinor: 500_000, currency: 'EUR' } },
	'payout.paid': {
		payout: {
			id: '0197a1d2-0000-7000-8000-000000000008',
			amountMinor: 128_400,
			currency: 'EUR',
			arrivesAt: '2027-05-06T00:00:00.000Z',
		},
	},
	'gift_card.issued': { giftCard: giftCardSample },
	'gift_card.used': {
		...withOrder,
		giftCard: { ...giftCardSample, balanceMinor: 1_400 },
		payment: { id: '0197a1d2-0000-7000-8000-000000000011', amountMinor: 3_600, method: 'gift_card' },
	},
	'withdrawal.received': {
		withdrawal: {
			id: '0197a1d2-0000-7000-8000-000000000012',
			state: 'accepted',
			subjectKind: 'order' as string | null,
			subjectId: '0197a1d2-0000-7000-8000-000000000002' as string | null,
			eventId: '0197a1d2-0000-7000-8000-000000000001' as string | null,
			attendeeIds: ['0197a1d2-0000-7000-8000-000000000003'],
			refundMinor: 2_400,
			currency: 'EUR' as string | null,
			receivedAt: '2027-05-02T10:00:00.000Z',
		},
	},
	'waitlist.joined': { event: eventSample, entry: entrySample },
	'waitlist.offered': {
		event: eventSample,
		entry: { ...entrySample, state: 'offered' },
		offer: offerSample,
	},
	'waitlist.accepted': {
		...withOrder,
		entry: { ...entrySample, state: 'bought' },
		offer: { ...offerSample, state: 'taken' },
	},
	'waitlist.lapsed': {
		event: eventSample,
		entry: { ...entrySample, state: 'lapsed' },
		offer: { ...offerSample, state: 'lapsed' },
	},
	'waitlist.left': { event: eventSample, entry: { ...entrySample, state: 'left' } },
	'group.created': { event: eventSample, group: groupSample },
	'group.claimed': { ...withOrder, group: { ...groupSample, taken: 1 }, attendeeIds: [attendeeSample] },
	'guest.updated': { ...withOrder, attendeeIds: [attendeeSample], fields: ['name'] },
	'guest.answered': { ...withOrder, attendeeIds: [attendeeSample] },
	'ticket.listed': { ...withOrder, resale: resaleSample },
	'ticket.resold': {
		...withOrder,
		resale: { ...resaleSample, state: 'sold', buyerOrderId: '0197a1d2-0000-7000-8000-00000000000e' },
	},
	'check_in.created': doorSample,
	'check_in.undone': {
		...doorSample,
		checkIn: { ...doorSample.checkIn, annulledAt: '2027-06-18T16:42:00.000Z' },
	},
	'check_in.refused': {
		event: eventSample,
		/** Null: the code is of no ticket of this event. */
		ticket: doorSample.ticket as object | null,
		refusal: {
			id: '0197a1d2-0000-7000-8000-000000000016',
			listId: eventSample.id,
			gateId: null,
			method: 'scan',
			direction: 'in',
			reason: 'already_checked_in',
			occurredAt: '2027-06-18T16:55:31.000Z',
		},
	},
	'consent.given': { consent: consentSample },
	'consent.ended': {
		consent: { ...consentSample, state: 'left', endedAt: '2027-09-01T08:00:00.000Z', endedBy: 'link' },
	},
	'message.sent': {
		message: {
			id: '0197a1d2-0000-7000-8000-000000000013',
			eventId: '0197a1d2-0000-7000-8000-000000000001' as string | null,
			seriesId: null as string | null,
			category: 'service',
			subject: 'See you on Friday',
			recipients: 214,
			sentAt: '2027-06-17T09:00:00.000Z',
		},
	},
	'report.ready': {
		report: {
			id: '0197a1d2-0000-7000-8000-000000000009',
			reportId: '0197a1d2-0000-7000-8000-00000000000a',
			name: 'Guests by ticket type',
			format: 'csv',
			rows: 214,
			bytes: 18_240,
			expiresAt: '2027-06-26T08:00:00.000Z',
		},
	},
};
