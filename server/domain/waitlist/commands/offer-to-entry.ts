import { lockPlaces } from '#server/domain/tickets/places.ts';
import { readSavings } from '#server/domain/tickets/savings.ts';
import { readEventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { entryChanged, noteWhoWaits } from '../changes.ts';
import { listWaitingUntil, readOfferable, writePlan } from '../offer-places.ts';
import { findOffer } from '../plan-offers.ts';
import { settleListings } from '../resale-listings.ts';
import { readListEvent } from '../rows.ts';
import { listClosed } from './join-waitlist.ts';

/**
 * Offers tickets to an entry, as a member decides.
 * @param how.reason why others before it who could take them are passed over
 * @throws `waitlist-closed`, `waitlist-ended` where it waits no more, `sold-out` with what is `left`, `skips-others` without a reason
 */
export async function offerToEntry(
	services: Services,
	scope: WaitlistScope,
	{ userId, reason = '' }: { userId: string; reason?: string | undefined },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		const [event, stock] = [await readListEvent(tx, scope), await readEventStock(tx, scope.eventId)];
		if (!event || !stock) throw notFound('Event');
		if (event.isClosed || event.status !== 'published') throw listClosed();
		const savings = await readSavings(tx, scope);
		await services.facts.publishAll(tx, await settleListings(tx, scope, event), services);
		const question = await readOfferable(tx, scope, stock, savings);
		const waiting = await listWaitingUntil(tx, scope, question.types, scope.entryId);
		const entry = waiting.pop();
		if (!entry)
			throw ruleViolation(
				'waitlist-ended',
				message`This person isn’t waiting, so they can’t be offered tickets.`,
			);
		const offer = findOffer(entry, question);
		if ('left' in offer)
			throw ruleViolation('sold-out', message`There are not enough tickets for this party.`, {
				left: offer.left,
			});
		const passed = waiting.filter((before) => !('left' in findOffer(before, question))).length;
		if (passed > 0 && reason.trim() === '')
			throw ruleViolation(
				'skips-others',
				passed === 1
					? message`1 person ahead of them could take these tickets. Enter why they are skipped.`
					: message`${passed} people ahead of them could take these tickets. Enter why they are skipped.`,
				{ passed },
			);
		const plan = { offers: [offer], changed: [], kept: savings, nextMs: event.now.getTime() };
		const made = await writePlan(tx, scope, { event, stock, savings }, plan, { madeBy: userId, reason });
		await noteWhoWaits(tx, scope);
		await services.facts.publishAll(
			tx,
			made.map(({ id }) => entryChanged(scope, { entryId: scope.entryId, change: 'offered', offerId: id })),
			services,
		);
	});
	stockStore(services).forget(scope.eventId);
}
