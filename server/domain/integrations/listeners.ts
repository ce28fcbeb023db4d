import type { Services } from '#server/services.ts';
import type { WebhookType } from '#shared/rules/webhook-types.ts';
import { type FactName, type Listener, listen, type RecordedFact } from '../facts.ts';
import type { checkInNews } from './find-check-ins.ts';
import { makeMessages, type News } from './make-messages.ts';
import {
	amountOf,
	claimOf,
	consentOf,
	donationOf,
	entryOf,
	eventOf,
	giftCardUseOf,
	goalOf,
	groupOf,
	orderOf,
	ownOf,
	refundRequestOf,
	resaleOf,
	sources,
	takenOfferOf,
} from './news.ts';
import type { readOwn } from './read-objects.ts';

/** What a fact says, or null where it is about no event of an organisation. */
type Reader<N extends FactName> = (
	fact: RecordedFact<N> & { organisationId: string; eventId: string },
	services: Services,
) => News['read'];

/** A listener, and the types of the messages that it makes. */
type Maker<T extends WebhookType> = Listener & { makes?: T };

/**
 * Sends connections a message of a fact of an event.
 * @param sourceOf of what happens once, so that it is the same message when it is sent as a past one
 */
function toMessage<N extends FactName, T extends WebhookType>(
	fact: N,
	type: T,
	reader: Reader<N>,
	sourceOf?: (payload: RecordedFact<N>['payload']) => string,
): Maker<T> {
	return onFact(fact, (recorded, services) => {
		const { organisationId, eventId } = recorded;
		if (organisationId === null || eventId === null) return [];
		const placed = { ...recorded, organisationId, eventId };
		const source = sourceOf?.(recorded.payload) ?? `fact:${recorded.id}`;
		return [{ organisationId, eventId, type, source, read: reader(placed, services) }];
	});
}

/** Sends connections to all events a message of what an organisation has: once, however often its fact is published. */
function ofOrganisation<N extends FactName, T extends WebhookType, Name extends keyof typeof readOwn>(
	fact: N,
	type: T,
	name: Name,
	idOf: (payload: RecordedFact<N>['payload']) => string,
): Maker<T> {
	return onFact(fact, ({ organisationId, payload }, services) => {
		if (organisationId === null) return [];
		const id = idOf(payload);
		const read = ownOf(services, name, { organisationId, id });
		return [{ organisationId, eventId: null, type, source: sources[name](id), read }];
	});
}

/** Makes messages of a fact; of many at once after a rush. */
function onFact<N extends FactName, T extends WebhookType>(
	fact: N,
	toNews: (recorded: RecordedFact<N>, services: Services) => News<T>[],
): Maker<T> {
	return listen<N>({
		fact,
		afterCommit: (recorded, services) => makeMessages(services, toNews(recorded, services)),
		afterCommitMany: (recorded, services) =>
			makeMessages(
				services,
				recorded.flatMap((one) => toNews(one, services)),
			),
	});
}

/** An order, and the guests that the fact names. */
const guestsOf = (
	fact: { organisationId: string; eventId: string; payload: { orderId: string; attendeeIds: string[] } },
	services: Services,
	more: object = {},
): News['read'] => {
	const { orderId, attendeeIds } = fact.payload;
	return orderOf(services, { ...fact, orderId }, async () => ({
		ids: { attendeeIds },
		object: { attendeeIds, ...more },
	}));
};

