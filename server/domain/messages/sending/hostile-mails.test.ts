import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { verifyOrganisation } from '#tests/factories/messages.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { sendDueMessages } from './poller.ts';

/** With it `List-Unsubscribe` is longer than a line of a header should be. */
const appUrl = `https://${'tickets.'.repeat(8)}a-rather-long-name.example.org`;

/** Hostile names and texts from the call to what a mail server gets. */
const { database, services, api } = useTestApi({ isFresh: true, environment: { APP_URL: appUrl } });
const { signal } = new AbortController();
let owner: TestUser;
let server: MailServer;

beforeEach(async () => {
	server = await startMailServer();
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
});
afterEach(async () => {
	await expectInvariants(services);
	services.mailer.close();
	await server.close();
});

async function work(): Promise<void> {
	await sendDueMessages(services);
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}

interface Hostile {
	name?: string;
	organiser?: string;
	title?: string;
	subject?: string;
	text?: string;
	emails?: string[];
}

/** Sends a message to guests, and gives back their emails as they came. */
async function deliver({ name = 'Grace', organiser = 'Society', title = 'Machines', ...words }: Hostile) {
	owner = await makeUser(services, { firstName: organiser, lastName: '' });
	await verifyOrganisation(services, owner.organisationId);
	const { id } = await makeEvent(services, owner, { title, isPublished: true });
	const [type] = (await api.get(`/api/events/${id}/ticket-types`)).body.data;
	for (const email of words.emails ?? ['grace@example.org']) {
		const { status, body } = await api.post(`/api/events/${id}/orders`, {
			buyer: { name, email },
			items: [{ ticketTypeId: type.id, quantity: 1 }],
		});
		expect([status, body]).toMatchObject([201, {}]);
	}
	const { status, body } = await api.post(
		`/api/events/${id}/messages`,
		{ subject: words.subject ?? 'For {first_name}', text: words.text ?? 'Hello {first_name}.' },
		owner,
	);
	expect([status, body]).toMatchObject([201, { state: 'scheduled' }]);
	await work();
	return server.received.filter(({ raw }) => /^List-Unsubscribe:/m.test(raw));
}

/** What every email keeps, whatever was typed: one of each header, no more recipients, whole lines. */
function expectSound(mail: Awaited<ReturnType<typeof deliver>>[number] | undefined) {
	if (!mail) throw new Error('No message came.');
	const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'));
	for (const header of ['From', 'To', 'Subject', 'List-Unsubscribe', 'List-Unsubscribe-Post'])
		expect(head.match(new RegExp(`^${header}:`, 'gim')), header).toHaveLength(1);
	expect(head).not.toMatch(/^(?:Bcc|Cc|X-Evil):/im);
	expect(head).toMatch(/^List-Unsubscribe: <https:[^\s<>]+>\r$/m);
	for (const line of mail.raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
	expect(mail.to).toHaveLength(1);
	return mail;
}

describe('a hostile', () => {
	const injections = [
		'Ada\r\nBcc: all@example.org',
		'Ada\nX-Evil: 1',
		'A\u2028X-Evil: 1',
		'=?utf-8?q?=0D=0AX-Evil:=201?=',
	];
	test.each(injections)('name of %j is no header', async (name) => {
		const [mail] = await deliver({
			name: name.replaceAll(/[\r\n]+/g, ' '),
			organiser: name.replaceAll(/[\r\n]+/g, ' '),
			title: name.replaceAll(/[\r\n]+/g, ' '),
			subject: `${name} {first_name} {event_title} {organiser}`,
		});
		expectSound(mail);
	});

	test.each([
		'http://evil.example',
		'www.evil.example',
		'[x](https://evil.example)',
		'<https://evil.example>',
		'evil.example/x',
	])('first name of %j is no link', async (name) => {
		const { parsed } = expectSound((await deliver({ name }))[0]);
		expect(parsed.html).not.toMatch(/href="[^"]*evil/);
		for (const text of [parsed.text, parsed.html, parsed.subject])
			expect(text).not.toMatch(/https?:\/\/evil|www\.evil|evil\.example/);
	});

	test('text turned round stands in its own direction', async () => {
		const { parsed } = expectSound(
			(
				await deliver({ name: '\u202eecarG', subject: 'שלום {first_name}', text: 'שלום {first_name}\u202e!' })
			)[0],
		);
		expect(parsed.subject).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
		expect(parsed.html).toContain('dir="auto"');
	});

	const most = messageLimits.text;
	test.each([
		['quotes in quotes', '>'.repeat(most)],
		[
			'lists in lists',
			Array.from({ length: 190 }, (_, at) => `${' '.repeat(at)}- x`)
				.join('\n')
				.slice(0, most),
		],
		['10,000 links', '[](//a) '.repeat(most / 8)],
		['links that are short', '<http://a>'.repeat(most / 10)],
		['open brackets', '['.repeat(most)],
		['open links', '[a]('.repeat(most / 4)],
		['stars', '*a **b '.repeat(most / 7)],
		['back quotes', '`'.repeat(most)],
		['entities', '&lt;'.repeat(most / 4)],
		['placeholders', '{first_name} '.repeat(Math.floor(most / 13))],
		['one word', 'x'.repeat(most)],
	])('text of %s is an email of a size that is read whole', async (_, text) => {
		const { parsed, raw } = expectSound((await deliver({ text: text.trim() }))[0]);
		expect(parsed.html?.length).toBeLessThan(102_400);
		expect(raw.length).toBeLessThan(400_000);
	});
});

