import type { PersonalDataSource } from '../personal-data.ts';

/** Personal data in series: those that a person created, and their changes to several dates. */
export const seriesData: PersonalDataSource[] = [
	{
		name: 'series',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				'SELECT id, slug, title, created_at FROM event_series WHERE created_by = $1 ORDER BY created_at',
				[userId],
			);
			return rows;
		},
	},
	{
		name: 'series-changes',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT id, series_id, kind, scope, from_key, dates, note, created_at FROM event_series_changes
				WHERE actor_kind = 'member' AND actor_id = $1 ORDER BY created_at`,
				[userId],
			);
			return rows;
		},
	},
];
