import { expect, test } from 'vitest';
import { cardKeys, fieldOfRefusal, readBuyForm } from './buy-values.ts';

const shop = { currency: 'EUR', amountsMinor: [2_500, 5_000], leastMinor: 1_000, mostMinor: 50_000 };
const buyer = { 'buyer.name': 'Ada Lovelace', 'buyer.email': ' ada@people.example ' };

test('a form with two cards is an order of two: one is sent on a day, the other goes to the buyer', () => {
	const read = readBuyForm(
		{
			...buyer,
			'cards.0.amountMinor': '2500',
			'cards.0.other': '',
			'cards.0.to': 'them',
			'cards.0.recipientName': 'Mary',
			'cards.0.recipientEmail': 'mary@people.example',
			'cards.0.sendOn': '2027-03-14',
			'cards.0.message': 'Enjoy!',
			'cards.3.amountMinor': 'other',
			'cards.3.other': '37,50',
			'cards.3.to': 'me',
			'cards.3.recipientEmail': 'not used',
			'cards.3.sendOn': '2027-03-14',
			timeZone: 'Europe/Berlin',
		},
		shop,
	);
	expect(read).toEqual({
		keys: [0, 3],
		order: {
			buyer: { name: 'Ada Lovelace', email: 'ada@people.example' },
			timeZone: 'Europe/Berlin',
			cards: [
				{
					amountMinor: 2_500,
					recipientName: 'Mary',
					recipientEmail: 'mary@people.example',
					senderName: '',
					message: 'Enjoy!',
					sendOn: '2027-03-14',
				},
				{
					amountMinor: 3_750,
					recipientName: '',
					recipientEmail: '',
					senderName: '',
					message: '',
					sendOn: null,
				},
			],
		},
	});
});

test.each([
	[{ 'cards.0.amountMinor': 'other', 'cards.0.to': 'me' }, 'cards.0.other', 'amount-missing'],
	[
		{ 'cards.0.amountMinor': 'other', 'cards.0.other': '9.99', 'cards.0.to': 'me' },
		'cards.0.other',
		'amount-invalid',
	],
	[
		{ 'cards.0.amountMinor': 'other', 'cards.0.other': 'ten', 'cards.0.to': 'me' },
		'cards.0.other',
		'amount-invalid',
	],
	[{ 'cards.0.amountMinor': '2500', 'cards.0.to': 'them' }, 'cards.0.recipientEmail', 'recipient-missing'],
	[
		{ 'cards.0.amountMinor': '2500', 'cards.0.recipientEmail': 'mary' },
		'cards.0.recipientEmail',
		'email-invalid',
	],
	[{ 'cards.0.amountMinor': '2500', 'cards.0.to': 'me', 'buyer.name': ' ' }, 'buyer.name', 'name-missing'],
	[{ 'cards.0.amountMinor': '2500', 'cards.0.to': 'me', 'buyer.email': '' }, 'buyer.email', 'email-missing'],
] as const)('%j: %s is %s', (values, name, problem) => {
	expect(readBuyForm({ ...buyer, ...values }, shop)).toEqual({ problems: [{ name, problem }] });
});

test('no more cards are read than can be bought at once, and a refusal names the field of its card', () => {
	const many = Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`cards.${key}.to`, 'me']));
	expect(cardKeys(many)).toHaveLength(20);
	expect(fieldOfRefusal('cards.1.recipientEmail', [0, 3])).toBe('cards.3.recipientEmail');
	expect(fieldOfRefusal('buyer.email', [0])).toBe('buyer.email');
	expect(fieldOfRefusal('cards.7.message', [0])).toBeUndefined();
	expect(fieldOfRefusal('timeZone', [0])).toBeUndefined();
});
