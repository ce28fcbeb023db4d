import { expect, test } from 'vitest';
import { StopError } from '#server/platform/stop-error.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { createPaymentWorld } from '#tests/support/payment-gateway.ts';
import { connectEvents } from './payments-connect.ts';

const database = useTestDatabase();

test('each endpoint is registered once, and its secret is the one that events are signed with', async () => {
	const { gateway, provider } = createPaymentWorld(database());
	const { platform, connect, accounts } = provider.eventSecrets;
	const first = await connectEvents(gateway, 'https://tickets.example.org');
	expect(first).toEqual({
		lines: [
			`STRIPE_WEBHOOK_SECRET=${platform}`,
			`STRIPE_CONNECT_WEBHOOK_SECRET=${connect}`,
			`STRIPE_ACCOUNTS_WEBHOOK_SECRET=${accounts}`,
		],
		notes: [],
	});
	const again = await connectEvents(gateway, 'https://tickets.example.org');
	expect(again.lines).toEqual([]);
	expect(again.notes).toHaveLength(3);
	expect((await connectEvents(gateway, 'https://other.example.org')).lines).toHaveLength(3);
	await expect(connectEvents(gateway, 'http://localhost:3000')).rejects.toThrow(StopError);
});

test('a domain is registered for an account, and again without harm', async () => {
	const { gateway, openAccount } = createPaymentWorld(database());
	const account = await openAccount();
	await gateway.registerDomain({ account, host: 'tickets.example.org' });
	await gateway.registerDomain({ account, host: 'tickets.example.org' });
	await gateway.registerDomain({ account: null, host: 'tickets.example.org' });
});