export const integrationListeners = [
	toMessage('events.event-published', 'event.published', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-updated', 'event.updated', (fact, services) =>
		eventOf(services, fact, { fields: fact.payload.fields }),
	),
	toMessage('events.event-rescheduled', 'event.rescheduled', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-cancelled', 'event.cancelled', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-postponed', 'event.postponed', (fact, services) => eventOf(services, fact)),
	onFact('orders.order-confirmed', ({ organisationId, eventId, payload: { orderId } }, services) => {
		if (organisationId === null || eventId === null) return [];
		const scope = { organisationId, eventId };
		const read = orderOf(services, { ...scope, orderId });
		const claimed = claimOf(services, { ...scope, orderId }, null);
		return [
			{ ...scope, type: 'registration.created', source: sources.order(orderId), read },
			// Of a group whose guests pay for themselves.
			{ ...scope, type: 'group.claimed', source: `claim:${orderId}`, read: claimed },
		];
	}),
	onFact('groups.group-changed', ({ organisationId, eventId, payload: { groupId, change } }, services) => {
		if (organisationId === null || eventId === null || change !== 'created') return [];
		const read = groupOf(services, { organisationId, eventId, groupId });
		return [{ organisationId, eventId, type: 'group.created', source: `group:${groupId}`, read }];
	}),
	toMessage('orders.place-claimed', 'group.claimed', (fact, services) => {
		const { orderId, groupId, attendeeId } = fact.payload;
		return claimOf(services, { ...fact, orderId }, { groupId, attendeeIds: [attendeeId] });
	}),
	onFact('orders.approval-changed', ({ organisationId, eventId, payload: { orderId, state } }, services) => {
		if (organisationId === null || eventId === null || state !== 'asked') return [];
		const scope = { organisationId, eventId, orderId };
		const source = `approval:${orderId}`;
		return [
			{ organisationId, eventId, type: 'order.approval_requested', source, read: orderOf(services, scope) },
		];
	}),
	onFact('waitlist.entry-changed', ({ organisationId, eventId, payload }, services) => {
		const { entryId, change, offerId } = payload;
		if (organisationId === null || eventId === null || change === 'repeated') return [];
		const type = change === 'removed' || change === 'closed' ? 'left' : change;
		const source = sources.waitlist(offerId ?? entryId);
		const read = entryOf(services, { organisationId, eventId, entryId, offerId });
		return [{ organisationId, eventId, type: `waitlist.${type}` as const, source, read }];
	}),
	toMessage(
		'waitlist.entry-left',
		'waitlist.left',
		(fact, services) => entryOf(services, { ...fact, entryId: fact.payload.entryId, offerId: undefined }),
		({ entryId }) => sources.waitlist(entryId),
	),
	onFact('waitlist.offer-ended', ({ organisationId, eventId, payload }, services) => {
		if (organisationId === null || eventId === null) return [];
		const { entryId, offerId, orderId } = payload;
		const scope = { organisationId, eventId };
		const source = sources.waitlist(offerId);
		return orderId === undefined
			? [
					{
						...scope,
						type: 'waitlist.lapsed',
						source,
						read: entryOf(services, { ...scope, entryId, offerId }),
					},
				]
			: [
					{
						...{ ...scope, type: 'waitlist.accepted' as const, source },
						read: takenOfferOf(services, { ...scope, entryId, offerId, orderId }),
					},
				];
	}),
	onFact('orders.resale-changed', ({ organisationId, eventId, payload }, services) => {
		const { orderId, listingId, state } = payload;
		if (organisationId === null || eventId === null || (state !== 'listed' && state !== 'sold')) return [];
		const type = state === 'listed' ? ('ticket.listed' as const) : ('ticket.resold' as const);
		const read = resaleOf(services, { organisationId, eventId, orderId, listingId });
		return [{ organisationId, eventId, type, source: `resale:${listingId}:${state}`, read }];
	}),
	toMessage('orders.order-cancelled', 'registration.cancelled', guestsOf),
	ofOrganisation('payments.payout-paid', 'payout.paid', 'payout', ({ payoutId }) => payoutId),
	ofOrganisation('gift-cards.issued', 'gift_card.issued', 'giftCard', ({ giftCardId }) => giftCardId),
	ofOrganisation(
		'withdrawals.received',
		'withdrawal.received',
		'withdrawal',
		({ withdrawalId }) => withdrawalId,
	),
	toMessage(
		'gift-cards.used',
		'gift_card.used',
		(fact, services) => giftCardUseOf(services, { ...fact, ...fact.payload }),
		({ paymentId }) => sources.payment(paymentId),
	),
	toMessage('orders.guest-updated', 'guest.updated', (fact, services) =>
		guestsOf(fact, services, { fields: fact.payload.fields }),
	),
	toMessage('questions.answered', 'guest.answered', guestsOf),
	onFact('messages.message-sent', ({ organisationId, eventId, payload: { messageId } }, services) => {
		if (organisationId === null) return [];
		const read = ownOf(services, 'message', { organisationId, id: messageId });
		return [{ organisationId, eventId, type: 'message.sent', source: sources.message(messageId), read }];
	}),
	ofOrganisation('reports.report-ready', 'report.ready', 'report', ({ runId }) => runId),
	toMessage(
		'orders.gifts-received',
		'donation.received',
		(fact, services) => donationOf(services, { ...fact, orderId: fact.payload.orderId }),
		({ orderId }) => sources.order(orderId),
	),
	toMessage('fundraisers.goal-reached', 'fundraiser.goal_reached', (fact, services) =>
		goalOf(services, { ...fact, ...fact.payload }),
	),
	toMessage(
		'payments.payment-succeeded',
		'order.paid',
		(fact, services) =>
			amountOf(services, 'payment', { ...fact, orderId: fact.payload.subjectId, id: fact.payload.paymentId }),
		({ paymentId }) => sources.payment(paymentId),
	),
	toMessage(
		'payments.refund-accepted',
		'refund.created',
		(fact, services) =>
			amountOf(services, 'refund', { ...fact, orderId: fact.payload.subjectId, id: fact.payload.refundId }),
		({ refundId }) => sources.refund(refundId),
	),
	onFact('payments.refund-settled', ({ organisationId, eventId, payload }, services) => {
		if (organisationId === null || eventId === null) return [];
		const { refundId: id, subjectId: orderId, state } = payload;
		const scope = { organisationId, eventId };
		const read = amountOf(services, 'refund', { ...scope, orderId, id });
		return [{ ...scope, type: `refund.${state}` as const, source: sources.refund(id), read }];
	}),
	onFact('orders.refund-request-changed', ({ organisationId, eventId, payload }, services) => {
		const { orderId, requestId, state } = payload;
		if (organisationId === null || eventId === null || state !== 'open') return [];
		const scope = { organisationId, eventId };
		const read = refundRequestOf(services, { ...scope, orderId, requestId });
		return [{ ...scope, type: 'refund.requested', source: sources.refundRequest(requestId), read }];
	}),
	onFact(
		'organisers.consent-changed',
		({ id, organisationId, payload: { followerId, change } }, services) => {
			if (organisationId === null) return [];
			const read = consentOf(services, { organisationId, followerId, change });
			return [
				{ organisationId, eventId: null, type: `consent.${change}` as const, source: `fact:${id}`, read },
			];
		},
	),
];

/** Types that something makes. One that nothing makes does not compile: it is named in the error. */
type MadeType =
	| NonNullable<(typeof integrationListeners)[number]['makes']>
	| ReturnType<typeof checkInNews>['type'];
type UnmadeType = Exclude<WebhookType, MadeType>;
true satisfies [UnmadeType] extends [never] ? true : UnmadeType;
