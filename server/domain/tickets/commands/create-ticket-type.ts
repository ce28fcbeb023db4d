import { and, count, eq, max } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createTicketType as contract } from '#shared/contracts/tickets.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { settleCurrency } from '../event-currency.ts';
import { requireFairValues } from '../fair-values.ts';
import { takeTurnAlone } from '../place-locks.ts';
import { findPlanPool } from '../plan-limit.ts';
import { stockStore } from '../stock-store.ts';
import { holdEvent, ofEvent, poolOfEvent, updatePriceRange } from '../type-rows.ts';
import {
	checkPrices,
	checkTicketType,
	givenFields,
	MAX_TICKET_TYPES,
	newTicketType,
	type TicketTypeValues,
} from '../type-rules.ts';

type Input = BodyOf<typeof contract>;

/**
 * Offers a new ticket type with a pool of its own. Only a name is needed: it is free, unlimited, on sale from now until the event ends.
 * @returns its id
 * @throws VALIDATION_FAILED about a field
 */
export async function createTicketType(
	services: Services,
	scope: EventScope,
	input: Input,
	by: Author = bySystem,
): Promise<string> {
	const id = await services.database.transaction(async (tx) => {
		requireEdits([{ change: 'ticket.add' }], await readEditState(services, tx, await holdEvent(tx, scope)));
		return withHistory(services, tx, scope, by, () => createTicketTypeWithin(tx, scope, input));
	});
	stockStore(services).forget(scope.eventId);
	return id;
}

/** Like `createTicketType`, in the transaction of a caller, who lets `stockStore` forget the event after it. */
export async function createTicketTypeWithin(tx: Tx, scope: EventScope, input: Input): Promise<string> {
	const event = await holdEvent(tx, scope);
	// Whoever admits orders with all pools held sells no type whose pool is not.
	await takeTurnAlone(tx, scope);
	const [known] = await tx
		.select({ count: count(), last: max(ticketTypes.position) })
		.from(ticketTypes)
		.where(ofEvent(scope));
	if ((known?.count ?? 0) >= MAX_TICKET_TYPES)
		throw ruleViolation(
			'too-many-ticket-types',
			message`An event can have up to ${MAX_TICKET_TYPES} ticket types.`,
		);
	const kind = input.kind ?? ((input.priceMinor ?? 0) > 0 ? 'paid' : 'free');
	const values: TicketTypeValues = {
		...newTicketType,
		kind,
		isAdmission: admitsByDefault(kind),
		currency: event.currency,
		maxPerOrder: Math.max(newTicketType.maxPerOrder, input.minPerOrder ?? 1),
		position: Math.min((known?.last ?? -1) + 1, 10_000),
		...givenFields(input),
		name: input.name,
	};
	checkTicketType(values);
	checkPrices(values);
	await requireFairValues(tx, scope, { before: null, after: values.fairValueMinor });
	values.currency = await settleCurrency(tx, scope, event.currency, values);
	if (input.sharedPoolId) await requireSharedPool(tx, scope, input.sharedPoolId);
	const made = await insertTicketType(tx, scope, values, {
		size: input.capacity ?? null,
		sharedPoolId: input.sharedPoolId ?? null,
		isClosed: event.status !== 'published',
	});
	await updatePriceRange(tx, scope);
	return made;
}

/** Writes a ticket type with its own pool. */
export async function insertTicketType(
	tx: Tx,
	scope: EventScope,
	values: TicketTypeValues,
	pool: { size: number | null; sharedPoolId: string | null; isClosed: boolean },
): Promise<string> {
	const { organisationId, eventId } = scope;
	const poolId = newId();
	const id = newId();
	await tx
		.insert(capacityPools)
		.values({ id: poolId, organisationId, eventId, size: pool.size, isClosed: pool.isClosed });
	const planPoolId = values.isAdmission ? await findPlanPool(tx, scope) : null;
	await tx
		.insert(ticketTypes)
		.values({ ...values, id, organisationId, eventId, poolId, sharedPoolId: pool.sharedPoolId, planPoolId });
	return id;
}

/** A pool that types of this event may share. */
export async function requireSharedPool(tx: Tx, scope: EventScope, poolId: string): Promise<void> {
	const [pool] = await tx
		.select({ id: capacityPools.id })
		.from(capacityPools)
		.where(
			and(
				poolOfEvent(scope),
				eq(capacityPools.id, poolId),
				eq(capacityPools.isShared, true),
				eq(capacityPools.isPlan, false),
			),
		);
	if (!pool) throw fieldError('sharedPoolId', message`This shared capacity does not exist.`);
}
