import { afterEach, expect } from 'vitest';
import type { TestGateway } from '#server/platform/payments/test-gateway/index.ts';

/** What was said to or by the payment gateway and is not as Stripe documents it: it fails the test in which it happened. */
export const protocolFailures: unknown[] = [];

afterEach(() => {
	const found = protocolFailures.splice(0);
	expect(found.map(String)).toEqual([]);
});

/** A fetch that checks requests and responses against Stripe's OpenAPI file, which is read with the first of them. */
export function checkProtocol(inner: typeof globalThis.fetch): typeof globalThis.fetch {
	let checked: Promise<typeof globalThis.fetch> | undefined;
	return async (input, init) => {
		checked ??= import('./stripe-protocol.ts').then(({ checkedFetch }) =>
			checkedFetch(inner, (error) => protocolFailures.push(error)),
		);
		return (await checked)(input, init);
	};
}

/** The same gateway, whose events are checked when they are delivered. */
export function checkEvents<Gateway extends TestGateway | null>(gateway: Gateway): Gateway {
	if (!gateway) return gateway;
	return {
		...gateway,
		async deliverDueEvents(deliver, limit) {
			const { checkEvent } = await import('./stripe-protocol.ts');
			return await gateway.deliverDueEvents(async (delivery) => {
				try {
					checkEvent(JSON.parse(delivery.body));
				} catch (error) {
					protocolFailures.push(error);
				}
				return await deliver(delivery);
			}, limit);
		},
	};
}
