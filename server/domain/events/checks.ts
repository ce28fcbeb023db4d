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
						`event ${row.id} is kept under ${row.starts_on} to ${row.ends_on}, not ${startsOn} to ${endsOn}`,
					);
				}
				const last = rows.at(-1);
				if (!last || rows.length < batch || differences.length >= 200) return differences.slice(0, 200);
				after = last.id;
			}
		},
	},
	{
		name: 'events.one-meaning-per-name',
		rule: 'No former slug of an event is the slug of another.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ slug: string }>(
				'SELECT a.slug FROM event_aliases a JOIN events e ON e.slug = a.slug AND e.id <> a.event_id LIMIT 200',
			);
			return rows.map(({ slug }) => `the slug ${slug} means two events`);
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
