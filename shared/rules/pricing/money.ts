/**
 * The arithmetic of amounts, which are whole numbers of minor units. Nothing else under shared/rules/pricing divides or rounds
 * (`tests/architecture/pricing.test.ts`), so every rounding of a price is a call of one of these functions.
 */

/** The largest amount of one price, order or payment. A thousand of them in each of twenty lines is below 2⁵³. */
export const MAX_AMOUNT = 99_999_999_999;

/**
 * `amount × numerator ÷ denominator` in whole minor units, halves away from zero: `share(-250, 1, 100)` is -3. The parameters are whole
 * numbers, the denominator above 0, the result below 2⁵³.
 */
export function share(amount: number, numerator: number, denominator: number): number {
	const isNegative = amount < 0 !== numerator < 0;
	const [quotient, rest] = divide(Math.abs(amount), Math.abs(numerator), denominator);
	const rounded = rest * 2 >= denominator ? quotient + 1 : quotient;
	// Never the negative zero, which is not equal to 0 for Object.is.
	return isNegative && rounded !== 0 ? -rounded : rounded;
}

/** The denominator of a rate as a whole number. */
const RATE_BASE = 100_000;

/** A rate in basis points, to a tenth of one, as a whole number of thousandths of a per cent: 887.5 is 8,875. */
const wholeRate = (basisPoints: number): number => Math.round(basisPoints * 10);

/** The tax within an amount: of 119 at 1,900 basis points 19. */
export const taxWithin = (amount: number, basisPoints: number): number =>
	share(amount, wholeRate(basisPoints), RATE_BASE + wholeRate(basisPoints));

/** The tax on top of an amount, in whole steps. */
export const taxOnTop = (amount: number, basisPoints: number, step: number): number =>
	step * share(amount, wholeRate(basisPoints), RATE_BASE * step);

/**
 * An amount in `count` parts that differ by at most 1 and add up to it. Part k is ⌊amount × (k + 1) ÷ count⌋ − ⌊amount × k ÷ count⌋, so
 * the part of one unit does not depend on which units were handled before it.
 */
export function split(amount: number, count: number): number[] {
	const before = (k: number) => divide(Math.abs(amount), k, count)[0];
	return Array.from({ length: count }, (_, k) => {
		const part = before(k + 1) - before(k);
		return amount < 0 && part !== 0 ? -part : part;
	});
}

/**
 * An amount divided in proportion to weights of at least 0, by the largest remainder, ties by position; the parts add up to the amount.
 * @throws RangeError when there is an amount and no weight above 0
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	if (amount === 0) return weights.map(() => 0);
	if (total <= 0) throw new RangeError('An amount needs a weight above 0.');
	const shares = weights.map((weight) => divide(Math.abs(amount), weight, total));
	const missing = Math.abs(amount) - shares.reduce((sum, [quotient]) => sum + quotient, 0);
	const first = new Set(
		shares
			.map(([, rest], index) => ({ rest, index }))
			.sort((a, b) => b.rest - a.rest || a.index - b.index)
			.slice(0, missing)
			.map(({ index }) => index),
	);
	return shares.map(([quotient], index) => {
		const part = first.has(index) ? quotient + 1 : quotient;
		return amount < 0 && part !== 0 ? -part : part;
	});
}

/** Quotient and remainder of `a × b ÷ divisor` for whole numbers of at least 0. A product above 2⁵³ is calculated with BigInt. */
function divide(a: number, b: number, divisor: number): [quotient: number, remainder: number] {
	const product = a * b;
	if (Number.isSafeInteger(product)) {
		const rest = product % divisor;
		return [(product - rest) / divisor, rest];
	}
	const exact = BigInt(a) * BigInt(b);
	return [Number(exact / BigInt(divisor)), Number(exact % BigInt(divisor))];
}
