import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { pick } from '#shared/lib/pick.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import {
	columnsOf,
	type EditedRows,
	fieldOf,
	formerValue,
	type JsonRow,
	jsonRow,
	type PartRows,
	type RowChange,
} from '../events/changes/rows.ts';
import { lockEvent, lockEvents } from '../events/event-rows.ts';
import { deleteTicketTypeWithin } from './commands/delete-ticket-type.ts';
import { changeTicketType, writeTicketType } from './commands/update-ticket-type.ts';
import { saveGrowth } from './places.ts';
import { findPlanPool } from './plan-limit.ts';
import { stockStore } from './stock-store.ts';
import {
	lockOffer,
	lockOffers,
	lockPools,
	lockTicketType,
	type PoolRow,
	poolOfEvent,
	readTicketTypes,
	readTypesOfMany,
	type TicketTypeRow,
	updatePriceRange,
	updatePriceRanges,
} from './type-rows.ts';
import { checkCapacity, checkTicketType, type TicketTypeValues, ticketTypeFields } from './type-rules.ts';

const instants = ['salesStartAt', 'salesEndAt'];
/** A statement has at most 65,535 parameters. */
const rowsOfStatement = 500;

function rowsOf(types: { type: TicketTypeRow; pool: PoolRow }[], pools: PoolRow[]): PartRows {
	return new Map([
		...types.map(({ type, pool }): [string, { subject: string; values: JsonRow }] => [
			`ticket.${type.id}`,
			{
				subject: type.name,
				values: {
					...jsonRow(type, [...ticketTypeFields, 'poolId', 'sharedPoolId', 'lineageId']),
					capacity: pool.size,
				},
			},
		]),
		...pools.map((pool): [string, { subject: string; values: JsonRow }] => [
			`pool.${pool.id}`,
			{ subject: pool.name, values: jsonRow(pool, ['name', 'size', 'lineageId']) },
		]),
	]);
}

/** `ticket.{id}` with its own capacity, and `pool.{id}` for shared capacities. */
export const ticketRows: EditedRows<Services> = {
	async read(tx, scope) {
		const types = await readTicketTypes(tx, scope);
		const pools = await tx
			.select()
			.from(capacityPools)
			.where(and(poolOfEvent(scope), eq(capacityPools.isShared, true), eq(capacityPools.isPlan, false)));
		return rowsOf(types, pools);
	},
	async readMany(db, organisationId, eventIds) {
		const types = await readTypesOfMany(db, organisationId, eventIds);
		const pools = await db
			.select()
			.from(capacityPools)
			.where(
				and(
					eq(capacityPools.organisationId, organisationId),
					sql`${capacityPools.eventId} = ANY(${plainArray(eventIds)}::uuid[])`,
					eq(capacityPools.isShared, true),
					eq(capacityPools.isPlan, false),
				),
			);
		const typesOf = Map.groupBy(types, ({ type }) => type.eventId);
		const poolsOf = Map.groupBy(pools, ({ eventId }) => eventId);
		return new Map(eventIds.map((id) => [id, rowsOf(typesOf.get(id) ?? [], poolsOf.get(id) ?? [])]));
	},
	hold: lockOffers,
	async edit(services, tx, scope, id, changes) {
		await changeTicketType(services, tx, scope, {
			ticketTypeId: id,
			input: changes as Parameters<typeof changeTicketType>[3]['input'],
		});
		stockStore(services).forget(scope.eventId);
	},
	async insertMany(services, tx, organisationId, changes) {
		const eventIds = [...changes.keys()];
		const isClosed = new Map(
			(await lockEvents(tx, organisationId, eventIds)).map(({ id, status }) => [id, status !== 'published']),
		);
		const pools: (typeof capacityPools.$inferInsert)[] = [];
		const types: (typeof ticketTypes.$inferInsert)[] = [];
		for (const [eventId, made] of changes) {
			const of = { scope: { organisationId, eventId }, isClosed: isClosed.get(eventId) ?? true };
			for (const change of made) {
				if (change.path.startsWith('pool.')) {
					pools.push(poolColumns(change, of));
					continue;
				}
				// The pool of the plan comes when the event is published.
				const { pool, type } = typeColumns(change, of, null);
				pools.push(pool);
				types.push(type);
			}
		}
		for (let from = 0; from < pools.length; from += rowsOfStatement)
			await tx.insert(capacityPools).values(pools.slice(from, from + rowsOfStatement));
		for (let from = 0; from < types.length; from += rowsOfStatement)
			await tx.insert(ticketTypes).values(types.slice(from, from + rowsOfStatement));
		await updatePriceRanges(tx, organisationId, eventIds, true);
		for (const eventId of eventIds) stockStore(services).forget(eventId);
	},
	async restore(services, tx, scope, changes) {
		await lockOffer(tx, scope);
		const of = (kind: string, how: RowChange['inverse']['do']) =>
			changes.filter(({ path, inverse }) => path.startsWith(`${kind}.`) && inverse.do === how);
		for (const change of of('pool', 'insert')) await insertPool(tx, scope, change);
		for (const [id, fields] of byRow(of('pool', 'set'))) await restorePool(tx, scope, id, fields);
		await insertTypes(tx, scope, of('ticket', 'insert'));
		for (const [id, fields] of byRow(of('ticket', 'set'))) await restoreType(services, tx, scope, id, fields);
		for (const { path } of of('ticket', 'delete'))
			await deleteTicketTypeWithin(services, tx, scope, idOf(path));
		for (const { path } of of('pool', 'delete')) await deletePool(tx, scope, idOf(path));
		await updatePriceRange(tx, scope);
		stockStore(services).forget(scope.eventId);
	},
};

