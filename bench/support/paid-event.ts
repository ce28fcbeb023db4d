import { paymentAccounts } from '#server/db/tables/payments.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import type { Stage } from './stage.ts';

/** An event with one ticket type at 24.00, of an organisation that takes test cards. */
export interface PaidEvent extends SellingEvent {
	accountId: string;
	/** The provider's id of the account. */
	providerAccount: string;
}

export async function insertPaidEvent({ services, database }: Stage, size: number): Promise<PaidEvent> {
	const event = await insertSellingEvent(database, size, {
		type: { kind: 'paid', priceMinor: 2_400, currency: 'EUR' },
	});
	const accountId = newId();
	const { id: providerAccount } = await services.gateway.openAccount({
		key: `account:${accountId}`,
		country: 'DE',
		name: 'Harbour Concerts',
		email: 'club@example.org',
	});
	await services.testGateway?.act(providerAccount, 'enable');
	await database.db.insert(paymentAccounts).values({
		id: accountId,
		organisationId: event.organisationId,
		gateway: services.gateway.name,
		providerAccount,
		country: 'DE',
		defaultCurrency: 'EUR',
		state: 'enabled',
		chargesEnabled: true,
		payoutsEnabled: true,
		isLive: false,
	});
	return { ...event, accountId, providerAccount };
}
