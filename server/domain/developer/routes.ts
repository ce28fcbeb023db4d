import { pageOf } from '#server/http/cursor.ts';
import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/developer.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { createApiKey, revokeApiKey, rotateApiKey, updateApiKey } from './commands/make-api-key.ts';
import { presentApiKey, presentApiRequest } from './present.ts';
import { getOrganisationName, listApiKeys, listApiRequests } from './queries.ts';
import { sandboxRoutes } from './sandbox/routes.ts';

export const developerRoutes: Route[] = [
	...sandboxRoutes,
	handle(contracts.createApiKey, async ({ scope, caller, body }, services) => {
		const now = services.clock.now();
		refuseStale(caller, now);
		const { row, token } = await createApiKey(services, {
			organisationId: scope.organisationId,
			userId: caller.userId,
			email: caller.email,
			maker: rightsOf(scope),
			input: body,
		});
		return { ...presentApiKey(row, now), token };
	}),
	handle(contracts.listApiKeys, async ({ scope }, services) => ({
		data: (await listApiKeys(services.database.db, scope.organisationId)).map((row) =>
			presentApiKey(row, services.clock.now()),
		),
	})),
	handle(contracts.updateApiKey, async ({ scope, caller, params, body }, services) => {
		const now = services.clock.now();
		refuseStale(caller, now);
		const which = { organisationId: scope.organisationId, keyId: params.key };
		return presentApiKey(
			await updateApiKey(services, which, { userId: caller.userId, rights: rightsOf(scope) }, body),
			now,
		);
	}),
	handle(contracts.rotateApiKey, async ({ scope, caller, params, body }, services) => {
		const now = services.clock.now();
		refuseStale(caller, now);
		const which = { organisationId: scope.organisationId, keyId: params.key };
		const { row, token } = await rotateApiKey(
			services,
			which,
			{ userId: caller.userId, rights: rightsOf(scope) },
			body.overlapDays,
		);
		return { ...presentApiKey(row, now), token };
	}),
	handle(contracts.revokeApiKey, async ({ scope, params }, services) => {
		const which = { organisationId: scope.organisationId, keyId: params.key };
		return presentApiKey(await revokeApiKey(services, which), services.clock.now());
	}),
	handle(contracts.listApiRequests, async ({ scope, query }, services) =>
		pageOf(
			await listApiRequests(services.database.db, scope.organisationId, query),
			query.limit,
			presentApiRequest,
			(row) => [row.id],
		),
	),
	handle(contracts.whoAmI, async ({ caller }, services) => {
		const { key } = caller;
		if (!key) {
			const user = { id: caller.userId, email: caller.email };
			return {
				kind: 'user' as const,
				user,
				key: null,
				organisation: null,
				scopes: [],
				expiresAt: null,
				livemode: true,
			};
		}
		return {
			kind: 'key' as const,
			user: null,
			key: { id: key.id, name: key.name, lastFour: key.lastFour },
			organisation: await getOrganisationName(services.database.db, key.sandboxId ?? key.organisationId),
			scopes: key.scopes,
			expiresAt: key.expiresAt?.toISOString() ?? null,
			livemode: key.sandboxId === null,
		};
	}),
];
