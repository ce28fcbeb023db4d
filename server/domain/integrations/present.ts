import type { Backfill, outboundAttempts } from '#server/db/tables/integrations.ts';
import type { Services } from '#server/services.ts';
import type { Delivery, DeliveryDetail } from '#shared/contracts/deliveries.ts';
import type { Connection } from '#shared/contracts/integrations.ts';
import type { GuestData } from '#shared/rules/webhook-guests.ts';
import { chatBody, chatLine, webhookBody, webhookId } from './message-body.ts';
import type { ConnectionRow, DeliveryRow } from './queries.ts';
import { unsealText } from './secrets.ts';

/** A connection as its organisation sees it. The address of a chat is its password: of it the host is shown. */
export function presentConnection(services: Services, row: ConnectionRow): Connection {
	const whole = row.kind === 'webhook' ? unsealText(services, row.id, row.sealedTarget) : null;
	const isOldGood = row.oldSecretUntil !== null && row.oldSecretUntil > services.clock.now();
	return {
		id: row.id,
		kind: row.kind,
		name: row.name,
		target: whole ?? row.host,
		types: row.types,
		eventIds: row.eventIds,
		detail: row.detail,
		withGuests: row.withGuests,
		origin: row.origin,
		state: row.state,
		stateReason: row.stateReason,
		failingSince: row.failingSince?.toISOString() ?? null,
		lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
		oldSecretUntil: isOldGood ? (row.oldSecretUntil?.toISOString() ?? null) : null,
		backfill: row.backfill && presentBackfill(row.backfill),
		createdAt: row.createdAt.toISOString(),
		version: row.version,
	};
}

const presentBackfill = ({ at: _, ...shown }: Backfill): Connection['backfill'] => shown;

export function presentDelivery({ delivery, message }: DeliveryRow): Delivery {
	return {
		id: delivery.id,
		connectionId: delivery.connectionId,
		messageId: webhookId(message.id),
		type: message.type,
		eventId: message.eventId,
		occurredAt: message.occurredAt.toISOString(),
		state: delivery.state,
		attempts: delivery.attempts,
		nextAt: delivery.state === 'due' ? delivery.nextAt.toISOString() : null,
		lastStatus: delivery.lastStatus,
		lastError: delivery.lastError,
		replayOf: delivery.replayOf,
		createdAt: delivery.createdAt.toISOString(),
		settledAt: delivery.settledAt?.toISOString() ?? null,
	};
}

/** @param guests names and emails in the body as its reader sees it, and what is said of them */
export function presentDeliveryDetail(
	row: DeliveryRow,
	{ kind, detail }: ConnectionRow,
	attempts: (typeof outboundAttempts.$inferSelect)[],
	guests: { state: DeliveryDetail['guests']; data: GuestData | null },
): DeliveryDetail {
	const message = { ...row.message, isLive: row.isLive };
	return {
		...presentDelivery(row),
		body:
			kind === 'webhook' ? webhookBody(message, detail, guests.data) : chatBody(kind, [chatLine(message)]),
		guests: guests.state,
		attemptLog: attempts.map(({ organisationId: _1, deliveryId: _2, at, ...rest }) => ({
			...rest,
			at: at.toISOString(),
		})),
	};
}
