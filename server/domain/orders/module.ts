import type { Module } from '../module.ts';
import { approvalPoller } from './approval/decide.ts';
import { bankJobs } from './bank/jobs.ts';
import { bankRoutes } from './bank/routes.ts';
import { bulkPoller } from './bulk/run-orders.ts';
import { orderChecks } from './checks.ts';
import { receiptPoller } from './documents/due-receipts.ts';
import { holdPoller } from './expire-holds.ts';
import { giftAidJobs } from './gift-aid/declarations.ts';
import { giftCardPoller } from './gift-cards/return-gift-cards.ts';
import { groupTicketChecks } from './groups/checks.ts';
import { orderListeners } from './listeners.ts';
import { changePoller } from './order-changes/change-order.ts';
import { myTicketPage } from './page-version.ts';
import { erasureListener, orderData } from './personal-data.ts';
import { findOrderByToken } from './queries.ts';
import { refundRequestPoller } from './refund-requests/remind.ts';
import { resaleChecks } from './resale/checks.ts';
import { resaleRefundPoller } from './resale/refund-seller.ts';
import { orderRoutes } from './routes.ts';
import { seriesOrderChecks } from './series/checks.ts';
import { transferPoller } from './transfers/lapse.ts';
import { findTicketByToken, findTransferByToken } from './transfers/tokens.ts';

/** Orders: the one way in which places are taken, and all that happens to an order afterwards. */
export const ordersModule: Module = {
	name: 'orders',
	routes: [...orderRoutes, ...bankRoutes],
	listeners: [...orderListeners, erasureListener],
	personalData: orderData,
	jobs: [...bankJobs, ...giftAidJobs],
	pollers: [
		holdPoller,
		approvalPoller,
		bulkPoller,
		receiptPoller,
		refundRequestPoller,
		changePoller,
		transferPoller,
		resaleRefundPoller,
		giftCardPoller,
	],
	checks: [...orderChecks, ...resaleChecks, ...groupTicketChecks, ...seriesOrderChecks],
	access: { findOrder: findOrderByToken, findTicket: findTicketByToken, findTransfer: findTransferByToken },
	pages: [myTicketPage],
};
