import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningApp, startApp } from './app.ts';
import { startMailServer } from './mails.ts';

/** One instance and one mail server for the whole run; journeys make accounts of their own in it. */
export default async function setup(): Promise<() => Promise<void>> {
	const mails = await startMailServer();
	const app = await startApp({
		env: { SMTP_URL: mails.url, MAIL_FROM: 'Foyer <tickets@foyer.example>' },
	});
	process.env.E2E_URL = app.url;
	process.env.E2E_MAILS = mails.directory;
	process.env.E2E_ADMIN_LINK = await administratorLink(app);
	return async () => {
		await app.stop();
		await mails.stop();
	};
}

/** The start prints it after it has said that it is ready. */
async function administratorLink(app: RunningApp): Promise<string> {
	for (let waited = 0; waited < 10_000; waited += 50) {
		for (const line of app.lines) {
			const link = /http\S+first-administrator\S+/.exec(line)?.[0];
			if (link) return link;
		}
		await sleep(50);
	}
	throw new Error('The start printed no link that makes the first administrator.');
}
