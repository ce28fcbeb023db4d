import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import {
	complaint,
	exchangeBounce,
	gmailBounce,
	postfixBounce,
	postfixDelay,
	qmailBounce,
	vacation,
} from '#tests/support/bounce-messages.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type ImapServer, startImapServer } from '#tests/support/imap-server.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { refusal } from '#tests/support/mail-server.ts';
import { useMailServers } from '#tests/support/use-mail-servers.ts';
import { mailPoller } from '../mail-poller.ts';
import { hashOfAddress } from '../opt-outs.ts';
import { findSuppressed, isSuppressed } from '../suppressions.ts';
import { bounceAddressOf, findBouncedMail } from './bounce-key.ts';
import { readMailbox } from './mailbox.ts';
import { bouncePoller } from './poller.ts';
import { recordRefusal, reportText } from './record.ts';

const database = useTestDatabase();
const startMailServer = useMailServers();
const signal = new AbortController().signal;
const bounceAddress = 'bounces@foyer.test';
const organisationId = newId();
let services: Services;
let imap: ImapServer;

beforeEach(async () => {
	await database().truncate();
	imap = await startImapServer();
	services = await createTestServices(database(), {
		BOUNCE_ADDRESS: bounceAddress,
		BOUNCE_IMAP_URL: imap.url,
	});
});
afterEach(async () => {
	services.mailer.close();
	await imap.close();
});

const query = async (text: string, values: unknown[] = []) =>
	(await database().pool.query(text, values)).rows;
const events = () =>
	query(
		`SELECT e.kind, e.code, e.text, e.at FROM mail_events e JOIN mails m ON m.id = e.mail_id ORDER BY m.recipient COLLATE "C", e.code`,
	);
const suppressions = () =>
	query(
		`SELECT organisation_id, reason, hint, detail, round(extract(epoch FROM until - now()) / 86400)::int AS days FROM mail_suppressions ORDER BY id`,
	);

/** A mail that was sent. */
async function sentMail(recipient = 'guest@example.com', organisation: string | null = organisationId) {
	const id = newId();
	await query(
		`INSERT INTO mails (id, organisation_id, template, props, recipient, dedupe_key, status, sent_at)
		VALUES ($1, $2, 'orders/confirmation', '{}', $3, $4, 'sent', now())`,
		[id, organisation, recipient, id],
	);
	return { id, recipient, to: bounceAddressOf(services.secret, bounceAddress, id) };
}

async function readAgain(): Promise<number> {
	await query(`UPDATE bounce_reader SET next_at = now() - interval '1 s'`);
	return bouncePoller.run(services, signal);
}

const isClosed = (email: string, organisation: string | null = organisationId) =>
	isSuppressed(services, organisation, email);

describe('the envelope sender', () => {
	test('names its mail, is short enough, and means the same in capitals', () => {
		const id = newId();
		const address = bounceAddressOf(services.secret, 'bounces.of.foyer-01x@foyer.test', id);
		expect(address).toMatch(/^bounces\.of\.foyer-01x\+[0-9a-v]{42}@foyer\.test$/);
		expect(address.indexOf('@')).toBeLessThanOrEqual(64);
		const find = (text: string, secret = services.secret) => findBouncedMail(secret, [text]);
		expect(find(`for <${address.toUpperCase()}>; Fri`)).toBe(id);
		expect(find(address, Buffer.alloc(32, 8))).toBeNull();
		expect(find(address.replace('@', '0@'))).toBeNull();
		expect(find(address.replace('foyer-01x+', 'foyer-01x+v'))).toBeNull();
		const wrong = `bounces.of.foyer-01x+${'v'.repeat(42)}@foyer.test`;
		expect(find(`${wrong} ${address}`)).toBe(id);
		expect(find(`${`${wrong} `.repeat(20)} ${address}`)).toBeNull();
	});

	test('mails go out from it, and From stays', async () => {
		const senders: string[] = [];
		const server = await startMailServer({
			onMailFrom: (address, _session, done) => {
				senders.push(address.address);
				done();
			},
		});
		const mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		services = { ...services, mailer };
		const id = newId();
		await mailer.send({
			to: { name: '', address: 'a@example.org' },
			...{ subject: 'x', text: 'x', html: 'x', messageId: 'x@foyer.test' },
			envelopeFrom: bounceAddressOf(services.secret, bounceAddress, id),
		});
		expect(findBouncedMail(services.secret, senders)).toBe(id);
		expect(server.received[0]?.parsed.from?.address).toBe('no-reply@foyer.test');
	});
});