test('the link of one email unsubscribes its own address, and the button of mail programs needs nothing but the address', async () => {
	const mails = await deliver({ emails: ['grace@example.org', 'mary@example.org'] });
	expect(mails).toHaveLength(2);
	const grace = expectSound(mails.find(({ to }) => to[0] === 'grace@example.org'));
	const url = /^List-Unsubscribe: <https:\/\/[^/]+(\/[^>]+)>/m.exec(grace.raw)?.[1] ?? '';
	expect(grace.raw).not.toContain(
		/unsubscribe\/([\w-]+)/.exec(mails.find((one) => one !== grace)?.raw ?? '')?.[1],
	);
	const press = (body: string, headers: Record<string, string>) => api.call('POST', url, body, { headers });
	const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
	for (const [body, headers] of [
		['List-Unsubscribe=One-Click', form],
		[
			'List-Unsubscribe=One-Click',
			{ ...form, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
		],
		['', {}],
	] as const)
		expect((await press(body, { ...headers })).status).toBeLessThan(300);
	// Looking does nothing.
	expect((await api.get(url)).status).not.toBe(500);
	const { rows } = await database().pool.query('SELECT template, organisation_id FROM mail_opt_outs');
	expect(rows).toEqual([{ template: 'messages/service', organisation_id: owner.organisationId }]);
	const { id } = (await database().pool.query('SELECT event_id AS id FROM guest_messages')).rows[0];
	await api.post(`/api/events/${id}/messages`, { subject: 'Second', text: 'Hello' }, owner);
	await work();
	const second = server.received.filter(({ parsed }) => parsed.subject === 'Second');
	expect(second.map(({ to }) => to)).toEqual([['mary@example.org']]);
});

test('a test and a preview have no link that unsubscribes anyone', async () => {
	await deliver({});
	const { id } = (await database().pool.query('SELECT event_id AS id FROM guest_messages')).rows[0];
	await database().pool.query('UPDATE users SET email_verified_at = now()');
	const words = { subject: 'Try', text: 'Hello {ticket_link}' };
	const preview = await api.post(`/api/events/${id}/messages/preview`, words, owner);
	expect(preview.body.html + preview.body.text).not.toMatch(/token=|api\/unsubscribe/);
	expect((await api.post(`/api/events/${id}/messages/test`, words, owner)).status).toBe(202);
	await work();
	const mail = server.received.find(({ parsed }) => parsed.subject === '[Test] Try');
	expect(mail?.to).toEqual([owner.email]);
	expect(mail?.raw).not.toMatch(/unsubscribe|my-ticket/i);
});
