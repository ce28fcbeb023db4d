import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { EventReview } from '#shared/contracts/event-review.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { type ReviewAdvice, type ReviewBlocker, reviewEvent } from '#shared/rules/event-review.ts';
import { hasNewDate } from '#shared/rules/event-state.ts';
import { allInMinor, unitFee } from '#shared/rules/pricing/quote.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { getWholeEvent } from '../events/queries.ts';
import {
	databaseNow,
	type EventStock,
	poolsOf,
	pricedTypes,
	priceTermsOf,
	readEventStock,
	takesMoney,
} from './stock.ts';

const sentences: Record<ReviewBlocker | ReviewAdvice, TranslatableMessage> = {
	'email-not-verified': message`Verify your email: open the link we emailed you.`,
	'organisation-locked': message`An administrator has locked your organisation. Contact them to publish again.`,
	'no-new-date': message`The event is postponed. Set a new date.`,
	'starts-in-past': message`The event starts in the past. Choose another date.`,
	'nothing-on-sale': message`No one can register: every ticket type is closed or its sales have ended.`,
	'no-way-to-pay': message`Tickets have a price, but no way to pay is set up. Connect a payment account or allow bank transfer.`,
	'no-description': message`There is no description.`,
	'no-place': message`There is no venue or city. Guests read “Location TBA”.`,
	'no-online-link': message`There is no meeting link yet. Guests find it on their ticket.`,
	'cover-without-alt': message`The cover has no text for people who can’t see it.`,
	'sales-end-after-start': message`Ticket sales go on after the event has started.`,
	'capacity-open': message`A ticket type has no limit. Does everyone fit in?`,
	'no-refund-policy': message`There is no refund policy, and tickets have a price.`,
};

/** What stands against publishing an event, what could be better, and what its tickets cost. */
export async function getReview(
	services: Services,
	scope: EventScope,
	viewer: { isEmailVerified: boolean; t: Translator },
): Promise<EventReview> {
	const event = await getWholeEvent(services, scope);
	const stock = await readEventStock(services.database.db, scope.eventId);
	if (!stock || stock.organisationId !== scope.organisationId) throw notFound('Event');
	const { rows } = await services.database.db.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM organisation_marks
		WHERE organisation_id = ${scope.organisationId} AND suspended_at IS NOT NULL`);
	const { blockers, advice } = reviewEvent({
		...factsOf(event, stock),
		isEmailVerified: viewer.isEmailVerified || !services.mailer.canSend,
		isOrganisationLocked: rows.length > 0,
	});
	return {
		blockers: blockers.map((code) => ({ code, message: viewer.t(sentences[code]) })),
		advice: advice.map((code) => ({ code, message: viewer.t(sentences[code]) })),
		prices: pricesOf(stock),
		publishAt: event.publishAt?.toISOString() ?? null,
		publishError: event.publishError,
	};
}

function factsOf(event: EventWithOrganiser, stock: EventStock) {
	return {
		now: new Date(databaseNow(stock)),
		startsAt: event.startsAt,
		endsAt: event.endsAt,
		format: event.format,
		hasPlace: event.venueName !== '' || event.city !== '' || event.address !== '',
		hasOnlineLink: event.onlineUrl !== '',
		isExternal: event.externalUrl !== '',
		description: event.description,
		hasPicture: event.coverFile !== null,
		coverAlt: event.coverAlt,
		refundPolicy: event.refundPolicy,
		needsNewDate: event.status === 'postponed' && !hasNewDate(event),
		takesMoney: takesMoney(stock),
		tickets: [...stock.types.values()].map((terms) => ({
			kind: terms.kind,
			isClosed: terms.isClosed,
			salesStartAt: terms.opensAtMs === null ? null : new Date(terms.opensAtMs),
			salesEndAt: terms.closesAtMs === null ? null : new Date(terms.closesAtMs),
			isUnlimited: poolsOf(stock, terms).every(({ size }) => size === null),
		})),
	};
}

function pricesOf(stock: EventStock): EventReview['prices'] {
	const terms = priceTermsOf(stock);
	const priced = new Map(pricedTypes(stock, databaseNow(stock)).map((type) => [type.id, type]));
	return [...stock.types.values()]
		.filter(({ isClosed }) => !isClosed)
		.sort((a, b) => a.position - b.position)
		.flatMap(({ id, name, kind, currency }) => {
			const type = priced.get(id);
			if (!type) return [];
			const buyerPaysMinor = allInMinor(type, terms);
			const fee = terms.fee && buyerPaysMinor > 0 ? unitFee(buyerPaysMinor, terms.fee, currency) : 0;
			return [
				{ ticketTypeId: id, name, kind, currency, buyerPaysMinor, organiserGetsMinor: buyerPaysMinor - fee },
			];
		});
}
