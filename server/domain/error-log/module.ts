import { handle } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/error-log.ts';
import type { Module } from '../module.ts';
import { recordCrash } from './commands/record-crash.ts';
import { resolveError } from './commands/resolve-error.ts';
import { errorLogJobs } from './jobs.ts';
import { listErrors } from './queries.ts';

/** Crashes of browsers and of the server, for the administrators. */
export const errorLogModule: Module = {
	name: 'error-log',
	routes: [
		handle(contract.reportCrash, async ({ body, context }, services) => {
			await recordCrash(services, { ...body, source: 'browser', address: context.address });
			return undefined;
		}),
		handle(contract.listErrors, ({ query }, services) => listErrors(services, query)),
		handle(contract.resolveError, ({ params }, services) => resolveError(services, params.error)),
	],
	jobs: errorLogJobs,
};
