import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { AccountingSettings, updateAccountingSettings } from '#shared/contracts/ledger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	type AccountChart,
	isAccountNumber,
	type MappedAccount,
	mappableAccounts,
	mappingKey,
	proposedRates,
	ratesOf,
	type TaxMode,
} from '#shared/rules/datev/accounts.ts';

export type MissingAccount = Pick<MappedAccount, 'account' | 'taxBasisPoints'>;

/** The settings as the form holds them; `accounts` are the numbers that differ from those that the chart proposes. */
export interface DatevValues {
	chart: AccountChart;
	consultantNumber: string;
	clientNumber: string;
	accountLength: string;
	fiscalYearStart: string;
	taxMode: TaxMode;
	accounts: readonly MappedAccount[];
}

export type DatevProblem = 'consultant' | 'client' | 'number' | 'key';

/** Initial values of the form. */
export function valuesOf(settings: AccountingSettings): DatevValues {
	return {
		chart: settings.chart,
		consultantNumber: String(settings.consultantNumber ?? ''),
		clientNumber: String(settings.clientNumber ?? ''),
		accountLength: String(settings.accountLength),
		fiscalYearStart: String(settings.fiscalYearStart),
		taxMode: settings.taxMode,
		accounts: settings.accounts.flatMap(({ proposedNumber, ...one }) => {
			const number = one.number === proposedNumber ? '' : one.number;
			return number === '' && one.taxKey === '' ? [] : [{ ...one, number }];
		}),
	};
}

/** The accounts that the form lists: at the rates that are proposed, used in the month, missing, or saved. */
export function listedAccounts(
	values: DatevValues,
	rates: readonly (number | null)[],
	missing: readonly MissingAccount[],
): MissingAccount[] {
	const all = new Set<number | null>([
		...(values.chart === 'other' ? [0, null] : proposedRates),
		...rates,
		...[...missing, ...values.accounts].map((one) => one.taxBasisPoints),
	]);
	const sorted = [...all].sort((a, b) => (b ?? -1) - (a ?? -1));
	return mappableAccounts.flatMap((account) =>
		ratesOf(account, sorted).map((taxBasisPoints) => ({ account, taxBasisPoints })),
	);
}

/** Changes an account in the form; without number and key it has what the chart proposes. */
export function withAccount(
	accounts: readonly MappedAccount[],
	of: MissingAccount,
	change: Partial<Pick<MappedAccount, 'number' | 'taxKey'>>,
): MappedAccount[] {
	const key = mappingKey(of);
	const before = accounts.find((one) => mappingKey(one) === key) ?? { ...of, number: '', taxKey: '' };
	const after = { ...before, ...change };
	const others = accounts.filter((one) => mappingKey(one) !== key);
	return after.number === '' && after.taxKey === '' ? others : [...others, after];
}

const whole = (typed: string, least: number, most: number): number | null | undefined => {
	const text = typed.trim();
	if (text === '') return null;
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	return value >= least && value <= most ? value : undefined;
};

/** The values as the API takes them, or what is wrong with them by their fields. */
export function readValues(
	values: DatevValues,
):
	| { input: BodyOf<typeof updateAccountingSettings> }
	| { faults: { field: string; problem: DatevProblem }[] } {
	const faults: { field: string; problem: DatevProblem }[] = [];
	const consultantNumber = whole(values.consultantNumber, 1_001, 9_999_999);
	const clientNumber = whole(values.clientNumber, 1, 99_999);
	const accountLength = Number(values.accountLength);
	if (consultantNumber === undefined) faults.push({ field: 'consultantNumber', problem: 'consultant' });
	if (clientNumber === undefined) faults.push({ field: 'clientNumber', problem: 'client' });
	for (const one of values.accounts) {
		if (one.number !== '' && !isAccountNumber(one.number, accountLength))
			faults.push({ field: fieldOf(one), problem: 'number' });
		if (!/^\d{0,4}$/.test(one.taxKey)) faults.push({ field: keyFieldOf(one), problem: 'key' });
	}
	if (faults.length > 0 || consultantNumber === undefined || clientNumber === undefined) return { faults };
	return {
		input: {
			...{ chart: values.chart, taxMode: values.taxMode, consultantNumber, clientNumber, accountLength },
			fiscalYearStart: Number(values.fiscalYearStart),
			accounts: [...values.accounts],
		},
	};
}

/** The names of the fields of an account. */
export const fieldOf = (of: MissingAccount): string => `number ${mappingKey(of)}`;
export const keyFieldOf = (of: MissingAccount): string => `key ${mappingKey(of)}`;

/** The accounts that an export was refused for. */
export function missingOf(error: unknown): MissingAccount[] {
	const accounts = error instanceof AppError ? error.metadata.accounts : undefined;
	return Array.isArray(accounts) ? (accounts as MissingAccount[]) : [];
}
