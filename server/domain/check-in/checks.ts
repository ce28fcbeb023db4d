import type { InvariantCheck } from '../module.ts';

/** Invariant 4: a ticket is accepted at most once per list; and every accepted scan points at a ticket of its event. */
export const checkInChecks: InvariantCheck[] = [
	{
		name: 'check-in.admitted-once',
		rule: 'A ticket is accepted at most once per list unless the earlier check-in was annulled, or the guest left and may re-enter.',
		async run(services) {
			const { rows } = await services.database.pool.query<{
				list_id: string;
				attendee_id: string;
				n: number;
			}>(`
				SELECT list_id, attendee_id, count(*)::int AS n FROM check_ins
				WHERE verdict = 'accepted' AND annulled_at IS NULL AND visit = 0
				GROUP BY list_id, attendee_id HAVING count(*) > 1 LIMIT 200`);
			return rows.map(
				(row) => `attendee ${row.attendee_id} is accepted ${row.n} times on list ${row.list_id}`,
			);
		},
	},
	{
		name: 'check-in.own-guests',
		rule: 'Every scan that names a guest names one of its own event and organisation.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(`
				SELECT c.id FROM check_ins c
				WHERE c.attendee_id IS NOT NULL AND NOT EXISTS (
					SELECT FROM attendees a
					WHERE a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
				)
				LIMIT 200`);
			return rows.map((row) => `check-in ${row.id} names a guest of another event`);
		},
	},
	{
		name: 'check-in.accepted-names-a-guest',
		rule: 'Every accepted scan names a guest.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(
				`SELECT id FROM check_ins WHERE verdict = 'accepted' AND attendee_id IS NULL LIMIT 200`,
			);
			return rows.map((row) => `check-in ${row.id} is accepted without a guest`);
		},
	},
];
