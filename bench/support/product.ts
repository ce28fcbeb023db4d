import { handle } from '#server/http/handler.ts';
import { runProcess } from '#server/start/process.ts';
import { startServer } from '#server/start/server.ts';
import { createWebApp } from '#server/start/web.ts';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { placeOrder } from '#shared/contracts/orders.ts';
import { z } from '#shared/lib/z.ts';

/** The product as `server/main.ts` starts it, with two endpoints more under its own kernel: what its figures are compared with. */
const trivial = endpoint({
	id: 'bench.getTrivial',
	method: 'GET',
	path: '/api/bench/trivial',
	summary: 'Answers a small object.',
	access: { kind: 'public' },
	limit: 'read',
	output: z.object({ hello: z.string() }),
});

/** Takes what an order takes and gives it back. */
const echo = endpoint({
	id: 'bench.echoOrder',
	method: 'POST',
	path: '/api/bench/echo',
	summary: 'Answers what was sent.',
	access: { kind: 'public' },
	limit: 'order',
	idempotency: 'command',
	body: placeOrder.body,
	output: z.unknown(),
});

await runProcess((stopping) =>
	startServer(stopping, (options) =>
		createWebApp({
			...options,
			moreRoutes: [handle(trivial, () => ({ hello: 'world' })), handle(echo, ({ body }) => body)],
		}),
	),
);
