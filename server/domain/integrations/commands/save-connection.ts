import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { connections } from '#server/db/tables/integrations.ts';
import { readMakerRights, requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import { readTarget } from '#server/platform/outbound.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import { OLD_SECRET_HOURS } from '#shared/rules/periods.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { type AcceptedType, type ConnectionKind, connectionLimit } from '#shared/rules/webhook-types.ts';
import { type ConnectionRow, type ConnectionScope, getConnection, isConnection } from '../queries.ts';
import { newSecret, sealText, unsealText } from '../secrets.ts';

const oldSecretMs = OLD_SECRET_HOURS * 3_600_000;

export interface ConnectionInput {
	kind: ConnectionKind;
	name: string;
	target: string;
	types: AcceptedType[];
	eventIds?: string[] | null | undefined;
	detail: 'thin' | 'full';
	/** Of webhooks: names and emails of the people concerned are added when a message is sent. */
	withGuests: boolean;
}

/** A connection and its signing secret; null for chats. */
export interface MadeConnection {
	row: ConnectionRow;
	secret: string | null;
}

/** The creator or editor of a connection. A connection sends only what they may see. */
export interface ConnectionMaker {
	userId: string;
	rights: MemberRights;
}

/**
 * Makes a connection.
 * @throws VALIDATION_FAILED about `target` for an address that may not be called, about `withGuests` of a chat; BUSINESS_RULE_VIOLATION `beyond-own-rights`,
 *   `too-many-connections`
 */
export async function createConnection(
	services: Services,
	command: { organisationId: string; maker: ConnectionMaker; isByKey: boolean; input: ConnectionInput },
): Promise<MadeConnection> {
	const { organisationId, input, maker } = command;
	requireOwnRights('message', input.types, maker.rights);
	requireGuestRights(input, maker.rights);
	const host = hostOf(services, input.target);
	const id = newId();
	const secret = input.kind === 'webhook' ? newSecret() : null;
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, organisationId, 'hasIntegrations');
		await takePlace(tx, organisationId);
		await requireOwnEvents(tx, organisationId, input.eventIds ?? []);
		const [row] = await tx
			.insert(connections)
			.values({
				...{ id, organisationId, host, kind: input.kind, name: input.name, detail: input.detail },
				withGuests: input.withGuests,
				sealedTarget: sealText(services, id, input.target),
				sealedSecret: secret === null ? null : sealText(services, id, secret),
				types: [...new Set(input.types)],
				eventIds: input.eventIds ?? null,
				origin: command.isByKey ? 'key' : 'person',
				createdBy: maker.userId,
				createdAt: services.clock.now(),
			})
			.returning();
		return { row: row as ConnectionRow, secret };
	});
}

/**
 * Updates a connection. The caller must have the right to see everything it sends; if it sends more than its creator may see, the caller
 * becomes its creator.
 * @throws not-found, version conflict (412), VALIDATION_FAILED, BUSINESS_RULE_VIOLATION `beyond-own-rights`
 */
export async function updateConnection(
	services: Services,
	scope: ConnectionScope,
	changes: Partial<{ [K in keyof Omit<ConnectionInput, 'kind'>]: ConnectionInput[K] | undefined }>,
	how: { editor: ConnectionMaker; ifMatch?: number | undefined },
): Promise<ConnectionRow> {
	const { target, ...rest } = changes;
	const host = target === undefined ? undefined : hostOf(services, target);
	return services.database.transaction(async (tx) => {
		const row = await getConnection(tx, scope, { isLocked: true });
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		await requireOwnEvents(tx, scope.organisationId, rest.eventIds ?? []);
		const types = rest.types ?? row.types;
		const withGuests = rest.withGuests ?? row.withGuests;
		requireOwnRights('message', types, how.editor.rights);
		requireGuestRights({ kind: row.kind, withGuests }, how.editor.rights);
		const isWider = types.some((type) => !row.types.includes(type)) || (withGuests && !row.withGuests);
		const isTheirs = !isWider && (await maySend(tx, row, { types, withGuests }));
		const [updated] = await tx
			.update(connections)
			.set({
				...rest,
				createdBy: isTheirs ? row.createdBy : how.editor.userId,
				...(target !== undefined && host && { host, sealedTarget: sealText(services, row.id, target) }),
				version: row.version + 1,
			})
			.where(isConnection(scope))
			.returning();
		return updated as ConnectionRow;
	});
}

