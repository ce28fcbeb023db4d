import type { InvariantCheck } from '../module.ts';

/** Invariants of consents. */
export const organiserChecks: InvariantCheck[] = [
	{
		name: 'organisers.consents-are-proven',
		rule: 'Every consent has the words that were agreed to, and the times at which it was confirmed and ended.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string; what: string }>(`
				SELECT f.id, CASE
					WHEN f.consent_text = '' THEN 'has no words that were agreed to'
					WHEN f.state = 'left' AND f.left_at IS NULL THEN 'ended at no time'
					WHEN f.state <> 'left' AND f.left_at IS NOT NULL THEN 'is said to have ended, and has not'
					WHEN f.came_from = 'question' AND (f.event_id IS NULL OR f.question_id IS NULL) THEN 'does not name its question'
					ELSE 'names a question of another event'
				END AS what
				FROM followers f LEFT JOIN questions q ON q.organisation_id = f.organisation_id AND q.id = f.question_id
				WHERE f.consent_text = '' OR (f.state = 'left' AND f.left_at IS NULL) OR (f.state <> 'left' AND f.left_at IS NOT NULL)
					OR (f.came_from = 'question' AND (f.event_id IS NULL OR f.question_id IS NULL))
					OR (q.id IS NOT NULL AND q.event_id IS DISTINCT FROM f.event_id)
				LIMIT 200`);
			return rows.map((row) => `follower ${row.id} ${row.what}`);
		},
	},
];
