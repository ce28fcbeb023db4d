import { describe, expect, test } from 'vitest';
import type { TicketType } from '#shared/contracts/tickets.ts';
import {
	bodyOf,
	changesOf,
	checkValues,
	fitOf,
	type TicketTypeValues,
	valuesOfType,
} from './ticket-type-form.ts';

const event = { currency: 'EUR', timeZone: 'Europe/Berlin' };
const type: TicketType = {
	id: 'a',
	name: 'Early bird',
	description: '',
	kind: 'paid',
	priceMinor: 1250,
	totalMinor: 1250,
	suggestedMinor: null,
	fairValueMinor: null,
	tiers: [],
	taxBasisPoints: 0,
	currency: 'EUR',
	salesStartAt: '2027-03-01T09:00:00.000Z',
	salesEndAt: null,
	minPerOrder: 1,
	maxPerOrder: 4,
	admits: 1,
	isAdmission: true,
	needsApproval: false,
	hasWithdrawal: false,
	position: 0,
	state: 'unavailable',
	left: null,
	organiser: {
		capacity: 80,
		confirmed: 12,
		held: 1,
		sharedPoolId: null,
		taxReason: null,
		priceTiers: [
			{ name: 'First', priceMinor: 900, endsAt: '2027-03-05T23:00:00.000Z', soldUpTo: null },
			{ name: 'Second', priceMinor: 1000, endsAt: null, soldUpTo: 40 },
		],
		isHidden: true,
		isClosed: false,
		version: 3,
	},
};
const values = valuesOfType(type, event.timeZone);

test('a type becomes texts and wall times of the event', () =>
	expect(values).toMatchObject({
		price: '12.50',
		capacity: '80',
		salesStart: '2027-03-01T10:00',
		salesEnd: null,
		isHidden: true,
	}));

test('tiers become texts too, and come back as they were', () => {
	expect(values.tiers).toEqual([
		{ name: 'First', price: '9.00', ends: '2027-03-06T00:00', soldUpTo: '' },
		{ name: 'Second', price: '10.00', ends: null, soldUpTo: '40' },
	]);
	expect(bodyOf(values, event).priceTiers).toEqual(type.organiser?.priceTiers);
	expect(bodyOf({ ...values, kind: 'free' }, event).priceTiers).toEqual([]);
});

test.each<[string, Partial<TicketTypeValues['tiers'][number]>, string]>([
	['priceTiers.1.name', { name: ' ' }, 'required'],
	['priceTiers.1.priceMinor', { price: '' }, 'required'],
	['priceTiers.1.priceMinor', { price: 'ten' }, 'not-money'],
	['priceTiers.1.soldUpTo', { soldUpTo: 'ten' }, 'not-a-number'],
	['priceTiers.1.endsAt', { soldUpTo: '' }, 'without-end'],
	['priceTiers.1.endsAt', { ends: '2027-03-06T00:00' }, 'ends-too-early'],
])('%s with %o: %s', (field, part, problem) => {
	const [first, second] = values.tiers as [
		TicketTypeValues['tiers'][number],
		TicketTypeValues['tiers'][number],
	];
	expect(checkValues({ ...values, tiers: [first, { ...second, ...part }] }, 'EUR')).toEqual({
		[field]: problem,
	});
});

test('unchanged values change nothing', () => expect(changesOf(values, values, event)).toEqual({}));

test('only what was changed is sent', () =>
	expect(changesOf(values, { ...values, capacity: '', price: '12,50', name: 'Early bird ' }, event)).toEqual({
		capacity: null,
	}));

test('approval is sent when it is switched on or off', () => {
	expect(changesOf(values, { ...values, needsApproval: true }, event)).toEqual({ needsApproval: true });
	const needing = valuesOfType({ ...type, needsApproval: true }, event.timeZone);
	expect(changesOf(needing, { ...needing, needsApproval: false }, event)).toEqual({ needsApproval: false });
});

test('a free type has no price, whatever still stands in the field', () =>
	expect(bodyOf({ ...values, kind: 'free' }, event).priceMinor).toBe(0));

test.each([19, 8.875, 8.881, 5.5, 0.001, 7.7])('a rate of %d per cent is written as it was typed', (rate) =>
	expect(
		valuesOfType({ ...type, taxBasisPoints: Math.round(rate * 1_000) / 10 }, event.timeZone).taxRate,
	).toBe(String(rate)),
);

