/**
 * Rates of tax are in basis points, to a tenth of one: 887.5 is 8.875 %. In tables that are only appended to, the whole number stands where the
 * version before reads it, and the rate with its tenth beside it, where it has one (docs/decisions/388-tax-rates.md).
 */

/** SQL: the rate of a row. As text, one without a tenth is written as it always was. */
export const taxRateOf = (table: string): string =>
	`coalesce(${table}.tax_rate, ${table}.tax_basis_points::numeric)`;

/** What stands in the column of whole basis points. */
export const wholeBasisPoints = (rate: number): number => Math.trunc(rate);

/** What stands beside it; null: the rate is a whole number. */
export const exactRate = (rate: number): number | null => (Number.isInteger(rate) ? null : rate);
