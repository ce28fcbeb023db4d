import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	isAccountNumber,
	mappableAccounts,
	mappingKey,
	proposedNumber,
	proposedRates,
	ratesOf,
} from '#shared/rules/datev/accounts.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';
import { taxOnTop, taxWithin } from '#shared/rules/pricing/money.ts';
import { faultSeed } from '#tests/support/seed.ts';
import { createMapping } from '../accounting-settings.ts';
import { type DatevTransfer, type Posting, postingsOf } from './postings.ts';

const rates = [0, 700, 1_900] as const;
const sides: readonly LedgerAccount[] = ['sales', 'add_ons', 'service_fees', 'gifts'];

/** Lines of an order as the sale posts them: what was sold, then its tax; some are taken back, some have a cent too much or too little. */
const line = fc.record({
	account: fc.constantFrom(...sides),
	rate: fc.constantFrom(...rates),
	minor: fc.integer({ min: 1, max: 50_000 }),
	offset: fc.integer({ min: -2, max: 2 }),
	isOnTop: fc.boolean(),
	isBack: fc.boolean(),
});

type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function transfersOf(lines: readonly Line[]): DatevTransfer[] {
	const common = { sourceKind: 'order', day: '0511', reference: 'A-B', document: '', event: 'Fair' };
	return lines
		.flatMap(({ account, rate, minor, offset, isOnTop, isBack }) => {
			const exact = isOnTop ? taxOnTop(minor, rate, 1) : taxWithin(minor, rate);
			const tax = rate === 0 ? 0 : Math.max(0, exact + offset);
			const net = isOnTop ? minor : Math.max(0, minor - tax);
			const pair = (other: LedgerAccount): [LedgerAccount, LedgerAccount] =>
				isBack ? [other, 'buyer'] : ['buyer', other];
			const [debit, credit] = pair(account);
			const [taxDebit, taxCredit] = pair('tax');
			return [
				{ ...common, kind: 'ticket', debit, credit, amountMinor: net, rate },
				{ ...common, kind: 'tax', debit: taxDebit, credit: taxCredit, amountMinor: tax, rate },
			];
		})
		.filter(({ amountMinor }) => amountMinor > 0)
		.map((transfer, index) => ({ ...transfer, line: index }));
}

const add = (sums: Map<string, number>, account: string, minor: number) => {
	const sum = (sums.get(account) ?? 0) + minor;
	if (sum === 0) sums.delete(account);
	else sums.set(account, sum);
};

/** Debit less credit by number, as a bookkeeping program has them that adds the tax of accounts 8400 and 8300. */
function book(postings: readonly Posting[]): Map<string, number> {
	const sums = new Map<string, number>();
	const automatic: Record<string, [string, number]> = { 8400: ['1776', 1_900], 8300: ['1771', 700] };
	for (const { account, counterAccount, side, amountMinor, taxKey } of postings) {
		expect(amountMinor).toBeGreaterThan(0);
		const signed = side === 'S' ? amountMinor : -amountMinor;
		add(sums, account, signed);
		const own = taxKey === '' ? automatic[counterAccount] : undefined;
		expect(automatic[account]).toBeUndefined();
		const tax = own ? Math.sign(signed) * taxWithin(amountMinor, own[1]) : 0;
		add(sums, counterAccount, -signed + tax);
		if (own) add(sums, own[0], -tax);
	}
	return sums;
}

const settings = (taxMode: 'gross' | 'net') => ({
	chart: 'skr03' as const,
	...{ taxMode, accountLength: 4, accounts: [] },
});

test.each(['gross', 'net'] as const)(
	'%s: the sums by account and the tax by rate are those of the books',
	(mode) => {
		const mapping = createMapping(settings(mode));
		fc.assert(
			fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
				const transfers = transfersOf(lines);
				const expected = new Map<string, number>();
				for (const { debit, credit, rate, amountMinor } of transfers) {
					add(expected, mapping({ account: debit, taxBasisPoints: rate }).number, amountMinor);
					add(expected, mapping({ account: credit, taxBasisPoints: rate }).number, -amountMinor);
				}
				expect(book(postingsOf(transfers, settings(mode), mapping))).toEqual(expected);
			}),
			{ numRuns: 300, seed: faultSeed },
		);
	},
);

test('what was sold at a rate is one row with its tax, and a cent of difference a second one', () => {
	const mapping = createMapping(settings('gross'));
	const sold = (netMinor: number, taxMinor: number) =>
		postingsOf(
			transfersOf([]).concat(
				(['sales', 'tax'] as const).map((credit, index) => ({
					...{ sourceKind: 'order', kind: index ? 'tax' : 'ticket', line: index, debit: 'buyer' as const },
					...{ credit, amountMinor: index ? taxMinor : netMinor, rate: 1_900 },
					...{ day: '0511', reference: 'A', document: '', event: 'Fair' },
				})),
			),
			settings('gross'),
			mapping,
		).map(({ account, counterAccount, side, amountMinor, taxKey, text }) =>
			[account, side, counterAccount, amountMinor, taxKey, text].join(' '),
		);
	expect(sold(10_000, 1_900)).toEqual(['10000 S 8400 11900  Tickets: Fair']);
	expect(sold(9_999, 1_901)).toEqual([
		'10000 S 8400 11900  Tickets: Fair',
		'1776 H 8400 1 40 Rundung Umsatzsteuer: Fair',
	]);
});

test('an account has a number of its own for each rate, and one that is set goes before the proposal', () => {
	const sales = (taxBasisPoints: number | null) => ({ account: 'sales' as const, taxBasisPoints });
	const mapping = createMapping({
		chart: 'skr04',
		accountLength: 5,
		accounts: [{ ...sales(1_000), number: '44100', taxKey: '3' }],
	});
	expect(mapping(sales(1_900)).number).toBe('44000');
	expect(mapping(sales(1_000))).toMatchObject({ number: '44100', taxKey: '3' });
	expect(mapping(sales(2_000)).number).toBe('');
	expect(mapping({ account: 'buyer', taxBasisPoints: null }).number).toBe('100000');
	expect(mappingKey({ account: 'bank', taxBasisPoints: 700 })).toBe(
		mappingKey({ account: 'bank', taxBasisPoints: null }),
	);
});

test.each(['skr03', 'skr04'] as const)(
	'%s proposes a number for every account, at each usual rate',
	(chart) => {
		for (const account of mappableAccounts)
			for (const taxBasisPoints of ratesOf(account, proposedRates))
				for (const length of [4, 8]) {
					const number = proposedNumber(chart, length, { account, taxBasisPoints });
					expect([account, isAccountNumber(number, length)]).toEqual([account, true]);
				}
	},
);
