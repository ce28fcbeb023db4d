import { expect, test } from 'vitest';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { acceptedTypes, currentType } from '#shared/rules/webhook-types.ts';
import { chatLine } from './message-body.ts';

test.each([...acceptedTypes])('a chat can read %s', (type) => {
	const object = webhookSamples[currentType(type)];
	const line = chatLine({ type, payload: { ids: {}, object }, isLive: true });
	expect(line).not.toMatch(/undefined|null|NaN/);
	expect(line).not.toBe(type);
	expect(chatLine({ type, payload: { ids: {}, object }, isLive: false })).toBe(`Sandbox: ${line}`);
});

test('a former name has the line of the new one', () => {
	const payload = { ids: {}, object: webhookSamples['refund.created'] };
	const of = (type: string) => chatLine({ type, payload, isLive: true });
	expect(of('order.refunded')).toBe(of('refund.created'));
});

test('a scan of no known ticket has a line as well', () => {
	const payload = { ids: {}, object: { ...webhookSamples['check_in.refused'], ticket: null } };
	expect(chatLine({ type: 'check_in.refused', payload, isLive: true })).toBe(
		'Refused at Summer party: unknown ticket (already checked in)',
	);
});
