import { localDaysOf } from '#shared/rules/event-times.ts';
import type { InvariantCheck } from '../module.ts';

const batch = 5_000;

export const eventChecks: InvariantCheck[] = [
	{
		name: 'events.days-match-times',
		rule: 'The first and last day of an event are those of its start and end in its own zone.',
		async run({ database }) {
			const differences: string[] = [];
			let after = '00000000-0000-0000-0000-000000000000';
			for (;;) {
				const { rows } = await database.pool.query<{
					id: string;
					starts_at: Date;
					ends_at: Date;
					time_zone: string;
					starts_on: string;
					ends_on: string;
				}>(
					`SELECT id, starts_at, ends_at, time_zone, starts_on::text, ends_on::text FROM events
					WHERE id > $1 ORDER BY id LIMIT ${batch}`,
					[after],
				);
				for (const row of rows) {
					const { startsOn, endsOn } = localDaysOf(row.starts_at, row.ends_at, row.time_zone);
					if (startsOn === row.starts_on && endsOn === row.ends_on) continue;
					differences.push(
						`event ${row.id} is stored under ${row.starts_on} to ${row.ends_on}, not ${startsOn} to ${endsOn}`,
					);
				}
				const last = rows.at(-1);
				if (!last || rows.length < batch || differences.length >= 200) return differences.slice(0, 200);
				after = last.id;
			}
		},
	},
	{
		name: 'events.refund-rules-are-written',
		rule: 'Refund rules have steps, and stand beside the text that is written from them.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(
				`SELECT id FROM events WHERE refund_rules IS NOT NULL
					AND (refund_policy = '' OR jsonb_typeof(refund_rules -> 'steps') IS DISTINCT FROM 'array') LIMIT 200`,
			);
			return rows.map(({ id }) => `event ${id} has refund rules and no text of them`);
		},
	},
	{
		name: 'events.names-lead-to-events',
		rule: 'Id, slug and code of an event lead to it, that of a series to the series, and every name leads to one of both.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ name: string }>(`
				SELECT coalesce(n.name, v.name) AS name
				FROM (SELECT e.organisation_id, e.id, w.name
					FROM events e CROSS JOIN LATERAL unnest(ARRAY[e.id::text, e.slug, e.code]) AS w(name)
					UNION ALL SELECT organisation_id, id, slug FROM event_series) v
				FULL JOIN (SELECT * FROM names WHERE kind = 'event') n
					ON n.name = v.name AND n.organisation_id = v.organisation_id AND n.target_id = v.id
				WHERE n.name IS NULL OR (v.name IS NULL AND NOT EXISTS (
					SELECT FROM events e WHERE e.organisation_id = n.organisation_id AND e.id = n.target_id
					UNION ALL SELECT FROM event_series s WHERE s.organisation_id = n.organisation_id AND s.id = n.target_id))
				LIMIT 200`);
			return rows.map(({ name }) => `the name ${name} does not lead to its event`);
		},
	},
	{
		name: 'events.organiser-name-current',
		rule: 'Events are found under the present name of their organisation.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(
				'SELECT e.id FROM events e JOIN organisations o ON o.id = e.organisation_id WHERE e.organiser_name <> o.name LIMIT 200',
			);
			return rows.map(({ id }) => `event ${id} is found under a former name of its organisation`);
		},
	},
	{
		name: 'events.over-is-over',
		rule: 'An event that searches pass over as over has ended.',
		async run({ database, clock }) {
			const { rows } = await database.pool.query<{ id: string }>(
				'SELECT id FROM events WHERE is_over AND ends_at > $1 LIMIT 200',
				[clock.now()],
			);
			return rows.map(({ id }) => `event ${id} is marked as over and is not`);
		},
	},
	{
		name: 'events.published-was-published',
		rule: 'What the public can see has an instant at which it was published.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(
				`SELECT id FROM events WHERE status IN ('published', 'cancelled', 'postponed') AND published_at IS NULL LIMIT 200`,
			);
			return rows.map(({ id }) => `event ${id} was never published`);
		},
	},
];
