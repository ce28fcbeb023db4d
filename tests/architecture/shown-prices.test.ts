import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const files = sourceFiles(root).filter(
	(file) =>
		/^(?:app|server\/emails|server\/domain\/(?:integrations|notifications))\//.test(file) && !isTest(file),
);

/** A price as it is stored, before the fee of the buyer and a tax that is added, made into text. */
const written = /\b(?:money|number|moneyToText)\(\s*(?:\w+[?!]?\.)*priceMinor\b/;

/** Where an amount with this name is written, and why it is what is to be paid, or no buyer reads it. */
const reasons: Record<string, string> = {
	'app/features/check-in/sales/components/cart-step.tsx':
		'the least amount that a member types for a donation',
	'app/features/events/components/edit/use-change-texts.ts': 'what an organiser changed, in the history',
	'app/features/orders/components/cancel-paid-dialog.tsx': 'what was paid for the tickets',
	'app/features/orders/components/priced-parts.tsx':
		'the least amount that is typed for a donation, beside its total',
	'app/features/orders/components/sell-dialog.tsx': 'what was paid for the ticket',
	'app/features/orders/components/ticket-actions.tsx': 'what was paid for the ticket',
	'app/features/pages/components/fee-calculator.tsx': 'the price of a plan, with tax',
	'app/features/templates/components/template-preview.tsx': 'what an organiser’s event begins with',
	'app/features/tickets/ticket-type-form.ts': 'the field of the organiser',
	'app/lib/ticket-change-choice.tsx': 'what was paid for the ticket',
	'app/routes/public/pricing.tsx': 'the price of a plan, with tax',
	'server/emails/orders/resold.ts': 'what was paid for the ticket',
};

test('a price is written as the total that has to be paid: by `shownPrice`, `allInMinor` or `quote`', () => {
	const found = files.filter((file) => written.test(readFileSync(join(root, file), 'utf8')));
	expect(found).toContain('app/features/orders/components/priced-parts.tsx');
	expect(found.filter((file) => !(file in reasons))).toEqual([]);
	expect(Object.keys(reasons).filter((file) => !found.includes(file))).toEqual([]);
});

test('the reader sees a price before fees and not a total', () => {
	expect(written.test('formats.money(type.priceMinor, type.currency)')).toBe(true);
	expect(written.test('formats.money(one.organiser?.priceMinor ?? 0, currency)')).toBe(true);
	expect(written.test('formats.money(allInMinor(type, pricing), type.currency)')).toBe(false);
	expect(written.test('formats.money(type.totalMinor, type.currency)')).toBe(false);
});
