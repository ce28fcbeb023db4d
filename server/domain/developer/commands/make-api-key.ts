import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { apiKeys } from '#server/db/tables/developer.ts';
import { requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import { findSandbox, refuseInSandbox } from '#server/domain/accounts/sandbox.ts';
import { requireOwnEvents } from '#server/domain/accounts/team/member-rows.ts';
import { hashToken } from '#server/domain/accounts/tokens.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ApiScope, type KeyEnvironment, scopesOf, writeApiKey } from '#shared/rules/api-keys.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { getApiKey, type KeyRow } from '../queries.ts';
import { makeSandbox } from '../sandbox/make-sandbox.ts';

const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;
/** Keys that work at the same time in one organisation. */
export const keyLimit = 25;

export interface ApiKeyInput {
	name: string;
	environment: KeyEnvironment;
	scopes: ApiScope[];
	/** Absent: in a year; null: never. */
	expiresAt?: string | null | undefined;
	eventIds?: string[] | null | undefined;
	networks?: string[] | null | undefined;
}

/** A key with its token, which is returned only once. */
export interface MadeKey {
	row: KeyRow;
	token: string;
}

/**
 * Makes an API key with the rights of its maker, as far as its scopes go. A test key brings a sandbox, where there is none yet.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, `too-many-keys`, `not-in-sandbox`; VALIDATION_FAILED
 */
export async function createApiKey(
	services: Services,
	command: { organisationId: string; userId: string; email: string; maker: MemberRights; input: ApiKeyInput },
): Promise<MadeKey> {
	const { input, organisationId } = command;
	const now = services.clock.now();
	const expiresAt = input.expiresAt === undefined ? new Date(now.getTime() + yearMs) : toEnd(input.expiresAt);
	checkLimits({ ...input, expiresAt }, now);
	refuseTestScopes(input.environment, input.scopes);
	requireOwnRights('scope', input.scopes, command.maker);
	return services.database.unitOfWork(async (unit) => {
		await refuseInSandbox(unit.db, organisationId);
		const isTest = input.environment === 'test';
		const reached = isTest ? await makeSandbox({ ...services, database: unit }, command) : organisationId;
		return unit.transaction(async (tx) => {
			if (!isTest) await requireFeature(tx, organisationId, 'hasApi');
			await takePlace(tx, organisationId, now);
			await requireOwnEvents(tx, reached, input.eventIds ?? null);
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
	});
}

/**
 * Changes a key that works, from its next call on. It may be renamed and narrowed by whoever manages keys; who lets it do, reach or last
 * longer gives it all that it has then, and it is theirs from then on.
 * @throws not-found; BUSINESS_RULE_VIOLATION `key-ended`, `beyond-own-rights`; VALIDATION_FAILED
 */
export async function updateApiKey(
	services: Services,
	scope: { organisationId: string; keyId: string },
	editor: { userId: string; rights: MemberRights },
	changes: Partial<{ [K in keyof Omit<ApiKeyInput, 'environment'>]: ApiKeyInput[K] | undefined }>,
): Promise<KeyRow> {
	const now = services.clock.now();
	const expiresAt = changes.expiresAt === undefined ? undefined : toEnd(changes.expiresAt);
	checkLimits({ expiresAt: expiresAt ?? null, networks: changes.networks }, now);
	return services.database.transaction(async (tx) => {
		const isKey = and(eq(apiKeys.organisationId, scope.organisationId), eq(apiKeys.id, scope.keyId));
		await tx.select({ id: apiKeys.id }).from(apiKeys).where(isKey).for('update');
		const { key } = await getApiKey(tx, scope);
		if (hasEnded(key, now)) throw ruleViolation('key-ended', message`This key has ended. Create a new one.`);
		if (key.environment === 'live') await requireFeature(tx, scope.organisationId, 'hasApi');
		const scopes = changes.scopes && [...new Set(changes.scopes)];
		if (scopes) refuseTestScopes(key.environment, scopes);
		const isWider = widens(key, { ...changes, scopes, expiresAt });
		if (isWider) requireOwnRights('scope', scopes ?? key.scopes, editor.rights);
		if (changes.eventIds) {
			const sandbox = key.environment === 'test' ? await findSandbox(tx, scope.organisationId) : null;
			await requireOwnEvents(tx, sandbox?.id ?? scope.organisationId, changes.eventIds);
		}
		const { name, eventIds, networks } = changes;
		const createdBy = isWider ? editor.userId : undefined;
		const set = { name, scopes, eventIds, networks, expiresAt, createdBy };
		if (Object.values(set).some((value) => value !== undefined))
			await tx.update(apiKeys).set(set).where(isKey);
		return getApiKey(tx, scope);
	});
}

/** Whether a key could do, reach or last more after these changes. */
function widens(
	key: KeyRow['key'],
	changes: {
		scopes?: ApiScope[] | undefined;
		eventIds?: string[] | null | undefined;
		networks?: string[] | null | undefined;
		expiresAt?: Date | null | undefined;
	},
): boolean {
	/** Lists of which null is all. */
	const isMore = (now: string[] | null, then: string[] | null | undefined) =>
		then !== undefined && now !== null && (then === null || then.some((one) => !now.includes(one)));
	const { scopes, eventIds, networks, expiresAt } = changes;
	const isLonger =
		expiresAt !== undefined && key.expiresAt !== null && (expiresAt === null || expiresAt > key.expiresAt);
	return (
		isMore(key.scopes, scopes) || isMore(key.eventIds, eventIds) || isMore(key.networks, networks) || isLonger
	);
}

/**
 * Makes the successor of a key: the same scopes under another token, for as long again. It is a key of whoever rotates, with their rights at
 * most. The old one ends after the overlap.
 * @throws BUSINESS_RULE_VIOLATION `key-ended` for one that does not work or has a successor already; `beyond-own-rights`, `too-many-keys`
 */
export async function rotateApiKey(
	services: Services,
	scope: { organisationId: string; keyId: string },
	by: { userId: string; rights: MemberRights },
	overlapDays: number,
): Promise<MadeKey> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		const { key: old } = await getApiKey(tx, scope);
		if (old.environment === 'live') await requireFeature(tx, scope.organisationId, 'hasApi');
		await takePlace(tx, scope.organisationId, now);
		if (old.endsAt || hasEnded(old, now))
			throw ruleViolation('key-ended', message`This key has ended or was already rotated. Create a new one.`);
		requireOwnRights('scope', old.scopes, by.rights);
		const lifeMs = old.expiresAt ? old.expiresAt.getTime() - old.createdAt.getTime() : null;
		const { organisationId, name, environment, scopes, eventIds, networks } = old;
		const made = await insertKey(tx, {
			...{ organisationId, name, environment, scopes, eventIds, networks, createdBy: by.userId },
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

const toEnd = (expiresAt: string | null): Date | null => (expiresAt === null ? null : new Date(expiresAt));

/** Whether nothing brings a key back. */
const hasEnded = ({ revokedAt, endsAt, expiresAt }: KeyRow['key'], now: Date): boolean =>
	revokedAt !== null || [endsAt, expiresAt].some((end) => end !== null && end <= now);

/** @throws VALIDATION_FAILED */
function checkLimits(limits: { expiresAt: Date | null; networks?: string[] | null | undefined }, now: Date) {
	if (limits.expiresAt && limits.expiresAt <= now)
		throw fieldError('expiresAt', message`Choose a time in the future.`);
	for (const [index, network] of (limits.networks ?? []).entries()) {
		if (!isNetwork(network))
			throw fieldError(`networks.${index}`, message`Enter a network such as 203.0.113.0/24.`);
	}
}

/** @throws VALIDATION_FAILED when a live key is to have a scope of test keys */
function refuseTestScopes(environment: KeyEnvironment, scopes: readonly ApiScope[]): void {
	const refused = scopes.find((scope) => !scopesOf(environment).includes(scope));
	if (refused) throw fieldError('scopes', message`Only a test key can have the scope ${refused}.`);
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
			message`An organisation has at most ${keyLimit} keys. Revoke one that you no longer need.`,
		);
}

async function insertKey(
	tx: Tx,
	values: Omit<typeof apiKeys.$inferInsert, 'id' | 'tokenHash' | 'lastFour'>,
): Promise<MadeKey> {
	const token = writeApiKey(randomBytes(32), values.environment);
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
