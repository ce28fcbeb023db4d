import { type LedgerAccount, ledgerAccounts, taxableAccounts } from '../ledger-accounts.ts';

/** Charts of accounts that propose numbers, and `other`, which proposes none. */
export const accountCharts = ['skr03', 'skr04', 'other'] as const;
export type AccountChart = (typeof accountCharts)[number];

/** Who works out the tax of a sale: the bookkeeping program, from gross amounts; or Foyer, which posts net amounts and tax apart. */
export const taxModes = ['gross', 'net'] as const;
export type TaxMode = (typeof taxModes)[number];

/** The number of one of our accounts in a bookkeeping program. */
export interface MappedAccount {
	account: LedgerAccount;
	/** Of what was sold and of its tax; null: entries without a rate, and accounts that have none. */
	taxBasisPoints: number | null;
	/** Digits; empty: none. */
	number: string;
	/** DATEV’s tax key (BU-Schlüssel); empty where the account has its tax by itself. */
	taxKey: string;
}

/** Numbers that an organisation can set: about 30 rates for each account that has rates. */
export const MAX_MAPPED_ACCOUNTS = 250;

/** Of `taxKey`. */
export const isTaxKey = (text: string): boolean => /^\d{0,4}$/.test(text);

const ofOperator: readonly LedgerAccount[] = ['plan_income', 'fee_income'];

/** The accounts of an organisation’s books; those of the operator’s own are left out. */
export const mappableAccounts: readonly LedgerAccount[] = ledgerAccounts.filter(
	(account) => !ofOperator.includes(account),
);

/** Accounts that have a number for each rate. */
export const hasRates = (account: LedgerAccount): boolean =>
	account === 'tax' || taxableAccounts.includes(account);

/**
 * SKR03 and SKR04, in this order: the standard charts of accounts that DATEV publishes (datev.de, articles 11174 and 11175), with their
 * own titles.
 */
const proposals: Readonly<Partial<Record<LedgerAccount, readonly [string, string]>>> = {
	// Bank (1, 2): the balance at the payment provider is booked as a bank account of its own.
	gateway: ['1210', '1810'],
	// Geldtransit
	transit: ['1360', '1460'],
	// Bank
	bank: ['1200', '1800'],
	// Kasse
	cash: ['1000', '1600'],
	// Sonstige Vermögensgegenstände
	contested: ['1500', '1300'],
	match_pledged: ['1500', '1300'],
	// Durchlaufende Posten
	trials: ['1590', '1370'],
	// Sonstige Verbindlichkeiten: multi-purpose vouchers, § 3 (15) UStG
	gift_cards: ['1700', '3500'],
	// Sonstige Erträge unregelmäßig
	breakage: ['2709', '4839'],
	// Verkaufsprovisionen
	platform_fees: ['4760', '6770'],
	// Nebenkosten des Geldverkehrs
	provider_fees: ['4970', '6855'],
	dispute_fees: ['4970', '6855'],
	// Forderungsverluste (übliche Höhe)
	dispute_losses: ['2400', '6930'],
	// Werbekosten
	goodwill: ['4600', '6600'],
	// Sonstige Aufwendungen unregelmäßig
	adjustments: ['2309', '6969'],
	cash_differences: ['2309', '6969'],
	rounding: ['2309', '6969'],
};

/** Umsatzsteuer 19 %, 7 %, and without a rate. */
const taxAccounts: Readonly<Record<string, readonly [string, string]>> = {
	1900: ['1776', '3806'],
	700: ['1771', '3801'],
	null: ['1770', '3800'],
};

/** Erlöse 19 % USt, 7 % USt; steuerfreie Umsätze § 4 Nr. 8 ff. UStG; Erlöse without a rate. The first two have their tax by themselves. */
const salesAccounts: Readonly<Record<string, readonly [string, string]>> = {
	1900: ['8400', '4400'],
	700: ['8300', '4300'],
	0: ['8100', '4100'],
	null: ['8200', '4200'],
};

/** What is given for nothing is no supply: Erlöse (outside of VAT). */
const givenFor: readonly LedgerAccount[] = ['gifts', 'gift_cover'];

/** The collective customer: personal accounts have a digit more, and begin at 1. */
const collectiveCustomer = '10000';

/** The rates that proposals are made for. */
export const proposedRates: readonly (number | null)[] = [1_900, 700, 0, null];

/**
 * The number that a chart proposes for an account, with as many digits as accounts have.
 * @returns empty: none
 */
export function proposedNumber(
	chart: AccountChart,
	accountLength: number,
	{ account, taxBasisPoints }: Pick<MappedAccount, 'account' | 'taxBasisPoints'>,
): string {
	if (chart === 'other') return '';
	if (account === 'buyer') return collectiveCustomer.padEnd(accountLength + 1, '0');
	const [skr03, skr04] = pairOf(account, taxBasisPoints) ?? ['', ''];
	const number = chart === 'skr03' ? skr03 : skr04;
	return number === '' ? '' : number.padEnd(accountLength, '0');
}

function pairOf(account: LedgerAccount, rate: number | null): readonly [string, string] | undefined {
	if (account === 'tax') return taxAccounts[String(rate)];
	if (givenFor.includes(account) && (rate === 0 || rate === null)) return salesAccounts.null;
	return taxableAccounts.includes(account) ? salesAccounts[String(rate)] : proposals[account];
}

/** Whether a number can be one of an account: as many digits as accounts have, or one more of a customer or supplier. */
export const isAccountNumber = (text: string, accountLength: number): boolean =>
	/^\d{4,9}$/.test(text) &&
	!/^0+$/.test(text) &&
	(text.length === accountLength || (text.length === accountLength + 1 && !text.startsWith('0')));

/** The rates at which an account has numbers: accounts without rates have null alone, and there is no tax at 0 %. */
export function ratesOf(
	account: LedgerAccount,
	rates: readonly (number | null)[],
): readonly (number | null)[] {
	if (!hasRates(account)) return [null];
	return account === 'tax' ? rates.filter((rate) => rate !== 0) : rates;
}

/** The key of a mapping’s entries. */
export const mappingKey = ({ account, taxBasisPoints }: Pick<MappedAccount, 'account' | 'taxBasisPoints'>) =>
	`${account} ${hasRates(account) ? taxBasisPoints : null}`;
