import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { waitlistEntries, waitlistOffers } from '#server/db/tables/waitlist.ts';
import { lockPlaces, openPlaces, saveFreedPlaces } from '#server/domain/tickets/places.ts';
import { endReservations, readReservations } from '#server/domain/tickets/reservations.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { noteWhoWaits, offerTakenOrLost } from './changes.ts';
import { isEntry, type OfferRow } from './rows.ts';

/*
 * An order takes what the waitlist offers: the places of the offer are free for the rest of its transaction only, in which all places of the
 * event are held, so nobody else can take them in between.
 */

/** An offer whose places are free until the end of the transaction. */
export interface OpenedOffer {
	offer: OfferRow;
	/** Settles it once the order is written: what the order left goes to the next who waits. */
	take(order: {
		id: string;
		quantity: number;
		type: { admits: number; poolIds: readonly string[] };
	}): Promise<void>;
}

/** The refusal of an offer that is over. */
export const offerEnded = () =>
	ruleViolation('offer-ended', message`This offer has ended. Its tickets were offered to the next in line.`);

/**
 * Opens the offer of an entry for an order.
 * @throws `offer-taken`, `offer-ended`
 */
export async function openOffer(services: Services, tx: Tx, scope: WaitlistScope): Promise<OpenedOffer> {
	const { organisationId } = scope;
	await lockPlaces(tx, scope);
	const [last] = await tx
		.select({ offer: waitlistOffers, isOver: sql<boolean>`${waitlistOffers.expiresAt} <= now()` })
		.from(waitlistOffers)
		.where(and(eq(waitlistOffers.organisationId, organisationId), eq(waitlistOffers.entryId, scope.entryId)))
		.orderBy(desc(waitlistOffers.id))
		.limit(1)
		.for('update');
	if (last?.offer.state === 'taken')
		throw ruleViolation('offer-taken', message`These tickets were already ordered from this waitlist entry.`);
	if (last?.offer.state !== 'open' || last.isOver) throw offerEnded();
	const { offer } = last;
	const reserved = await readReservations(tx, organisationId, offer.id);
	const book = await openPlaces(
		tx,
		scope,
		[],
		reserved.map(({ poolId }) => poolId),
	);
	book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
	await book.write({ isForNow: true });
	await endReservations(tx, organisationId, offer.id, 'used');
	return {
		offer,
		async take({ id, quantity, type }) {
			const left = reserved.map(({ poolId, places }) => ({
				poolId,
				places: places - (type.poolIds.includes(poolId) ? quantity * type.admits : 0),
			}));
			await saveFreedPlaces(tx, scope, left);
			await tx
				.update(waitlistOffers)
				.set({ state: 'taken', orderId: id, endedAt: sql`now()` })
				.where(and(eq(waitlistOffers.organisationId, organisationId), eq(waitlistOffers.id, offer.id)));
			await tx.update(waitlistEntries).set({ state: 'bought', endedAt: sql`now()` }).where(isEntry(scope));
			await noteWhoWaits(tx, scope);
			const ended = offerTakenOrLost(scope, { entryId: scope.entryId, offerId: offer.id, orderId: id });
			await services.facts.publish(tx, ended, services);
		},
	};
}
