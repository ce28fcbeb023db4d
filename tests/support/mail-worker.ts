/**
 * A process that sends what the outbox of a test database owes, so that a test can kill it: arguments are the database's
 * directory and name and the address of the mail server.
 */
import { createDatabase } from '#server/db/client.ts';
import { createModuleFacts, eventParts } from '#server/domain/modules.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { systemClock } from '#server/platform/clock.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';

const [host, name, smtpUrl] = process.argv.slice(2) as [string, string, string];
const log = createSilentLog();
const config = parseConfig({ NODE_ENV: 'test', APP_URL: 'https://foyer.test', SMTP_URL: smtpUrl });
const services: Services = {
	config,
	log,
	clock: systemClock,
	database: createDatabase({ address: { host, user: 'foyer', database: name }, log }),
	files: undefined as never,
	mailer: createMailer(config),
	facts: createModuleFacts(),
	eventParts,
	gateway: undefined as never,
	testGateway: null,
	secret: Buffer.alloc(32, 7),
};
const worker = startWorker(services, { pollers: [mailPoller], jobs: [] });
process.on('SIGTERM', async () => {
	const stopped = worker.stop();
	process.stdout.write('stopping\n');
	await stopped;
	services.mailer.close();
	await services.database.close();
});
