import { describe, expect, test } from 'vitest';
import { reference, statements } from '#tests/fixtures/bank/statements.ts';
import { readBankFile } from './read-bank-file.ts';

const plain = (text: string) => text.replaceAll(/\s/g, '');

describe('the statement of', () => {
	test.each(statements)('$bank is read: one line pays, no other money is taken for it', async (statement) => {
		const { currency = 'EUR', others = [], match = `2026-11-20 2400 ${currency}`, skipped, text } = statement;
		const file = await readBankFile(new TextEncoder().encode(text), currency);
		const said = file.lines.map(({ bookedOn, amountMinor, currency: own }) =>
			[bookedOn, amountMinor, own].join(' '),
		);
		expect(said.filter((line) => line === match)).toHaveLength(1);
		expect(said.filter((line) => line !== match).map((line) => line.slice(11))).toEqual(others);
		const [line] = file.lines.filter((_, at) => said[at] === match);
		expect(line?.texts.some((one) => plain(one).includes(reference))).toBe(true);
		expect(plain(line?.text ?? '')).toContain(reference);
		expect(line?.payer === '' || /ada/i.test(line?.payer ?? '')).toBe(true);
		expect(file.skipped).toEqual(skipped);
	});
});
