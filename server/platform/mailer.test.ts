import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import {
	createMailer,
	createNullMailer,
	createSmtpMailer,
	MailError,
	type OutgoingMail,
	parseMailbox,
} from './mailer.ts';

const mail: OutgoingMail = {
	to: { name: 'Zoë "Z" Müller', address: 'zoe@guests.example' },
	fromName: 'Chor & Kapelle',
	replyTo: { name: 'Chor', address: 'chor@organiser.example' },
	subject: 'Ihr Ticket: Frühlingskonzert 🎶',
	text: 'Hallo',
	html: '<p>Hallo</p>',
	messageId: 'order-1@foyer.example',
	attachments: [
		{ filename: 'ticket.ics', contentType: 'text/calendar; method=PUBLISH', content: 'BEGIN:VCALENDAR' },
	],
	headers: { 'X-Kind': 'ticket' },
};

describe('mailer', () => {
	const cleanups: (() => Promise<void>)[] = [];
	afterEach(async () => {
		for (const cleanup of cleanups.splice(0)) await cleanup();
	});

	async function startServer(options: SMTPServerOptions = {}) {
		const received: { raw: string; from: string; to: string[] }[] = [];
		const server = new SMTPServer({
			authOptional: true,
			disabledCommands: ['STARTTLS'],
			onData(stream, session, done) {
				const chunks: Buffer[] = [];
				stream.on('data', (chunk: Buffer) => chunks.push(chunk));
				stream.on('end', () => {
					const { mailFrom, rcptTo } = session.envelope;
					received.push({
						raw: Buffer.concat(chunks).toString(),
						from: mailFrom ? mailFrom.address : '',
						to: rcptTo.map((to) => to.address),
					});
					done();
				});
			},
			...options,
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		server.on('error', () => {});
		const { port } = server.server.address() as { port: number };
		const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Foyer <box@foyer.example>' });
		cleanups.push(async () => {
			mailer.close();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		});
		return { mailer, received };
	}

	const errorOf = (promise: Promise<unknown>) =>
		promise.then(
			() => null,
			(error: unknown) => error as MailError,
		);

	test('sends every part as it was given', async () => {
		const { mailer, received } = await startServer();
		await mailer.verify();
		expect((await mailer.send(mail)).response).toMatch(/^250/);
		expect(received[0]).toMatchObject({ from: 'box@foyer.example', to: ['zoe@guests.example'] });
		const parsed = await PostalMime.parse(received[0]!.raw);
		expect(parsed.from).toMatchObject({ name: 'Chor & Kapelle', address: 'box@foyer.example' });
		expect(parsed.to?.[0]).toMatchObject({ name: 'Zoë "Z" Müller', address: 'zoe@guests.example' });
		expect(parsed.replyTo?.[0]?.address).toBe('chor@organiser.example');
		expect(parsed.subject).toBe('Ihr Ticket: Frühlingskonzert 🎶');
		expect(parsed.messageId).toBe('<order-1@foyer.example>');
		expect(parsed.attachments[0]).toMatchObject({ filename: 'ticket.ics', mimeType: 'text/calendar' });
		const headers = Object.fromEntries(parsed.headers.map((header) => [header.key, header.value]));
		expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-kind': 'ticket' });
	});

	test('alternatives, pictures and files come back byte for byte, long lines and all', async () => {
		const { mailer, received } = await startServer();
		const png = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 31) % 256);
		const html = `<p>Grüße = 100 %</p>\r\n.\r\n${'<b>breit</b> '.repeat(400)}\r\n--=_mixed-- \t\r\nFrom x`;
		const text = `.\r\n..\r\n----=_alternative\r\n${'Wort '.repeat(300)}\r\nEnde 🎶`;
		await mailer.send({
			...mail,
			to: { name: '', address: 'zoe@bücher.example' },
			text,
			html,
			attachments: [
				{ filename: 'ticket-1.png', contentType: 'image/png', content: png, contentId: 'ticket-1@foyer' },
				{ filename: 'Plan für "alle".txt', contentType: 'text/plain; charset=utf-8', content: 'Übersicht' },
			],
			headers: { 'List-Unsubscribe': `<https://foyer.example/${'a'.repeat(200)}>` },
		});
		const raw = received[0]?.raw ?? '';
		expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
		expect(/[^\0-\x7f]/.test(raw)).toBe(false);
		expect(raw).toMatch(/^To: zoe@xn--bcher-kva\.example$/m);
		const parsed = await PostalMime.parse(raw);
		expect(parsed.html?.trimEnd()).toBe(html.replaceAll('\r\n', '\n'));
		expect(parsed.text?.trimEnd()).toBe(text.replaceAll('\r\n', '\n'));
		expect(parsed.date).toBeDefined();
		const [picture, file] = parsed.attachments;
		expect(picture).toMatchObject({
			contentId: '<ticket-1@foyer>',
			disposition: 'inline',
			filename: 'ticket-1.png',
		});
		expect(new Uint8Array(picture?.content as ArrayBuffer)).toEqual(png);
		expect(file).toMatchObject({ filename: 'Plan für "alle".txt', disposition: 'attachment' });
		expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('Übersicht');
		const unsubscribe = parsed.headers.find(({ key }) => key === 'list-unsubscribe');
		expect(unsubscribe?.value).toBe(`<https://foyer.example/${'a'.repeat(200)}>`);
	});

	test('no text begins a header', async () => {
		const { mailer, received } = await startServer();
		await mailer.send({
			...mail,
			to: { name: 'A\r\nBcc: evil@evil.example', address: 'zoe@guests.example' },
			fromName: 'B\nX-Evil: 1',
			subject: 'C\r\nBcc: evil@evil.example\r\n\r\nbody',
		});
		const parsed = await PostalMime.parse(received[0]!.raw);
		expect(parsed.headers.map((header) => header.key)).not.toContain('bcc');
		expect(parsed.headers.map((header) => header.key)).not.toContain('x-evil');
		expect(parsed.subject).toBe('C Bcc: evil@evil.example body');
		expect(received[0]?.to).toEqual(['zoe@guests.example']);
	});

	test.each([
		['unknown recipient', 550, 'permanent'],
		['full mailbox', 452, 'temporary'],
	])('%s', async (_name, responseCode, kind) => {
		const { mailer } = await startServer({
			onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode })),
		});
		expect(await errorOf(mailer.send(mail))).toMatchObject({
			name: 'MailError',
			kind,
			code: String(responseCode),
		});
	});

	test('a message refused for its content is final, a busy server is not', async () => {
		for (const [responseCode, kind] of [
			[554, 'permanent'],
			[451, 'temporary'],
		] as const) {
			const { mailer } = await startServer({
				onData(stream, _session, done) {
					stream.resume();
					stream.on('end', () => done(Object.assign(new Error('No'), { responseCode })));
				},
			});
			expect(await errorOf(mailer.send(mail))).toMatchObject({ kind });
		}
	});

	test('faults of the settings and of the network may pass', async () => {
		const { mailer } = await startServer({
			onMailFrom: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode: 550 })),
		});
		expect(await errorOf(mailer.send(mail))).toMatchObject({ kind: 'temporary' });

		const nobody = createSmtpMailer({ url: 'smtp://user:topsecret@127.0.0.1:1', from: 'a@b.example' });
		const error = await errorOf(nobody.send(mail));
		expect(error).toMatchObject({ kind: 'temporary' });
		expect(error?.message).not.toContain('topsecret');
		expect(await errorOf(nobody.verify())).toBeInstanceOf(MailError);
		nobody.close();
	});

	test('without a mail server nothing can be sent', async () => {
		const mailer = createMailer({ smtpUrl: undefined, mailFrom: 'a@b.example' });
		expect(mailer.canSend).toBe(false);
		expect(await errorOf(createNullMailer().send(mail))).toBeInstanceOf(MailError);
	});

	test('reads mailboxes', () => {
		expect(parseMailbox('Foyer <a@b.example>')).toEqual({ name: 'Foyer', address: 'a@b.example' });
		expect(parseMailbox('a@b.example')).toEqual({ name: '', address: 'a@b.example' });
	});
});
