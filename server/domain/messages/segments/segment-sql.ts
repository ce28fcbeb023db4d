import { type SQL, sql } from 'drizzle-orm';
import type { Segment, SegmentCondition } from '#shared/rules/messages/segments.ts';
import { groupFilters } from '#shared/rules/report-query.ts';
import type { MessagePlace } from '../place.ts';

/** A segment as parts of a statement over dates d, orders o and attendees a. */
export interface SegmentSql {
	/** What its conditions read beside these; each row of a ticket stays one. */
	joins: SQL;
	/** True or false for each ticket. */
	where: SQL;
}

const strings = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
const ids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;
const all = (parts: SQL[]) => sql.join(parts, sql` AND `);

/** Adds a join under a name of its own. */
type Use = (write: (name: SQL) => SQL) => SQL;

/** Ids of the events of a place, as a subquery. */
export const eventIdsOf = (place: MessagePlace): SQL =>
	place.eventId === null
		? sql`(SELECT id FROM events WHERE organisation_id = ${place.organisationId} AND series_id = ${place.seriesId} AND status <> 'archived')`
		: sql`(${place.eventId}::uuid)`;

/**
 * Ids of ticket types or questions in all dates of a series: their lineage. An id of a row that is gone, or of a lineage,
 * stands for itself.
 */
export const lineagesOf = (
	table: 'ticket_types' | 'questions',
	place: MessagePlace,
	values: readonly string[],
): SQL => sql`(SELECT coalesce(l.lineage_id, l.id) FROM ${sql.identifier(table)} l
	WHERE l.organisation_id = ${place.organisationId} AND l.id = ANY(${ids(values)}) UNION SELECT unnest(${ids(values)}))`;

/**
 * Writes the conditions of a segment as SQL. What people typed is a value of the statement, never a part of it. Without a condition on the
 * state of orders, active tickets of confirmed orders are looked at; with one, also those that are held, of all orders in messageable states,
 * and the condition holds like any other.
 */
export function segmentSql(place: MessagePlace, { conditions }: Segment): SegmentSql {
	const joins: SQL[] = [];
	const where = [
		conditions.some(({ kind }) => kind === 'order_states')
			? sql`o.status IN ('confirmed', 'pending', 'awaiting_approval') AND a.status IN ('active', 'held')`
			: sql`o.status = 'confirmed' AND a.status = 'active'`,
	];
	let made = 0;
	const use: Use = (write) => {
		const name = sql`${sql.identifier(`s${made}`)}`;
		made += 1;
		joins.push(write(name));
		return name;
	};
	for (const group of groupFilters(conditions)) {
		const parts = group.map((condition) => {
			const holds = conditionSql(place, condition, use);
			return condition.not ? sql`NOT (${holds})` : sql`(${holds})`;
		});
		where.push(sql`(${sql.join(parts, sql` OR `)})`);
	}
	return { joins: sql.join(joins, sql` `), where: all(where) };
}

