import { isAdmissionPool } from '#server/db/admissions.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { listOrganisationEvents as contract } from '#shared/contracts/event-lists.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { type CardRow, cardColumns } from '../card-rows.ts';
import { Parameters } from './list-conditions.ts';
import { readSearch } from './search-words.ts';

type Filters = QueryOf<typeof contract>;

/** A card with the sums of the pools of the ticket types that let somebody in; without a limit as soon as one of them has none. */
export interface OrganisationCardRow extends CardRow {
	confirmed: number;
	capacity: number | null;
}

/** More dates of a series are not counted. */
const mostDates = 1_000;

/** SQL: events `e` as cards with the sums of their pools. */
export const organisationCards = (more = '') => `SELECT ${cardColumns}${more}, p.confirmed, p.capacity
			FROM events e JOIN organisations o ON o.id = e.organisation_id
			CROSS JOIN LATERAL (
				SELECT coalesce(sum(confirmed), 0)::int AS confirmed,
					CASE WHEN bool_or(size IS NULL) THEN NULL ELSE coalesce(sum(size), 0)::int END AS capacity
				FROM capacity_pools g
				WHERE organisation_id = e.organisation_id AND event_id = e.id AND NOT is_shared AND ${isAdmissionPool('g')}
			) p`;

/** The events of a view of the dashboard, and the direction of its order. */
const views: Record<
	Filters['view'],
	{ condition: (now: () => string, of: string) => string; direction: 'ASC' | 'DESC' }
> = {
	live: {
		// What ends later is not marked as over; said here, what was is passed over by an index.
		condition: (now, of) =>
			`${of}.status IN ('published', 'postponed', 'cancelled') AND ${of}.ends_at >= ${now()} AND NOT ${of}.is_over`,
		direction: 'ASC',
	},
	draft: { condition: (_, of) => `${of}.status = 'draft'`, direction: 'ASC' },
	past: {
		// The start as well: the list begins with it, and passes over what is ahead.
		condition: (now, of) => {
			const at = now();
			return `${of}.status IN ('published', 'postponed', 'cancelled') AND ${of}.ends_at < ${at} AND ${of}.starts_at < ${at}`;
		},
		direction: 'DESC',
	},
	archived: { condition: (_, of) => `${of}.status = 'archived'`, direction: 'DESC' },
	all: { condition: () => 'true', direction: 'DESC' },
};

/** The events of an organisation that a member may see, whatever their state, a page at a time. */
export async function listOrganisationEvents(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
	filters: Filters,
): Promise<{ rows: OrganisationCardRow[]; nextCursor: string | null }> {
	const parameters = new Parameters();
	const { condition, direction } = views[filters.view];
	const words = filters.q?.trim() ? await readSearch(services, filters.q) : undefined;
	if (words === null) return { rows: [], nextCursor: null };
	const conditionsOf = (of: 'e' | 'd') => [
		`${of}.organisation_id = ${parameters.add(scope.organisationId)}`,
		condition(() => `${parameters.add(services.clock.now().toISOString())}::timestamptz`, of),
		...(scope.eventIds ? [`${of}.id = ANY(${parameters.add(scope.eventIds)}::uuid[])`] : []),
		...(filters.ids ? [`${of}.id = ANY(${parameters.add(filters.ids)}::uuid[])`] : []),
		...(words ? [`${of}.title_vector @@ ${parameters.add(words.inTitle)}::tsquery`] : []),
	];
	const conditions = conditionsOf('e');
	const others = filters.fold
		? (sign: '<' | '>') => `FROM events AS d WHERE d.series_id = e.series_id
			AND (d.starts_at, d.id) ${sign} (e.starts_at, e.id) AND ${conditionsOf('d').join(' AND ')}`
		: null;
	const [before, after] = direction === 'ASC' ? (['<', '>'] as const) : (['>', '<'] as const);
	if (others) conditions.push(`(e.series_id IS NULL OR NOT EXISTS (SELECT ${others(before)}))`);
	if (filters.cursor !== undefined) {
		const { at, id } = readPlace(filters.cursor, filters.view);
		const sign = direction === 'ASC' ? '>' : '<';
		conditions.push(
			`(e.starts_at, e.id) ${sign} (${parameters.add(at)}::timestamptz, ${parameters.add(id)}::uuid)`,
		);
	}
	const more = others
		? `, CASE WHEN e.series_id IS NULL THEN 0 ELSE (SELECT count(*)::int FROM (SELECT ${others(after)} LIMIT ${mostDates}) AS more)
			END AS more_dates`
		: '';
	const { rows } = await services.database.pool.query<OrganisationCardRow>(
		`${organisationCards(more)}
			WHERE ${conditions.join(' AND ')}
			ORDER BY e.starts_at ${direction}, e.id ${direction} LIMIT ${filters.limit + 1}`,
		parameters.values,
	);
	const page = rows.slice(0, filters.limit);
	const last = page.at(-1);
	const hasMore = last !== undefined && rows.length > page.length;
	return {
		rows: page,
		nextCursor: hasMore ? encodeCursor([filters.view, last.starts_at.toISOString(), last.id]) : null,
	};
}

function readPlace(cursor: string, view: string): { at: string; id: string } {
	const [name, at, id] = decodeCursor(cursor, 3);
	if (name !== view || Number.isNaN(Date.parse(at!)) || !isUuid(id!)) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'This cursor belongs to another list. Ask for the first page again.',
		});
	}
	return { at: at!, id: id! };
}

const isReached = `organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[]))`;

// Each of the two reads one row of an index; the event is read whole once it is known.
const findNext = {
	name: 'events.find-next',
	text: `${organisationCards()}
WHERE e.organisation_id = $1 AND e.id = coalesce(
	(SELECT id FROM events WHERE ${isReached} AND NOT is_over AND status IN ('published', 'postponed') AND ends_at >= $3
		ORDER BY starts_at, id LIMIT 1),
	(SELECT id FROM events WHERE ${isReached} AND status = 'draft' ORDER BY starts_at, id LIMIT 1))`,
};

/** The event of an organisation that is on or comes next and was not called off, else its first draft. */
export async function findNextEvent(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
): Promise<OrganisationCardRow | null> {
	const { rows } = await services.database.pool.query<OrganisationCardRow>({
		...findNext,
		values: [scope.organisationId, scope.eventIds, services.clock.now()],
	});
	return rows[0] ?? null;
}
