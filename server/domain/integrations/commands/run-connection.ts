import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { connections, outboundDeliveries } from '#server/db/tables/integrations.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type PastType, pastLimits } from '#shared/rules/past-messages.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import { insertMessages } from '../make-messages.ts';
import { beforeAll, countPast } from '../past-messages.ts';
import {
	type ConnectionRow,
	type ConnectionScope,
	type DeliveryRow,
	getConnection,
	getDelivery,
	isConnection,
} from '../queries.ts';

const waitMs = failingDays * 24 * 3_600_000;
/** Of one call. */
const mostReplays = 10_000;
const rowsOfStatement = 1_000;

/** Stops sending; what happens meanwhile waits. @throws not-found */
export async function pauseConnection(services: Services, scope: ConnectionScope): Promise<ConnectionRow> {
	return services.database.transaction(async (tx) => {
		const row = await getConnection(tx, scope, { isLocked: true });
		if (row.state !== 'active') return row;
		return setState(tx, scope, { state: 'paused', version: row.version + 1 });
	});
}

/** Goes on sending: what waited for longer than three days is dropped, the rest is due now. @throws not-found */
export async function resumeConnection(services: Services, scope: ConnectionScope): Promise<ConnectionRow> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		const row = await getConnection(tx, scope, { isLocked: true });
		if (row.state === 'active') return row;
		await requireFeature(tx, scope.organisationId, 'hasIntegrations');
		const isWaiting = and(
			eq(outboundDeliveries.organisationId, scope.organisationId),
			eq(outboundDeliveries.connectionId, scope.connectionId),
			eq(outboundDeliveries.state, 'due'),
		);
		await tx
			.update(outboundDeliveries)
			.set({ state: 'dropped', settledAt: now })
			.where(and(isWaiting, lt(outboundDeliveries.createdAt, new Date(now.getTime() - waitMs))));
		await tx.update(outboundDeliveries).set({ nextAt: now }).where(isWaiting);
		return setState(tx, scope, {
			...{ state: 'active', stateReason: null, failingSince: null, notBefore: null },
			version: row.version + 1,
		});
	});
}

/** Sends a message of no consequence. @throws not-found, BUSINESS_RULE_VIOLATION `connection-not-active` */
export async function testConnection(services: Services, scope: ConnectionScope): Promise<DeliveryRow> {
	const { organisationId, connectionId } = scope;
	return services.database.transaction(async (tx) => {
		requireActive(await getConnection(tx, scope));
		const id = newId();
		const [deliveryId = ''] = await insertMessages(tx, [
			{
				message: {
					...{ id, organisationId, source: `test:${id}`, type: 'test.ping', eventId: null },
					occurredAt: services.clock.now(),
					payload: { ids: { connectionId }, object: { connectionId } },
				},
				for: [connectionId],
			},
		]);
		return getDelivery(tx, { organisationId, deliveryId });
	});
}

/** Sends a message once more. @throws not-found, BUSINESS_RULE_VIOLATION `connection-not-active` */
export async function replayDelivery(
	services: Services,
	scope: { organisationId: string; deliveryId: string },
): Promise<DeliveryRow> {
	return services.database.transaction(async (tx) => {
		const { delivery } = await getDelivery(tx, scope);
		const { organisationId, connectionId } = delivery;
		requireActive(await getConnection(tx, { organisationId, connectionId }));
		const [deliveryId = ''] = await repeat(tx, [delivery], services.clock.now());
		return getDelivery(tx, { organisationId, deliveryId });
	});
}

/**
 * Sends what failed permanently or was dropped since an instant once more, the newest first; what was repeated before is left out.
 * @returns how many
 * @throws not-found, BUSINESS_RULE_VIOLATION `connection-not-active`
 */
