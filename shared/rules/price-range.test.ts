import { expect, test } from 'vitest';
import { formatsFor } from '../lib/formats.ts';
import { priceRange } from './price-range.ts';

test.each([
	[0, 0, 'en-GB', 'Free'],
	[0, 2_400, 'en-GB', 'Free – €24.00'],
	[1_000, 2_400, 'en-GB', '€10.00 – €24.00'],
	[1_000, 1_000, 'en-GB', '€10.00'],
	[1_000, 2_400, 'de-DE', '10,00\u00a0€ – 24,00\u00a0€'],
])('%i to %i in %s: %s', (minPriceMinor, maxPriceMinor, locale, said) => {
	expect(priceRange({ minPriceMinor, maxPriceMinor, currency: 'EUR' }, formatsFor(locale), 'Free')).toBe(
		said,
	);
});
