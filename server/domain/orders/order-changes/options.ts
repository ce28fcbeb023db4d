import { getWholeEvent } from '#server/domain/events/queries.ts';
import { poolsOf, pricedTypes, pricingOf, readEventStock } from '#server/domain/tickets/stock.ts';
import { shownLeft, ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { ChangeOptions } from '#shared/contracts/order-changes.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { getOrder, type OrderScope } from '../order-record.ts';
import { changesEnd, moneyObstacle, orderObstacle, readTickets } from './obstacles.ts';
import { isOffered } from './plan-change.ts';

/** What the tickets of an order can be changed to now, or why they cannot. */
export async function readChangeOptions(services: Services, scope: OrderScope): Promise<ChangeOptions> {
	const { db } = services.database;
	const [order, event, stock] = await Promise.all([
		getOrder(services, scope),
		getWholeEvent(services, scope),
		readEventStock(db, scope.eventId),
	]);
	if (!stock) throw notFound('Event');
	const obstacle = orderObstacle(order, event, services.clock.now()) ?? (await moneyObstacle(db, order));
	const answer = {
		obstacle,
		until: changesEnd(event)?.toISOString() ?? null,
		currency: order.currency,
		keepMinor: event.changeRules?.keepMinor ?? 0,
	};
	if (obstacle) return { ...answer, tickets: [], add: [] };
	const terms = pricingOf(stock);
	const offered = pricedTypes(stock, stock.transactionNowMs)
		.filter((type) => isOffered(type, stock))
		.map((type) => ({
			...{ ticketTypeId: type.id, name: type.name, isAddOn: type.kind === 'add_on' },
			priceMinor: allInMinor(type, terms),
			left: ticketsLeft(poolsOf(stock, type), type.admits),
			poolIds: type.poolIds,
		}))
		.filter(({ priceMinor }) => priceMinor === 0 || stock.payment.takesCards || order.totalMinor > 0);
	const tickets = (await readTickets(db, order, stock)).map(({ ticketTypeId, ...ticket }) => ({
		...ticket,
		options: ticket.obstacle
			? []
			: offered
					.filter((one) => !one.isAddOn && one.ticketTypeId !== ticketTypeId)
					.map(({ isAddOn: _1, priceMinor, poolIds, left, ...one }) => {
						const differenceMinor = priceMinor - ticket.priceMinor;
						// A place that the ticket has already is not taken again.
						const own = new Set(stock.types.get(ticketTypeId)?.poolIds);
						const others = poolIds.flatMap((id) => (own.has(id) ? [] : (stock.pools.get(id) ?? [])));
						const free = left === 0 ? ticketsLeft(others, 1) : left;
						return { ...one, differenceMinor, left: shownLeft(free) };
					})
					.filter(({ differenceMinor }) => differenceMinor >= 0 || event.changeRules?.allowsLower),
	}));
	return {
		...answer,
		tickets,
		add: offered.map(({ priceMinor, poolIds: _1, left, ...one }) => ({
			...one,
			differenceMinor: priceMinor,
			left: shownLeft(left),
		})),
	};
}
