import { createApiKey } from '#server/domain/developer/commands/make-api-key.ts';
import type { Services } from '#server/services.ts';
import { type ApiScope, type KeyEnvironment, scopesOf } from '#shared/rules/api-keys.ts';
import type { TestUser } from './accounts.ts';

/** An API key of an owner; with every scope of its environment, unless others are named. */
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
	const { environment = 'live' } = options;
	const { row, token } = await createApiKey(services, {
		organisationId: owner.organisationId,
		...{ userId: owner.userId, email: 'owner@example.org' },
		maker: { role: 'owner', isLimited: false },
		input: { name: 'Program', scopes: scopesOf(environment), ...options, environment },
	});
	return { id: row.key.id, token };
}