/** Whether the maker of a connection may see all of this now. */
async function maySend(
	tx: Tx,
	row: ConnectionRow,
	{ types, withGuests }: { types: readonly AcceptedType[]; withGuests: boolean },
): Promise<boolean> {
	const { organisationId, createdBy: userId } = row;
	const rights = await readMakerRights(tx, { organisationId, userId });
	if (withinRights('message', types, rights).length < types.length) return false;
	return !withGuests || withinRights('guestData', ['guests'], rights).length > 0;
}

/**
 * Refuses names and emails to who may not see them, and in chats.
 * @throws VALIDATION_FAILED about `withGuests`; BUSINESS_RULE_VIOLATION `beyond-own-rights`
 */
function requireGuestRights(
	{ kind, withGuests }: Pick<ConnectionInput, 'kind' | 'withGuests'>,
	rights: MemberRights,
): void {
	if (!withGuests) return;
	if (kind !== 'webhook')
		throw fieldError('withGuests', message`Only webhooks can include names and emails of guests.`);
	requireOwnRights('guestData', ['guests'], rights);
}

/** Removes a connection with its secret and its log. @throws not-found */
export async function deleteConnection(services: Services, scope: ConnectionScope): Promise<void> {
	const { db } = services.database;
	await getConnection(db, scope);
	await db.delete(connections).where(isConnection(scope));
}

/**
 * Gives a webhook another secret; the one before signs as well for a day.
 * @throws not-found; BUSINESS_RULE_VIOLATION `no-secret` for chats
 */
export async function rotateSecret(services: Services, scope: ConnectionScope): Promise<MadeConnection> {
	return services.database.transaction(async (tx) => {
		const row = await getConnection(tx, scope, { isLocked: true });
		if (!row.sealedSecret) throw noSecret();
		const secret = newSecret();
		const isReadable = unsealText(services, row.id, row.sealedSecret) !== null;
		const [updated] = await tx
			.update(connections)
			.set({
				sealedSecret: sealText(services, row.id, secret),
				sealedOldSecret: isReadable ? row.sealedSecret : null,
				oldSecretUntil: isReadable ? new Date(services.clock.now().getTime() + oldSecretMs) : null,
				version: row.version + 1,
			})
			.where(isConnection(scope))
			.returning();
		return { row: updated as ConnectionRow, secret };
	});
}

/**
 * The signing secret of a webhook.
 * @throws not-found; BUSINESS_RULE_VIOLATION `no-secret` for chats, `secret-unreadable` when the key of the installation is another now
 */
export async function revealSecret(services: Services, scope: ConnectionScope): Promise<string> {
	const row = await getConnection(services.database.db, scope);
	if (!row.sealedSecret) throw noSecret();
	const secret = unsealText(services, row.id, row.sealedSecret);
	if (secret === null)
		throw ruleViolation('secret-unreadable', message`This secret can no longer be read. Create a new one.`);
	return secret;
}

const noSecret = () => ruleViolation('no-secret', message`Chats have no signing secret.`);

/** @throws VALIDATION_FAILED about `target` */
function hostOf({ config }: Services, target: string): string {
	const read = readTarget(target, config.privateTargets);
	if (!('error' in read)) return read.url.host;
	throw read.error === 'private'
		? fieldError('target', message`This URL is not on the public internet, so it can’t be called.`)
		: fieldError(
				'target',
				message`Enter a URL that starts with https://, without a user name, on port 443 or above 1023.`,
			);
}

/** Lets one connection after the other be made in an organisation, and only so many. */
async function takePlace(tx: Tx, organisationId: string): Promise<void> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('update');
	if ((await tx.$count(connections, eq(connections.organisationId, organisationId))) >= connectionLimit)
		throw ruleViolation(
			'too-many-connections',
			message`An organisation has at most ${connectionLimit} connections. Remove one that you no longer need.`,
		);
}

async function requireOwnEvents(tx: Tx, organisationId: string, eventIds: string[]): Promise<void> {
	if (eventIds.length === 0) return;
	const found = await tx.$count(
		events,
		and(eq(events.organisationId, organisationId), inArray(events.id, eventIds)),
	);
	if (found < new Set(eventIds).size)
		throw fieldError('eventIds', message`One of these events does not exist.`);
}
