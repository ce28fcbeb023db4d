import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/order-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { requireFresh } from '../commands/refund-order.ts';
import { getManagedOrderView, getOrderDetail } from '../paid-order.ts';
import { type ChangingMember, changeOrderTickets, endChange, quoteOrderChange } from './change-order.ts';
import { readChangeOptions } from './options.ts';

/** Buyers who change the tickets of their order. */
const buyerRoutes: Route[] = [
	handle(contract.getChanges, async ({ order }, services) => {
		const { canBuyerPay: _, ...options } = await readChangeOptions(services, order, 'buyer');
		return options;
	}),
	handle(contract.quoteChange, async ({ order, body }, services) => {
		const { currency, lines, keptMinor, differenceMinor, hash } = await quoteOrderChange(
			services,
			order,
			body,
		);
		return { currency, lines, keptMinor, differenceMinor, hash };
	}),
	handle(contract.changeOrder, async ({ order, body }, services) => {
		await changeOrderTickets(services, order, body);
		return getManagedOrderView(services, order);
	}),
	handle(contract.withdrawChange, async ({ order, params }, services) => {
		await endChange(services, order, params.change, 'withdrawn');
		return getManagedOrderView(services, order);
	}),
];

/** A change that gives money back is a refund. @throws AUTH_INSUFFICIENT_PERMISSIONS, AUTH_REQUIRED */
function refusesRefund(
	services: Services,
	scope: OrganisationScope,
	caller: Caller,
): ChangingMember['requireAmount'] {
	return (amountMinor, currency) => {
		if (!memberCan(rightsOf(scope), 'refunds.make')) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
		requireFresh(services, caller)?.(amountMinor, currency);
	};
}

/** Members who change the tickets of an order. */
const memberRoutes: Route[] = [
	handle(contract.getTicketChanges, ({ params, scope }, services) =>
		readChangeOptions(services, { ...scope, orderId: params.order }, 'organiser'),
	),
	handle(contract.quoteTicketChange, async ({ params, scope, body }, services) => {
		const { differenceBy, returnsDifference, ...wanted } = body;
		const order = { ...scope, orderId: params.order };
		const quoted = await quoteOrderChange(services, order, wanted, { differenceBy, returnsDifference });
		const { currency, lines, keptMinor, priceDifferenceMinor, differenceMinor, hash } = quoted;
		return { currency, lines, keptMinor, priceDifferenceMinor, differenceMinor, hash };
	}),
	handle(contract.changeTickets, async ({ params, scope, body, caller }, services) => {
		const { differenceBy, returnsDifference, ...wanted } = body;
		const order = { ...scope, orderId: params.order };
		await changeOrderTickets(services, order, wanted, {
			userId: caller.userId,
			terms: { differenceBy, returnsDifference },
			requireAmount: refusesRefund(services, scope, caller),
		});
		return getOrderDetail(services, order);
	}),
	handle(contract.cancelTicketChange, async ({ params, scope }, services) => {
		const order = { ...scope, orderId: params.order };
		await endChange(services, order, params.change, 'withdrawn');
		return getOrderDetail(services, order);
	}),
];

export const orderChangeRoutes: Route[] = [...buyerRoutes, ...memberRoutes];
