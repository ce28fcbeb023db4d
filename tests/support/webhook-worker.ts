/**
 * A process that sends what is due to connections of a test database, so that a test can kill it: arguments are the database's directory
 * and name, and where it ends itself: `before-record` (the answer came, nothing is written) or `never`.
 */
import { flushCompileCache } from 'node:module';
import { createDatabase } from '#server/db/client.ts';
import { createDeliveryPoller } from '#server/domain/integrations/deliver.ts';
import { recordCall } from '#server/domain/integrations/settle.ts';
import { createModuleFacts, eventParts } from '#server/domain/modules.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { systemClock } from '#server/platform/clock.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';

// One that is killed would leave nothing to the next.
flushCompileCache();
const [host, name, crashPoint] = process.argv.slice(2) as [string, string, 'before-record' | 'never'];
const log = createSilentLog();
const database = createDatabase({ address: { host, user: 'foyer', database: name }, log });
const services: Services = {
	config: parseConfig({
		NODE_ENV: 'test',
		APP_URL: 'https://foyer.test',
		FOYER_PRIVATE_TARGETS: '127.0.0.0/8',
	}),
	log,
	clock: systemClock,
	database,
	files: undefined as never,
	mailer: undefined as never,
	facts: createModuleFacts(),
	eventParts,
	gateway: undefined as never,
	testGateway: null,
	secret: Buffer.alloc(32, 7),
};
const end = () => process.kill(process.pid, 'SIGKILL') as never;
/** Everything works but what records how a call ended. */
function endsBeforeRecord(): Services {
	const pool: typeof database.pool = Object.create(database.pool);
	pool.query = ((statement: { name?: string }) =>
		statement.name === recordCall.name ? end() : database.pool.query(statement as never)) as never;
	return { ...services, database: { ...database, pool, transaction: end } };
}
const sending = crashPoint === 'before-record' ? endsBeforeRecord() : services;
const delivering = createDeliveryPoller();
startWorker(services, {
	pollers: [
		{ ...factPoller, idleMs: 50 },
		{ ...delivering, idleMs: 50, run: (_services, signal) => delivering.run(sending, signal) },
	],
	jobs: [],
});
process.stdout.write('ready\n');
