/** What connections can be told about. `test.ping` is sent on demand only. */
export const webhookTypes = [
	'event.published',
	'event.updated',
	'event.rescheduled',
	'event.cancelled',
	'event.postponed',
	'registration.created',
	'registration.cancelled',
	'order.approval_requested',
	'order.paid',
	'order.refunded',
	'donation.received',
	'payout.paid',
	'gift_card.issued',
	'gift_card.used',
	'withdrawal.received',
	'waitlist.joined',
	'waitlist.offered',
	'group.created',
	'group.claimed',
	'guest.updated',
	'guest.answered',
	'ticket.listed',
	'ticket.resold',
	'ticket.checked_in',
	'ticket.check_in_undone',
	'message.sent',
	'report.ready',
] as const;
export type WebhookType = (typeof webhookTypes)[number];
export type MessageType = WebhookType | 'test.ping';

/** What each message tells of. */
export const webhookTypeTexts: Record<WebhookType, string> = {
	'event.published': 'An event was published.',
	'event.updated': 'Details of an event changed.',
	'event.rescheduled': 'A published event has a new date.',
	'event.cancelled': 'An event was cancelled.',
	'event.postponed': 'An event was postponed.',
	'registration.created': 'An order was confirmed: its tickets are valid.',
	'registration.cancelled': 'An order, or some of its tickets, was cancelled.',
	'order.approval_requested': 'An order waits for approval.',
	'order.paid': 'Money for an order came in.',
	'order.refunded': 'Money of an order goes back.',
	'donation.received': 'Money for a donation came in, alone or beside tickets.',
	'payout.paid': 'The payment provider has paid money out to the bank.',
	'gift_card.issued': 'A gift card can be used: it was paid for, or a member issued it.',
	'gift_card.used': 'A gift card paid an order, or part of one.',
	'withdrawal.received': 'A buyer ends a contract by their right of withdrawal.',
	'waitlist.joined': 'A waitlist was joined.',
	'waitlist.offered': 'Tickets were offered to an entry of a waitlist.',
	'group.created': 'A group was made: by its organiser, or by a buyer who shares their order.',
	'group.claimed': 'A guest has claimed a place of a group.',
	'guest.updated': 'The name, the email or other details of a guest changed.',
	'guest.answered': 'Answers to questions were given or changed after the registration.',
	'ticket.listed': 'A guest offers a ticket for resale.',
	'ticket.resold': 'A ticket was resold to another guest.',
	'ticket.checked_in': 'A guest was let in at the door.',
	'ticket.check_in_undone': 'A check-in was taken back.',
	'message.sent': 'A message to guests was sent to all its recipients.',
	'report.ready': 'The file of a report can be downloaded.',
};

/** How a connection sends: a signed webhook, or a line in a chat. */
export const connectionKinds = ['webhook', 'slack', 'discord', 'teams'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** What each kind is called, and which address it wants. */
export const connectors: Record<ConnectionKind, { name: string; target: string }> = {
	webhook: { name: 'Webhook', target: 'An address of your own program, of Zapier, Make or n8n, over https.' },
	slack: { name: 'Slack or Mattermost', target: 'The address of an incoming webhook of the channel.' },
	discord: { name: 'Discord', target: 'The address of a webhook of the channel.' },
	teams: { name: 'Microsoft Teams', target: 'The address of a workflow of the channel that takes webhooks.' },
};

/** Connections of one organisation. */
export const connectionLimit = 50;

/** Pauses before the second, third … try of a message, in seconds; after the last one it has failed. */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** With nothing but failures for so long, a connection is switched off. */
export const failingDays = 3;

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
	'order.refunded': {
		...withOrder,
		refund: { id: '0197a1d2-0000-7000-8000-000000000005', amountMinor: 1_800, reason: 'organiser' },
	},
	'donation.received': { ...withOrder, donation: { amountMinor: 2_500 } },
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
		offer: {
			id: '0197a1d2-0000-7000-8000-00000000000c',
			ticketTypeId: doorSample.ticket.ticketTypeId,
			quantity: 2,
			expiresAt: '2027-05-04T10:00:00.000Z',
		},
	},
	'group.created': { event: eventSample, group: groupSample },
	'group.claimed': { ...withOrder, group: { ...groupSample, taken: 1 }, attendeeIds: [attendeeSample] },
	'guest.updated': { ...withOrder, attendeeIds: [attendeeSample], fields: ['name'] },
	'guest.answered': { ...withOrder, attendeeIds: [attendeeSample] },
	'ticket.listed': { ...withOrder, resale: resaleSample },
	'ticket.resold': {
		...withOrder,
		resale: { ...resaleSample, state: 'sold', buyerOrderId: '0197a1d2-0000-7000-8000-00000000000e' },
	},
	'ticket.checked_in': doorSample,
	'ticket.check_in_undone': {
		...doorSample,
		checkIn: { ...doorSample.checkIn, annulledAt: '2027-06-18T16:42:00.000Z' },
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
