import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

/** Finished days from their sums; days that are not added up yet from the views. Days are those of UTC, as they are stored. */
const days = `(
	SELECT d.organisation_id, d.event_id, d.viewed_on, d.source, d.path, d.views::bigint AS views, d.visitors::bigint AS visitors
	FROM page_view_days d
	WHERE d.organisation_id = $1 AND d.event_id IS NOT NULL
	UNION ALL
	SELECT v.organisation_id, v.event_id, (v.viewed_at AT TIME ZONE 'UTC')::date, v.source, v.path, count(*), count(DISTINCT v.visitor)
	FROM page_views v
	WHERE v.organisation_id = $1 AND v.event_id IS NOT NULL AND v.step = 'view' AND v.viewed_at >= now() - interval '3 days'
		AND NOT EXISTS (SELECT FROM page_view_days d WHERE d.organisation_id = v.organisation_id AND d.event_id = v.event_id
			AND d.viewed_on = (v.viewed_at AT TIME ZONE 'UTC')::date)
	GROUP BY 1, 2, 3, 4, 5
) v`;

export const pageViews: ReportDataset = {
	id: 'page_views',
	label: message`Page views`,
	description: message`One row for each event, day and source of visitors.`,
	needs: 'analytics.view',
	erasedBy: [],
	from: days,
	organisation: 'v.organisation_id',
	event: 'v.event_id',
	key: ['v.event_id', 'v.viewed_on', 'v.source', 'v.path'],
	joins: { event: eventJoin('v.event_id') },
	columns: {
		day: { label: message`Day`, type: 'date', sql: 'v.viewed_on' },
		source: { label: message`Source`, type: 'text', sql: 'v.source' },
		views: { label: message`Views`, type: 'number', sql: 'v.views' },
		visitors: { label: message`Visitors`, type: 'number', sql: 'v.visitors' },
		...eventColumns('v.event_id'),
	},
	measures: {
		views: { label: message`Views`, type: 'number', of: { kind: 'sum', sql: 'v.views' } },
		visitors: {
			label: message`Visitors (by day)`,
			type: 'number',
			of: { kind: 'sum', sql: 'v.visitors' },
		},
	},
};
