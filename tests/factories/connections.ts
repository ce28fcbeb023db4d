import { testConnection } from '#server/domain/integrations/commands/run-connection.ts';
import {
	type ConnectionInput,
	createConnection,
	type MadeConnection,
} from '#server/domain/integrations/commands/save-connection.ts';
import type { Services } from '#server/services.ts';
import type { TestUser } from './accounts.ts';

/** A webhook of an owner, for published events unless stated otherwise. */
export async function makeConnection(
	services: Services,
	owner: Pick<TestUser, 'userId' | 'organisationId'>,
	input: Partial<ConnectionInput> = {},
): Promise<MadeConnection> {
	return createConnection(services, {
		organisationId: owner.organisationId,
		maker: { userId: owner.userId, rights: { role: 'owner', isLimited: false } },
		isByKey: false,
		input: {
			kind: 'webhook',
			name: '',
			target: 'https://hooks.example.com/1',
			types: ['event.published'],
			detail: 'full',
			withGuests: false,
			...input,
		},
	});
}

/** A test message to a new webhook of an owner, not sent yet. */
export async function makeDelivery(
	services: Services,
	owner: Pick<TestUser, 'userId' | 'organisationId'>,
): Promise<{ connectionId: string; deliveryId: string }> {
	const { organisationId } = owner;
	const { row } = await makeConnection(services, owner);
	const { delivery } = await testConnection(services, { organisationId, connectionId: row.id });
	return { connectionId: row.id, deliveryId: delivery.id };
}
