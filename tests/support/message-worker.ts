/**
 * A process that sends messages to guests of a test database, and their emails, so that a test can kill it: arguments are the database's
 * directory and name, the address of the mail server, and where it ends itself: `before 2` (with all work of the second transaction of
 * messages done, and not committed), `after 2` (when it was committed), or `never 0`.
 */
import { flushCompileCache } from 'node:module';
import { createDatabase } from '#server/db/client.ts';
import { messagePoller } from '#server/domain/messages/sending/poller.ts';
import { createModuleFacts, eventParts } from '#server/domain/modules.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { systemClock } from '#server/platform/clock.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';

// One that is killed would leave nothing to the next.
flushCompileCache();
const [host, name, smtpUrl, when, which] = process.argv.slice(2) as [string, string, string, string, string];
const log = createSilentLog();
const config = parseConfig({ NODE_ENV: 'test', APP_URL: 'https://foyer.test', SMTP_URL: smtpUrl });
const database = createDatabase({ address: { host, user: 'foyer', database: name }, log });
const services: Services = {
	config,
	log,
	clock: systemClock,
	database,
	files: undefined as never,
	mailer: createMailer(config),
	facts: createModuleFacts(),
	eventParts,
	gateway: undefined as never,
	testGateway: null,
	secret: Buffer.alloc(32, 7),
};
let transactions = 0;
const end = (moment: string) => {
	if (when === moment && transactions === Number(which)) process.kill(process.pid, 'SIGKILL');
};
const ending: Services = {
	...services,
	database: {
		...database,
		async transaction(work, how) {
			transactions += 1;
			const result = await database.transaction(async (tx) => {
				const done = await work(tx);
				end('before');
				return done;
			}, how);
			end('after');
			return result;
		},
	},
};
startWorker(services, {
	pollers: [
		{ ...messagePoller, idleMs: 50, run: (_, signal) => messagePoller.run(ending, signal) },
		{ ...mailPoller, idleMs: 50 },
	],
	jobs: [],
});
process.stdout.write('ready\n');
