/**
 * A process that fills and sends mailing lists of a test database, so that a test can kill it: arguments are the database's directory and
 * name, the environment of the services as JSON, and the instant from which its clock runs faster, with how much faster (`fastClock`).
 */
import { flushCompileCache } from 'node:module';
import { createDatabase } from '#server/db/client.ts';
import { fillPoller } from '#server/domain/mailing-lists/fill.ts';
import { createMailingListPoller } from '#server/domain/mailing-lists/send.ts';
import { createModuleFacts, eventParts } from '#server/domain/modules.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { fastClock } from './fast-clock.ts';

// One that is killed would leave nothing to the next.
flushCompileCache();
const [host, name, environment, startMs, factor] = process.argv.slice(2) as [
	string,
	string,
	string,
	string,
	string,
];
const log = createSilentLog();
startWorker(
	{
		config: parseConfig({ NODE_ENV: 'test', APP_URL: 'https://foyer.test', ...JSON.parse(environment) }),
		log,
		clock: fastClock(Number(startMs), Number(factor)),
		database: createDatabase({ address: { host, user: 'foyer', database: name }, log }),
		files: undefined as never,
		mailer: undefined as never,
		facts: createModuleFacts(),
		eventParts,
		gateway: undefined as never,
		testGateway: null,
		secret: Buffer.alloc(32, 7),
	},
	{ pollers: [fillPoller, createMailingListPoller()].map((one) => ({ ...one, idleMs: 50 })), jobs: [] },
);
process.stdout.write('ready\n');
