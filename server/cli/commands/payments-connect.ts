import { type EventEndpoint, eventEndpoints, type Gateway } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import { StopError } from '#server/platform/stop-error.ts';
import { command } from '../command.ts';

/** The setting that holds the secret of an endpoint (server/platform/config-schema.ts). */
const settings: Readonly<Record<EventEndpoint, string>> = {
	platform: 'STRIPE_WEBHOOK_SECRET',
	connect: 'STRIPE_CONNECT_WEBHOOK_SECRET',
	accounts: 'STRIPE_ACCOUNTS_WEBHOOK_SECRET',
};

export const paymentsConnectCommand = command({
	name: 'payments connect',
	summary: 'Register the webhook endpoints at Stripe, and print the settings with their secrets.',
	async run({ config, services, print, note }) {
		if (!config.stripe) throw new StopError('Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY first.');
		const { gateway } = await services();
		const { lines, notes } = await connectEvents(gateway, config.appUrl);
		for (const line of notes) note(line);
		for (const line of lines) print(line);
		if (lines.length > 0)
			note('Add these lines to the settings and restart Foyer. Stripe does not show the secrets again.');
	},
});

/**
 * Registers the endpoints that the provider does not know yet.
 * @returns lines for the settings, and notes about endpoints that exist
 * @throws StopError when the provider refuses
 */
export async function connectEvents(
	gateway: Gateway,
	appUrl: string,
): Promise<{ lines: string[]; notes: string[] }> {
	const lines: string[] = [];
	const notes: string[] = [];
	for (const endpoint of eventEndpoints) {
		const url = `${appUrl}/api/payments/events/stripe/${endpoint}`;
		const made = await gateway.createEventEndpoint({ endpoint, url }).catch((error: unknown) => {
			if (!(error instanceof GatewayError)) throw error;
			throw new StopError(`Stripe did not accept ${url}. It must be reachable by https. (${error.message})`);
		});
		if (made) lines.push(`${settings[endpoint]}=${made.secret}`);
		else
			notes.push(
				`Stripe delivers to ${url} already. To get a new secret, delete the endpoint in Stripe’s dashboard first.`,
			);
	}
	return { lines, notes };
}
