import type { PersonalDataSource } from '../personal-data.ts';

/** What a person answered: on tickets that bear their address, and for orders made with it. */
export const answerData: PersonalDataSource[] = [
	{
		name: 'answers',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT e.title AS event, q.label AS question, n.value AS answer, q.choices, n.answered_at
				FROM (
					SELECT n.* FROM attendees a JOIN answers n ON n.organisation_id = a.organisation_id AND n.event_id = a.event_id
						AND n.attendee_id = a.id
					WHERE lower(a.email) = lower($1)
					UNION
					SELECT n.* FROM orders o JOIN answers n ON n.organisation_id = o.organisation_id AND n.event_id = o.event_id
						AND n.order_id = o.id AND n.attendee_id IS NULL
					WHERE lower(o.buyer_email) = lower($1)
				) n JOIN questions q ON q.organisation_id = n.organisation_id AND q.id = n.question_id JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.event_id
				ORDER BY n.answered_at, n.id`,
				[email],
			);
			return rows;
		},
	},
];
