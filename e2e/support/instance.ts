import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from './app.ts';
import { type Mailbox, openMailbox } from './mails.ts';

/** The product with a database and a mail server, for all journeys of one worker, which make accounts of their own in it. */
export interface Instance {
	url: string;
	mails: Mailbox;
	/** Makes the first administrator, once; the start prints it after it has said that it is ready. */
	administratorLink(): Promise<string>;
	stop(): Promise<void>;
}

export async function startInstance(): Promise<Instance> {
	const mails = await openMailbox();
	const app = await startApp({
		env: { SMTP_URL: mails.url, MAIL_FROM: 'Foyer <tickets@foyer.example>' },
	});
	return {
		url: app.url,
		mails,
		async administratorLink() {
			for (let waited = 0; waited < 30_000; waited += 50) {
				const link = app.lines.map((line) => /http\S+first-administrator\S+/.exec(line)?.[0]).find(Boolean);
				if (link) return link;
				await sleep(50);
			}
			throw new Error('The start printed no link that makes the first administrator.');
		},
		async stop() {
			await app.stop();
			await mails.close();
		},
	};
}
