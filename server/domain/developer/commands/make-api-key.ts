import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { and, count, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { apiKeys } from '#server/db/tables/developer.ts';
import { events } from '#server/db/tables/events.ts';
import { hashToken } from '#server/domain/accounts/tokens.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ApiScope, actionsOf, writeApiKey } from '#shared/rules/api-keys.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import { getApiKey, type KeyRow } from '../queries.ts';

const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;
/** Keys that work at the same time in one organisation. */
export const keyLimit = 25;

export interface ApiKeyInput {
	name: string;
	environment: 'live';
	scopes: ApiScope[];
	/** Absent: in a year; null: never. */
	expiresAt?: string | null | undefined;
	eventIds?: string[] | null | undefined;
	networks?: string[] | null | undefined;
}

/** A key and its token, which is told once and never again. */
export interface MadeKey {
	row: KeyRow;
	token: string;
}

/**
 * Makes an API key with the rights of its maker, as far as its scopes go.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, `too-many-keys`; VALIDATION_FAILED
 */
export async function createApiKey(
	services: Services,
	command: { organisationId: string; userId: string; maker: MemberRights; input: ApiKeyInput },
): Promise<MadeKey> {
	const { input, organisationId } = command;
	const now = services.clock.now();
	const expiresAt =
		input.expiresAt === undefined
			? new Date(now.getTime() + yearMs)
			: input.expiresAt === null
				? null
				: new Date(input.expiresAt);
	if (expiresAt && expiresAt <= now) throw fieldError('expiresAt', message`Choose a time in the future.`);
	for (const [index, network] of (input.networks ?? []).entries()) {
		if (!isNetwork(network))
			throw fieldError(`networks.${index}`, message`Write a network as 203.0.113.0/24.`);
	}
	if (actionsOf(input.scopes).some((action) => !memberCan(command.maker, action)))
		throw ruleViolation('beyond-own-rights', message`You can only give what you may do yourself.`);
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, organisationId, 'hasApi');
		await takePlace(tx, organisationId, now);
		if (input.eventIds) await requireOwnEvents(tx, organisationId, input.eventIds);
		return insertKey(tx, {
			organisationId,
			name: input.name,
			environment: input.environment,
			scopes: [...new Set(input.scopes)],
			eventIds: input.eventIds ?? null,
			networks: input.networks ?? null,
			expiresAt,
			createdBy: command.userId,
			createdAt: now,
		});
	});
}

/**
 * Makes the successor of a key: the same rights under another token, for as long again. The old one ends after the overlap.
 * @throws BUSINESS_RULE_VIOLATION `key-ended` for one that does not work or has a successor already; `too-many-keys`
 */
export async function rotateApiKey(
	services: Services,
	scope: { organisationId: string; keyId: string },
	overlapDays: number,
): Promise<MadeKey> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, scope.organisationId, 'hasApi');
		await takePlace(tx, scope.organisationId, now);
		const { key: old } = await getApiKey(tx, scope);
		if (old.revokedAt || old.endsAt || (old.expiresAt && old.expiresAt <= now))
			throw ruleViolation('key-ended', message`This key has ended or was rotated before. Make a new one.`);
		const lifeMs = old.expiresAt ? old.expiresAt.getTime() - old.createdAt.getTime() : null;
		const { organisationId, name, environment, scopes, eventIds, networks, createdBy } = old;
		const made = await insertKey(tx, {
			...{ organisationId, name, environment, scopes, eventIds, networks, createdBy },
			expiresAt: lifeMs === null ? null : new Date(now.getTime() + lifeMs),
			createdAt: now,
		});
		await tx
			.update(apiKeys)
			.set({ successorId: made.row.key.id, endsAt: new Date(now.getTime() + overlapDays * dayMs) })
			.where(eq(apiKeys.id, old.id));
		return made;
	});
}

/** Ends a key at once. Repeating it changes nothing. */
export async function revokeApiKey(
	services: Services,
	scope: { organisationId: string; keyId: string },
): Promise<KeyRow> {
	const { db } = services.database;
	await db
		.update(apiKeys)
		.set({ revokedAt: services.clock.now() })
		.where(
			and(
				eq(apiKeys.organisationId, scope.organisationId),
				eq(apiKeys.id, scope.keyId),
				isNull(apiKeys.revokedAt),
			),
		);
	return getApiKey(db, scope);
}

/** Lets one key after the other be made in an organisation, and only so many. */
async function takePlace(tx: Tx, organisationId: string, now: Date): Promise<void> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('update');
	const [row] = await tx
		.select({ live: count() })
		.from(apiKeys)
		.where(
			and(
				eq(apiKeys.organisationId, organisationId),
				isNull(apiKeys.revokedAt),
				or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, now)),
				or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
			),
		);
	if ((row?.live ?? 0) >= keyLimit)
		throw ruleViolation(
			'too-many-keys',
			message`An organisation has at most ${keyLimit} keys. Revoke one that is not needed.`,
		);
}

async function requireOwnEvents(tx: Tx, organisationId: string, eventIds: string[]): Promise<void> {
	const rows = await tx
		.select({ id: events.id })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), inArray(events.id, eventIds)));
	if (rows.length < new Set(eventIds).size)
		throw fieldError('eventIds', message`One of these events does not exist.`);
}

async function insertKey(
	tx: Tx,
	values: Omit<typeof apiKeys.$inferInsert, 'id' | 'tokenHash' | 'lastFour'>,
): Promise<MadeKey> {
	const token = writeApiKey(randomBytes(32));
	const keyId = newId();
	await tx
		.insert(apiKeys)
		.values({ ...values, id: keyId, tokenHash: hashToken(token), lastFour: token.slice(-4) });
	return { row: await getApiKey(tx, { organisationId: values.organisationId, keyId }), token };
}

function isNetwork(text: string): boolean {
	const [base = '', bits = ''] = text.split('/');
	const version = isIP(base);
	return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
