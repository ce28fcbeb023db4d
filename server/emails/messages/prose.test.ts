import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proseHtml, proseText } from '../kit/prose.ts';
import { writeMail } from '../kit/render-mail.ts';
import { type GuestMessageProps, marketingMessage, serviceMessage, testMessage } from './guest-message.ts';
import { fillLine, firstNameOf, type PlaceholderValues, proseBlock } from './prose.ts';

const site = { productName: 'Foyer', appUrl: 'https://foyer.example' };
const frame = {
	productName: 'Foyer',
	appUrl: 'https://foyer.example',
	locale: 'en',
	direction: 'ltr' as const,
	leftOut: '(link left out)',
};
const link = 'https://foyer.example/my-ticket/abc';
const values: PlaceholderValues = {
	firstName: 'Grace',
	eventTitle: 'Evening of Small Machines',
	eventDate: 'Friday, March 12, 2027, 7:30 – 10:00 PM UTC+1 (Berlin)',
	organiser: 'Analytical Society',
	ticketLink: link,
	ticketLabel: 'My tickets',
};
/** Some of the Big List of Naughty Strings (tests/fixtures/ATTRIBUTION.md). */
const naughty: string[] = JSON.parse(
	readFileSync(new URL('../../../tests/fixtures/naughty-strings.json', import.meta.url), 'utf8'),
);

function write(source: string, more: Partial<PlaceholderValues> = {}) {
	const block = proseBlock(source, { ...values, ...more });
	if (block.kind !== 'prose') throw new Error('It is no prose.');
	return { html: proseHtml(block.nodes, frame), text: proseText(block.nodes, frame) };
}
const plain = (html: string) => html.replace(/ (?:style|class|dir)="[^"]*"/g, '');

