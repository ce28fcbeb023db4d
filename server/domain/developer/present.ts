import type { apiRequests } from '#server/db/tables/developer.ts';
import type { ApiKey, ApiRequest } from '#shared/contracts/developer.ts';
import type { KeyRow } from './queries.ts';

/** What a key is at a moment. */
export function keyState({ key, hasMaker }: KeyRow, now: Date): ApiKey['state'] {
	if (key.revokedAt) return 'revoked';
	if (key.endsAt && key.endsAt <= now) return 'ended';
	if (key.expiresAt && key.expiresAt <= now) return 'expired';
	if (!hasMaker) return 'powerless';
	return key.endsAt ? 'rotating' : 'live';
}

export function presentApiKey(row: KeyRow, now: Date): ApiKey {
	const { key } = row;
	return {
		id: key.id,
		name: key.name,
		environment: key.environment,
		lastFour: key.lastFour,
		scopes: key.scopes,
		eventIds: key.eventIds,
		networks: key.networks,
		state: keyState(row, now),
		expiresAt: key.expiresAt?.toISOString() ?? null,
		endsAt: key.endsAt?.toISOString() ?? null,
		lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
		lastUsedRoute: key.lastUsedRoute,
		successorId: key.successorId,
		createdBy: { id: key.createdBy, name: row.makerName },
		createdAt: key.createdAt.toISOString(),
		revokedAt: key.revokedAt?.toISOString() ?? null,
	};
}

export function presentApiRequest(row: typeof apiRequests.$inferSelect): ApiRequest {
	const { id, apiKeyId, at, method, route, status, code, durationMs, requestId, others } = row;
	return {
		id,
		keyId: apiKeyId,
		at: at.toISOString(),
		method,
		route,
		status,
		code,
		durationMs,
		requestId,
		others,
	};
}
