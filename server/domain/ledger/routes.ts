import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/ledger.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { getAccountingSettings, updateAccountingSettings } from './accounting-settings.ts';
import { closePeriod } from './close-period.ts';
import { exportDatev } from './datev/export.ts';
import { exportJournal } from './journal.ts';
import { listBalances } from './queries.ts';
import { getTaxReport } from './tax-report.ts';

export const ledgerRoutes: Route[] = [
	handle(contract.getBalances, async ({ scope }, services) => ({
		data: await listBalances(services.database.db, scope),
	})),
	handle(contract.getTaxReport, ({ scope, query }, services) =>
		getTaxReport(services, { organisationId: scope.organisationId, period: query.period }),
	),
	handle(contract.exportJournal, ({ scope, query }, services) =>
		exportJournal(services, { organisationId: scope.organisationId, ...query, period: query.period }),
	),
	handle(contract.getAccountingSettings, ({ scope }, services) =>
		getAccountingSettings(services.database.db, scope.organisationId),
	),
	handle(contract.updateAccountingSettings, ({ scope, body, context }, services) =>
		updateAccountingSettings(services, {
			organisationId: scope.organisationId,
			ifMatch: context.ifMatch,
			changes: body,
		}),
	),
	handle(contract.exportDatev, ({ scope, query }, services) =>
		exportDatev(services, {
			organisationId: scope.organisationId,
			period: query.period,
			currency: query.currency,
		}),
	),
	handle(contract.closePeriod, ({ scope, params, caller }, services) => {
		if (!contract.isPeriod(params.period)) throw notFound('Period');
		refuseStale(caller, services.clock.now());
		return closePeriod(services, {
			organisationId: scope.organisationId,
			period: params.period,
			userId: caller.userId,
		});
	}),
];
