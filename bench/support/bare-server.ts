import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** The server library alone, with one route and nothing around it. */
const app = new Hono();
app.get('/hello', (c) => c.json({ hello: 'world' }));
const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () =>
	process.stdout.write(`Bare is ready: http://localhost:${(server.address() as AddressInfo).port}\n`),
);
process.on('SIGTERM', () => process.exit(0));