describe('refused at once', () => {
	test('the mail has failed, and the address is closed where the code says so', async () => {
		const senders: string[] = [];
		const server = await startMailServer({
			onMailFrom: ({ address }, _session, done) => {
				senders.push(address);
				done();
			},
			onRcptTo: ({ address }, _session, done) =>
				done(
					address === 'Gone@example.com'
						? refusal(550, '5.1.1 <gone@example.com> unknown')
						: refusal(550, '5.7.1 Policy'),
				),
		});
		const mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		services = { ...services, mailer };
		const api = createTestApi(services);
		for (const email of ['Gone@example.com', 'policy@example.com'])
			await api.post('/api/auth/register', { email, password: 'hummus and regret', firstName: 'Ada' });
		await mailPoller.run(services, signal);
		expect(await query('SELECT status, last_error FROM mails ORDER BY recipient COLLATE "C"')).toMatchObject([
			{ status: 'failed', last_error: expect.stringContaining('5.1.1') },
			{ status: 'failed' },
		]);
		const ids = await query('SELECT id FROM mails');
		expect(senders.map((from) => findBouncedMail(services.secret, [from])).toSorted()).toEqual(
			ids.map(({ id }) => id).toSorted(),
		);
		const known = [
			{ kind: 'bounced', code: '5.1.1', text: '550 5.1.1 <g•••@example.com> unknown' },
			{ kind: 'bounced', code: '5.7.1' },
		];
		expect(await events()).toMatchObject(known);
		// Tried again, it is the same refusal.
		await query(`UPDATE mails SET status = 'queued', next_attempt_at = now() - interval '1 s'`);
		await mailPoller.run(services, signal);
		expect(await events()).toMatchObject(known);
		expect(await suppressions()).toMatchObject([
			{ organisation_id: null, reason: 'bounced', hint: 'G•••@example.com', days: null },
		]);
		expect(await isClosed('gone@example.com')).toBe(true);
		expect(await isClosed('policy@example.com')).toBe(false);
	});

	test('what cannot be recorded stops nothing', async () => {
		const mail = { id: newId(), recipient: 'a@example.com', organisationId: 'no id' };
		const refused = { isOfRecipient: true, response: '550 5.1.1 No' };
		await expect(recordRefusal(services, mail, refused)).resolves.toBeUndefined();
		const broken = { ...mail, id: 'no id' };
		await expect(recordRefusal(services, broken, refused)).resolves.toBeUndefined();
	});
});

