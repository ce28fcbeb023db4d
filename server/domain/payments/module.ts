import type { Module } from '../module.ts';
import { findAgreementByToken } from './agreements/agreement-token.ts';
import { chargeDueAgreements } from './agreements/charge-due.ts';
import { syncDueBalances } from './balance.ts';
import { paymentChecks } from './checks.ts';
import { settleDueEvents } from './events.ts';
import { paymentJobs } from './jobs.ts';
import { moneyRoutes } from './money-routes.ts';
import { settleDueRefunds } from './refund.ts';
import { paymentRoutes } from './routes.ts';
import { settleDuePayments } from './settle.ts';
import { mountTestGateway, testModePollers } from './test-mode.ts';

/** Money that providers move: accounts, payments, refunds, disputes. It knows amounts and ids of what is paid for, not orders. */
export const paymentsModule: Module = {
	name: 'payments',
	routes: [...paymentRoutes, ...moneyRoutes],
	pollers: [
		{ name: 'payments.settle-events', idleMs: 500, run: settleDueEvents },
		{ name: 'payments.settle-payments', idleMs: 1_000, run: settleDuePayments },
		{ name: 'payments.settle-refunds', idleMs: 1_000, run: settleDueRefunds },
		{ name: 'payments.charge-agreements', idleMs: 5_000, run: chargeDueAgreements },
		{ name: 'payments.sync-balances', idleMs: 5_000, run: syncDueBalances },
		...testModePollers,
	],
	jobs: paymentJobs,
	checks: paymentChecks,
	access: { findAgreement: findAgreementByToken },
	mountFiles: mountTestGateway,
};
