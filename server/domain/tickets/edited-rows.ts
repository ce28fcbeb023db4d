import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
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
	type RowChange,
} from '../events/changes/rows.ts';
import { lockEvent } from '../events/event-rows.ts';
import { deleteTicketTypeWithin } from './commands/delete-ticket-type.ts';
import { writeTicketType } from './commands/update-ticket-type.ts';
import { saveGrowth } from './places.ts';
import { findPlanPool } from './plan-limit.ts';
import { stockStore } from './stock-store.ts';
import {
	lockOffer,
	lockPools,
	lockTicketType,
	poolOfEvent,
	readTicketTypes,
	updatePriceRange,
} from './type-rows.ts';
import { checkCapacity, checkTicketType, type TicketTypeValues, ticketTypeFields } from './type-rules.ts';

const instants = ['salesStartAt', 'salesEndAt'];

/** `ticket.{id}` with its own capacity, and `pool.{id}` for shared capacities. */
export const ticketRows: EditedRows<Services> = {
	async read(tx, scope) {
		const types = await readTicketTypes(tx, scope);
		const pools = await tx
			.select()
			.from(capacityPools)
			.where(and(poolOfEvent(scope), eq(capacityPools.isShared, true), eq(capacityPools.isPlan, false)));
		return new Map([
			...types.map(({ type, pool }): [string, { subject: string; values: JsonRow }] => [
				`ticket.${type.id}`,
				{
					subject: type.name,
					values: {
						...jsonRow(type, [...ticketTypeFields, 'poolId', 'sharedPoolId']),
						capacity: pool.size,
					},
				},
			]),
			...pools.map((pool): [string, { subject: string; values: JsonRow }] => [
				`pool.${pool.id}`,
				{ subject: pool.name, values: jsonRow(pool, ['name', 'size']) },
			]),
		]);
	},
	async restore(services, tx, scope, changes) {
		await lockOffer(tx, scope);
		const of = (kind: string, how: RowChange['inverse']['do']) =>
			changes.filter(({ path, inverse }) => path.startsWith(`${kind}.`) && inverse.do === how);
		for (const change of of('pool', 'insert')) await insertPool(tx, scope, change);
		for (const [id, fields] of byRow(of('pool', 'set'))) await restorePool(tx, scope, id, fields);
		for (const change of of('ticket', 'insert')) await insertType(tx, scope, change);
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
	const values = before as { name: string; size: number | null };
	const isClosed = status !== 'published';
	await tx.insert(capacityPools).values({ id: idOf(path), ...scope, ...values, isShared: true, isClosed });
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

async function insertType(tx: Tx, scope: EventScope, { path, before }: RowChange): Promise<void> {
	const { status } = await lockEvent(tx, scope);
	const { capacity, ...values } = before as JsonRow & {
		capacity: number | null;
		poolId: string;
		kind: string;
	};
	const isClosed = status !== 'published';
	await tx.insert(capacityPools).values({ id: values.poolId, ...scope, size: capacity, isClosed });
	const planPoolId = await findPlanPool(tx, scope);
	// What was deleted by an older version does not say it.
	const isAdmission = (values.isAdmission as boolean | undefined) ?? admitsByDefault(values.kind);
	await tx.insert(ticketTypes).values({
		...(columnsOf(values, instants) as unknown as typeof ticketTypes.$inferInsert),
		id: idOf(path),
		...scope,
		planPoolId: isAdmission ? planPoolId : null,
		isAdmission,
	});
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
