import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { attendeeImports } from '#server/db/tables/orders.ts';
import { forgetAnswers } from '#server/domain/questions/commands/forget-answers.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { movePlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	type ImportRecord,
	type ImportTerms,
	lockImport,
	ofEvent,
	UNDO_MS,
} from '../import/import-record.ts';
import { countByType } from '../rows.ts';

interface ImportScope {
	organisationId: string;
	eventId: string;
	importId: string;
}

/** A ticket that an import brought in. */
interface Ticket extends Record<string, unknown> {
	id: string;
	order_id: string;
	ticket_type_id: string;
	status: 'held' | 'active' | 'cancelled';
}

/** Orders that one statement removes. */
const CHUNK = 1_000;

/**
 * Takes an import back: its places go back at once and its tickets are refused at the door; guests who are inside stay. Guests who
 * were written to get word and stay on the list as cancelled; the others disappear from it. Twice changes nothing the second time.
 * @throws `undo-too-late` after an hour, by the clock of the database
 */
export async function undoImport(services: Services, scope: ImportScope): Promise<ImportRecord> {
	const { record, cancelled } = await services.database.transaction(async (tx) => {
		const found = await lockImport(tx, scope);
		if (found.undoneAt) return { record: found as ImportRecord, cancelled: [] };
		if (found.ageMs >= UNDO_MS) {
			throw ruleViolation(
				'undo-too-late',
				message`An import can be undone for an hour. Cancel the tickets one by one.`,
			);
		}
		const { sendMail } = found.mapping as ImportTerms;
		const tickets = await cancelTickets(tx, scope);
		if (sendMail) await notifyGuests(services, tx, scope, tickets);
		const [undone] = await tx
			.update(attendeeImports)
			.set({ undoneAt: sql`now()` })
			.where(and(ofEvent(scope), eq(attendeeImports.id, scope.importId)))
			.returning();
		return { record: undone as ImportRecord, cancelled: sendMail ? [] : tickets };
	});
	stockStore(services).forget(scope.eventId);
	// Outside of the transaction: a check-in that was under way is committed by now, and keeps its guest.
	await removeUnseen(services, scope, cancelled);
	return record;
}

/** Cancels every ticket of the import whose guest is not inside, and the orders that have no other. */
async function cancelTickets(tx: Tx, scope: ImportScope): Promise<Ticket[]> {
	await takeTurn(tx, scope);
	await tx.execute(sql`
		SELECT id FROM orders WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id IN (SELECT order_id FROM attendees
				WHERE organisation_id = ${scope.organisationId} AND import_id = ${scope.importId})
		ORDER BY id FOR UPDATE`);
	const { rows } = await tx.execute<Ticket>(sql`
		SELECT id, order_id, ticket_type_id, status FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND import_id = ${scope.importId}`);
	const door = await readDoor(tx, scope);
	const tickets = rows.filter(({ id, status }) => status === 'active' && !door.inside.has(id));
	const cancelled = new Set(tickets.map(({ id }) => id));
	const alive = new Set(
		rows.filter(({ id, status }) => status !== 'cancelled' && !cancelled.has(id)).map((row) => row.order_id),
	);
	const orderIds = [...new Set(tickets.map((ticket) => ticket.order_id))].filter((id) => !alive.has(id));
	await movePlaces(
		tx,
		scope,
		countByType(tickets).map(([ticketTypeId, count]) => ({ ticketTypeId, confirmed: -count, held: 0 })),
	);
	// The ids are named, so that the database needs no idea of how many rows the event has.
	await tx.execute(sql`
		UPDATE attendees SET status = 'cancelled', cancelled_at = now(), updated_at = now(), version = version + 1
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id = ANY(${plainArray([...cancelled])}::uuid[])`);
	await tx.execute(sql`
		UPDATE orders SET status = 'cancelled', cancelled_at = now(), updated_at = now()
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id = ANY(${plainArray(orderIds)}::uuid[]) AND status <> 'cancelled'`);
	return tickets;
}

/** Who was at the door of the event, and who of them is inside. */
async function readDoor(db: DbOrTx, scope: ImportScope): Promise<{ seen: Set<string>; inside: Set<string> }> {
	const { rows } = await db.execute<{ attendee_id: string; is_inside: boolean }>(sql`
		SELECT attendee_id, bool_or(verdict = 'accepted' AND annulled_at IS NULL) AS is_inside FROM check_ins
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND attendee_id IS NOT NULL GROUP BY attendee_id`);
	return {
		seen: new Set(rows.map((row) => row.attendee_id)),
		inside: new Set(rows.filter((row) => row.is_inside).map((row) => row.attendee_id)),
	};
}

async function notifyGuests(
	services: Services,
	tx: Tx,
	scope: ImportScope,
	tickets: Ticket[],
): Promise<void> {
	await services.facts.publishAll(
		tx,
		tickets.map(({ id, order_id: orderId }) => ({
			name: 'orders.order-cancelled',
			organisationId: scope.organisationId,
			eventId: scope.eventId,
			payload: { orderId, attendeeIds: [id], notify: true },
		})),
		services,
	);
}

/** Removes the orders of people who never knew of them and were never at the door. */
async function removeUnseen(services: Services, scope: ImportScope, tickets: Ticket[]): Promise<void> {
	if (tickets.length === 0) return;
	const { seen } = await readDoor(services.database.db, scope);
	const retained = new Set(tickets.filter(({ id }) => seen.has(id)).map((ticket) => ticket.order_id));
	const orderIds = [...new Set(tickets.map((ticket) => ticket.order_id))].filter((id) => !retained.has(id));
	for (let from = 0; from < orderIds.length; from += CHUNK) {
		const ids = orderIds.slice(from, from + CHUNK);
		await services.database.transaction(async (tx) => {
			const { rows } = await tx.execute<{ id: string }>(sql`
				WITH gone AS (
					DELETE FROM orders
					WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
						AND id = ANY(${plainArray(ids)}::uuid[]) AND status = 'cancelled'
					RETURNING id
				), items AS (
					DELETE FROM order_items
					WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
						AND order_id IN (SELECT id FROM gone)
				), people AS (
					DELETE FROM attendees
					WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
						AND order_id IN (SELECT id FROM gone)
				)
				SELECT id FROM gone`);
			await forgetAnswers(
				tx,
				scope,
				rows.map(({ id }) => id),
			);
		});
	}
}