const idOf = (path: string) => path.split('.')[1] as string;

/** The former values of fields, by the id of their row. */
function byRow(changes: readonly RowChange[]): Map<string, JsonRow> {
	const rows = new Map<string, JsonRow>();
	for (const change of changes) {
		const id = idOf(change.path);
		rows.set(id, { ...rows.get(id), [fieldOf(change.path)]: formerValue(change) });
	}
	return rows;
}

async function insertPool(tx: Tx, scope: EventScope, { path, before }: RowChange): Promise<void> {
	const { status } = await lockEvent(tx, scope);
	await tx
		.insert(capacityPools)
		.values(poolColumns({ path, before }, { scope, isClosed: status !== 'published' }));
}

interface NewRowsOf {
	scope: EventScope;
	isClosed: boolean;
}

function poolColumns(
	{ path, before }: Pick<RowChange, 'path' | 'before'>,
	{ scope, isClosed }: NewRowsOf,
): typeof capacityPools.$inferInsert {
	const values = before as { name: string; size: number | null; lineageId?: string | null };
	return { id: idOf(path), ...scope, ...values, isShared: true, isClosed };
}

/** A ticket type with its own pool. */
function typeColumns(
	{ path, before }: Pick<RowChange, 'path' | 'before'>,
	{ scope, isClosed }: NewRowsOf,
	planPoolId: string | null,
) {
	const { capacity, ...values } = before as JsonRow & {
		capacity: number | null;
		poolId: string;
		kind: string;
	};
	// What was deleted by an older version does not say it.
	const isAdmission = (values.isAdmission as boolean | undefined) ?? admitsByDefault(values.kind);
	const pool: typeof capacityPools.$inferInsert = { id: values.poolId, ...scope, size: capacity, isClosed };
	const type: typeof ticketTypes.$inferInsert = {
		...(columnsOf(values, instants) as unknown as typeof ticketTypes.$inferInsert),
		id: idOf(path),
		...scope,
		planPoolId: isAdmission ? planPoolId : null,
		isAdmission,
	};
	return { pool, type };
}

async function restorePool(tx: Tx, scope: EventScope, id: string, fields: JsonRow): Promise<void> {
	const pool = (await lockPools(tx, scope, [id])).get(id);
	if (!pool) return;
	const values = { name: pool.name, size: pool.size, ...(fields as { name?: string; size?: number | null }) };
	checkCapacity(values.size, pool, 'size');
	await tx
		.update(capacityPools)
		.set(values)
		.where(and(poolOfEvent(scope), eq(capacityPools.id, id)));
	await saveGrowth(tx, scope, pool, values.size);
}

async function insertTypes(tx: Tx, scope: EventScope, changes: readonly RowChange[]): Promise<void> {
	if (changes.length === 0) return;
	const { status } = await lockEvent(tx, scope);
	const planPoolId = await findPlanPool(tx, scope);
	const isClosed = status !== 'published';
	for (const change of changes) {
		const { pool, type } = typeColumns(change, { scope, isClosed }, planPoolId);
		await tx.insert(capacityPools).values(pool);
		await tx.insert(ticketTypes).values(type);
	}
}

async function restoreType(
	services: Services,
	tx: Tx,
	scope: EventScope,
	id: string,
	fields: JsonRow,
): Promise<void> {
	const event = await lockEvent(tx, scope);
	const row = await lockTicketType(tx, scope, id);
	const { capacity, sharedPoolId, poolId: _, ...restored } = columnsOf(fields, instants);
	const values = { ...pick(row, ticketTypeFields), ...restored } as TicketTypeValues;
	checkTicketType(values);
	await writeTicketType(services, tx, event, row, {
		values,
		sharedPoolId: sharedPoolId === undefined ? row.sharedPoolId : (sharedPoolId as string | null),
		size: capacity as number | null | undefined,
	});
}

async function deletePool(tx: Tx, scope: EventScope, id: string): Promise<void> {
	const [user] = await tx
		.select({ name: ticketTypes.name })
		.from(ticketTypes)
		.where(and(eq(ticketTypes.organisationId, scope.organisationId), eq(ticketTypes.sharedPoolId, id)))
		.limit(1);
	if (user)
		throw ruleViolation(
			'capacity-in-use',
			message`“${user.name}” uses this capacity. Remove it there first.`,
		);
	await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.id, id)));
}
