import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { readEditState, requireEdits } from '../events/changes/edit-state.ts';
import { lockEvent } from '../events/event-rows.ts';
import { type FactName, type Listener, listen } from '../facts.ts';
import { insertTicketType } from './commands/create-ticket-type.ts';
import { refuseCodes, refusePriced, writeCurrency } from './event-currency.ts';
import { applyPlanLimits, applyPlanLimitToMany } from './plan-limit.ts';
import { refuseUnpayable } from './review.ts';
import { stockStore } from './stock-store.ts';
import {
	lockOffer,
	lockPools,
	lockPoolsOfMany,
	poolOfEvent,
	readTypesOfMany,
	updatePriceRange,
	updatePriceRanges,
} from './type-rows.ts';
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

/** `setClosed(false)` of several events of an organisation. */
async function openPools(
	tx: Tx,
	services: Services,
	organisationId: string,
	eventIds: readonly string[],
): Promise<void> {
	await lockPoolsOfMany(tx, organisationId, eventIds);
	await tx
		.update(capacityPools)
		.set({ isClosed: false })
		.where(
			and(eq(capacityPools.organisationId, organisationId), inArray(capacityPools.eventId, [...eventIds])),
		);
	for (const eventId of eventIds) stockStore(services).forget(eventId);
}

/** The events of facts, each once. */
function byOrganisation(facts: readonly { organisationId: string | null; eventId: string | null }[]) {
	return [...Map.groupBy(facts.map(scopeOf), ({ organisationId }) => organisationId)].map(
		([organisationId, scopes]) => ({
			organisationId,
			eventIds: [...new Set(scopes.map(({ eventId }) => eventId))],
		}),
	);
}

/** The free “Standard” ticket that an event begins with. */
async function insertFirstType(tx: Tx, scope: EventScope): Promise<void> {
	const { currency, status } = await lockEvent(tx, scope);
	await insertTicketType(
		tx,
		scope,
		{ ...newTicketType, name: 'Standard', currency, position: 0 },
		{ size: null, sharedPoolId: null, isClosed: status !== 'published' },
	);
	await updatePriceRange(tx, scope, true);
}

/**
 * Sells on other terms from now on: orders that were worked out on the old ones are refused. Not once tickets with a price are taken, whose
 * buyers were shown something else: now that the pools are locked, the edit rules are checked again.
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

/**
 * Sells all dates of a series that aren’t over on other terms from now on: what was worked out on the old ones, by whichever process, is
 * refused and worked out anew. Pools are held in the order in which bookings of several dates hold them.
 */
async function changeDatesOf(
	services: Services,
	tx: Tx,
	{ organisationId, seriesId }: { organisationId: string; seriesId: string },
): Promise<void> {
	const { rows } = await tx.execute<{ event_id: string }>(sql`
		WITH held AS (
			SELECT p.event_id, p.id FROM events e
			JOIN capacity_pools p ON p.organisation_id = e.organisation_id AND p.event_id = e.id
			WHERE e.organisation_id = ${organisationId} AND e.series_id = ${seriesId} AND e.ends_at > now()
			ORDER BY p.event_id, p.id FOR NO KEY UPDATE OF p
		)
		UPDATE capacity_pools p SET generation = p.generation + 1 FROM held
		WHERE p.organisation_id = ${organisationId} AND p.event_id = held.event_id AND p.id = held.id
		RETURNING p.event_id`);
	for (const eventId of new Set(rows.map((row) => row.event_id))) stockStore(services).forget(eventId);
}

const closesSales = (fact: FactName): Listener =>
	listen({ fact, inTransaction: (tx, payload, services) => setClosed(tx, services, scopeOf(payload), true) });

/** Listeners of tickets, in the transaction of the event’s change. */
export const ticketListeners: Listener[] = [
	listen({
		fact: 'events.event-created',
		async inTransactionMany(tx, facts) {
			for (const { organisationId, eventIds } of byOrganisation(facts)) {
				// Made from a plan that brings its own.
				const types = await readTypesOfMany(tx, organisationId, eventIds);
				const haveOwn = new Set(types.map(({ type }) => type.eventId));
				for (const eventId of eventIds)
					if (!haveOwn.has(eventId)) await insertFirstType(tx, { organisationId, eventId });
			}
		},
	}),
	listen({
		fact: 'events.event-published',
		async inTransactionMany(tx, facts, services) {
			// What was published before and comes back keeps its guests, whatever it sells.
			for (const { organisationId, eventIds } of byOrganisation(facts.filter((fact) => !fact.payload.isBack)))
				await refuseUnpayable(tx, organisationId, eventIds);
			for (const { organisationId, eventIds } of byOrganisation(facts)) {
				await applyPlanLimitToMany(services, tx, organisationId, eventIds);
				// Prices of a draft may have changed without a word: by a tier that ended, or with the plan.
				await updatePriceRanges(tx, organisationId, eventIds);
				await openPools(tx, services, organisationId, eventIds);
			}
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
		fact: 'events.series-booking-changed',
		inTransaction: (tx, { organisationId, payload }, services) =>
			changeDatesOf(services, tx, { organisationId: organisationId as string, ...payload }),
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