describe('the mailbox', () => {
	test('reports of Postfix, Exchange, Gmail and qmail close addresses; a delay does not', async () => {
		const makers = { postfixBounce, exchangeBounce, gmailBounce, qmailBounce, postfixDelay };
		for (const [name, make] of Object.entries(makers)) imap.add(make(await sentMail(`${name}@example.com`)));
		expect(await bouncePoller.run(services, signal)).toBe(0);
		expect(await events()).toMatchObject([
			{ kind: 'bounced', code: '5.1.10', at: new Date('2026-11-20T09:00:00Z') },
			{ kind: 'bounced', code: '5.1.1' },
			{ kind: 'bounced', code: '5.1.1', text: '550 5.1.1 <guest> User unknown in virtual mailbox table' },
			{ kind: 'deferred', code: '4.4.1' },
			{ kind: 'bounced', code: '5.1.1' },
		]);
		for (const name of Object.keys(makers))
			expect(await isClosed(`${name}@example.com`), name).toBe(name !== 'postfixDelay');
		expect(imap.unseen()).toBe(0);
		expect((await suppressions()).every(({ days }) => days === null)).toBe(true);
		const hash = hashOfAddress('postfixBounce@example.com');
		const found = await findSuppressed(database().db, organisationId, [hash, hashOfAddress('x@example.com')]);
		expect([...found]).toEqual([[hash.toString('hex'), 'bounced']]);
		await expectInvariants(services);
	});

	test('a full mailbox and a refusal by policy are known, and close nothing; a doubtful one for 90 days', async () => {
		const cases = [
			['5.2.2', '552 5.2.2 Mailbox full'],
			['5.7.1', '550 5.7.1 Blocked'],
			['4.4.7', '450 4.4.7 Delivery time expired'],
			['5.2.1', '550 5.2.1 Disabled'],
		] as const;
		for (const [code, said] of cases)
			imap.add(postfixBounce(await sentMail(`c${code}@example.com`), code, said));
		await bouncePoller.run(services, signal);
		expect((await events()).map(({ kind, code }) => [kind, code])).toEqual(
			cases.map(([code]) => ['bounced', code]).toSorted(),
		);
		expect(await suppressions()).toMatchObject([{ hint: 'c•••@example.com', days: 90 }]);
	});

	test('where the mail was forwarded, the address that it was sent to is tried again', async () => {
		const mail = await sentMail('club@example.com');
		imap.add(postfixBounce({ ...mail, recipient: 'member@elsewhere.example' }));
		await bouncePoller.run(services, signal);
		expect(await suppressions()).toMatchObject([{ hint: 'c•••@example.com', days: 90 }]);
	});

	test('a complaint closes the address for its organisation alone', async () => {
		const mail = await sentMail();
		const other = await sentMail('fine@example.com');
		imap.add(complaint(mail, bounceAddress));
		imap.add(complaint(other, bounceAddress, 'not-spam'));
		await bouncePoller.run(services, signal);
		expect(await suppressions()).toMatchObject([
			{ organisation_id: organisationId, reason: 'complained', days: null },
		]);
		expect(await isClosed(mail.recipient)).toBe(true);
		expect(await isClosed(mail.recipient, newId())).toBe(false);
		expect(await isClosed(other.recipient)).toBe(false);
	});

	test('automatic replies, forged reports and broken messages change nothing and do not come again', async () => {
		const mail = await sentMail();
		const foreign = bounceAddressOf(Buffer.alloc(32, 9), bounceAddress, mail.id);
		imap.add(vacation(mail));
		imap.add(postfixBounce({ ...mail, to: bounceAddress, messageId: `${mail.id}@foyer.test` }));
		imap.add(postfixBounce({ ...mail, to: foreign }));
		imap.add(
			postfixBounce({
				recipient: 'a@b.example',
				to: bounceAddressOf(services.secret, bounceAddress, newId()),
			}),
		);
		imap.add('');
		imap.add(Buffer.alloc(50_000, 0xff));
		imap.add(
			`Content-Type: multipart/report; boundary=x\r\nTo: ${mail.to}\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nAction\r\n: \r\n action: failed`,
		);
		imap.add(`To: ${mail.to}\r\n${'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'.repeat(500)}`);
		imap.add(`To: ${mail.to}\r\nX: ${'y'.repeat(300_000)}\r\n\r\nx`);
		await bouncePoller.run(services, signal);
		expect(await events()).toEqual([]);
		expect(await suppressions()).toEqual([]);
		expect(imap.unseen()).toBe(0);
	});

	test('of a message of 10 MB the first is read', async () => {
		const mail = await sentMail();
		imap.add(
			postfixBounce(mail)
				.replace('--b1/x--', 'y'.repeat(70) + '\r\n'.repeat(1))
				.concat(`${'y'.repeat(70)}\r\n`.repeat(145_000)),
		);
		await bouncePoller.run(services, signal);
		expect(await isClosed(mail.recipient)).toBe(true);
	});

	test('a report that comes again opens and closes nothing', async () => {
		const mail = await sentMail();
		const bounce = postfixBounce(mail);
		imap.add(bounce);
		imap.add(bounce);
		imap.add(bounce, new Date('2026-11-21T09:00:00Z'));
		await bouncePoller.run(services, signal);
		expect(await events()).toHaveLength(1);
		await query('DELETE FROM mail_suppressions');
		imap.add(bounce, new Date('2026-11-22T09:00:00Z'));
		await readAgain();
		expect(await isClosed(mail.recipient)).toBe(false);
		for (let at = 0; at < 40; at += 1) imap.add(postfixBounce(mail, `5.7.${at}`, 'no'));
		await readAgain();
		// Those of one claim together.
		expect((await events()).length).toBeLessThanOrEqual(30);
	});

	test('1,000 at once are read a hundred at a time', async () => {
		const mails = [];
		for (let at = 0; at < 1_000; at += 1) mails.push(newId());
		await query(
			`INSERT INTO mails (id, template, props, recipient, dedupe_key, status)
			SELECT id, 'orders/confirmation', '{}', 'guest' || at || '@example.com', id::text, 'sent' FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, at)`,
			[mails],
		);
		for (const [at, id] of mails.entries())
			imap.add(
				postfixBounce({
					to: bounceAddressOf(services.secret, bounceAddress, id),
					recipient: `guest${at + 1}@example.com`,
				}),
			);
		const rounds = [];
		do rounds.push(await bouncePoller.run(services, signal));
		while (rounds.at(-1) !== 0);
		expect(rounds).toEqual([...Array(9).fill(100), 0]);
		expect(await query('SELECT count(*)::int AS n FROM mail_suppressions')).toEqual([{ n: 1_000 }]);
	});

	test('one process reads at a time, and one that was killed is replaced', async () => {
		imap.add(postfixBounce(await sentMail()));
		await query(`INSERT INTO bounce_reader (id, next_at) VALUES (1, now() + interval '100 s')`);
		await bouncePoller.run(services, signal);
		expect(imap.commands).toEqual([]);
		// A time that no process sets: the clock was set back.
		await query(`UPDATE bounce_reader SET next_at = now() + interval '1 h'`);
		await bouncePoller.run(services, signal);
		expect(imap.unseen()).toBe(0);
		expect(await query('SELECT read_at IS NOT NULL AS read, holder, last_error FROM bounce_reader')).toEqual([
			{ read: true, holder: null, last_error: '' },
		]);
	});

	test('a server that refuses or breaks off is tried again, and its password is written nowhere', async () => {
		const mail = await sentMail();
		imap.add(postfixBounce(mail));
		for (const [command, fault] of [
			['LOGIN', 'refuses'],
			['SELECT', 'drops'],
			['UID FETCH', 'drops in a message'],
			['UID STORE', 'drops'],
		] as const) {
			imap.faults.set(command, fault);
			expect(await readAgain()).toBe(0);
			const [row] = await query('SELECT last_error, read_at FROM bounce_reader');
			expect(row.last_error, command).not.toBe('');
			expect(row.last_error).not.toContain('hunter2');
			expect(imap.unseen()).toBe(1);
			imap.faults.clear();
		}
		expect(await events()).toHaveLength(1);
		await readAgain();
		expect(imap.unseen()).toBe(0);
		expect(await events()).toHaveLength(1);
	});

	test.each(['greeting', 'LOGIN', 'UID SEARCH', 'UID FETCH'])(
		'a server that hangs at %s is left',
		async (command) => {
			imap.add('x');
			imap.faults.set(command, 'hangs');
			await expect(readMailbox(imap.url, async () => {}, { longestMs: 150 })).rejects.toThrow('took longer');
			imap.faults.clear();
			expect(await readMailbox(imap.url, async () => {})).toEqual({ count: 1, hasMore: false });
		},
	);

	test('a stop ends the round', async () => {
		const stopping = new AbortController();
		imap.faults.set('SELECT', 'hangs');
		const reading = readMailbox(imap.url, async () => {}, { signal: stopping.signal });
		stopping.abort();
		await expect(reading).rejects.toThrow('stopping');
	});
});

test('what is stored of an answer is one line without addresses', () => {
	expect(reportText('550 <ada@example.org>\r\n no\0 such "grace@example.org" user ')).toBe(
		'550 <a•••@example.org> no such "g•••@example.org" user',
	);
	expect(reportText('a@'.repeat(100_000)).length).toBeLessThanOrEqual(500);
});
