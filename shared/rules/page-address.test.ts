import { expect, test } from 'vitest';
import { redactHash, redactPath, redactSearch, redactUrl } from './page-address.ts';

test.each([
	['/scan/tok', '/scan/[redacted]'],
	['/staff-scanner/tok', '/staff-scanner/[redacted]'],
	['/staff-access/AB2C', '/staff-access/[redacted]'],
	['/my-ticket/abc/print', '/my-ticket/[redacted]/[redacted]'],
	['/unsubscribe/abc', '/unsubscribe/[redacted]'],
	['/feedback-report/abc', '/feedback-report/[redacted]'],
	['/shared-report/abc', '/shared-report/[redacted]'],
	['/events/spring-fair-2027', '/events/spring-fair-2027'],
	['/events/0192d3a0-1111-7abc-8def-0123456789ab', '/events/0192d3a0-1111-7abc-8def-0123456789ab'],
	['/events/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '/events/[redacted]'],
	['/u/ada@example.org', '/u/[redacted]'],
	['/', '/'],
])('%s is recorded as %s', (path, recorded) => {
	expect(redactPath(path)).toBe(recorded);
});

test('no path is longer than 300 characters', () => {
	expect(redactPath(`/${'a'.repeat(900)}`)).toHaveLength(300);
});

test('of a query the names stay, and only harmless values', () => {
	expect(redactSearch('?token=secret&utm_source=mail&q=Ada+Lovelace')).toBe(
		'?token=[redacted]&utm_source=mail&q=[redacted]',
	);
	expect(redactSearch('?next=%2Fscan%2Fabc')).toBe('?next=[redacted]');
	expect(redactSearch('?ref=ada@example.org')).toBe('?ref=[redacted]');
	expect(redactSearch('')).toBe('');
});

test('a hash stays when it is a word', () => {
	expect(redactHash('#agenda')).toBe('#agenda');
	expect(redactHash('#access_token=abc')).toBe('#[redacted]');
	expect(redactHash('')).toBe('');
});

test('an address is redacted in all its parts; what is none is nothing', () => {
	expect(redactUrl('https://a.example/scan/abc?code=1#x=y')).toBe(
		'https://a.example/scan/[redacted]?code=[redacted]#[redacted]',
	);
	expect(redactUrl('about:client')).toBe('');
	expect(redactUrl('')).toBe('');
});
