import type { Database } from '#server/db/client.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Gateway } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { paymentMethods } from './stripe-params.ts';
import { createTestGateway, type TestGateway } from './test-gateway/index.ts';

interface GatewayOptions {
	config: Config;
	database: Database;
	secret: Buffer;
	clock: Clock;
	/** Put between the adapter and the built-in gateway: tests check what passes. */
	observe?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
}

/** The built-in gateway, behind the same adapter as Stripe. */
export function createTestGateways(options: GatewayOptions): { gateway: Gateway; testGateway: TestGateway } {
	const { config, clock } = options;
	const testGateway = createTestGateway({ ...options, publicUrl: config.appUrl });
	const gateway = createStripeGateway({
		name: 'test',
		secretKey: testGateway.secretKey,
		fetch: options.observe?.(testGateway.fetch) ?? testGateway.fetch,
		eventSecrets: testGateway.eventSecrets,
		challengeBy: 'page',
		browserConfig: () => ({ kind: 'test', fieldsUrl: testGateway.fieldsUrl }),
		clock,
		callsPerSecond: null,
	});
	return { gateway, testGateway };
}

/** Stripe where its keys are set, else the built-in gateway behind the same adapter. */
export function createGateways(options: GatewayOptions): {
	gateway: Gateway;
	testGateway: TestGateway | null;
} {
	const { config, clock } = options;
	if (config.stripe) {
		const { secretKey, publishableKey, eventSecrets } = config.stripe;
		const gateway = createStripeGateway({
			name: 'stripe',
			secretKey,
			fetch: globalThis.fetch,
			eventSecrets,
			challengeBy: 'script',
			browserConfig: (account) => ({ kind: 'stripe', publishableKey, account, methods: [...paymentMethods] }),
			clock,
			callsPerSecond: secretKey.includes('_live_') ? 100 : 25,
			breaker: { failures: 5, pauseMs: 10_000 },
		});
		return { gateway, testGateway: null };
	}
	return createTestGateways(options);
}
