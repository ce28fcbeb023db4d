import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { isSameJson } from '#server/domain/events/changes/rows.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateTicketType as contract } from '#shared/contracts/tickets.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { pick } from '#shared/lib/pick.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import type { EditChange } from '#shared/rules/edit-rules.ts';
import { currencyLocked, settleCurrency } from '../event-currency.ts';
import { requireFairValues } from '../fair-values.ts';
import { saveGrowth } from '../places.ts';
import { findPlanPool } from '../plan-limit.ts';
import { countReserved, listTypeReservations, moveTypeReservations } from '../reservations.ts';
import { stockStore } from '../stock-store.ts';
import {
	holdEvent,
	lockOffer,
	lockPools,
	lockTicketType,
	ofEvent,
	type PoolRow,
	poolOfEvent,
	type TicketTypeRow,
	updatePriceRange,
} from '../type-rows.ts';
import {
	checkCapacity,
	checkPrices,
	checkTicketType,
	givenFields,
	type TicketTypeValues,
	ticketTypeFields,
} from '../type-rules.ts';
import { requireSharedPool } from './create-ticket-type.ts';

type Input = BodyOf<typeof contract>;

/**
 * Changes a ticket type. Orders that were worked out on the old terms are refused by the new generation of its pool and worked out
 * again, so no sale mixes the two. Capacity never goes below what is taken.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), VALIDATION_FAILED about a field, `capacity-below-sold`
 */
export async function updateTicketType(
	services: Services,
	scope: EventScope,
	how: { ticketTypeId: string; input: Input; ifMatch?: number | undefined },
	by: Author = bySystem,
): Promise<void> {
	await services.database.transaction((tx) =>
		withHistory(services, tx, scope, by, () => changeTicketType(services, tx, scope, how)),
	);
	stockStore(services).forget(scope.eventId);
}

/** `updateTicketType` in the transaction of a caller, who writes the history. */
export async function changeTicketType(
	services: Services,
	tx: Tx,
	scope: EventScope,
	how: { ticketTypeId: string; input: Input; ifMatch?: number | undefined },
): Promise<void> {
	const event = await holdEvent(tx, scope);
	// A price in another currency may change all types: they are held together then, in order.
	if (how.input.currency !== undefined) await lockOffer(tx, scope);
	const row = await lockTicketType(tx, scope, how.ticketTypeId);
	if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
	const { input } = how;
	const isReread = input.currency !== undefined && input.currency !== row.currency;
	if (isReread && row.priceMinor > 0 && input.priceMinor === undefined && input.kind !== 'free')
		throw currencyLocked(row.currency);
	const values = merge(row, input);
	checkTicketType(values);
	if (isPriced(input)) checkPrices(values);
	await requireFairValues(tx, scope, { before: row.fairValueMinor, after: values.fairValueMinor });
	values.currency = await settleCurrency(tx, scope, event.currency, values, row.id);

	const sharedPoolId = input.sharedPoolId === undefined ? row.sharedPoolId : input.sharedPoolId;
	if (sharedPoolId && sharedPoolId !== row.sharedPoolId) await requireSharedPool(tx, scope, sharedPoolId);
	await writeTicketType(services, tx, event, row, { values, sharedPoolId, size: input.capacity });
}

/**
 * Writes a ticket type as it is to be, once the table of edit rules has agreed. The event and the type are held.
 * @param next.size undefined: as it is
 */
export async function writeTicketType(
	services: Services,
	tx: Tx,
	event: EventRow,
	row: TicketTypeRow,
	next: { values: TicketTypeValues; sharedPoolId: string | null; size: number | null | undefined },
): Promise<void> {
	const scope = { organisationId: event.organisationId, eventId: event.id };
	const { values, sharedPoolId } = next;
	const planPoolId = values.isAdmission ? await findPlanPool(tx, scope) : null;
	const pools = await lockPools(
		tx,
		scope,
		[row.poolId, row.sharedPoolId, sharedPoolId, row.planPoolId, planPoolId].filter((id) => id !== null),
	);
	const own = pools.get(row.poolId) as PoolRow;
	const size = next.size === undefined ? own.size : next.size;
	const { confirmed, held } = own;
	if (row.hasWithdrawal && !values.hasWithdrawal && confirmed + held > 0)
		throw ruleViolation(
			'withdrawal-promised',
			message`Some of these tickets are sold with a right of withdrawal. Make another ticket type without it.`,
		);
	requireEdits(
		editsOf(row, values, { before: own.size, after: size, metadata: { confirmed, held, field: 'capacity' } }),
		{ ...(await readEditState(services, tx, event)), confirmed, held },
	);
	if (sharedPoolId !== row.sharedPoolId || planPoolId !== row.planPoolId) {
		// What is held without an order stays held in the pools that it was taken from, but for the places of groups and of devices at the door.
		const ofType = await listTypeReservations(tx, own);
		const placesOfType = ofType.reduce((sum, { places }) => sum + places, 0);
		const sold = { ...own, held: held - (await countReserved(tx, own)) + placesOfType };
		if (sharedPoolId !== row.sharedPoolId)
			await changeSharedPool(tx, sold, pools, row.sharedPoolId, sharedPoolId);
		await movePlaces(tx, sold, row.planPoolId, planPoolId);
		await moveTypeReservations(tx, scope, ofType, row.sharedPoolId, sharedPoolId);
		await moveTypeReservations(tx, scope, ofType, row.planPoolId, planPoolId);
	}
	await tx
		.update(capacityPools)
		.set({ size, generation: sql`${capacityPools.generation} + 1` })
		.where(and(poolOfEvent(scope), eq(capacityPools.id, own.id)));
	await saveGrowth(tx, scope, own, size);
	await tx
		.update(ticketTypes)
		.set({ ...values, sharedPoolId, planPoolId, version: row.version + 1, updatedAt: services.clock.now() })
		.where(and(ofEvent(scope), eq(ticketTypes.id, row.id)));
	if (values.isAdmission !== row.isAdmission)
		await services.facts.publish(
			tx,
			{ ...scope, name: 'tickets.admission-changed', payload: { ticketTypeId: row.id } },
			services,
		);
	if (values.taxReason !== row.taxReason || values.taxBasisPoints !== row.taxBasisPoints)
		await services.facts.publish(
			tx,
			{ name: 'tickets.tax-changed', ...scope, payload: { ticketTypeId: row.id } },
			services,
		);
	await updatePriceRange(tx, scope);
}

