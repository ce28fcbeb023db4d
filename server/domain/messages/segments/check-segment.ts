import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { Segment, SegmentCondition } from '#shared/rules/messages/segments.ts';
import type { QuestionKind } from '#shared/rules/questions.ts';
import type { MessagePlace } from '../place.ts';
import { eventIdsOf, lineagesOf } from './segment-sql.ts';

const gone: Partial<Record<SegmentCondition['kind'], TranslatableMessage>> = {
	ticket_types: message`A ticket type that this message goes by no longer exists. Choose another one.`,
	checked_in: message`The check-in list that this message goes by no longer exists. Choose another one.`,
	answer: message`The question that this message goes by, or an answer to it, no longer exists. Choose another one.`,
	links: message`A tracking link that this message goes by doesn’t exist here. Choose another one.`,
	dates: message`A date that this message goes by no longer exists. Choose another one.`,
};

/**
 * Checks that what a segment names is of its place: ticket types and questions (in a series those of any of its dates), check-in lists,
 * tracking links and dates; of questions with choices that these exist.
 * @throws BUSINESS_RULE_VIOLATION `segment-unknown`, with the first such condition and what of it is unknown
 */
export async function checkSegment(db: DbOrTx, place: MessagePlace, segment: Segment): Promise<void> {
	for (const [index, condition] of segment.conditions.entries()) {
		const unknown = await unknownOf(db, place, condition);
		const text = gone[condition.kind];
		if (unknown.length > 0 && text)
			throw ruleViolation('segment-unknown', text, { condition: index, kind: condition.kind, unknown });
	}
}

async function unknownOf(db: DbOrTx, place: MessagePlace, condition: SegmentCondition): Promise<string[]> {
	const { organisationId } = place;
	const missing = async (values: readonly string[], known: SQL): Promise<string[]> => {
		const { rows } = await db.execute<{ value: string }>(sql`
			SELECT value FROM unnest(${sql.param([...values])}::text[]) AS value WHERE NOT EXISTS (${known})`);
		return rows.map(({ value }) => value);
	};
	switch (condition.kind) {
		case 'ticket_types':
			return missing(
				condition.ids,
				sql`SELECT FROM ticket_types t WHERE t.organisation_id = ${organisationId} AND t.event_id IN ${eventIdsOf(place)}
					AND coalesce(t.lineage_id, t.id) IN (SELECT value::uuid UNION SELECT coalesce(l.lineage_id, l.id) FROM ticket_types l
						WHERE l.organisation_id = ${organisationId} AND l.id = value::uuid)`,
			);
		case 'checked_in':
			// The default list has the id of its event, and often no row.
			return missing(
				condition.listId ? [condition.listId] : [],
				sql`SELECT FROM check_in_lists l WHERE l.organisation_id = ${organisationId} AND l.event_id IN ${eventIdsOf(place)}
					AND l.id = value::uuid
					UNION ALL SELECT FROM events e WHERE e.organisation_id = ${organisationId} AND e.id IN ${eventIdsOf(place)} AND e.id = value::uuid`,
			);
		case 'answer':
			return unknownAnswers(db, place, condition);
		case 'links':
			return missing(
				condition.codes,
				sql`SELECT FROM tracking_links l WHERE l.organisation_id = ${organisationId} AND l.code = value
					AND l.event_id IN ${eventIdsOf(place)}`,
			);
		case 'dates':
			return missing(
				condition.eventIds,
				sql`SELECT FROM events e WHERE e.organisation_id = ${organisationId} AND e.id = value::uuid AND e.id IN ${eventIdsOf(place)}`,
			);
		default:
			return [];
	}
}

/** The question when it is of another place, else the choices that it never had; consents are `true` or `false`. */
async function unknownAnswers(
	db: DbOrTx,
	place: MessagePlace,
	{ questionId, values }: { questionId: string; values: readonly string[] },
): Promise<string[]> {
	const { rows } = await db.execute<{ kind: QuestionKind; choices: string[] }>(sql`
		SELECT q.kind, coalesce(array_agg(DISTINCT c.choice ->> 'id') FILTER (WHERE c.choice IS NOT NULL), '{}') AS choices
		FROM questions q LEFT JOIN LATERAL jsonb_array_elements(q.choices) AS c(choice) ON true
		WHERE q.organisation_id = ${place.organisationId} AND q.event_id IN ${eventIdsOf(place)}
			AND coalesce(q.lineage_id, q.id) IN ${lineagesOf('questions', place, [questionId])}
		GROUP BY q.kind`);
	if (rows.length === 0) return [questionId];
	// Dates of a series may ask it in different ways: a value that one of them takes is fine.
	const isKnown = (value: string) =>
		rows.some(({ kind, choices }) => {
			if (kind === 'single_choice' || kind === 'multiple_choice') return choices.includes(value);
			// Which file it is says nothing: there is no answer to choose guests by.
			if (kind === 'file') return false;
			return kind === 'consent' ? value === 'true' || value === 'false' : true;
		});
	return values.filter((value) => !isKnown(value));
}