describe('Markdown of organisers', () => {
	test.each([
		['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>', 'one\ntwo\n\nthree'],
		['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>', 'bold and italic'],
		['# Parking', '<p>Parking</p>', 'Parking'],
		['- a\n- b', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
		['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
		['> a\n> b', '<blockquote><p>a<br>b</p></blockquote>', '> a\n> b'],
		[
			'[map](https://map.example/x?a=1&b=2)',
			'<p><a href="https://map.example/x?a=1&amp;b=2">map</a></p>',
			'map (https://map.example/x?a=1&b=2)',
		],
		[
			'https://map.example/x',
			'<p><a href="https://map.example/x">https://map.example/x</a></p>',
			'https://map.example/x',
		],
		['ada@example.org', '<p><a href="mailto:ada@example.org">ada@example.org</a></p>', 'ada@example.org'],
		['![a plan](https://x.example/p.png)', '<p>a plan</p>', 'a plan'],
		['`{first_name}`', '<p><code>{first_name}</code></p>', '{first_name}'],
		['| a |\n|---|\n| b |', '<p>| a |<br>|---|<br>| b |</p>', '| a |\n|---|\n| b |'],
	])('%j', (source, html, text) => {
		const written = write(source);
		expect(plain(written.html)).toBe(html);
		expect(written.text).toBe(text);
	});

	test.each([
		'<script>alert(1)</script>',
		'<img src=x onerror=alert(1)>',
		'[x](javascript:alert(1))',
		'[x](data:text/html,<script>alert(1)</script>)',
		'[x](//evil.example)',
		'[x](vbscript:x)',
		'![x](https://evil.example/"onload="alert(1))',
		'<https://evil.example/"onmouseover="alert(1)>',
		...naughty,
	])('no markup of its own: %j', (source) => {
		const { html } = write(source);
		const tags = [...html.matchAll(/<\/?([a-z]\w*)((?:\s[^<>]*)?)>/gi)];
		for (const [, tag, attributes = ''] of tags) {
			expect('p br strong em s a ul ol li blockquote code pre hr').toContain(tag);
			expect(attributes).toMatch(/^(?: (?:class|style|dir|start|href)="[^"<>]*")*$/);
		}
		for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
	});

	test('a text of very many marks stands as it was typed, and fits', () => {
		const source = '*a*[b](https://x.example)'.repeat(800);
		const { html, text } = write(source);
		expect(html.length).toBeLessThan(100_000);
		expect(html).not.toContain('<em>');
		expect(text).toBe(source);
	});
});

describe('placeholders', () => {
	test('are put in everywhere but in code', () => {
		const { html, text } = write(
			'Hello **{first_name}**, {event_title}\n\n- {event_date}\n\n> {organiser}\n\n{unknown}',
		);
		expect(plain(html)).toContain(`<p>Hello <strong>Grace</strong>, ${values.eventTitle}</p>`);
		expect(text).toBe(
			`Hello Grace, ${values.eventTitle}\n\n- ${values.eventDate}\n\n> ${values.organiser}\n\n{unknown}`,
		);
	});

	test('the way to the tickets is a link, also as the target of one, and nothing where it is left out', () => {
		const source = 'See {ticket_link} or [your ticket]({ticket_link}).';
		const { html, text } = write(source);
		expect(plain(html)).toBe(
			`<p>See <a href="${link}">My tickets</a> or <a href="${link}">your ticket</a>.</p>`,
		);
		expect(text).toBe(`See My tickets (${link}) or your ticket (${link}).`);
		const without = write(source, { ticketLink: null });
		expect(without.html).not.toContain('href');
		expect(without.text).toBe('See My tickets (link left out) or your ticket (link left out).');
	});

	test('no link says what it does not lead to', () => {
		const { html } = write('https://x.example/{event_title} [a](https://x.example/{first_name})');
		expect(plain(html)).toBe(
			'<p><a href="https://x.example/%7Bevent_title%7D">https://x.example/{event_title}</a> <a href="https://x.example/%7Bfirst_name%7D">a</a></p>',
		);
	});

	test.each([
		'[x](http://evil.example)',
		'<b>x</b>',
		'{organiser}',
		'**x**',
		'http://evil.example',
		'www.evil.example',
		'`x`',
		'\n# x',
		'\r\nBcc: all@example.org',
		'\u202eevil\u202c',
		...naughty,
	])('a name of %j is words alone', (name) => {
		const first = firstNameOf(name, 'there');
		expect(first).not.toMatch(/[\r\n\u202a-\u202e\u2066-\u2069]/);
		expect(first.length).toBeGreaterThan(0);
		expect([...first].length).toBeLessThanOrEqual(60);
		const { html, text } = write('Hello {first_name}!', { firstName: first });
		expect(plain(html)).toMatch(/^<p>Hello [^<>]*!<\/p>$/);
		expect(text).toMatch(/^Hello .*!$/s);
		expect(html + text).not.toMatch(/https?:\/\/\w|www\.evil|{organiser}Analytical/);
	});

	test('a name begins with how its owner is greeted', () => {
		expect(firstNameOf('  Grace  Brewster Hopper', 'there')).toBe('Grace');
		expect(firstNameOf('Prof. Dr. Grace Hopper', 'there')).toBe('Grace');
		expect(firstNameOf('Mrs Hopper', 'there')).toBe('Hopper');
		expect(firstNameOf('Hopper, Grace', 'there')).toBe('Grace');
		expect(firstNameOf('Dr.', 'there')).toBe('Dr.');
		expect(firstNameOf(', ', 'there')).toBe('there');
		expect(firstNameOf('王小明', 'there')).toBe('王小明');
		expect(firstNameOf('李 小龍', 'there')).toBe('李 小龍');
		expect(firstNameOf(' \u200f ', 'there')).toBe('there');
		expect([...firstNameOf('x'.repeat(200), 'there')]).toHaveLength(60);
	});

	test('a subject has them too, in one line', () => {
		expect(fillLine('{first_name}: {event_title} ({organiser})', values)).toBe(
			'Grace: Evening of Small Machines (Analytical Society)',
		);
		expect(fillLine('{first_name}', { ...values, firstName: '{organiser}' })).toBe('{organiser}');
	});
});

describe('the email', () => {
	const props: GuestMessageProps = serviceMessage.sample;

	test('says why it came and how to stop such emails, by kind', async () => {
		const service = await writeMail(serviceMessage, props, site, 'en');
		expect(service.text).toContain('because you have a ticket for Evening of Small Machines');
		expect(service.text).toContain('Unsubscribe from messages of Analytical Society:');
		expect(service.fromName).toBe('Analytical Society via Foyer');
		const news = await writeMail(marketingMessage, marketingMessage.sample, site, 'en');
		expect(news.text).toContain('because you follow Analytical Society');
		expect(news.text).toContain('Unsubscribe from news of Analytical Society:');
		for (const { headers } of [service, news])
			expect(headers).toEqual({
				'List-Unsubscribe': '<https://foyer.example/api/unsubscribe/sample>',
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
			});
	});

	test('as a test says so and unsubscribes from nothing', async () => {
		const mail = await writeMail(
			testMessage,
			{ ...testMessage.sample, oneClickUrl: 'https://x.example' },
			site,
			'en',
		);
		expect(mail.subject).toBe('[Test] Parking at Evening of Small Machines');
		expect(mail.text).toContain('This is a test');
		expect(mail.text + mail.html).not.toContain('nsubscribe');
		expect(mail.headers).toBeUndefined();
	});

	test('keeps a title of 300 characters, a nameless reader and line breaks out of its headers', async () => {
		const event = {
			...props.event,
			title: `${'Long '.repeat(59)}end`,
			organiserName: 'A\r\nBcc: x@y.example',
		};
		const replyTo = { name: 'A\r\nBcc: x@y.example', address: 'office@example.org' };
		const mail = await writeMail(serviceMessage, { ...props, event, name: '', replyTo }, site, 'en');
		expect(mail.subject.length).toBeLessThanOrEqual(200);
		for (const line of [mail.subject, mail.fromName, mail.replyTo?.name]) expect(line).not.toMatch(/[\r\n]/);
		expect(mail.text).toContain('Hello there,');
	});

	test('is dated in the way of its reader and the zone of the event', async () => {
		const mail = await writeMail(serviceMessage, { ...props, body: '{event_date}' }, site, 'de');
		expect(mail.text).toContain('12 March 2027');
		expect(mail.text).toContain('UTC+1 (Berlin)');
	});

	test('leads a guest without a link to the event', async () => {
		const guest = { ...props, isForGuest: true, manageLink: null, body: '{ticket_link}' };
		const mail = await writeMail(serviceMessage, guest, site, 'en');
		expect(mail.text).toContain(`View event (${props.event.url})`);
		expect(mail.text).not.toContain('my-ticket');
	});
});
