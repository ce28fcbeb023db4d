import { join } from 'node:path';
import { startIdsAt } from '#shared/lib/ids.ts';
import type { Database } from '../db/client.ts';
import { createModuleFacts, eventParts } from '../domain/modules.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createDiskFileStore } from '../platform/file-store.ts';
import { getSigningKey } from '../platform/instance-secret.ts';
import type { Log } from '../platform/log.ts';
import { createMailer } from '../platform/mailer.ts';
import { createGateways } from '../platform/payments/gateways.ts';
import type { Services } from '../services.ts';

/** Put together what commands and handlers may reach; the database is open and migrated. */
export async function createServices(config: Config, log: Log, database: Database): Promise<Services> {
	const secret = await getSigningKey(database.db, config.secretKey);
	const { rows } = await database.pool.query<{ now: Date }>('SELECT now()');
	startIdsAt(rows[0]?.now.getTime() ?? 0);
	return {
		config,
		log,
		clock: systemClock,
		database,
		files: await createDiskFileStore(join(config.dataDir, 'files')),
		mailer: createMailer(config),
		facts: createModuleFacts(),
		eventParts,
		secret,
		...createGateways({ config, database, secret, clock: systemClock }),
	};
}
