import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { insertRows } from '#server/db/row-sets.ts';
import {
	type Backfill,
	connections,
	outboundDeliveries,
	outboundMessages,
} from '#server/db/tables/integrations.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue } from '#server/jobs/fair-poller.ts';
import { lowPriority, yieldToRequests } from '#server/platform/load-shedding.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import { readMakers, rightsAt } from '../accounts/handing-on.ts';
import { beforeAll, type PastNews, readPast } from './past-messages.ts';
import { type ConnectionRow, getConnection, isConnection } from './queries.ts';

/*
 * Past messages of a connection, some at a time: the next ones are made when most of those before are sent, so that what happens now
 * waits behind few of them.
 */

const ofPage = 100;
const mostWaiting = 200;
const atOnce = 20;

const name = 'integrations.send-past';
type ConnectionScope = { organisationId: string; connectionId: string };

/** Connections with past messages to make that have few to send. */
const claimable = `SELECT c.organisation_id AS "organisationId", c.id AS "connectionId" FROM connections c
	WHERE c.backfill IS NOT NULL AND c.backfill ->> 'endedAt' IS NULL AND c.state = 'active'
		AND c.organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'c.id')}
		AND (SELECT count(*) FROM (SELECT FROM outbound_deliveries d WHERE d.organisation_id = c.organisation_id
			AND d.connection_id = c.id AND d.state = 'due' LIMIT ${mostWaiting}) AS waiting) < ${mostWaiting}
	LIMIT ${atOnce}`;

export const sendPast = createFairPoller<ConnectionScope>({
	name,
	idleMs: 1_000,
	...findDue<ConnectionScope>('integrations.claimable-past', claimable),
	keyOf: ({ connectionId }) => connectionId,
	atOnce: 1,
	async run(services, [scope], signal) {
		const startMs = performance.now();
		await sendSome(services, await getConnection(services.database.db, scope));
		await yieldToRequests(performance.now() - startMs, signal, lowPriority);
		return 1;
	},
});

/** Makes the next messages of one connection and says how far it has come, in one transaction. */
async function sendSome(services: Services, row: ConnectionRow): Promise<void> {
	const { backfill: from } = row;
	if (!from || from.endedAt) return;
	const type = from.types[from.at.type];
	const scope = { organisationId: row.organisationId, connectionId: row.id };
	const past = type
		? await readPast(
				services,
				{ ...scope, eventIds: row.eventIds, since: new Date(from.since), until: new Date(from.startedAt) },
				type,
				from.at,
				ofPage,
			)
		: [];
	const payloads = new Map<PastNews, { ids: object; object: object }>();
	const { organisationId, createdBy: userId } = row;
	const [maker] = await readMakers(services.database.db, [{ organisationId, userId }]);
	for (const one of past) {
		if (withinRights('message', [one.type], rightsAt(maker, one.eventId)).length === 0) continue;
		const payload = await one.read();
		if (payload) payloads.set(one, payload);
	}
	const last = past.at(-1);
	const isMore = past.length === ofPage && last !== undefined;
	const at = isMore
		? { type: from.at.type, eventId: last.eventId ?? beforeAll, id: last.id }
		: { type: from.at.type + 1, eventId: beforeAll, id: beforeAll };
	await services.database.transaction(async (tx) => {
		const now = await getConnection(tx, scope, { isLocked: true });
		// Another worker was faster.
		if (JSON.stringify(now.backfill) !== JSON.stringify(from)) return;
		const sent = await insertPast(services, tx, row.id, payloads);
		const backfill: Backfill = {
			...from,
			at,
			endedAt: at.type < from.types.length ? null : services.clock.now().toISOString(),
			done: from.done + past.length,
			sent: from.sent + sent,
		};
		await tx.update(connections).set({ backfill }).where(isConnection(scope));
	});
}

/** @returns how many of these the connection has not been sent before */
async function insertPast(
	services: Services,
	tx: Tx,
	connectionId: string,
	payloads: ReadonlyMap<PastNews, { ids: object; object: object }>,
): Promise<number> {
	const [first] = payloads.keys();
	if (!first) return 0;
	const { organisationId, type } = first;
	await insertRows(
		tx,
		outboundMessages,
		[...payloads].map(([{ source, eventId, at }, payload]) => ({
			...{ id: newId(), organisationId, source, type, eventId, payload },
			occurredAt: at,
		})),
		'skip',
	);
	// Another connection may have been sent the same message: its id stays.
	const isOne = inArray(
		outboundMessages.source,
		[...payloads.keys()].map(({ source }) => source),
	);
	const messages = await tx
		.select({ id: outboundMessages.id })
		.from(outboundMessages)
		.where(and(eq(outboundMessages.organisationId, organisationId), eq(outboundMessages.type, type), isOne));
	const sent = await tx
		.select({ id: outboundDeliveries.messageId })
		.from(outboundDeliveries)
		.where(
			and(
				eq(outboundDeliveries.organisationId, organisationId),
				eq(outboundDeliveries.connectionId, connectionId),
				inArray(
					outboundDeliveries.messageId,
					messages.map(({ id }) => id),
				),
			),
		);
	const isSent = new Set(sent.map(({ id }) => id));
	const now = services.clock.now();
	const fresh = messages
		.filter(({ id }) => !isSent.has(id))
		.map(({ id: messageId }) => ({
			...{ id: newId(), organisationId, connectionId, messageId },
			nextAt: now,
			createdAt: now,
		}));
	await insertRows(tx, outboundDeliveries, fresh, 'skip');
	return fresh.length;
}
