import { handle } from '#server/http/handler.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createStripeGateway } from '#server/platform/payments/stripe-gateway.ts';
import type { Services } from '#server/services.ts';
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

/** Talks to the built-in gateway over TCP where it runs as a process of its own (`payment-gateway.ts`). */
function connectGateway(services: Services, port: number): void {
	const { testGateway } = services;
	if (!testGateway) throw new Error('The built-in gateway is off.');
	services.gateway = createStripeGateway({
		name: 'test',
		secretKey: testGateway.secretKey,
		fetch: globalThis.fetch,
		address: { protocol: 'http', host: '127.0.0.1', port },
		eventSecrets: testGateway.eventSecrets,
		challengeBy: 'page',
		browserConfig: () => ({ kind: 'test', fieldsUrl: testGateway.fieldsUrl }),
		clock: systemClock,
		callsPerSecond: process.env.BENCH_CALLS_PER_SECOND ? Number(process.env.BENCH_CALLS_PER_SECOND) : null,
	});
}

await runProcess((stopping) =>
	startServer(stopping, (options) => {
		const gatewayPort = process.env.BENCH_GATEWAY_PORT;
		if (gatewayPort) connectGateway(options.services, Number(gatewayPort));
		return createWebApp({
			...options,
			moreRoutes: [handle(trivial, () => ({ hello: 'world' })), handle(echo, ({ body }) => body)],
		});
	}),
);
