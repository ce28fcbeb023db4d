import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import {
	connections,
	outboundAttempts,
	outboundDeliveries,
	outboundMessages,
} from '#server/db/tables/integrations.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import { type CallerMembership, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { DeliveryDetail } from '#shared/contracts/deliveries.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import { type GuestData, guestSampleOf } from '#shared/rules/webhook-guests.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { acceptedTypes, currentType } from '#shared/rules/webhook-types.ts';
import { readMakers, rightsAt } from '../accounts/handing-on.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { guestDataState, readGuestData } from './guest-data.ts';
import { type OutboundMessage, webhookBody } from './message-body.ts';

export interface ConnectionScope {
	organisationId: string;
	connectionId: string;
}

export type ConnectionRow = typeof connections.$inferSelect;

/** All connections of an organisation, the newest first. */
export function listConnections(db: DbOrTx, organisationId: string): Promise<ConnectionRow[]> {
	return db
		.select()
		.from(connections)
		.where(eq(connections.organisationId, organisationId))
		.orderBy(desc(connections.id));
}

export const isConnection = ({ organisationId, connectionId }: ConnectionScope): SQL | undefined =>
	and(eq(connections.organisationId, organisationId), eq(connections.id, connectionId));

/** @throws not-found */
export async function getConnection(
	db: DbOrTx,
	scope: ConnectionScope,
	how: { isLocked?: boolean } = {},
): Promise<ConnectionRow> {
	const query = db.select().from(connections).where(isConnection(scope));
	const [row] = how.isLocked ? await query.for('update') : await query;
	if (!row) throw notFound('Connection');
	return row;
}

const columns = {
	delivery: outboundDeliveries,
	message: outboundMessages,
	isLive: sql<boolean>`NOT ${sql.raw(isSandboxSql('outbound_deliveries.organisation_id'))}`,
};

const select = (db: DbOrTx) =>
	db
		.select(columns)
		.from(outboundDeliveries)
		.innerJoin(
			outboundMessages,
			and(
				eq(outboundMessages.organisationId, outboundDeliveries.organisationId),
				eq(outboundMessages.id, outboundDeliveries.messageId),
			),
		);

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Deliveries of a connection, newest first. Returns one more than `limit` if there are more. */
export function listDeliveries(
	db: DbOrTx,
	scope: ConnectionScope,
	query: {
		state?: 'due' | 'delivered' | 'dead' | 'dropped' | undefined;
		cursor?: string | undefined;
		limit: number;
	},
) {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return select(db)
		.where(
			and(
				eq(outboundDeliveries.organisationId, scope.organisationId),
				eq(outboundDeliveries.connectionId, scope.connectionId),
				query.state ? eq(outboundDeliveries.state, query.state) : undefined,
				before ? lt(outboundDeliveries.id, before) : undefined,
			),
		)
		.orderBy(desc(outboundDeliveries.id))
		.limit(query.limit + 1);
}

/** @throws not-found */
export async function getDelivery(
	db: DbOrTx,
	scope: { organisationId: string; deliveryId: string },
): Promise<DeliveryRow> {
	const [row] = await select(db).where(
		and(
			eq(outboundDeliveries.organisationId, scope.organisationId),
			eq(outboundDeliveries.id, scope.deliveryId),
		),
	);
	if (!row) throw notFound('Delivery');
	return row;
}

/** The tries of a delivery; there are ten at most. */
export function listAttempts(db: DbOrTx, scope: { organisationId: string; deliveryId: string }) {
	return db
		.select()
		.from(outboundAttempts)
		.where(
			and(
				eq(outboundAttempts.organisationId, scope.organisationId),
				eq(outboundAttempts.deliveryId, scope.deliveryId),
			),
		)
		.orderBy(outboundAttempts.number);
}

const mostSamples = 3;

/** The member or key that reads a delivery log or samples. */
export interface MessageReader {
	membership: CallerMembership;
	/** An administrator who views as this member: names and emails are not theirs to see. */
	isViewer: boolean;
}

/** Guest data of a delivery as its reader may see it, and why it is missing. */
export async function readShownGuests(
	services: Services,
	{ delivery, message, isLive }: DeliveryRow,
	{ organisationId, kind, withGuests, createdBy: userId }: ConnectionRow,
	reader: MessageReader,
): Promise<{ state: DeliveryDetail['guests']; data: GuestData | null }> {
	if (!withGuests || kind !== 'webhook') return { state: null, data: null };
	const [maker] = await readMakers(services.database.db, [{ organisationId, userId }]);
	const state = guestDataState(message, rightsAt(maker, message.eventId));
	if (state !== 'included') return { state, data: null };
	if (!seesGuests(message, reader)) return { state: 'hidden', data: null };
	const found = await readGuestData(services, [{ id: delivery.id, message: { ...message, isLive } }]);
	return { state, data: found.get(delivery.id) ?? null };
}

const seesGuests = (message: Pick<OutboundMessage, 'eventId' | 'payload'>, reader: MessageReader) =>
	!reader.isViewer && guestDataState(message, rightsAt(reader.membership, message.eventId)) === 'included';

/**
 * Recent messages of a type as a webhook delivers them, newest first. Returns a sample if there are none or the caller may not see their
 * content.
 * @param how.withGuests include names and emails as connections with that option get them; left out for callers who may not see them
 * @throws not-found
 */
export async function listSamples(
	services: Services,
	organisationId: string,
	type: string,
	how: { reader: MessageReader; withGuests: boolean },
): Promise<Record<string, unknown>[]> {
	const known = acceptedTypes.find((one) => one === type);
	if (!known) throw notFound('Message type');
	const rows = await services.database.db
		.select({
			message: outboundMessages,
			isLive: sql<boolean>`NOT ${sql.raw(isSandboxSql('outbound_messages.organisation_id'))}`,
		})
		.from(outboundMessages)
		.where(and(eq(outboundMessages.organisationId, organisationId), eq(outboundMessages.type, type)))
		.orderBy(desc(outboundMessages.id))
		.limit(mostSamples);
	const isSeen = withinRights('message', [known], rightsOf(how.reader.membership)).length > 0;
	const messages = isSeen ? rows.map(({ message, isLive }) => ({ ...message, isLive })) : [];
	if (messages.length === 0) {
		const object = webhookSamples[currentType(known)];
		const sample = {
			...{ id: organisationId, organisationId, sequence: 1, type, eventId: null, isLive: false },
			...{ occurredAt: new Date(Date.UTC(2030, 0, 1)), payload: { ids: {}, object } },
		};
		return [JSON.parse(webhookBody(sample, 'full', how.withGuests ? guestSampleOf(type, object) : null))];
	}
	const shown = how.withGuests ? messages.filter((one) => seesGuests(one, how.reader)) : [];
	const guests = await readGuestData(
		services,
		shown.map((message) => ({ id: message.id, message })),
	);
	return messages.map((one) => JSON.parse(webhookBody(one, 'full', guests.get(one.id))));
}
