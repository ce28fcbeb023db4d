import { expect, test } from 'vitest';
import {
	missingOfRecipient,
	missingParticulars,
	type Particular,
	type ParticularKind,
} from './particulars.ts';

const whole: Record<Particular, string> = {
	name: 'Harbour Hall gGmbH',
	address: 'Pier 1',
	countryCode: 'DE',
	taxNumber: 'DE123456789',
	taxReason: 'said',
	number: '1180000',
	purpose: 'Kunst und Kultur',
	taxOffice: 'Berlin',
	noticeDate: '2026-01-31',
};
const taxed = { isTaxed: true };
const untaxed = { isUntaxed: true };

test.each<[ParticularKind, string, object, Particular[]]>([
	// § 14 Abs. 4 UStG: the tax number in any case; § 33 UStDV: not on receipts.
	['invoice', 'DE', taxed, ['name', 'address', 'countryCode', 'taxNumber']],
	['invoice', 'DE', untaxed, ['name', 'address', 'countryCode', 'taxNumber', 'taxReason']],
	['invoice', 'DE', {}, ['name', 'address', 'countryCode', 'taxNumber']],
	['receipt', 'DE', taxed, ['name', 'address', 'countryCode']],
	['receipt', 'DE', untaxed, ['name', 'address', 'countryCode', 'taxReason']],
	['receipt', 'DE', { ...taxed, ...untaxed }, ['name', 'address', 'countryCode', 'taxReason']],
	['gift_receipt', 'DE', {}, ['name', 'address', 'number', 'purpose', 'taxOffice', 'noticeDate']],
	// Directive 2006/112/EC.
	['invoice', 'AT', taxed, ['name', 'address', 'countryCode', 'taxNumber']],
	['invoice', 'AT', untaxed, ['name', 'address', 'countryCode', 'taxReason']],
	['receipt', 'FR', taxed, ['name', 'address', 'countryCode']],
	['invoice', 'ES', untaxed, ['name', 'address', 'countryCode', 'taxNumber', 'taxReason']],
	// HMRC VAT Notice 700: who is not registered has no number.
	['receipt', 'GB', taxed, ['name', 'address', 'countryCode', 'taxNumber']],
	['invoice', 'GB', untaxed, ['name', 'address', 'countryCode']],
	['gift_receipt', 'GB', {}, ['name', 'number']],
	['receipt', 'US', taxed, ['name', 'countryCode']],
	['invoice', 'US', taxed, ['name', 'address', 'countryCode']],
	['gift_receipt', 'US', {}, ['name', 'number']],
	['invoice', 'AU', taxed, ['name', 'address', 'countryCode', 'taxNumber']],
	['receipt', 'JP', {}, ['name', 'address', 'countryCode']],
	// A seller without a country: what any country asks.
	['receipt', '', {}, ['name', 'address', 'countryCode']],
	['gift_receipt', 'FR', {}, ['name', 'number']],
])('%s of %s, %j, needs %j', (kind, countryCode, about, needed) => {
	const nothing = Object.fromEntries(Object.keys(whole).map((field) => [field, ' \n']));
	expect(missingParticulars(kind, { countryCode, ...about }, nothing)).toEqual(needed);
	expect(missingParticulars(kind, { countryCode, ...about }, {})).toEqual(needed);
	expect(missingParticulars(kind, { countryCode, ...about }, whole)).toEqual([]);
	for (const field of needed)
		expect(missingParticulars(kind, { countryCode, ...about }, { ...whole, [field]: null })).toEqual([field]);
});

test.each([
	['DE', { address: ' ', countryCode: '' }, ['address', 'countryCode']],
	['DE', { address: 'Pier 1', countryCode: '' }, ['countryCode']],
	['GB', { address: '', countryCode: 'FR' }, ['address']],
	['CH', {}, ['address', 'countryCode']],
	['', {}, ['address', 'countryCode']],
	['US', {}, []],
	['FR', { address: 'Pier 1', countryCode: 'US' }, []],
])('an invoice from %s to %j lacks %j', (country, given, missing) => {
	expect(missingOfRecipient(country, given)).toEqual(missing);
});
