import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	endEntries,
	endOffers,
	entryChanged,
	entryLeft,
	noteWhoWaits,
	offerTakenOrLost,
	queueAgain,
} from '../changes.ts';
import { offerPlacesWithin } from '../offer-places.ts';
import { readAvailable } from '../resale-listings.ts';
import { canKeep, type EntryRow, getEntry, isLive, readListEvent } from '../rows.ts';
import { listClosed } from './join-waitlist.ts';

/** Changes an entry while the places of its event are held. */
async function withEntry(
	services: Services,
	scope: WaitlistScope,
	change: (tx: Tx, entry: EntryRow) => Promise<void>,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		await change(tx, await getEntry(tx, scope));
		// What came free, the poller finds by its savings; what guests resell has none.
		if ((await readAvailable(tx, scope)).size > 0) await offerPlacesWithin(services, tx, scope);
	});
	stockStore(services).forget(scope.eventId);
}

const ofEntry = ({ id }: EntryRow) => sql`entry_id = ${id}`;

/** Leaves the waitlist; what is offered goes to the next. Who waits no more is left as they are. */
export const leaveWaitlist = (services: Services, scope: WaitlistScope): Promise<void> =>
	withEntry(services, scope, async (tx, entry) => {
		if (!isLive(entry)) return;
		await endOffers(tx, scope, 'declined', ofEntry(entry));
		await endEntries(tx, scope, 'left', [entry.id]);
		await noteWhoWaits(tx, scope);
		await services.facts.publish(tx, entryLeft(scope, entry.id), services);
	});

/**
 * Goes on waiting: at the end of the list, where an offer was declined or lapsed for the first time. Who waits stays where they are.
 * @throws `waitlist-closed`, `waitlist-ended`
 */
export const keepWaiting = (services: Services, scope: WaitlistScope): Promise<void> =>
	withEntry(services, scope, async (tx, entry) => {
		if (entry.state === 'waiting') return;
		const event = await readListEvent(tx, scope);
		if (!event || event.isClosed) throw listClosed();
		const declined = entry.state === 'offered' ? await endOffers(tx, scope, 'declined', ofEntry(entry)) : [];
		if (entry.state !== 'offered' && !canKeep(entry))
			throw ruleViolation(
				'waitlist-ended',
				message`You are no longer on this waitlist. You can join it again.`,
			);
		try {
			await queueAgain(tx, scope, entry.id);
		} catch (error) {
			if (!isUniqueViolation(error)) throw error;
			throw ruleViolation('waitlist-ended', message`You have already rejoined this waitlist.`);
		}
		await noteWhoWaits(tx, scope);
		await services.facts.publishAll(
			tx,
			declined.map(({ id: offerId, entryId }) => offerTakenOrLost(scope, { entryId, offerId })),
			services,
		);
	});

/** Removes an entry, for a member. Repeating it changes nothing. @throws not-found */
export const removeEntry = (services: Services, scope: WaitlistScope): Promise<void> =>
	withEntry(services, scope, async (tx, entry) => {
		if (!isLive(entry)) return;
		await endOffers(tx, scope, 'withdrawn', ofEntry(entry));
		await endEntries(tx, scope, 'removed', [entry.id]);
		await noteWhoWaits(tx, scope);
		await services.facts.publish(tx, entryChanged(scope, { entryId: entry.id, change: 'removed' }), services);
	});
