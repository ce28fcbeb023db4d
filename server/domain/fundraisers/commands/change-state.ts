import { sql } from 'drizzle-orm';
import { fundraisers } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { setTakesGifts } from '#server/domain/events/commands/set-takes-gifts.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import { readEventStock, takesMoney } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockFundraiser, ofFundraiser } from '../rows.ts';
import { announceGoal } from './announce-goal.ts';

/**
 * Opens a fundraiser for donations.
 * @throws not-found, `payment-account-missing` while the organisation has no way to take money, `fundraiser-currency` when the prices of
 *   the event are in another currency by now
 */
export async function publishFundraiser(services: Services, scope: EventScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const event = await lockEvent(tx, scope);
		const row = await lockFundraiser(tx, scope);
		if (!row) throw notFound('Fundraiser');
		if (row.state === 'live') return;
		if (row.currency !== event.currency)
			throw ruleViolation(
				'fundraiser-currency',
				message`The prices of this event are in ${event.currency}. Set the fundraiser to the same currency.`,
			);
		const stock = await readEventStock(tx, scope.eventId);
		if (!stock || !takesMoney(stock))
			throw ruleViolation(
				'payment-account-missing',
				message`Set up payments before you publish a fundraiser.`,
			);
		await tx
			.update(fundraisers)
			.set({
				state: 'live',
				publishedAt: sql`coalesce(${fundraisers.publishedAt}, now())`,
				closedAt: null,
				version: row.version + 1,
				updatedAt: sql`now()`,
			})
			.where(ofFundraiser(scope));
		await setTakesGifts(tx, scope, true);
		await announceGoal(services, tx, scope);
	});
	stockStore(services).forget(scope.eventId);
}

/** Ends it: what is on hold can still be paid, new donations are refused. Closing it again changes nothing. */
export async function closeFundraiser(services: Services, scope: EventScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockEvent(tx, scope);
		const row = await lockFundraiser(tx, scope);
		if (!row) throw notFound('Fundraiser');
		if (row.state === 'draft')
			throw ruleViolation('fundraiser-draft', message`This fundraiser isn’t published.`);
		if (row.state === 'closed') return;
		await tx
			.update(fundraisers)
			.set({ state: 'closed', closedAt: sql`now()`, version: row.version + 1, updatedAt: sql`now()` })
			.where(ofFundraiser(scope));
		await setTakesGifts(tx, scope, false);
	});
	stockStore(services).forget(scope.eventId);
}
