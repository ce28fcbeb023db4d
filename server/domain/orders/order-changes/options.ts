import { getWholeEvent } from '#server/domain/events/queries.ts';
import { poolsOf, pricedTypes, pricingOf, readEventStock } from '#server/domain/tickets/stock.ts';
import { shownLeft, ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { ChangeOptions } from '#shared/contracts/order-changes.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { canRefundToGiftCard } from '../commands/request-refunds.ts';
import { getOrder, type OrderScope } from '../order-record.ts';
import { type ChangeAuthor, changesEnd, moneyObstacle, orderObstacle, readTickets } from './obstacles.ts';
import { canBuyerPay, isOffered } from './plan-change.ts';

/** Current options for changing the tickets of an order, or why there are none. */
export async function readChangeOptions(
	services: Services,
	scope: OrderScope,
	author: ChangeAuthor,
): Promise<ChangeOptions & { canBuyerPay: boolean }> {
	const isBuyer = author === 'buyer';
	const { db } = services.database;
	const [order, event, stock] = await Promise.all([
		getOrder(services, scope),
		getWholeEvent(services, scope),
		readEventStock(db, scope.eventId),
	]);
	if (!stock) throw notFound('Event');
	const obstacle =
		orderObstacle(order, event, services.clock.now(), author) ?? (await moneyObstacle(db, order));
	const answer = {
		obstacle,
		until: (isBuyer && changesEnd(event)?.toISOString()) || null,
		currency: order.currency,
		keepMinor: (isBuyer && event.changeRules?.keepMinor) || 0,
		canBuyerPay: canBuyerPay(order, stock),
		canRefundToGiftCard: await canRefundToGiftCard(db, order),
	};
	if (obstacle) return { ...answer, tickets: [], add: [] };
	const terms = pricingOf(stock);
	const offered = pricedTypes(stock, stock.transactionNowMs)
		.filter((type) => isOffered(type, stock, author))
		.map((type) => ({
			...{ ticketTypeId: type.id, name: type.name, isAddOn: type.kind === 'add_on' },
			priceMinor: allInMinor(type, terms),
			left: ticketsLeft(poolsOf(stock, type), type.admits),
			poolIds: type.poolIds,
		}))
		.filter(
			({ priceMinor }) => !isBuyer || priceMinor === 0 || stock.payment.takesCards || order.totalMinor > 0,
		);
	const tickets = (await readTickets(db, order, stock, author)).map(({ ticketTypeId, ...ticket }) => ({
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
					.filter(
						({ differenceMinor }) => !isBuyer || differenceMinor >= 0 || event.changeRules?.allowsLower,
					),
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
