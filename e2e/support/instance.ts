import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { deriveMailToken } from '#server/domain/accounts/tokens.ts';
import { type StandIn, startMailingService } from '#tests/support/mailing-services.ts';
import { type RunningApp, startApp } from './app.ts';
import { type Mailbox, openMailbox } from './mails.ts';

/** The product with a database and a mail server, for all journeys of one worker, which make accounts of their own in it. */
export interface Instance {
	url: string;
	mails: Mailbox;
	/** Stand-ins for services whose addresses are not typed: the product takes these for theirs. */
	mailingServices: Record<'mailchimp' | 'brevo', StandIn>;
	/** Makes the first administrator, once; the start prints it after it has said that it is ready. */
	administratorLink(): Promise<string>;
	/**
	 * The secret of the link that verifies a new account's address, made from the database as whoever writes the mail makes it: who only
	 * needs an account does not wait for the mail. Once it is used, that mail is obsolete and not sent.
	 */
	verificationToken(email: string): Promise<string>;
	/** Changes or reads the database, for what takes minutes otherwise. @returns the rows */
	query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
	stop(): Promise<void>;
}

export async function startInstance(): Promise<Instance> {
	const mails = await openMailbox();
	const mailingServices = {
		mailchimp: await startMailingService('mailchimp'),
		brevo: await startMailingService('brevo'),
	};
	const app = await startApp({
		env: {
			SMTP_URL: mails.url,
			MAIL_FROM: 'Foyer <tickets@foyer.example>',
			// Receivers of webhooks are on this machine, and so are mailing lists.
			FOYER_PRIVATE_TARGETS: '127.0.0.0/8',
			MAILCHIMP_URL: mailingServices.mailchimp.url,
			BREVO_URL: mailingServices.brevo.url,
		},
	});
	const database = { host: await socketDirectory(app), user: 'foyer', database: 'foyer' };
	async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
		// For this question alone: a connection that stays open ends with the database, and the journeys with it.
		const client = new pg.Client(database);
		await client.connect();
		const { rows } = await client.query<Row>(text, values).finally(() => client.end());
		return rows;
	}
	return {
		url: app.url,
		mails,
		mailingServices,
		query,
		async administratorLink() {
			for (let waited = 0; waited < 30_000; waited += 50) {
				const link = app.lines.map((line) => /http\S+first-administrator\S+/.exec(line)?.[0]).find(Boolean);
				if (link) return link;
				await sleep(50);
			}
			throw new Error('The start printed no link that makes the first administrator.');
		},
		async verificationToken(email) {
			const rows = await query<{ id: string; secret: Buffer }>(
				`SELECT t.id, s.value AS secret FROM mail_tokens t, instance_secrets s
				WHERE t.email = $1 AND t.purpose = 'verify_email' AND s.name = 'links'
				ORDER BY t.created_at DESC LIMIT 1`,
				[email],
			);
			const [row] = rows;
			if (!row) throw new Error(`No link that verifies ${email} was made.`);
			return deriveMailToken(row.secret, row.id);
		},
		async stop() {
			await app.stop();
			await mails.close();
			for (const service of Object.values(mailingServices)) await service.close();
		},
	};
}

/** Where the embedded database listens, as it writes down itself. */
async function socketDirectory({ dataDir }: RunningApp): Promise<string> {
	const lines = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n');
	return lines[4] ?? '';
}
