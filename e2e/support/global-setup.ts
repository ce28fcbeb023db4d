import { startApp } from './app.ts';
import { startMailServer } from './mails.ts';

/** One instance and one mail server for the whole run; journeys make accounts of their own in it. */
export default async function setup(): Promise<() => Promise<void>> {
	const mails = await startMailServer();
	const app = await startApp({
		env: { SMTP_URL: mails.url, MAIL_FROM: 'Foyer <tickets@foyer.example>' },
	});
	process.env.E2E_URL = app.url;
	process.env.E2E_MAILS = mails.directory;
	process.env.E2E_ADMIN_LINK =
		app.lines.map((line) => /(http\S+first-administrator\S+)/.exec(line)?.[1]).find(Boolean) ?? '';
	return async () => {
		await app.stop();
		await mails.stop();
	};
}
