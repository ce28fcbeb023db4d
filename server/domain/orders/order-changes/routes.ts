import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/order-changes.ts';
import { getOrder } from '../order-record.ts';
import { getManagedOrderView } from '../paid-order.ts';
import { changeOrderTickets, endChange, quoteOrderChange } from './change-order.ts';
import { readChangeOptions } from './options.ts';

/** Buyers who change the tickets of their order. */
export const orderChangeRoutes: Route[] = [
	handle(contract.getChanges, ({ order }, services) => readChangeOptions(services, order)),
	handle(contract.quoteChange, async ({ order, body }, services) => {
		const { lines, keptMinor, differenceMinor, hash } = await quoteOrderChange(services, order, body);
		const { currency } = await getOrder(services, order);
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
