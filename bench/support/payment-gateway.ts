import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createDatabase } from '#server/db/client.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createServices } from '#server/start/services.ts';

/** The API of the built-in payment gateway on a port of its own, as a provider's is; its state is in the product's database. */
const config = loadConfig();
const log = createSilentLog();
const address = { connectionString: config.databaseUrl ?? '' };
const services = await createServices(config, log, createDatabase({ address, log, poolSize: 10 }));
const { testGateway } = services;
if (!testGateway) throw new Error('The built-in gateway is off.');
const server = createServer(getRequestListener(testGateway.api.fetch));
server.listen(0, '127.0.0.1', () =>
	process.stdout.write(`The gateway is ready: http://localhost:${(server.address() as AddressInfo).port}\n`),
);
process.on('SIGTERM', () => process.exit(0));
