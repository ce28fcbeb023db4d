import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockEvent } from '../event-rows.ts';
import { writePolicy } from '../written-policy.ts';

/**
 * Sets the currency of an event's prices. Called by the tickets module with the first price. Refused while donations are taken in
 * another currency.
 */
export async function setEventCurrency(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	currency: string,
): Promise<void> {
	const row = await lockEvent(tx, scope);
	const changed = await tx
		.update(events)
		.set({ currency, ...writePolicy(row, { currency }), version: sql`${events.version} + 1` })
		.where(
			and(
				eq(events.organisationId, scope.organisationId),
				eq(events.id, scope.eventId),
				eq(events.takesGifts, false),
			),
		)
		.returning({ id: events.id });
	if (changed.length === 0)
		throw fieldError('currency', message`The fundraiser of this event takes donations in another currency.`);
}
