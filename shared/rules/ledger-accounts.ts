/**
 * The accounts of an organisation's books. `buyer` is the control account: its balance for an order is what is still owed (above 0) or
 * owed back (below 0).
 */
export const ledgerAccounts = [
	// Assets
	'gateway',
	'transit',
	'bank',
	'cash',
	'contested',
	// Promised by sponsors who match donations, and not paid yet
	'match_pledged',
	// Control
	'buyer',
	// Test charges of the payment account's page, which sell nothing
	'trials',
	// Liabilities
	'tax',
	// What gift cards still have
	'gift_cards',
	// Income
	'sales',
	'add_ons',
	'service_fees',
	'gifts',
	'gift_cover',
	'kept_fees',
	// The balance of gift cards that lapsed
	'breakage',
	// Of the operator's own books
	'plan_income',
	'fee_income',
	// Cost
	'platform_fees',
	'provider_fees',
	'dispute_fees',
	'dispute_losses',
	// Gift cards that were given for nothing
	'goodwill',
	// Differences with the provider that somebody settled manually
	'adjustments',
	// What was counted in a cash drawer and should not have been there, or the other way round
	'cash_differences',
	// What coins are too large for
	'rounding',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** What was sold: with `tax`, the accounts of the tax report. */
export const taxableAccounts: readonly LedgerAccount[] = [
	'sales',
	'add_ons',
	'service_fees',
	'gifts',
	'gift_cover',
	'kept_fees',
];

/** What is spent for sales: net revenue is what was sold without tax, less these. */
export const costAccounts: readonly LedgerAccount[] = [
	'platform_fees',
	'provider_fees',
	'dispute_fees',
	'dispute_losses',
];
