import type { InvariantCheck } from '../module.ts';

/** Invariants of staff links. */
export const staffChecks: InvariantCheck[] = [
	{
		name: 'staff.series-links-agree',
		rule: 'The link of a date does what the link of its series does, and is revoked with it.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(`
				SELECT l.id FROM staff_links l
				JOIN series_staff_links s ON s.organisation_id = l.organisation_id AND s.id = l.series_link_id
				WHERE l.series_link_id IS NOT NULL AND (
					(l.label, l.abilities) <> (s.label, s.abilities) OR l.device_limit IS DISTINCT FROM s.device_limit
					OR l.created_by IS DISTINCT FROM s.created_by OR (s.revoked_at IS NOT NULL AND l.revoked_at IS NULL))
				LIMIT 200`);
			return rows.map(({ id }) => `the staff link ${id} differs from the link of its series`);
		},
	},
];