test.each([
	['19', 1900],
	['8,875 %', 887.5],
	['8.881', 888.1],
	['6.0005', 600.1],
	['0,001', 0.1],
	['100', 10_000],
	['5.5', 550],
	['', 0],
])('a tax rate of “%s” is %d basis points', (taxRate, taxBasisPoints) =>
	expect(bodyOf({ ...values, taxRate }, event)).toMatchObject({ taxBasisPoints }),
);

test('only donations suggest an amount, only what is sold has tax', () => {
	const typed = { ...values, suggested: '20', taxRate: '19' };
	const body = (kind: TicketType['kind'], part = {}) => bodyOf({ ...typed, ...part, kind }, event);
	expect(body('donation')).toMatchObject({ suggestedMinor: 2000, taxBasisPoints: 1900 });
	for (const price of ['', '0', '0,00'])
		expect(body('donation', { price })).toMatchObject({ priceMinor: 0, taxBasisPoints: 0, taxReason: null });
	const untaxed = { taxRate: '', taxReason: 'exempt' };
	expect(body('donation', untaxed)).toMatchObject({ taxReason: 'exempt' });
	expect(body('donation', { ...untaxed, price: '' })).toMatchObject({ taxReason: null });
	expect(body('paid')).toMatchObject({ suggestedMinor: null, taxBasisPoints: 1900 });
	expect(body('free')).toMatchObject({ priceMinor: 0, suggestedMinor: null, taxBasisPoints: 0 });
});

test('a price that no card can be charged is refused where it is typed', () => {
	const kwd = (price: string) => checkValues({ ...values, price }, 'KWD');
	expect(kwd('1.255')).toEqual({ priceMinor: 'amount-step' });
	expect(kwd('1.250')).toEqual({});
});

test('a wall time becomes an instant on either side of a clock change', () => {
	const instant = (salesStart: string) => bodyOf({ ...values, salesStart }, event).salesStartAt;
	expect(instant('2027-03-28T01:59')).toBe('2027-03-28T00:59:00.000Z');
	expect(instant('2027-03-28T03:00')).toBe('2027-03-28T01:00:00.000Z');
});

describe('what is wrong', () => {
	test('nothing with what is stored', () => expect(checkValues(values, 'EUR')).toEqual({}));
	test.each([
		[{ name: ' ' }, { name: 'required' }],
		[{ price: '' }, { priceMinor: 'required' }],
		[{ price: '0' }, { priceMinor: 'required' }],
		[{ price: 'a lot' }, { priceMinor: 'not-money' }],
		[{ price: '0.49' }, { priceMinor: 'amount-too-small' }],
		[{ kind: 'add_on' as const, price: '0.49' }, {}],
		[{ kind: 'add_on' as const, price: '' }, { priceMinor: 'required' }],
		[
			{ kind: 'donation' as const, price: '5', suggested: '4' },
			{ suggestedMinor: 'suggested-below-minimum' },
		],
		[{ kind: 'donation' as const, price: '', suggested: 'x' }, { suggestedMinor: 'not-money' }],
		[{ kind: 'paid' as const, suggested: 'x' }, {}],
		[{ taxRate: '101' }, { taxBasisPoints: 'not-a-rate' }],
		[{ taxRate: 'VAT' }, { taxBasisPoints: 'not-a-rate' }],
		[{ taxRate: '8,875 %' }, {}],
		[{ kind: 'donation' as const, price: '' }, {}],
		[{ kind: 'free' as const, price: 'a lot' }, {}],
		[{ capacity: 'many' }, { capacity: 'not-a-number' }],
		[{ capacity: '-1' }, { capacity: 'not-a-number' }],
		[{ capacity: '0' }, {}],
		[{ salesEnd: '2027-03-01T10:00' }, { salesEndAt: 'ends-before-start' }],
		[{ minPerOrder: 5 }, { maxPerOrder: 'most-below-least' }],
	])('%o', (part, problems) => expect(checkValues({ ...values, ...part }, 'EUR')).toEqual(problems));
});

test('times that the clock jumps over or has twice are reported', () => {
	expect(fitOf('2027-03-28T02:30', event.timeZone)).toBe('skipped');
	expect(fitOf('2027-10-31T02:30', event.timeZone)).toBe('doubled');
	expect(fitOf('2027-05-01T02:30', event.timeZone)).toBe('exact');
	expect(fitOf(null, event.timeZone)).toBeNull();
});
