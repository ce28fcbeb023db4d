import { and, eq } from 'drizzle-orm';
import { capacityPools } from '#server/db/tables/tickets.ts';
import type { Services } from '#server/services.ts';
import { underField } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { pick } from '#shared/lib/pick.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { instantOf, momentOf } from '#shared/rules/plan-moments.ts';
import { fromPlanned, toPlanned } from '#shared/rules/planned-where-set.ts';
import { lockEvent } from '../events/event-rows.ts';
import type { EventPart } from '../events/plan/event-part.ts';
import { insertTicketType } from './commands/create-ticket-type.ts';
import { ticketRows } from './edited-rows.ts';
import { takesFairValues } from './fair-values.ts';
import { poolOfEvent, readTicketTypes, updatePriceRange } from './type-rows.ts';
import { checkPrices, checkTicketType, plannedFields, type TicketTypeValues } from './type-rules.ts';

/** The key of a ticket type in a plan, by its place in the order of the event. */
export const ticketKey = (place: number) => `ticket-${place + 1}`;

/** Ticket types and shared capacities, with nothing sold; sales windows keep their distance to the start. */
export const ticketsPart: EventPart<Services> = {
	name: 'tickets',
	rows: ticketRows,
	async capture(tx, scope) {
		const event = await lockEvent(tx, scope);
		const pools = await tx
			.select()
			.from(capacityPools)
			.where(and(poolOfEvent(scope), eq(capacityPools.isShared, true), eq(capacityPools.isPlan, false)))
			.orderBy(capacityPools.id);
		const keys = new Map(pools.map(({ id }, place) => [id, `pool-${place + 1}`]));
		const types = await readTicketTypes(tx, scope);
		return {
			pools: pools.map(({ id, name, size }) => ({ key: keys.get(id) as string, name: name || '–', size })),
			tickets: types.map(({ type, pool }, place) => ({
				key: ticketKey(place),
				...pick(type, plannedFields),
				...toPlanned(type),
				priceTiers: type.priceTiers.map((tier) => ({
					...tier,
					endsAt: tier.endsAt === null ? null : momentOf(new Date(tier.endsAt), event),
				})),
				capacity: pool.size,
				sharedPool: keys.get(type.sharedPoolId ?? '') ?? null,
				salesStart: type.salesStartAt && momentOf(type.salesStartAt, event),
				salesEnd: type.salesEndAt && momentOf(type.salesEndAt, event),
			})),
		};
	},
	async apply(tx, scope, plan, isTyped) {
		const event = await lockEvent(tx, scope);
		const isClosed = event.status !== 'published';
		const pools = new Map<string, string>();
		// A template may come from an organisation that issues receipts, for one that does not.
		const canHaveFairValues =
			plan.tickets.some(({ fairValueMinor }) => fairValueMinor !== null) &&
			(await takesFairValues(tx, scope));
		for (const { key, name, size } of plan.pools) {
			const id = newId();
			pools.set(key, id);
			await tx.insert(capacityPools).values({ id, ...scope, name, isShared: true, size, isClosed });
		}
		for (const [position, planned] of plan.tickets.entries()) {
			const { key: _key, capacity, sharedPool, salesStart, salesEnd, priceTiers, ...rest } = planned;
			const values: TicketTypeValues = {
				...rest,
				...fromPlanned(rest),
				isAdmission: rest.isAdmission ?? admitsByDefault(rest.kind),
				fairValueMinor: canHaveFairValues ? rest.fairValueMinor : null,
				currency: event.currency,
				priceTiers: priceTiers.map((tier) => ({
					...tier,
					endsAt: tier.endsAt && instantOf(tier.endsAt, event).toISOString(),
				})),
				salesStartAt: salesStart && instantOf(salesStart, event),
				salesEndAt: salesEnd && instantOf(salesEnd, event),
				position,
			};
			underField(`tickets.${position}`, () => {
				checkTicketType(values);
				if (isTyped) checkPrices(values);
			});
			const sharedPoolId = pools.get(sharedPool ?? '') ?? null;
			await insertTicketType(tx, scope, values, { size: capacity, sharedPoolId, isClosed });
		}
		if (plan.tickets.length > 0) await updatePriceRange(tx, scope, true);
	},
};
