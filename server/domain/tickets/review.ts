import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { EventReview } from '#shared/contracts/event-review.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { eventFillIns, type OfferTexts } from '#shared/rules/event-fill-ins.ts';
import { lacksWayToPay, reviewEvent } from '#shared/rules/event-review.ts';
import { hasNewDate } from '#shared/rules/event-state.ts';
import { priceList } from '#shared/rules/pricing/price-list.ts';
import { reviewSentences } from '#shared/rules/review-sentences.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { getWholeEvent } from '../events/queries.ts';
import { isReadyName } from '../templates/ready/index.ts';
import { readMissingDetails } from './seller-details.ts';
import {
	databaseNow,
	type EventStock,
	poolsOf,
	pricedTypes,
	priceTermsOf,
	readEventStock,
	takesMoney,
	takesMoneySql,
} from './stock.ts';

/** So many are named. */
const MOST_FILL_INS = 40;

/** Problems and suggestions before publishing an event, and the prices of its tickets. */
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
	const facts = factsOf(event, stock);
	const offer = await readOfferTexts(services, scope);
	const fillIns = eventFillIns(event, offer, isReadyName(event.title, viewer.t));
	const { blockers, advice } = reviewEvent({
		...facts,
		fillIns,
		missingDetails: (await readMissingDetails(services.database.db, scope)) ?? [],
		isEmailVerified: viewer.isEmailVerified || !services.mailer.canSend,
		isOrganisationLocked: rows.length > 0,
	});
	return {
		blockers: blockers.map((code) => ({ code, message: viewer.t(reviewSentences[code]) })),
		advice: advice.map((code) => ({ code, message: viewer.t(reviewSentences[code]) })),
		fillIns: fillIns.slice(0, MOST_FILL_INS),
		prices: priceList(pricedTypes(stock, databaseNow(stock)), priceTermsOf(stock)),
		publishAt: event.publishAt?.toISOString() ?? null,
		publishError: event.publishError,
	};
}

/** Texts of tickets that guests read. Questions are to the right of tickets: they come as a part of the event. */
async function readOfferTexts(services: Services, scope: EventScope): Promise<OfferTexts[]> {
	return services.database.transaction(async (tx) => {
		const texts: OfferTexts[] = [];
		for (const { name, rows } of services.eventParts) {
			if (name !== 'tickets' && name !== 'questions') continue;
			for (const { values } of (await rows?.read(tx, scope))?.values() ?? [])
				if (!values.archivedAt && !values.isClosed) texts.push(values);
		}
		return texts;
	});
}

function factsOf(event: EventWithOrganiser, stock: EventStock) {
	return {
		...saleFactsOf(stock),
		startsAt: event.startsAt,
		format: event.format,
		hasPlace: event.venueName !== '' || event.city !== '' || event.address !== '',
		hasOnlineLink: event.onlineUrl !== '',
		description: event.description,
		hasPicture: event.coverFile !== null,
		coverAlt: event.coverAlt,
		refundPolicy: event.refundPolicy,
		needsNewDate: event.status === 'postponed' && !hasNewDate(event),
	};
}

/** The findings of the review about tickets. */
function saleFactsOf(stock: EventStock) {
	return {
		now: new Date(databaseNow(stock)),
		endsAt: new Date(stock.endsAtMs),
		isExternal: stock.externalUrl !== '',
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

/** Refuses to publish events of an organisation of which nothing could be had. @throws `no-way-to-pay` */
export async function refuseUnpayable(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<void> {
	// Only what costs something can lack a way to pay, and not everything does beside a free ticket type that is open.
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT DISTINCT t.event_id AS id FROM ticket_types t
		WHERE t.organisation_id = ${organisationId}::uuid AND t.event_id = ANY (${plainArray(eventIds)}::uuid[])
			AND t.kind <> 'free' AND NOT ${sql.raw(takesMoneySql('t.organisation_id'))}
			AND NOT EXISTS (SELECT FROM ticket_types f JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id
				WHERE f.organisation_id = t.organisation_id AND f.event_id = t.event_id AND f.kind = 'free' AND NOT f.is_closed
					AND coalesce(f.sales_end_at, e.ends_at) > clock_timestamp())`);
	for (const { id } of rows) {
		const stock = await readEventStock(tx, id);
		if (stock && lacksWayToPay(saleFactsOf(stock)) === 'everything')
			throw ruleViolation('no-way-to-pay', reviewSentences['no-way-to-pay']);
	}
}
