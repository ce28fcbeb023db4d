import * as contract from '#shared/contracts/ledger.ts';
import { handle } from '../../http/handler.ts';
import type { Module } from '../module.ts';
import { ledgerChecks } from './checks.ts';
import { listBalances } from './queries.ts';

/** The books of each organisation: what was sold, paid, returned and paid out, by double entry. */
export const ledgerModule: Module = {
	name: 'ledger',
	routes: [
		handle(contract.getBalances, async ({ scope }, services) => ({
			data: await listBalances(services.database.db, scope),
		})),
	],
	checks: ledgerChecks,
};
