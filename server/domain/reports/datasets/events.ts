import { isAdmissionPool } from '#server/db/admissions.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { eventStatuses, type ReportDataset, seriesJoin } from './dataset.ts';

const scoped = (alias: string) =>
	`${alias}.organisation_id = $1 AND ($2::uuid[] IS NULL OR ${alias}.event_id = ANY($2))`;

export const events: ReportDataset = {
	id: 'events',
	label: message`Events`,
	description: message`One row for each event.`,
	needs: 'events.view',
	erasedBy: [],
	from: 'events e',
	organisation: 'e.organisation_id',
	event: 'e.id',
	key: ['e.id'],
	joins: {
		series: seriesJoin,
		// Pools of ticket types that let somebody in add up to what is sold; a size that is missing means that the event is not limited.
		places: `LEFT JOIN (SELECT p.event_id, sum(p.confirmed) AS confirmed, sum(p.held) AS held,
				CASE WHEN bool_and(p.size IS NOT NULL) THEN sum(p.size) END AS size
			FROM capacity_pools p WHERE ${scoped('p')} AND NOT p.is_shared AND NOT p.is_plan AND ${isAdmissionPool('p')} GROUP BY 1) places
			ON places.event_id = e.id`,
	},
	columns: {
		event: { label: message`Event`, type: 'event', sql: 'e.title', key: 'e.id' },
		series: {
			label: message`Series`,
			type: 'text',
			sql: 'es.title',
			joins: ['series'],
		},
		status: { label: message`Status`, type: 'choice', sql: 'e.status', choices: eventStatuses },
		visibility: {
			label: message`Visibility`,
			type: 'choice',
			sql: 'e.visibility',
			choices: {
				public: message`Public`,
				unlisted: message`Unlisted`,
				password: message`With a password`,
				invite_only: message`By invitation`,
			},
		},
		format: {
			label: message`Format`,
			type: 'choice',
			sql: 'e.format',
			choices: { in_person: message`In person`, online: message`Online`, hybrid: message`Hybrid` },
		},
		category: { label: message`Category`, type: 'text', sql: 'e.category' },
		city: { label: message`City`, type: 'text', sql: 'e.city' },
		country: { label: message`Country`, type: 'text', sql: 'e.country_code' },
		venue: { label: message`Venue`, type: 'text', sql: 'e.venue_name' },
		startsAt: { label: message`Starts`, type: 'instant', sql: 'e.starts_at' },
		endsAt: { label: message`Ends`, type: 'instant', sql: 'e.ends_at' },
		publishedAt: { label: message`Published`, type: 'instant', sql: 'e.published_at' },
		createdAt: { label: message`Created`, type: 'instant', sql: 'e.created_at' },
		sold: {
			label: message`Tickets sold`,
			type: 'number',
			sql: 'coalesce(places.confirmed, 0)',
			joins: ['places'],
		},
		capacity: { label: message`Capacity`, type: 'number', sql: 'places.size', joins: ['places'] },
	},
	measures: {
		events: { label: message`Number of events`, type: 'number', of: { kind: 'count' } },
		sold: {
			label: message`Tickets sold`,
			type: 'number',
			of: { kind: 'sum', sql: 'places.confirmed' },
			joins: ['places'],
		},
		held: {
			label: message`Tickets held`,
			type: 'number',
			of: { kind: 'sum', sql: 'places.held' },
			joins: ['places'],
		},
		capacity: {
			label: message`Capacity`,
			type: 'number',
			of: { kind: 'sum', sql: 'places.size' },
			joins: ['places'],
		},
		occupancy: {
			label: message`Occupancy`,
			type: 'percent',
			of: { kind: 'sum', sql: 'places.confirmed', where: 'places.size IS NOT NULL' },
			per: { kind: 'sum', sql: 'places.size' },
			joins: ['places'],
		},
	},
};
