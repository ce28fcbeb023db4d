import type { InvariantCheck } from '../module.ts';
import { fileChecks } from './files/checks.ts';

/** Invariants of answers that foreign keys cannot express, and that each fits its question. */
export const questionChecks: InvariantCheck[] = [
	{
		name: 'questions.answers-belong',
		rule: 'Every answer is to a question of its event, for an order of it or a person in that order, and of the kind of the question.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string; what: string }>(`
				WITH found AS MATERIALIZED (
					SELECT n.id, CASE
						WHEN q.id IS NULL THEN 'is to a question of another event'
						WHEN o.id IS NULL THEN 'is of an order that does not exist'
						WHEN (q.scope = 'attendee') <> (n.attendee_id IS NOT NULL) THEN 'is not of whom its question asks'
						WHEN n.attendee_id IS NOT NULL AND a.id IS NULL THEN 'is of a person who is not in its order'
						ELSE 'is not of the kind of its question'
					END AS what
					FROM answers n
					LEFT JOIN questions q ON q.organisation_id = n.organisation_id AND q.id = n.question_id AND q.organisation_id = n.organisation_id AND q.event_id = n.event_id
					LEFT JOIN orders o ON o.organisation_id = n.organisation_id AND o.event_id = n.event_id AND o.id = n.order_id
					LEFT JOIN attendees a ON a.organisation_id = n.organisation_id AND a.event_id = n.event_id AND a.id = n.attendee_id
						AND a.order_id = n.order_id
					WHERE q.id IS NULL OR o.id IS NULL OR (q.scope = 'attendee') <> (n.attendee_id IS NOT NULL)
						OR (n.attendee_id IS NOT NULL AND a.id IS NULL)
						OR jsonb_typeof(n.value) <> CASE q.kind WHEN 'number' THEN 'number' WHEN 'consent' THEN 'boolean'
							WHEN 'multiple_choice' THEN 'array' ELSE 'string' END
				)
				SELECT id, what FROM found LIMIT 200`);
			return rows.map((row) => `answer ${row.id} ${row.what}`);
		},
	},
	...fileChecks,
	{
		name: 'questions.news-are-voluntary',
		rule: 'A question that asks for consent to news is a consent, and is not required.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(
				`SELECT id FROM questions WHERE asks_for_news AND (kind <> 'consent' OR is_required) LIMIT 200`,
			);
			return rows.map(({ id }) => `question ${id} asks for news and is no voluntary consent`);
		},
	},
];
