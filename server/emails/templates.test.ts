import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { NO_HUE } from '#shared/rules/cover/hues.ts';
import { eventCancelled } from './events/cancelled.ts';
import { withoutLinks } from './kit/escape.ts';
import { sampleEvent } from './kit/event-facts.ts';
import { stripOf } from './kit/palette.ts';
import { type MailTemplate, writeMail } from './kit/render-mail.ts';
import { orderConfirmation } from './orders/confirmation.ts';
import { mailTemplates } from './templates.ts';

const site = { productName: 'Foyer', appUrl: 'https://foyer.example' };
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\r\nBcc: everybody@example.org\r\n\r\n<h1>&amp;`;

const lure = 'Win at https://evil.example/x or www.evil.example, (pay.evil.example) now';

/** The sample with every text that is no link replaced. */
function poison<T>(value: T, key = '', typed = hostile): T {
	if (typeof value === 'string') {
		const isFixed = /link|url|code|currency|calendar|timeZone/i.test(key);
		return (isFixed ? value : typed) as T;
	}
	if (Array.isArray(value)) return value.map((item) => poison(item, key, typed)) as T;
	if (typeof value !== 'object' || value === null || value instanceof Date) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => [name, poison(item, name, typed)]),
	) as T;
}

describe.each(mailTemplates.map((template) => [template.name, template] as const))('%s', (_, template) => {
	test('says the same in HTML and in plain text, within the size that mailboxes show whole', async () => {
		const mail = await writeMail(template, template.sample, site, 'en');
		expect(mail.subject.length).toBeGreaterThan(5);
		expect(mail.subject.length).toBeLessThan(100);
		expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
		expect(mail.html).toContain('<html lang="en" dir="ltr">');
		expect(mail.html).toContain('prefers-color-scheme:dark');
		expect(mail.html).not.toMatch(/<script|javascript:|undefined|\[object|NaN|\{\w+\}/);
		expect(mail.text).not.toMatch(/undefined|\[object|NaN|\{\w+\}|<\w/);
		const links = [...mail.html.matchAll(/href="(https:[^"]+)"/g)].map(([, url]) => url);
		for (const link of links) expect(mail.text).toContain(link);
		const heading = /<h1[^>]*>([^<]+)</.exec(mail.html)?.[1];
		expect(mail.text.startsWith(heading?.replaceAll('&#39;', "'") ?? '-')).toBe(true);
		for (const { contentId } of mail.attachments)
			if (contentId) expect(mail.html).toContain(`src="cid:${contentId}"`);
	});

	test('what people typed stays text', async () => {
		const mail = await writeMail(template, poison(template.sample), site, 'en');
		expect(mail.html).not.toMatch(/<script|<img src=x|<h1>&amp;/);
		expect(mail.subject).not.toMatch(/[\r\n]/);
		expect(mail.fromName ?? '').not.toMatch(/[\r\n]/);
		for (const value of Object.values(mail.headers ?? {})) expect(value).not.toMatch(/[\r\n]/);
	});

	test('nothing that people typed becomes a link', async () => {
		const mail = await writeMail(template, poison(template.sample, '', lure), site, 'en');
		// The organiser's own message to their guests or donors, and messages to the operator, may carry links.
		const isMessage = [
			'events/cancelled',
			'events/changed',
			'events/series-changed',
			'events/postponed',
			'events/moderated',
			'organisers/lock-changed',
			'organisers/payments-stopped',
			'orders/refunded',
			'orders/refund-owed',
			'orders/refund-request',
			'withdrawals/decided',
			'orders/approval',
			'fundraisers/update',
			'messages/service',
			'messages/marketing',
			'messages/test',
		];
		if ([...isMessage, 'support/contact-message'].includes(template.name)) return;
		const found = [mail.html, mail.text, mail.subject].flatMap(
			(text) => text.match(/https?:\/\/evil|.{0,20}evil\.example/g) ?? [],
		);
		expect(found).toEqual([]);
	});

	test('no typed line break becomes a header', async () => {
		const mail = await writeMail(template, poison(template.sample), site, 'en');
		const transport = createTransport({ streamTransport: true, buffer: true });
		const { message } = await transport.sendMail({
			from: { name: mail.fromName ?? '', address: 'box@foyer.example' },
			to: { name: hostile, address: 'ada@example.org' },
			subject: mail.subject,
			text: mail.text,
			html: mail.html,
			...(mail.headers && { headers: mail.headers }),
		});
		const [headers] = (message as Buffer).toString().split('\r\n\r\n');
		expect(headers).not.toMatch(/^Bcc:/im);
	});

	test('is written in a language without a catalogue as in English', async () => {
		const english = await writeMail(template, template.sample, site, 'en');
		expect((await writeMail(template, template.sample, site, 'tlh')).subject).toBe(english.subject);
	});
});

test.each(['accounts/verify-email', 'accounts/register-repeated', 'accounts/reset-password'])(
	'%s, which anybody can have sent to anybody, carries links and nothing typed',
	(name) => {
		const template = mailTemplates.find((one) => one.name === name) as MailTemplate<object>;
		expect(Object.keys(template.sample).filter((key) => !/link$/i.test(key))).toEqual([]);
	},
);

test('a secret link that is left out leaves no link behind', async () => {
	for (const template of mailTemplates) {
		const sample = Object.fromEntries(
			Object.entries(template.sample as object).map(([key, value]) => [
				key,
				/link|url/i.test(key) ? null : value,
			]),
		);
		if (Array.isArray(sample.dates))
			sample.dates = sample.dates.map((date: object) => ({ ...date, manageLink: null }));
		if ('signInLink' in sample) sample.signInLink = 'https://foyer.example/login';
		if ('forgotLink' in sample) sample.forgotLink = 'https://foyer.example/forgot-password';
		const mail = await writeMail(template, sample, site, 'en');
		expect(mail.html + mail.text).not.toMatch(/token=|\/my-ticket\//);
	}
});

test('the whole evening of a confirmation: pictures, calendar, times of the place', async () => {
	const mail = await writeMail(orderConfirmation, orderConfirmation.sample, site, 'en');
	expect(mail.subject).toBe('Your 2 tickets for Evening of Small Machines');
	expect(mail.fromName).toBe('Analytical Society via Foyer');
	expect(mail.attachments.map((file) => file.contentType)).toEqual([
		'image/png',
		'image/png',
		'text/calendar; charset=utf-8; method=PUBLISH',
	]);
	expect(mail.text).toContain('Friday, March 12, 2027');
	expect(mail.text).toContain('UTC+1 (Berlin)');
	expect(mail.text).toContain('3QSX 8H2K 4M6N 7P9R 0T1V 5W2Y ZA');
	expect(mail.headers).toBeUndefined();
});

test('an order of a thousand tickets still makes a mail that fits', async () => {
	const [ticket] = orderConfirmation.sample.tickets;
	const tickets = Array.from({ length: 1000 }, () => ticket as NonNullable<typeof ticket>);
	const mail = await writeMail(orderConfirmation, { ...orderConfirmation.sample, tickets }, site, 'en');
	expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
	expect(mail.attachments).toHaveLength(11);
	expect(mail.text).toContain('990 more tickets');
});

test("the organiser's words are kept apart and keep their lines", async () => {
	const mail = await writeMail(eventCancelled, eventCancelled.sample, site, 'en');
	expect(mail.text).toContain('> The pump house is under water.\n> We are sorry.');
	const without = await writeMail(eventCancelled, { ...eventCancelled.sample, message: '  ' }, site, 'en');
	expect(without.html).not.toContain('<blockquote');
});

test('titles of any script stand whole and do not turn the subject round', async () => {
	const title = 'أمسية ‮ evil ‬ 春 🎪';
	const mail = await writeMail(
		orderConfirmation,
		{ ...orderConfirmation.sample, event: { ...sampleEvent, title } },
		site,
		'en',
	);
	expect(mail.subject).toContain('أمسية');
	expect(mail.subject).not.toMatch(/[\u202a-\u202e]/);
	expect(mail.html).toContain(title);
});

test('white stands on the strip of every hue', () => {
	const luminance = (hex: string) => {
		const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
		return 0.2126 * linear(channel(1)) + 0.7152 * linear(channel(3)) + 0.0722 * linear(channel(5));
	};
	for (let hue = 0; hue <= NO_HUE; hue += 5) {
		const strip = stripOf(hue);
		for (const colour of [strip.from, strip.to])
			expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(4.5);
	}
	const channels = [1, 3, 5].map((at) => Number.parseInt(stripOf(NO_HUE).from.slice(at, at + 2), 16));
	expect(Math.max(...channels) - Math.min(...channels), 'without colour').toBeLessThan(12);
});

test('names keep their dots and addresses stay whole', () => {
	const kept = 'Dr. J.R. Smith, ada@mail.example.org, 3.5 m, 18.30 Uhr, Jr.';
	expect(withoutLinks(kept)).toBe(kept);
	expect(withoutLinks('see evil.com/x')).toBe('see evil.\u200bcom/x');
});
