import type { DbOrTx } from '#server/db/client.ts';
import { outboundDeliveries, outboundMessages } from '#server/db/tables/integrations.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { WebhookType } from '#shared/rules/webhook-types.ts';

/** Something that happened, as far as a fact says it; what is told about it is read when somebody listens. */
export interface News {
	organisationId: string;
	eventId: string | null;
	/** Of what it is made, so that it is told once. */
	source: string;
	type: WebhookType;
	read(): Promise<{ ids: object; object: object } | null>;
}

interface Listening {
	id: string;
	organisationId: string;
	types: string[];
	eventIds: string[] | null;
}

/**
 * Makes one message of each news that a connection wants, and a delivery for each of those connections, all in one transaction.
 * Repeating it changes nothing: facts are heard at least once.
 */
export async function makeMessages(services: Services, news: readonly News[]): Promise<void> {
	const listening = await findListening(services, news);
	if (listening.length === 0) return;
	const made: { message: typeof outboundMessages.$inferInsert; for: string[] }[] = [];
	for (const one of news) {
		const wanted = listening.filter(
			({ organisationId, types, eventIds }) =>
				organisationId === one.organisationId &&
				types.includes(one.type) &&
				(eventIds === null || (one.eventId !== null && eventIds.includes(one.eventId))),
		);
		if (wanted.length === 0) continue;
		const payload = await one.read();
		if (!payload) continue;
		const { organisationId, source, type, eventId } = one;
		made.push({
			message: {
				...{ id: newId(), organisationId, source, type, eventId, payload },
				occurredAt: services.clock.now(),
			},
			for: wanted.map(({ id }) => id),
		});
	}
	if (made.length === 0) return;
	await services.database.transaction(async (tx) => {
		for (const { message, for: connectionIds } of made) await insertMessage(tx, message, connectionIds);
	});
}

/** @returns ids of the deliveries; none where the message was made before */
export async function insertMessage(
	tx: DbOrTx,
	message: typeof outboundMessages.$inferInsert,
	connectionIds: readonly string[],
): Promise<string[]> {
	const [inserted] = await tx
		.insert(outboundMessages)
		.values(message)
		.onConflictDoNothing()
		.returning({ id: outboundMessages.id });
	if (!inserted) return [];
	const rows = connectionIds.map((connectionId) => ({
		id: newId(),
		organisationId: message.organisationId,
		connectionId,
		messageId: message.id,
		nextAt: message.occurredAt,
		createdAt: message.occurredAt,
	}));
	await tx.insert(outboundDeliveries).values(rows);
	return rows.map(({ id }) => id);
}

/** Connections of these organisations; the paused and disabled ones too, for what waits until they go on. */
async function findListening({ database }: Services, news: readonly News[]): Promise<Listening[]> {
	const organisationIds = [...new Set(news.map(({ organisationId }) => organisationId))];
	if (organisationIds.length === 0) return [];
	const { rows } = await database.pool.query<Listening>({
		name: 'integrations.listening',
		text: `SELECT c.id, c.organisation_id AS "organisationId", c.types, c.event_ids AS "eventIds"
			FROM unnest($1::uuid[]) AS o(id) JOIN connections c ON c.organisation_id = o.id`,
		values: [organisationIds],
	});
	return rows;
}
