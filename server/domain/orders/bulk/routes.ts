import { refuseStale } from '#server/domain/accounts/sessions.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/bulk-runs.ts';
import { getBulk, listBulk, listBulkFailures, previewBulk, startBulk, stopBulk } from './bulk-runs.ts';

export const bulkRoutes: Route[] = [
	handle(contract.previewBulkRun, ({ scope }, services) => previewBulk(services, scope)),
	handle(contract.startBulkRun, ({ scope, body, caller }, services) => {
		refuseStale(caller, services.clock.now());
		return startBulk(services, scope, { ...body, userId: caller.userId });
	}),
	handle(contract.listBulkRuns, async ({ scope }, services) => ({
		data: await listBulk(services.database.db, scope),
	})),
	handle(contract.getBulkRun, async ({ scope, params }, services) => {
		const request = { ...scope, runId: params.run };
		const [run, failures] = await Promise.all([
			getBulk(services.database.db, request),
			listBulkFailures(services.database.db, request),
		]);
		return { ...run, failures };
	}),
	handle(contract.stopBulkRun, ({ scope, params }, services) =>
		stopBulk(services, { ...scope, runId: params.run }),
	),
];
