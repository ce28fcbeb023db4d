import type { Database } from '#server/db/client.ts';
import { createTestClock, type TestClock } from '#server/platform/clock.ts';
import type { Gateway, GatewayEvent, GatewayPayment } from '#server/platform/payments/gateway.ts';
import { createStripeGateway } from '#server/platform/payments/stripe-gateway.ts';
import { createTestGateway, type TestGateway } from '#server/platform/payments/test-gateway/index.ts';
import { checkEvents, checkProtocol } from './protocol-failures.ts';

export interface PaymentWorld {
	clock: TestClock;
	/** The built-in gateway, for what the provider and the payer do. */
	provider: TestGateway;
	/** What the product talks to. */
	gateway: Gateway;
	/** Opens an account that can charge. */
	openAccount(country?: string): Promise<string>;
	token(number?: string): Promise<string>;
	/** Charges 20.00 by a card. @throws GatewayError */
	pay(
		account: string,
		number?: string,
		more?: Partial<Parameters<Gateway['createAndConfirm']>[0]>,
	): Promise<GatewayPayment>;
	/** Lets time pass on the gateway's clock and does what is due. */
	pass(seconds: number): Promise<void>;
	/** Receives the events that are due, verified as the product does. */
	receive(): Promise<GatewayEvent[]>;
}

/**
 * The adapter beside the built-in gateway on one database. Every request, response and event is checked against Stripe's OpenAPI file; what
 * does not fit fails the test in which it happened.
 */
export function createPaymentWorld(
	database: Database,
	options: { random?: () => number; clock?: TestClock; timeoutMs?: number } = {},
): PaymentWorld {
	const clock = options.clock ?? createTestClock();
	const provider = checkEvents(
		createTestGateway({
			database,
			secret: Buffer.alloc(32, 7),
			clock,
			publicUrl: 'https://foyer.test',
			random: options.random ?? (() => 0.5),
		}),
	);
	const gateway = createStripeGateway({
		name: 'test',
		secretKey: provider.secretKey,
		fetch: checkProtocol(provider.fetch),
		eventSecrets: provider.eventSecrets,
		challengeBy: 'page',
		browserConfig: () => ({ kind: 'test', fieldsUrl: provider.fieldsUrl }),
		clock,
		callsPerSecond: null,
		timeoutMs: options.timeoutMs,
	});
	let keys = 0;
	const world: PaymentWorld = {
		clock,
		provider,
		gateway,
		async openAccount(country = 'DE') {
			keys += 1;
			const { id } = await gateway.openAccount({
				key: `account ${keys} ${Math.random()}`,
				country,
				name: 'Club',
				email: 'club@example.org',
			});
			await provider.act(id, 'enable');
			return id;
		},
		async token(number = '4242424242424242') {
			const { id } = await provider.createConfirmationToken({
				number,
				expMonth: 12,
				expYear: 2034,
				cvc: '123',
			});
			return id;
		},
		async pay(account, number, more = {}) {
			keys += 1;
			return await gateway.createAndConfirm({
				key: `pay ${keys} ${Math.random()}`,
				account,
				amountMinor: 2000,
				currency: 'EUR',
				feeMinor: 60,
				confirmationToken: more.confirmationToken ?? (await world.token(number)),
				description: 'Concert',
				statementSuffix: 'CONCERT',
				metadata: { payment: `p${keys}` },
				returnUrl: 'https://foyer.test/checkout',
				...more,
			});
		},
		async pass(seconds) {
			clock.advance(seconds * 1000);
			while ((await provider.runDueTasks()) > 0);
		},
		async receive() {
			const received: GatewayEvent[] = [];
			await provider.deliverDueEvents(async ({ endpoint, body, headers }) => {
				received.push(gateway.readEvent(body, new Headers(headers), endpoint));
				return true;
			});
			return received;
		},
	};
	return world;
}