export async function replayDead(services: Services, scope: ConnectionScope, since: Date): Promise<number> {
	return services.database.transaction(async (tx) => {
		requireActive(await getConnection(tx, scope, { isLocked: true }));
		const dead = await tx
			.select()
			.from(outboundDeliveries)
			.where(
				and(
					eq(outboundDeliveries.organisationId, scope.organisationId),
					eq(outboundDeliveries.connectionId, scope.connectionId),
					inArray(outboundDeliveries.state, ['dead', 'dropped']),
					gte(outboundDeliveries.createdAt, since),
				),
			)
			.orderBy(desc(outboundDeliveries.id))
			.limit(mostReplays);
		// Of a message that failed twice, once is enough.
		const once = [...new Map(dead.map((row) => [row.messageId, row])).values()];
		const now = services.clock.now();
		for (let from = 0; from < once.length; from += rowsOfStatement)
			await repeat(tx, once.slice(from, from + rowsOfStatement), now);
		return once.length;
	});
}

/**
 * Starts sending past messages to a connection in the background.
 * @param isTrial only returns their number; above the limit, one more than that
 * @throws not-found; VALIDATION_FAILED about `types` and `since`; BUSINESS_RULE_VIOLATION `connection-not-active`, `webhooks-only`,
 * `backfill-running`, `too-many-messages`
 */
export async function startBackfill(
	services: Services,
	scope: ConnectionScope,
	input: { types: readonly PastType[]; since: Date; isTrial: boolean },
): Promise<{ count: number; row: ConnectionRow }> {
	const now = services.clock.now();
	const { since } = input;
	if (since >= now || now.getTime() - since.getTime() > pastLimits.days * 24 * 3_600_000)
		throw fieldError('since', message`Choose a time in the last ${pastLimits.days} days.`);
	const types = [...new Set(input.types)];
	const row = await getConnection(services.database.db, scope);
	requireActive(row);
	if (row.kind !== 'webhook')
		throw ruleViolation('webhooks-only', message`Past messages can only be sent to webhooks, not to chats.`);
	if (types.some((type) => !row.types.includes(type)))
		throw fieldError('types', message`Choose message types of this connection.`);
	const count = await countPast(services, { ...scope, eventIds: row.eventIds, since, until: now }, types);
	if (input.isTrial) return { count, row };
	if (count > pastLimits.messages)
		throw ruleViolation(
			'too-many-messages',
			message`These are more than ${pastLimits.messages} messages. Choose fewer types or a later start.`,
		);
	return services.database.transaction(async (tx) => {
		const { backfill, ...current } = await getConnection(tx, scope, { isLocked: true });
		requireActive(current);
		await requireFeature(tx, scope.organisationId, 'hasIntegrations');
		if (backfill && !backfill.endedAt)
			throw ruleViolation('backfill-running', message`Past messages are already being sent.`);
		const started = now.toISOString();
		const begun = {
			...{ types, since: since.toISOString(), startedAt: started, endedAt: count > 0 ? null : started },
			...{ total: count, done: 0, sent: 0, at: { type: 0, eventId: beforeAll, id: beforeAll } },
		};
		return { count, row: await setState(tx, scope, { backfill: begun }) };
	});
}

function requireActive({ state }: Pick<ConnectionRow, 'state'>): void {
	if (state !== 'active')
		throw ruleViolation('connection-not-active', message`This connection is paused. Resume it first.`);
}

async function repeat(
	tx: Tx,
	deliveries: readonly (typeof outboundDeliveries.$inferSelect)[],
	now: Date,
): Promise<string[]> {
	const rows = deliveries.map(({ id: replayOf, organisationId, connectionId, messageId }) => ({
		...{ id: newId(), organisationId, connectionId, messageId, replayOf },
		nextAt: now,
		createdAt: now,
	}));
	await tx.insert(outboundDeliveries).values(rows);
	return rows.map(({ id }) => id);
}

async function setState(
	tx: Tx,
	scope: ConnectionScope,
	change: Partial<typeof connections.$inferInsert>,
): Promise<ConnectionRow> {
	const [row] = await tx.update(connections).set(change).where(isConnection(scope)).returning();
	return row as ConnectionRow;
}
