import type { Module } from '../module.ts';
import { findAgreementByToken } from './agreements/agreement-token.ts';
import { agreementPoller } from './agreements/charge-due.ts';
import { balancePoller } from './balance.ts';
import { paymentChecks } from './checks.ts';
import { eventPoller } from './events.ts';
import { paymentJobs } from './jobs.ts';
import { moneyRoutes } from './money-routes.ts';
import { bankDetailsPoller } from './pending-details.ts';
import { refundPoller } from './refund-poller.ts';
import { paymentRoutes } from './routes.ts';
import { paymentPoller } from './settle.ts';
import { mountTestGateway, testModePollers } from './test-mode.ts';

/** Money that providers move: accounts, payments, refunds, disputes. It knows amounts and ids of what is paid for, not orders. */
export const paymentsModule: Module = {
	name: 'payments',
	routes: [...paymentRoutes, ...moneyRoutes],
	pollers: [
		eventPoller,
		paymentPoller,
		refundPoller,
		agreementPoller,
		balancePoller,
		bankDetailsPoller,
		...testModePollers,
	],
	jobs: paymentJobs,
	checks: paymentChecks,
	access: { findAgreement: findAgreementByToken },
	mountFiles: mountTestGateway,
};