/** One condition, without its `not`: never null. */
function conditionSql(place: MessagePlace, condition: SegmentCondition, use: Use): SQL {
	switch (condition.kind) {
		case 'ticket_types':
			return sql`a.ticket_type_id IN (SELECT t.id FROM ticket_types t
				WHERE t.organisation_id = ${place.organisationId} AND t.event_id IN ${eventIdsOf(place)}
					AND coalesce(t.lineage_id, t.id) IN ${lineagesOf('ticket_types', place, condition.ids)})`;
		case 'order_states':
			return sql`o.status = ANY(${strings(condition.states)})`;
		case 'checked_in': {
			const ofList = condition.listId ? sql`AND c.list_id = ${condition.listId}` : sql``;
			const inside = use(
				(name) => sql`LEFT JOIN (SELECT DISTINCT c.attendee_id FROM check_ins c
					WHERE c.organisation_id = ${place.organisationId} AND c.event_id IN ${eventIdsOf(place)} AND c.verdict = 'accepted'
						AND c.annulled_at IS NULL AND c.attendee_id IS NOT NULL ${ofList}) ${name} ON ${name}.attendee_id = a.id`,
			);
			return sql`${inside}.attendee_id IS NOT NULL`;
		}
		case 'answer': {
			const ofGuest = use(
				(
					name,
				) => sql`LEFT JOIN (SELECT DISTINCT w.attendee_id FROM ${answersThat(place, condition)} AND w.attendee_id IS NOT NULL) ${name}
					ON ${name}.attendee_id = a.id`,
			);
			const ofOrder = use(
				(
					name,
				) => sql`LEFT JOIN (SELECT DISTINCT w.order_id FROM ${answersThat(place, condition)} AND w.attendee_id IS NULL) ${name}
					ON ${name}.order_id = o.id`,
			);
			return sql`${ofGuest}.attendee_id IS NOT NULL OR ${ofOrder}.order_id IS NOT NULL`;
		}
		case 'ordered':
			return orderedSql(place, condition, use);
		case 'sources':
			return sql`o.source = ANY(${strings(condition.sources)})`;
		case 'links':
			return sql`coalesce(split_part(o.came_by, '|', 4), '') = ANY(${strings(condition.codes)})`;
		case 'languages':
			return sql`lower(split_part(translate(o.locale, '_', '-'), '-', 1)) = ANY(${strings(condition.languages)})`;
		case 'dates':
			return sql`d.id = ANY(${ids(condition.eventIds)})`;
	}
}

/** PostgreSQL knows no year 0. */
const dayOf = (day: string) => (day < '0001-01-01' ? '0001-01-01' : day);

/** Days on the clock of each date; `until` is the last of them. When they begin is worked out once for each date, not for each ticket. */
function orderedSql(
	place: MessagePlace,
	{ from, until }: { from?: string | undefined; until?: string | undefined },
	use: Use,
): SQL {
	const startOf = (day: SQL) => sql`foyer_day_start(${day}, e.time_zone)`;
	const begins = from === undefined ? sql`'-infinity'::timestamptz` : startOf(sql`${dayOf(from)}::date`);
	const ends = until === undefined ? sql`'infinity'::timestamptz` : startOf(sql`${dayOf(until)}::date + 1`);
	const days = use(
		(name) => sql`LEFT JOIN (SELECT e.id, ${begins} AS begins, ${ends} AS ends FROM events e
			WHERE e.organisation_id = ${place.organisationId} AND e.id IN ${eventIdsOf(place)} OFFSET 0) ${name} ON ${name}.id = d.id`,
	);
	return sql`o.created_at >= ${days}.begins AND o.created_at < ${days}.ends`;
}

/**
 * Answers `w` to a question of this lineage that are one of the values: choices by their ids, numbers as numbers, consents as `true` or
 * `false`, texts without regard to capitals and accents.
 */
function answersThat(
	place: MessagePlace,
	{ questionId, values }: { questionId: string; values: readonly string[] },
): SQL {
	const numbers = values.filter((value) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim()));
	return sql`answers w JOIN questions q ON q.organisation_id = w.organisation_id AND q.id = w.question_id
		WHERE w.organisation_id = ${place.organisationId} AND w.event_id IN ${eventIdsOf(place)}
			AND q.organisation_id = ${place.organisationId} AND q.event_id IN ${eventIdsOf(place)}
			AND coalesce(q.lineage_id, q.id) IN ${lineagesOf('questions', place, [questionId])}
			AND CASE jsonb_typeof(w.value)
				WHEN 'array' THEN w.value ?| ${strings(values)}
				WHEN 'number' THEN (w.value #>> '{}')::numeric = ANY(${sql.param(numbers.map((value) => value.trim()))}::numeric[])
				WHEN 'boolean' THEN w.value #>> '{}' = ANY(${strings(values)})
				ELSE CASE WHEN q.kind IN ('single_choice', 'multiple_choice') THEN w.value #>> '{}' = ANY(${strings(values)})
					ELSE btrim(foyer_fold(w.value #>> '{}')) IN (SELECT btrim(foyer_fold(v)) FROM unnest(${strings(values)}) AS v) END
				END`;
}
