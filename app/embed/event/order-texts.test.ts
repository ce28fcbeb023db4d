import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../kit/call.ts';
import { makeTicket } from '../test-events.ts';
import { checkOrder } from './check-order.ts';
import { complaintsOf } from './refusal-text.ts';

const items = [{ ticketTypeId: 'a', quantity: 3 }];
const form = { items, tickets: [makeTicket('a'), makeTicket('b')], timeZone: 'Europe/Berlin' };
const buyer = { name: 'Ada', email: 'ada@example.com' };

describe('before the order is sent', () => {
	test('what is missing is said at its place', () => {
		expect(checkOrder({ buyer, items })).toBeNull();
		expect(Object.keys(checkOrder({ buyer: { name: '', email: '' }, items: [] }) ?? {})).toEqual([
			'tickets',
			'name',
			'email',
		]);
	});

	test.each([
		'ada',
		'ada@',
		'ada@example',
		'a da@example.com',
		'ada@@example.com',
		'ada@example..com',
		'@example.com',
	])('%s is no email', (email) => {
		expect(checkOrder({ buyer: { ...buyer, email }, items })?.email).toMatch(/valid email/);
	});
});

describe('a refusal', () => {
	const rule = (name: string, metadata: Record<string, unknown> = {}) =>
		complaintsOf(
			new Refusal('BUSINESS_RULE_VIOLATION', 'The server’s own sentence.', 422, {
				metadata: { rule: name, ...metadata },
			}),
			form,
		);

	test('of a ticket stands at the tickets, with its name', () => {
		expect(rule('sold-out', { ticketTypeId: 'a', left: 2 })).toEqual({ tickets: 'Only 2 left of Ticket a.' });
		expect(rule('sold-out', { ticketTypeId: 'b', left: 0 })).toEqual({ tickets: 'Ticket b is sold out.' });
		expect(rule('above-maximum', { ticketTypeId: 'a', maxPerOrder: 4 }).tickets).toMatch(/limit 4/);
	});

	test('of a rule that is not known here is the server’s sentence', () => {
		expect(rule('something-new')).toEqual({ form: 'The server’s own sentence.' });
		expect(rule('price-changed').form).toMatch(/price has changed/);
	});

	test('of a field stands at the field', () => {
		const details = [
			{ field: 'buyer.email', message: 'Please enter a valid email address.' },
			{ field: 'items.0.quantity', message: 'Too many.' },
			{ field: 'site', message: 'Too long.' },
		];
		expect(complaintsOf(new Refusal('VALIDATION_FAILED', '', 400, { details }), form)).toEqual({
			email: 'Please enter a valid email address.',
			tickets: 'Ticket a: Too many.',
			form: 'Too long.',
		});
	});

	test('that passes says when to try again', () => {
		const limited = (retryAfterSeconds: number) =>
			complaintsOf(new Refusal('RATE_LIMIT_EXCEEDED', '', 429, { retryAfterSeconds }), form).form;
		expect(limited(1)).toMatch(/Try again in 1 second\.$/);
		expect(limited(40)).toMatch(/Try again in 40 seconds\.$/);
		expect(limited(90)).toMatch(/Try again in 2 minutes\.$/);
		expect(limited(0)).toMatch(/Try again in a minute\.$/);
		expect(complaintsOf(new Refusal('NETWORK_ERROR', ''), form).form).toMatch(/still here/);
		expect(complaintsOf(new Refusal('INTERNAL_ERROR', '', 500), form).form).toMatch(/try again/);
	});

	test('names the moment in the zone of the event', () => {
		vi.stubGlobal('navigator', { language: 'en-GB' });
		const { tickets } = rule('not-on-sale-yet', { ticketTypeId: 'a', salesStartAt: '2027-01-01T11:00:00Z' });
		expect(tickets).toBe('Ticket a isn’t on sale yet. It opens 1 Jan 2027, 12:00.');
	});
});
