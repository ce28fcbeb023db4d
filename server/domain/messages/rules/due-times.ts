import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import type { MessageRule } from '#shared/contracts/messages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { MessagePlace } from '../place.ts';

type Timed = Pick<MessageRule, 'kind' | 'offsetMinutes' | 'isOn'>;

/** The series of a date; null: it is a single event. @throws not-found */
export async function findSeriesOf(
	db: DbOrTx,
	{ organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<string | null> {
	const [row] = await db
		.select({ seriesId: events.seriesId })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), eq(events.id, eventId)));
	if (!row) throw notFound('Event');
	return row.seriesId;
}

/** When each rule is due next, by its place in the list: beside the event, or beside the next date of the series that is published. */
export async function findDue(
	db: DbOrTx,
	place: MessagePlace,
	rules: readonly Timed[],
): Promise<Map<number, string>> {
	const timed = rules.flatMap((rule, at) =>
		rule.isOn && rule.kind !== 'confirmation' ? [{ ...rule, at }] : [],
	);
	if (timed.length === 0) return new Map();
	const ofPlace =
		place.eventId === null ? sql`e.series_id = ${place.seriesId}` : sql`e.id = ${place.eventId}`;
	const { rows } = await db.execute<{ at: number; dueAt: Date }>(sql`
		SELECT r.at, min(d.due_at)::timestamptz AS "dueAt"
		FROM jsonb_to_recordset(${JSON.stringify(timed)}::jsonb) AS r (at int, kind text, "offsetMinutes" int)
		JOIN events e ON e.organisation_id = ${place.organisationId} AND ${ofPlace}
		CROSS JOIN LATERAL (SELECT CASE WHEN r.kind = 'after_end' THEN e.ends_at + make_interval(mins => r."offsetMinutes")
			ELSE e.starts_at - make_interval(mins => r."offsetMinutes") END AS due_at) d
		WHERE e.status = 'published' AND NOT e.is_demo AND d.due_at > now()
		GROUP BY r.at`);
	return new Map(rows.map(({ at, dueAt }) => [at, new Date(dueAt).toISOString()]));
}
