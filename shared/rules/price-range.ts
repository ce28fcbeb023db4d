import type { Formats } from '../lib/formats.ts';

/**
 * What coming to an event costs, from its cheapest to its dearest ticket: one amount, or both ends. Everything free is only `free`.
 * @param free the word for it, in the reader's language
 */
export function priceRange(
	range: { minPriceMinor: number; maxPriceMinor: number; currency: string },
	formats: Pick<Formats, 'money'>,
	free: string,
): string {
	const { minPriceMinor, maxPriceMinor, currency } = range;
	const said = (minor: number) => (minor === 0 ? free : formats.money(minor, currency));
	if (maxPriceMinor <= minPriceMinor) return said(minPriceMinor);
	return `${said(minPriceMinor)} – ${said(maxPriceMinor)}`;
}
