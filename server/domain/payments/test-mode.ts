import type { Hono } from 'hono';
import { readForm } from '#server/http/body.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Poller } from '../module.ts';
import { receiveEvent } from './events.ts';

/** Sends due events of the built-in gateway, signed, to the function that takes the provider's events in. */
export async function deliverTestEvents(services: Services): Promise<number> {
	const { testGateway } = services;
	if (!testGateway) return 0;
	return testGateway.deliverDueEvents(async ({ body, headers, endpoint }) => {
		try {
			await receiveEvent(services, { rawBody: body, headers: new Headers(headers), endpoint });
			return true;
		} catch (error) {
			if (error instanceof AppError) return false;
			throw error;
		}
	});
}

/** Background work of the built-in gateway: it settles refunds, opens disputes, makes payouts and sends events. */
export const testModePollers: Poller[] = [
	{
		name: 'payments.test-gateway',
		idleMs: 1_000,
		run: async (services) =>
			((await services.testGateway?.runDueTasks()) ?? 0) + (await deliverTestEvents(services)),
	},
];

/** The pages of the built-in gateway: card fields, the bank's confirmation, onboarding. Forms are read up to the limit of all forms. */
export function mountTestGateway(app: Hono, { testGateway }: Services): void {
	if (!testGateway) return;
	const { pages } = testGateway;
	app.on(['GET', 'POST'], '/test-gateway/*', async ({ req }) =>
		pages.fetch(req.method === 'POST' ? await readForm(req.raw) : req.raw),
	);
}
