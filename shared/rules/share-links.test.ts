import { expect, test } from 'vitest';
import { readLabels } from './came-by.ts';
import { sharedUrl, shareLink, shareTargets } from './share-links.ts';

const url = 'https://foyer.example/events/lantern-walk';
const event = { title: 'Lanterns & tea', text: 'Lanterns & tea\nFriday + Saturday', url };

test('each link fills in the words and the page, signs included', () => {
	const words = `${event.text}\n${url}?utm_source=`;
	const whatsapp = new URL(shareLink(event, 'whatsapp'));
	expect([whatsapp.host, whatsapp.searchParams.get('text')]).toEqual([
		'wa.me',
		`${words}whatsapp&utm_medium=share`,
	]);
	const [, subject, body] = /^mailto:\?subject=([^&]+)&body=([^&]+)$/.exec(shareLink(event, 'email')) ?? [];
	expect([subject, body].map((part) => decodeURIComponent(part ?? ''))).toEqual([
		event.title,
		`${words}email&utm_medium=share`,
	]);
	expect(shareLink(event, 'email')).not.toContain('+');
	const linkedin = new URL(shareLink(event, 'linkedin'));
	expect(linkedin.searchParams.get('url')).toBe(sharedUrl(url, 'linkedin'));
});

test.each(shareTargets)('figures distinguish %s from other sources', (target) => {
	expect(readLabels(new URL(sharedUrl(url, target)).search)).toMatchObject({
		source: target,
		medium: 'share',
	});
});
