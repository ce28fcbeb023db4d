import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { atFields, settingChecks, settingsFrom } from './service-form.ts';

const byRule = (rule: string) =>
	new AppError('BUSINESS_RULE_VIOLATION', { userMessage: 'Said why.', metadata: { rule } });

test('settings are what a service asks for, without spaces around', () => {
	const values = { apiKey: ' key ', address: 'https://lists.example.org ', user: 'foyer', listId: '1' };
	expect(settingsFrom('mailchimp', values)).toEqual({ apiKey: 'key' });
	expect(settingsFrom('listmonk', values)).toEqual({
		apiKey: 'key',
		address: 'https://lists.example.org',
		user: 'foyer',
	});
});

test('each setting that a service asks for must be filled in', () => {
	const checks = settingChecks('listmonk', { address: 'No address.', user: 'No user.', apiKey: 'No key.' });
	expect(Object.keys(checks)).toEqual(['address', 'user', 'apiKey']);
	expect(checks.user?.('  ')).toBe('No user.');
	expect(checks.user?.('foyer')).toBeUndefined();
});

test.each([
	['key-refused', 'apiKey'],
	['service-unreachable', 'address'],
	['list-connected', 'listId'],
])('a refusal by %s is shown at %s, in the words of the server', (rule, field) => {
	expect(atFields(byRule(rule))).toMatchObject({ details: [{ field, message: 'Said why.' }] });
});

test('refused settings are fields of the form, and other errors stay as they are', () => {
	const refused = new AppError('VALIDATION_FAILED', {
		details: [{ field: 'settings.address', message: 'No.', code: 'VALIDATION_FAILED' }],
	});
	expect(atFields(refused)).toMatchObject({ details: [{ field: 'address', message: 'No.' }] });
	const sandbox = byRule('sandbox');
	expect(atFields(sandbox)).toBe(sandbox);
	const abort = new DOMException('', 'AbortError');
	expect(atFields(abort)).toBe(abort);
});
