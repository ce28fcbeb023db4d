import { z } from '../lib/z.ts';
import {
	accountCharts,
	isTaxKey,
	MAX_MAPPED_ACCOUNTS,
	mappableAccounts,
	taxModes,
} from '../rules/datev/accounts.ts';
import { type LedgerAccount, ledgerAccounts } from '../rules/ledger-accounts.ts';
import { wholeList } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** Sums of an organisation's books in one currency. */
export const balance = z
	.object({
		currency: z.string(),
		accounts: z.array(
			z.object({
				account: z.enum(ledgerAccounts),
				debitMinor: z.int(),
				creditMinor: z.int(),
				/** Debit less credit. */
				balanceMinor: z.int(),
			}),
		),
	})
	.meta({ id: 'Balance' });

export const getBalances = endpoint({
	id: 'ledger.getBalances',
	method: 'GET',
	path: '/api/organisations/{organisation}/balances',
	summary: "Get the balances of an organisation's accounts, by currency.",
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	output: wholeList(balance),
});

/** A month, as `2026-11`. */
export const isPeriod = (text: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);
const period = () => z.string().refine(isPeriod, 'Please choose a month.');

const taxSums = { netMinor: z.int(), taxMinor: z.int(), grossMinor: z.int() };

/** Sales less refunds of a month, by tax rate and by the country where the events take place. */
export const taxReport = z
	.object({
		period: z.string(),
		/** From the beginning of the month up to, not including, its end. */
		startsAt: z.string(),
		endsAt: z.string(),
		timeZone: z.string(),
		rows: z.array(
			z.object({
				currency: z.string(),
				/** ISO 3166-1 alpha-2; empty: neither event nor organisation names one. */
				country: z.string(),
				/** Null: booked before rates were recorded. */
				taxBasisPoints: z.number().nullable(),
				...taxSums,
			}),
		),
		totals: z.array(z.object({ currency: z.string(), ...taxSums })),
		/** Transfers of the journal of this month. */
		transfers: z.int(),
		/** When the month was closed; null: it is open. */
		closedAt: z.string().nullable(),
		/** Why it cannot be closed now; null: it can, or is closed. */
		blocker: z.enum(['period-open', 'earlier-period-open']).nullable(),
		/** SHA-256 over the transfers of a closed month. */
		hash: z.string().nullable(),
		/** True: the installation is in test mode, no real money moves. */
		isTest: z.boolean(),
	})
	.meta({ id: 'TaxReport' });
export type TaxReport = z.output<typeof taxReport>;

export const getTaxReport = endpoint({
	id: 'ledger.getTaxReport',
	method: 'GET',
	path: '/api/organisations/{organisation}/tax-report',
	summary:
		'Get the tax report of a month: sales less refunds, and their tax, by country and rate. Sales count on the day of their confirmation, refunds on the day they are made. Without `period`, the current month.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	query: z.object({ period: period().optional() }),
	output: taxReport,
});

export const exportJournal = endpoint({
	id: 'ledger.exportJournal',
	method: 'GET',
	path: '/api/organisations/{organisation}/journal/export',
	summary:
		'Export the journal of a month: every transfer between accounts with its date, source, tax rate and country. Its totals match the tax report.',
	access: organisationAccess('money.view'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({ period: period().optional(), format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const closePeriod = endpoint({
	id: 'ledger.closePeriod',
	method: 'POST',
	path: '/api/organisations/{organisation}/periods/{period}/close',
	summary:
		'Close a past month: its figures no longer change, and later refunds count in the month in which they are made. Repeating it changes nothing.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	params: organisationParams.extend({ period: z.string() }),
	output: taxReport,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const mappedAccount = z.strictObject({
	account: z.enum(mappableAccounts as [LedgerAccount, ...LedgerAccount[]]),
	/** In basis points, of what was sold and of its tax; null: entries without a rate, and accounts that have none. */
	taxBasisPoints: z.number().min(0).max(10_000).nullable(),
	/** Digits; empty: none. */
	number: z.string().refine((text) => /^\d{0,9}$/.test(text), 'Please enter digits only.'),
	/** DATEV’s tax key (BU-Schlüssel); empty where the account has its tax by itself. */
	taxKey: z.string().refine(isTaxKey, 'Please enter up to four digits.'),
});

const accountingFields = {
	/** The chart of accounts that proposes numbers. */
	chart: z.enum(accountCharts),
	/** Number of the tax adviser with DATEV (Beraternummer), 1001 to 9999999. */
	consultantNumber: z.int().min(1_001).max(9_999_999).nullable(),
	/** Number of the client with DATEV (Mandantennummer), 1 to 99999. */
	clientNumber: z.int().min(1).max(99_999).nullable(),
	/** Digits of an account number, 4 to 8. */
	accountLength: z.int().min(4).max(8),
	/** The month in which the fiscal year begins, 1 to 12. */
	fiscalYearStart: z.int().min(1).max(12),
	/** `gross`: the bookkeeping program works out the tax; `net`: tax is posted apart. */
	taxMode: z.enum(taxModes),
};

/** How the books of an organisation are exported for DATEV. */
export const accountingSettings = z
	.object({
		...accountingFields,
		/** Each account with its number: as saved, else as the chart proposes. */
		accounts: z.array(
			z.object({
				...mappedAccount.shape,
				/** What the chart proposes; empty: nothing. */
				proposedNumber: z.string(),
			}),
		),
		version: z.int(),
	})
	.meta({ id: 'AccountingSettings' });
export type AccountingSettings = z.output<typeof accountingSettings>;

export const getAccountingSettings = endpoint({
	id: 'ledger.getAccountingSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/accounting-settings',
	summary: 'Get the DATEV export settings of an organisation: numbers, chart of accounts and accounts.',
	access: organisationAccess('money.view'),
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: accountingSettings,
});

export const updateAccountingSettings = endpoint({
	id: 'ledger.updateAccountingSettings',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/accounting-settings',
	summary:
		'Update the DATEV export settings. `accounts` replaces all account numbers; an account that is empty or omitted gets the default of the chart. Changing the chart without `accounts` resets all to its defaults.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: z
		.strictObject({ ...accountingFields, accounts: z.array(mappedAccount).max(MAX_MAPPED_ACCOUNTS) })
		.partial(),
	output: accountingSettings,
});

export const exportDatev = endpoint({
	id: 'ledger.exportDatev',
	method: 'GET',
	path: '/api/organisations/{organisation}/journal/datev',
	summary:
		'Export the journal of a month for DATEV (EXTF, Buchungsstapel, format version 13): one file for each currency, or a ZIP of files if the month is large. Refused with `accounts-missing` if an account has no number; the metadata lists those accounts.',
	access: organisationAccess('money.view'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({
		period: period().optional(),
		/** ISO 4217; without it, the only currency of the month. */
		currency: z
			.string()
			.refine((text) => /^[A-Z]{3}$/.test(text), 'Please choose a currency.')
			.optional(),
	}),
	output: { contentType: 'text/csv', description: 'CSV in Windows-1252, or a ZIP of such files' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});
