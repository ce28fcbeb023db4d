import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { type AttendeeField, attendeeFieldNames } from '#shared/rules/attendee-fields.ts';
import { columnOf } from '../attendee-columns.ts';
import type { AttendeeScope } from '../attendee-record.ts';
import { lockOrder } from '../order-record.ts';
import { handedOn } from '../transfers/rows.ts';

type Known = Record<'name' | 'email' | AttendeeField, string>;

export type AttendeeChanges = { [Property in keyof Known]?: string | undefined };

/**
 * Changes what is known of a guest. A cancelled ticket stays as it was for its buyer. Where an organiser corrects the guest who made
 * the order, the order is corrected with it, so that the next mail goes to the right address.
 * @param how.orderId the order the ticket must belong to, where its buyer changes it
 * @param how.holderVersion the version of the link, where somebody changes it whom it was transferred to
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws not-found, version conflict (412), `ticket-cancelled`, `ticket-handed-on`
 */
export async function editAttendee(
	services: Services,
	scope: AttendeeScope,
	changes: AttendeeChanges,
	how: { orderId?: string; holderVersion?: number; ifMatch?: number | undefined } = {},
): Promise<void> {
	const isAttendee = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.attendeeId}`;
	await services.database.transaction(async (tx) => {
		const { rows: found } = await tx.execute<{ order_id: string }>(
			sql`SELECT order_id FROM attendees WHERE ${isAttendee}`,
		);
		const orderId = found[0]?.order_id;
		if (!orderId || (how.orderId && orderId !== how.orderId)) throw notFound('Attendee');
		await lockOrder(tx, { ...scope, orderId });
		const known = attendeeFieldNames.map(
			(field) => sql`${sql.identifier(columnOf(field))} AS ${sql.identifier(field)}`,
		);
		const { rows } = await tx.execute<
			Known & { status: string; version: number; holder_version: number | null }
		>(
			sql`SELECT name, email, status, version, holder_version, ${sql.join(known, sql`, `)} FROM attendees WHERE ${isAttendee} FOR UPDATE`,
		);
		const row = rows[0];
		if (!row) throw notFound('Attendee');
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		if (how.orderId && row.holder_version !== null) throw handedOn();
		if (how.holderVersion !== undefined && row.holder_version !== how.holderVersion) throw notFound('Ticket');
		const isOwn = how.orderId !== undefined || how.holderVersion !== undefined;
		if (row.status === 'cancelled' && isOwn)
			throw ruleViolation('ticket-cancelled', message`This ticket was cancelled, so it can’t be changed.`);
		const name = changes.name ?? row.name;
		const email = changes.email ?? row.email;
		const details = attendeeFieldNames.map((field) => {
			const column = sql.identifier(columnOf(field));
			return sql`${column} = coalesce(${changes[field] ?? null}, ${column})`;
		});
		await tx.execute(sql`
			UPDATE attendees SET name = ${name}, email = ${email}, ${sql.join(details, sql`, `)},
				version = version + 1, updated_at = now()
			WHERE ${isAttendee}`);
		const fields = (Object.keys(changes) as (keyof Known)[]).filter(
			(field) => changes[field] !== undefined && changes[field] !== row[field],
		);
		if (fields.length > 0) {
			const { organisationId, eventId, attendeeId } = scope;
			const payload = { orderId, attendeeIds: [attendeeId], fields };
			const fact = { name: 'orders.guest-updated' as const, organisationId, eventId, payload };
			await services.facts.publish(tx, fact, services);
		}
		if (isOwn || row.holder_version !== null) return;
		await tx.execute(sql`
			UPDATE orders SET buyer_name = ${name}, buyer_email = ${email}, updated_at = now()
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${orderId}
				AND buyer_name = ${row.name} AND buyer_email = ${row.email}`);
	});
}
