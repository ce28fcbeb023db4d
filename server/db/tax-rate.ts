/**
 * Rates of tax are in basis points, to a tenth of one: 887.5 is 8.875 %. In tables that are only appended to, the whole number stands where the
 * version before reads it, and the rate with its tenth beside it, where it has one (docs/decisions/255-pricing.md).
 */

/** SQL: the rate of a row, as a number. */
export const taxRateOf = (table: string): string =>
	`coalesce(${table}.tax_rate, ${table}.tax_basis_points)::float8`;

/** The columns of the rate, for rows that a statement takes. */
export const taxRateColumns = <Row>(rateOf: (row: Row) => number | null) =>
	[
		['tax_basis_points', 'int', (row: Row) => wholeOf(rateOf(row))],
		['tax_rate', 'numeric', (row: Row) => exactOf(rateOf(row))],
	] as const;

const wholeOf = (rate: number | null) => (rate === null ? null : Math.trunc(rate));
const exactOf = (rate: number | null) => (rate === null || Number.isInteger(rate) ? null : rate);
