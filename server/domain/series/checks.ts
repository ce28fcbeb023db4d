import type { Services } from '#server/services.ts';
import { keyOrder } from '#shared/rules/series/date-times.ts';
import type { InvariantCheck } from '../module.ts';
import { readSegments, type SeriesScope } from './series-record.ts';
import { strayKeys } from './stray-keys.ts';

const most = 200;
const perRead = 200;

/** All series, some at a time. */
async function* allSeries({ database }: Services): AsyncGenerator<SeriesScope> {
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await database.pool.query<SeriesScope>(
			`SELECT organisation_id AS "organisationId", id AS "seriesId" FROM event_series WHERE id > $1 ORDER BY id LIMIT ${perRead}`,
			[after],
		);
		yield* rows;
		const last = rows.at(-1);
		if (!last || rows.length < perRead) return;
		after = last.seriesId;
	}
}

export const seriesChecks: InvariantCheck[] = [
	{
		name: 'series.keys-follow-from-rules',
		rule: 'The key of a date of a series is made by the rule of its segment, or by hand.',
		async run(services) {
			const differences: string[] = [];
			for await (const scope of allSeries(services)) {
				const segments = await readSegments(services.database.db, scope);
				if (segments.length === 0) continue;
				const { rows } = await services.database.pool.query<{ key: string }>(
					'SELECT series_key AS key FROM events WHERE organisation_id = $1 AND series_id = $2',
					[scope.organisationId, scope.seriesId],
				);
				for (const key of strayKeys(
					rows.map((row) => row.key),
					segments,
				))
					differences.push(`series ${scope.seriesId} has a date ${key} that its rule does not make`);
				if (differences.length >= most) break;
			}
			return differences.slice(0, most);
		},
	},
	{
		name: 'series.segments-in-order',
		rule: 'A series has segments, numbered from 0 in the order of the dates at which they begin.',
		async run(services) {
			const differences: string[] = [];
			for await (const scope of allSeries(services)) {
				const segments = await readSegments(services.database.db, scope);
				const isInOrder = segments.every(({ position, fromKey }, index) => {
					const before = segments[index - 1];
					return position === index && (!before || keyOrder(before.fromKey) < keyOrder(fromKey));
				});
				if (segments.length === 0 || !isInOrder)
					differences.push(`the segments of series ${scope.seriesId} are missing or not in order`);
				if (differences.length >= most) break;
			}
			return differences;
		},
	},
	{
		name: 'series.has-dates',
		rule: 'A series has dates.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(`
				SELECT id FROM event_series s WHERE NOT EXISTS (
					SELECT FROM events e WHERE e.organisation_id = s.organisation_id AND e.series_id = s.id) LIMIT ${most}`);
			return rows.map(({ id }) => `series ${id} has no date`);
		},
	},
	{
		name: 'series.exceptions-have-no-date',
		rule: 'A date that was taken out of a series is not there.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ series_id: string; key: string }>(`
				SELECT x.series_id, x.key FROM event_series_exceptions x
				JOIN events e ON e.organisation_id = x.organisation_id AND e.series_id = x.series_id AND e.series_key = x.key LIMIT ${most}`);
			return rows.map(({ series_id, key }) => `date ${key} of series ${series_id} is there and taken out`);
		},
	},
	{
		name: 'series.dates-are-made',
		rule: 'A date of a series is not planned to repeat, and a series that was stopped or has an end is not looked at for further dates.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ line: string }>(`
				(SELECT 'event ' || id || ' is a date of a series and planned to repeat' AS line FROM events
					WHERE series_id IS NOT NULL AND repeat IS NOT NULL LIMIT ${most})
				UNION ALL (SELECT 'series ' || id || ' was stopped and is looked at for further dates' FROM event_series
					WHERE stopped_at IS NOT NULL AND extend_on IS NOT NULL LIMIT ${most})`);
			return rows.map(({ line }) => line);
		},
	},
	{
		name: 'series.changes-are-of-series',
		rule: 'A change set that is part of a change of several dates names one of the series of its event, unless guests were notified of it before that series was dissolved.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(`
				SELECT c.id FROM event_change_sets c
				WHERE c.series_change_id IS NOT NULL
					AND NOT (c.notified_at IS NOT NULL AND NOT EXISTS (
						SELECT FROM event_series_changes s WHERE s.organisation_id = c.organisation_id AND s.id = c.series_change_id))
					AND NOT EXISTS (
					SELECT FROM event_series_changes s JOIN events e ON e.organisation_id = s.organisation_id AND e.series_id = s.series_id
					WHERE s.organisation_id = c.organisation_id AND s.id = c.series_change_id AND e.id = c.event_id) LIMIT ${most}`);
			return rows.map(({ id }) => `change set ${id} is part of a change of no series`);
		},
	},
];
