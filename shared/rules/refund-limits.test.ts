import { expect, test } from 'vitest';
import { refundOrder } from '../contracts/organiser-orders.ts';
import { freshRefundMinor, freshRefundText } from './refund-limits.ts';

test('the API says from which amount on a refund is large, by the table that decides it', () => {
	expect(refundOrder.summary).toContain(freshRefundText);
	expect(refundOrder.summary).not.toContain('minor units');
	for (const [, currency, units] of freshRefundText.matchAll(/([A-Z]{3}) ([\d,]+)/g)) {
		const digits = { JPY: 0, KRW: 0, CLP: 0, ISK: 0, VND: 0 }[currency as string] ?? 2;
		expect(freshRefundMinor(currency as string), currency).toBe(
			Number(units?.replaceAll(',', '')) * 10 ** digits,
		);
	}
	expect(freshRefundText).toMatch(/HUF 200,000, .*JPY 80,000, .*, 500 of any other currency$/);
	expect(freshRefundMinor('EUR')).toBe(50_000);
	expect(freshRefundMinor('KWD')).toBe(500_000);
});
