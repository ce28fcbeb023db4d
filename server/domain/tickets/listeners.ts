import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { readEditState, requireEdits } from '../events/changes/edit-state.ts';
import { lockEvent } from '../events/event-rows.ts';
import { type FactName, type Listener, listen } from '../facts.ts';
import { insertTicketType } from './commands/create-ticket-type.ts';
import { refuseCodes, refusePriced, writeCurrency } from './event-currency.ts';
import { applyPlanLimit, applyPlanLimits } from './plan-limit.ts';
import { refuseUnpayable } from './review.ts';
import { stockStore } from './stock-store.ts';
import { lockOffer, lockPools, poolOfEvent, readTicketTypes, updatePriceRange } from './type-rows.ts';
import { newTicketType } from './type-rules.ts';

const scopeOf = (fact: { organisationId: string | null; eventId: string | null }): EventScope => ({
	organisationId: fact.organisationId as string,
	eventId: fact.eventId as string,
});

/** Opens or closes all pools of an event. A sale that is under way is done before, or finds them closed. */
async function setClosed(tx: Tx, services: Services, scope: EventScope, isClosed: boolean): Promise<void> {
	await lockPools(tx, scope);
	await tx.update(capacityPools).set({ isClosed }).where(poolOfEvent(scope));
	stockStore(services).forget(scope.eventId);
}

/**
 * Sells on other terms from now on: orders that were worked out on the old ones are refused. Not once tickets with a price are taken, whose
 * buyers were told something else: now that the pools are locked, the table of edit rules is asked again.
 * @param field the one that is refused
 */
async function changePricing(services: Services, tx: Tx, scope: EventScope, field: string): Promise<void> {
	const event = await lockEvent(tx, scope);
	await lockOffer(tx, scope);
	requireEdits([{ change: 'event.price-terms', field }], await readEditState(services, tx, event));
	await tx
		.update(capacityPools)
		.set({ generation: sql`${capacityPools.generation} + 1` })
		.where(poolOfEvent(scope));
	await updatePriceRange(tx, scope);
}

const closesSales = (fact: FactName): Listener =>
	listen({ fact, inTransaction: (tx, told, services) => setClosed(tx, services, scopeOf(told), true) });

/** What tickets do when something happens to their event, inside its transaction. */
export const ticketListeners: Listener[] = [
	listen({
		fact: 'events.event-created',
		async inTransaction(tx, fact) {
			const scope = scopeOf(fact);
			const { currency, status } = await lockEvent(tx, scope);
			// Made from a plan that brings its own.
			if ((await readTicketTypes(tx, scope)).length > 0) return;
			await insertTicketType(
				tx,
				scope,
				{ ...newTicketType, name: 'Standard', currency, position: 0 },
				{ size: null, sharedPoolId: null, isClosed: status !== 'published' },
			);
			await updatePriceRange(tx, scope, true);
		},
	}),
	listen({
		fact: 'events.event-published',
		async inTransaction(tx, fact, services) {
			// What was published before and comes back keeps its guests, whatever it sells.
			if (!fact.payload.isBack) await refuseUnpayable(tx, fact.payload.eventId);
			await applyPlanLimit(services, tx, scopeOf(fact));
			// Prices of a draft may have changed without a word: by a tier that ended, or with the plan.
			await updatePriceRange(tx, scopeOf(fact));
			await setClosed(tx, services, scopeOf(fact), false);
		},
	}),
	listen({
		fact: 'subscriptions.plan-changed',
		afterCommit: (fact, services) => applyPlanLimits(services, fact.organisationId),
	}),
	closesSales('events.event-unpublished'),
	closesSales('events.cancellation-begun'),
	listen({
		fact: 'events.cancellation-undone',
		inTransaction: (tx, fact, services) => setClosed(tx, services, scopeOf(fact), !fact.payload.isOnSale),
	}),
	closesSales('events.event-postponed'),
	closesSales('events.event-archived'),
	listen({
		fact: 'events.event-updated',
		async inTransaction(tx, fact, services) {
			const { fields } = fact.payload;
			if (fields.includes('currency')) {
				const scope = scopeOf(fact);
				const event = await lockEvent(tx, scope);
				await lockOffer(tx, scope);
				requireEdits(
					[{ change: 'event.currency', field: 'currency' }],
					await readEditState(services, tx, event),
				);
				await refusePriced(tx, scope, event.currency);
				await refuseCodes(tx, scope);
				await writeCurrency(tx, scope, event.currency);
			}
			if (fields.includes('feeBearer') || fields.includes('pricesIncludeTax'))
				await changePricing(
					services,
					tx,
					scopeOf(fact),
					fields.includes('feeBearer') ? 'feeBearer' : 'pricesIncludeTax',
				);
			stockStore(services).forget(scopeOf(fact).eventId);
		},
	}),
	listen({
		fact: 'events.event-deleted',
		async inTransaction(tx, fact, services) {
			// Held until the event is gone: whoever buys meanwhile waits, and finds nothing.
			await lockOffer(tx, scopeOf(fact));
			stockStore(services).forget(scopeOf(fact).eventId);
		},
	}),
];
