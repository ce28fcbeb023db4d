import { eq, sql } from 'drizzle-orm';
import { ruleViolation } from '#shared/errors/app-error.ts';
import type { Tx } from '../../../db/client.ts';
import { plainArray } from '../../../db/statement.ts';
import { attendeeImports } from '../../../db/tables/orders.ts';
import type { Services } from '../../../services.ts';
import { movePlaces } from '../../tickets/places.ts';
import { stockStore } from '../../tickets/stock-store.ts';
import { type ImportRecord, type ImportTerms, lockImport, UNDO_MS } from '../import/import-record.ts';
import { countByType } from '../rows.ts';

interface ImportScope {
	organisationId: string;
	eventId: string;
	importId: string;
}

/** Orders that one statement removes. */
const CHUNK = 1_000;

/**
 * Takes an import back: its places go back at once and its tickets are refused at the door; guests who are inside stay. Guests who
 * were written to get word and stay on the list as cancelled; the others disappear from it. Twice changes nothing the second time.
 * @throws `undo-too-late` after an hour, by the clock of the database
 */
export async function undoImport(services: Services, scope: ImportScope): Promise<ImportRecord> {
	const { record, orderIds } = await services.database.transaction(async (tx) => {
		const found = await lockImport(tx, scope);
		if (found.undoneAt) return { record: found as ImportRecord, orderIds: [] };
		if (found.ageMs >= UNDO_MS) {
			throw ruleViolation(
				'undo-too-late',
				'An import can be taken back for an hour. Cancel the tickets one by one.',
			);
		}
		const { sendMail } = found.mapping as ImportTerms;
		const cancelled = await cancelOrdersOf(services, tx, scope, sendMail);
		const [undone] = await tx
			.update(attendeeImports)
			.set({ undoneAt: sql`now()` })
			.where(eq(attendeeImports.id, scope.importId))
			.returning();
		return { record: undone as ImportRecord, orderIds: sendMail ? [] : cancelled };
	});
	stockStore(services).forget(scope.eventId);
	// In transactions of their own: a check-in that was under way is committed by now, and keeps its guest.
	for (let from = 0; from < orderIds.length; from += CHUNK) {
		await removeUnseen(services, scope, orderIds.slice(from, from + CHUNK));
	}
	return record;
}

/** Cancels every order of the import whose guest is not inside. @returns their ids */
async function cancelOrdersOf(
	services: Services,
	tx: Tx,
	scope: ImportScope,
	isTold: boolean,
): Promise<string[]> {
	await tx.execute(sql`
		SELECT id FROM orders WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id IN (SELECT order_id FROM attendees WHERE import_id = ${scope.importId})
		ORDER BY id FOR UPDATE`);
	const { rows } = await tx.execute<{ id: string; order_id: string; ticket_type_id: string }>(sql`
		UPDATE attendees a SET status = 'cancelled', cancelled_at = now(), updated_at = now(), version = version + 1
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.import_id = ${scope.importId}
			AND a.status = 'active' AND NOT EXISTS (
				SELECT FROM check_ins c
				WHERE c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL)
		RETURNING a.id, a.order_id, a.ticket_type_id`);
	await movePlaces(
		tx,
		scope,
		countByType(rows).map(([ticketTypeId, count]) => ({ ticketTypeId, confirmed: -count, held: 0 })),
	);
	const { rows: orders } = await tx.execute<{ id: string }>(sql`
		UPDATE orders o SET status = 'cancelled', cancelled_at = now(), updated_at = now()
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.status <> 'cancelled'
			AND o.id = ANY(${plainArray([...new Set(rows.map((row) => row.order_id))])}::uuid[])
			AND NOT EXISTS (
				SELECT FROM attendees a
				WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
					AND a.status <> 'cancelled')
		RETURNING o.id`);
	if (isTold) {
		for (const { id, order_id: orderId } of rows) {
			await services.facts.announce(
				tx,
				{
					name: 'orders.order-cancelled',
					organisationId: scope.organisationId,
					eventId: scope.eventId,
					payload: { orderId, attendeeIds: [id], notify: true },
				},
				services,
			);
		}
	}
	return orders.map(({ id }) => id);
}

/** Removes cancelled orders of people who never knew of them and were never at the door. */
async function removeUnseen(services: Services, scope: ImportScope, orderIds: string[]): Promise<void> {
	await services.database.db.execute(sql`
		WITH gone AS (
			DELETE FROM orders o
			WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}
				AND o.id = ANY(${plainArray(orderIds)}::uuid[]) AND o.status = 'cancelled'
				AND NOT EXISTS (
					SELECT FROM attendees a JOIN check_ins c ON c.attendee_id = a.id
					WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id)
			RETURNING o.id
		), items AS (
			DELETE FROM order_items i USING gone
			WHERE i.organisation_id = ${scope.organisationId} AND i.event_id = ${scope.eventId} AND i.order_id = gone.id
		)
		DELETE FROM attendees a USING gone
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.order_id = gone.id`);
}
