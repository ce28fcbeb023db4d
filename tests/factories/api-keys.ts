import { createApiKey } from '#server/domain/developer/commands/make-api-key.ts';
import type { Services } from '#server/services.ts';
import { type ApiScope, apiScopes, type KeyEnvironment } from '#shared/rules/api-keys.ts';
import type { TestUser } from './accounts.ts';

/** An API key of an owner; with every scope, unless others are named. */
export async function makeApiKey(
	services: Services,
	owner: Pick<TestUser, 'userId' | 'organisationId'>,
	options: {
		environment?: KeyEnvironment;
		scopes?: ApiScope[];
		eventIds?: string[];
		networks?: string[];
		expiresAt?: string | null;
	} = {},
): Promise<{ id: string; token: string }> {
	const { row, token } = await createApiKey(services, {
		organisationId: owner.organisationId,
		...{ userId: owner.userId, email: 'owner@example.org' },
		maker: { role: 'owner', isLimited: false },
		input: { name: 'Program', environment: 'live', scopes: [...apiScopes], ...options },
	});
	return { id: row.key.id, token };
}