/** The changes of an edit to a ticket type, by the edit rules. */
function editsOf(
	row: TicketTypeValues,
	values: TicketTypeValues,
	size: { before: number | null; after: number | null; metadata?: Record<string, unknown> },
): Parameters<typeof requireEdits>[0] {
	const changed = (Object.keys(values) as (keyof TicketTypeValues)[]).filter(
		// A price in another currency comes with the event's.
		(field) => field !== 'currency' && !isSameJson(jsonOf(row[field]), jsonOf(values[field])),
	);
	return [
		...changed.map((field) => ({
			change: changeOf[field] ?? ('ticket.terms' as const),
			before: row[field],
			after: values[field],
			field,
		})),
		...(size.before === size.after
			? []
			: [{ ...size, change: 'ticket.capacity' as const, field: 'capacity' }]),
	];
}

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

const changeOf: Partial<Record<keyof TicketTypeValues, EditChange>> = {
	kind: 'ticket.kind',
	admits: 'ticket.admits',
	priceMinor: 'ticket.price',
	suggestedMinor: 'ticket.price',
	fairValueMinor: 'ticket.price',
	priceTiers: 'ticket.price',
	taxBasisPoints: 'ticket.price',
};

/** Whether an edit touches what buyers are charged. */
const isPriced = (input: Input): boolean =>
	(['kind', 'priceMinor', 'suggestedMinor', 'fairValueMinor', 'priceTiers', 'currency'] as const).some(
		(field) => input[field] !== undefined,
	);

function merge(row: TicketTypeRow, input: Input): TicketTypeValues {
	const kind = input.kind ?? row.kind;
	return {
		...pick(row, ticketTypeFields),
		// A change of kind drops what the new kind cannot have.
		...(input.kind === 'free' && { priceMinor: 0 }),
		...(kind !== 'paid' && { fairValueMinor: null }),
		...(kind !== 'paid' && kind !== 'add_on' && { priceTiers: [] }),
		...(input.kind !== undefined && input.kind !== row.kind && { isAdmission: admitsByDefault(kind) }),
		...givenFields(input),
	};
}

/** Takes what the type has sold out of the places it shared and into those it will share. */
async function changeSharedPool(
	tx: Tx,
	own: PoolRow,
	pools: Map<string, PoolRow>,
	from: string | null,
	to: string | null,
): Promise<void> {
	const next = to ? pools.get(to) : undefined;
	if (next) {
		const taken = { confirmed: next.confirmed + own.confirmed, held: next.held + own.held };
		checkCapacity(next.size, taken, 'size');
	}
	await movePlaces(tx, own, from, to);
}

/** Takes what the type has sold out of one pool and into another. The pool of a plan grows with what it must hold: nobody loses a place. */
async function movePlaces(tx: Tx, own: PoolRow, from: string | null, to: string | null): Promise<void> {
	if (from === to) return;
	for (const [id, sign] of [
		[from, -1],
		[to, 1],
	] as const) {
		if (!id) continue;
		const confirmed = sql`${capacityPools.confirmed} + ${sign * own.confirmed}`;
		const held = sql`${capacityPools.held} + ${sign * own.held}`;
		await tx
			.update(capacityPools)
			.set({
				confirmed,
				held,
				size: sql`CASE WHEN ${capacityPools.isPlan} THEN greatest(${capacityPools.size}, ${confirmed} + ${held}) ELSE ${capacityPools.size} END`,
			})
			.where(and(poolOfEvent(own), eq(capacityPools.id, id)));
	}
}
