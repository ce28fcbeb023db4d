import { and, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { insertRows } from '#server/db/row-sets.ts';
import { outboundDeliveries, outboundMessages } from '#server/db/tables/integrations.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import { type AcceptedType, formerTypeOf } from '#shared/rules/webhook-types.ts';
import { readMakers, rightsAt } from '../accounts/handing-on.ts';

/** An event to send, as read from a fact. Its content is read only if a connection subscribes to it. */
export interface News<T extends AcceptedType = AcceptedType> {
	organisationId: string;
	eventId: string | null;
	/** Of what it is made, so that it is sent once. */
	source: string;
	type: T;
	/** What is sent; null: nothing. A `source` of its own stands for the one above, where only the rows say what it is sent about. */
	read(): Promise<{ ids: object; object: object; source?: string } | null>;
}

export interface MadeMessage {
	message: typeof outboundMessages.$inferInsert;
	/** Ids of the connections that it goes to. */
	for: readonly string[];
}

interface Listening {
	id: string;
	organisationId: string;
	types: string[];
	eventIds: string[] | null;
	createdBy: string;
}

/**
 * Creates one message for each event that a connection subscribes to, and a delivery for each of those connections, in one transaction.
 * Connections that subscribed by a former type name get it under that name. Idempotent, since facts are delivered at least once.
 */
export async function makeMessages(services: Services, news: readonly News[]): Promise<void> {
	const listening = await findListening(services, news);
	if (listening.length === 0) return;
	const makers = await readMakers(
		services.database.db,
		listening.map(({ organisationId, createdBy: userId }) => ({ organisationId, userId })),
	);
	const made: MadeMessage[] = [];
	for (const one of news.flatMap(underEachName)) {
		const wanted = listening.filter(
			({ organisationId, types, eventIds }, index) =>
				organisationId === one.organisationId &&
				withinRights('message', [one.type], rightsAt(makers[index], one.eventId)).length > 0 &&
				types.includes(one.type) &&
				(eventIds === null || (one.eventId !== null && eventIds.includes(one.eventId))),
		);
		if (wanted.length === 0) continue;
		const payload = await one.read();
		if (!payload) continue;
		const { organisationId, type, eventId } = one;
		const { source = one.source, ids, object } = payload;
		made.push({
			message: {
				...{ id: newId(), organisationId, source, type, eventId, payload: { ids, object } },
				occurredAt: services.clock.now(),
			},
			for: wanted.map(({ id }) => id),
		});
	}
	if (made.length === 0) return;
	await services.database.transaction((tx) => insertMessages(tx, made));
}

/** News under its name and under the former one; its content is read once. */
function underEachName(news: News): News[] {
	const former = formerTypeOf(news.type);
	if (!former) return [news];
	let payload: ReturnType<News['read']> | undefined;
	const read = () => {
		payload ??= news.read();
		return payload;
	};
	return [
		{ ...news, read },
		{ ...news, type: former, read },
	];
}

/**
 * Writes messages and a delivery of each for every connection named beside it.
 * @returns ids of the deliveries; none for a message that was made before
 */
export async function insertMessages(tx: Tx, made: readonly MadeMessage[]): Promise<string[]> {
	await insertRows(
		tx,
		outboundMessages,
		made.map(({ message }) => message),
		'skip',
	);
	const ids = made.map(({ message }) => message.id);
	const organisationIds = [...new Set(made.map(({ message }) => message.organisationId))];
	const inserted = await tx
		.select({ id: outboundMessages.id })
		.from(outboundMessages)
		.where(and(inArray(outboundMessages.organisationId, organisationIds), inArray(outboundMessages.id, ids)));
	const isNew = new Set(inserted.map(({ id }) => id));
	const rows = made
		.filter(({ message }) => isNew.has(message.id))
		.flatMap(({ message, for: connectionIds }) =>
			connectionIds.map((connectionId) => ({
				id: newId(),
				organisationId: message.organisationId,
				connectionId,
				messageId: message.id,
				nextAt: message.occurredAt,
				createdAt: message.occurredAt,
			})),
		);
	await insertRows(tx, outboundDeliveries, rows);
	return rows.map(({ id }) => id);
}

/** Connections of these organisations; the paused and disabled ones too, for what waits until they go on. */
async function findListening({ database }: Services, news: readonly News[]): Promise<Listening[]> {
	const organisationIds = [...new Set(news.map(({ organisationId }) => organisationId))];
	if (organisationIds.length === 0) return [];
	const { rows } = await database.pool.query<Listening>({
		name: 'integrations.listening',
		text: `SELECT c.id, c.organisation_id AS "organisationId", c.types, c.event_ids AS "eventIds", c.created_by AS "createdBy"
			FROM unnest($1::uuid[]) AS o(id) JOIN connections c ON c.organisation_id = o.id`,
		values: [organisationIds],
	});
	return rows;
}
