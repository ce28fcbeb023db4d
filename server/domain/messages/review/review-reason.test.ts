import { describe, expect, test } from 'vitest';
import { countForeignLinks } from './review-reason.ts';

const count = (body: string, subject = '') => countForeignLinks({ subject, body }, 'https://foyer.test');

describe('links that lead elsewhere', () => {
	test.each([
		['https://evil.example', 1],
		['HTTPS://EVIL.example/x https://evil.example/x https://evil.example', 2],
		['www.evil.example', 1],
		['[here](https://evil.example)', 1],
		['[here](<https://evil.example>)', 1],
		['[here][a]\n\n[a]: https://evil.example', 1],
		['[here](https&#58;//evil.example)', 1],
		['[here](https\\://evil.example)', 1],
		['[here](HTTPS&colon;&sol;&sol;evil.example)', 1],
		['https:///evil.example/x', 1],
		['`https://evil.example`', 1],
		['evil.example/offer', 1],
		['münchen.example/x https://xn--mnchen-3ya.example https://münchen.example', 2],
		['https://foyer.test:8443/x', 1],
		['https://foyer.test.evil.example', 1],
		['https://foyer.test@evil.example/', 1],
		['https://evil.example\\\\@foyer.test/', 1],
		['http://[::1]/x https://evil.example:99999', 2],
		['https://[', 0],
	])('are counted: %s', (body, links) => {
		expect(count(body)).toBe(links);
	});

	test.each([
		'https://foyer.test/events/a [b](https://FOYER.test/b) www',
		'https://foyer.test:443/a',
		'Doors at 7.30, see setup.py, e.g. either/or; write to ada@evil.example',
		'[x](//evil.example) [y](javascript:alert(1)) ![z](picture:x)',
		'{ticket_link} [your ticket]({ticket_link})',
		'',
	])('are not: %s', (body) => {
		expect(count(body)).toBe(0);
	});

	test('in a subject too', () => {
		expect(count('https://b.example', 'www.a.example')).toBe(2);
	});

	test('in a text of 20,000 characters at once', () => {
		const started = performance.now();
		for (const part of ['https://a.example ', 'a.', 'www.', '[x](https://a.example)', '>', '- ', '['])
			count(part.repeat(20_000 / part.length));
		expect(performance.now() - started).toBeLessThan(5_000);
		expect(count(Array.from({ length: 1_000 }, (_, at) => `https://a.example/${at}`).join(' '))).toBe(1_000);
	});
});
