import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { jsonObject } from '#server/db/statement.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { guestColumns } from './attendee-columns.ts';

export interface AttendeeScope {
	organisationId: string;
	eventId: string;
	attendeeId: string;
}

interface Row extends Record<string, unknown> {
	attendee: Attendee;
}

const utc = (text: string) => new Date(text).toISOString();

const guestObject = sql.raw(
	jsonObject({
		...guestColumns,
		checkedInAt: `(SELECT min(c.occurred_at) FROM check_ins c WHERE c.organisation_id = a.organisation_id AND c.event_id = a.event_id AND c.attendee_id = a.id
			AND c.verdict = 'accepted' AND c.annulled_at IS NULL)`,
	} satisfies Record<keyof Attendee, string>),
);

/** A guest as the organiser's list shows them; throws not-found for one of another event. */
export async function getAttendee(db: DbOrTx, scope: AttendeeScope): Promise<Attendee> {
	const { rows } = await db.execute<Row>(sql`
		SELECT ${guestObject} AS attendee
		FROM attendees a
		JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.id = ${scope.attendeeId}`);
	const attendee = rows[0]?.attendee;
	if (!attendee) throw notFound('Attendee');
	const { checkedInAt } = attendee;
	return { ...attendee, createdAt: utc(attendee.createdAt), checkedInAt: checkedInAt && utc(checkedInAt) };
}
