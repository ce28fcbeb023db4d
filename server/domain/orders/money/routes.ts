import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/order-money.ts';
import * as payouts from '#shared/contracts/payouts.ts';
import { suggestEvidence } from './dispute-evidence.ts';
import { getEventMoney, listFigureRows } from './event-figures.ts';
import { exportOrders } from './export-orders.ts';

/** What an event brought in. */
export const eventMoneyRoutes: Route[] = [
	handle(contract.getEventMoney, ({ scope }, services) => getEventMoney(services, scope)),
	handle(contract.listFigureRows, ({ scope, query }, services) => listFigureRows(services, scope, query)),
	handle(payouts.suggestEvidence, ({ scope, params }, services) =>
		suggestEvidence(services, { organisationId: scope.organisationId, disputeId: params.dispute }),
	),
	handle(contract.exportOrders, ({ scope, query }, services) => exportOrders(services, scope, query.format)),
];
