import { z } from '../lib/z.ts';
import { ledgerAccounts } from '../rules/ledger-accounts.ts';
import { endpoint } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** Sums of an organisation's books in one currency. */
export const balance = z
	.object({
		currency: z.string(),
		accounts: z.array(
			z.object({
				account: z.enum(ledgerAccounts),
				debitMinor: z.number().int(),
				creditMinor: z.number().int(),
				/** Debit less credit. */
				balanceMinor: z.number().int(),
			}),
		),
	})
	.meta({ id: 'Balance' });

export const getBalances = endpoint({
	id: 'ledger.getBalances',
	method: 'GET',
	path: '/api/organisations/{organisation}/balances',
	summary: "Get the balances of an organisation's accounts, by currency.",
	access: { kind: 'organisation', action: 'money.view', via: 'organisation' },
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(balance) }),
});
