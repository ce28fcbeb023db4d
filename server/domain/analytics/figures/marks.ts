import type { RecordedFact } from '#server/domain/facts.ts';
import { delayWork } from '#server/jobs/delayed-work.ts';
import type { Services } from '#server/services.ts';
import { isUnpaid } from './count-days.ts';

/** Seconds after which a marked day is counted: what happens together is counted once. */
const dueSeconds = 5;

/**
 * SQL that marks days. A mark that is there already stays: its day is counted after it, with what was committed before. The order
 * prevents two of them from waiting for each other.
 * @param days SQL of rows (organisation_id, event_id, on_day), each once
 */
export const markDays = (days: string) => `
INSERT INTO figure_marks (organisation_id, scope_id, on_day, due_at)
SELECT organisation_id, event_id, on_day, now() + interval '${dueSeconds} seconds' FROM (${days}) AS d
ORDER BY organisation_id, event_id, on_day
ON CONFLICT DO NOTHING`;

const markOrders = {
	name: 'analytics.mark-orders',
	text: markDays(`
	SELECT DISTINCT o.organisation_id, o.event_id, foyer_day(d.at, e.time_zone) AS on_day
	FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS s(organisation_id, event_id, order_id)
	JOIN orders o ON o.organisation_id = s.organisation_id AND o.event_id = s.event_id AND o.id = s.order_id
	JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
	CROSS JOIN LATERAL (VALUES (o.confirmed_at), (o.created_at)) AS d(at)
	WHERE o.confirmed_at IS NOT NULL`),
};

/** Marks the days on which orders were confirmed, and made: paid late, an order is no longer one that was lost. */
export async function markConfirmed(
	services: Services,
	facts: readonly RecordedFact<'orders.order-confirmed'>[],
): Promise<void> {
	await services.database.pool.query({
		...markOrders,
		values: [
			facts.map((fact) => fact.organisationId),
			facts.map((fact) => fact.eventId),
			facts.map((fact) => fact.payload.orderId),
		],
	});
}

const markView = {
	name: 'analytics.mark-view',
	text: markDays(`
	SELECT organisation_id, id AS event_id, foyer_day($3::timestamptz, time_zone) AS on_day
	FROM events WHERE organisation_id = $1 AND id = $2`),
};

/** Marks the day of a page view, which must be committed. */
export async function markViewed(
	services: Services,
	scope: { organisationId: string; eventId: string },
	at: Date,
): Promise<void> {
	await services.database.pool.query({ ...markView, values: [scope.organisationId, scope.eventId, at] });
}

/** Marks all days of an event, and those beside them: in another zone, what happened may be of another day. */
export async function markWholeEvent(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<void> {
	await services.database.pool.query(
		markDays(`
	SELECT DISTINCT f.organisation_id, f.scope_id AS event_id, f.on_day + shift AS on_day
	FROM event_day_figures f CROSS JOIN generate_series(-2, 2) AS shift
	WHERE f.organisation_id = $1 AND f.scope_id = $2`),
		[scope.organisationId, scope.eventId],
	);
}

/** Organisations whose past is looked through in one statement. */
const organisationsAtOnce = 100;

/** Organisations whose days are to be marked later, all of them. */
export const recountName = 'analytics.recount-organisations';

/** Marks every day on which anything happened. An organisation that cannot be looked through is delayed. */
export async function markEverything(services: Services): Promise<void> {
	const { pool } = services.database;
	const markAll = async (ids: string[]): Promise<void> => {
		try {
			await pool.query(markOfOrganisations, [ids]);
		} catch (error) {
			if (ids.length === 1) {
				const failed = ids.map((id) => ({ key: id, organisationId: id }));
				await delayWork(services, recountName, failed, error);
				return;
			}
			const half = Math.ceil(ids.length / 2);
			await markAll(ids.slice(0, half));
			await markAll(ids.slice(half));
		}
	};
	let last = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await pool.query<{ id: string }>(
			`SELECT id FROM organisations WHERE id > $1 ORDER BY id LIMIT ${organisationsAtOnce}`,
			[last],
		);
		if (rows.length === 0) return;
		last = (rows.at(-1) as { id: string }).id;
		await markAll(rows.map(({ id }) => id));
	}
}

const markOfOrganisations = markDays(`
	SELECT s.organisation_id, s.event_id, foyer_day(s.at, e.time_zone) AS on_day
	FROM unnest($1::uuid[]) AS mine(id) CROSS JOIN LATERAL (
		SELECT organisation_id, event_id, confirmed_at AS at FROM orders WHERE organisation_id = mine.id AND confirmed_at IS NOT NULL
		UNION ALL
		SELECT organisation_id, event_id, created_at FROM orders WHERE organisation_id = mine.id AND ${isUnpaid('orders')}
		UNION ALL
		SELECT organisation_id, event_id, occurred_at FROM check_ins
		WHERE organisation_id = mine.id AND verdict = 'accepted' AND annulled_at IS NULL
		UNION ALL
		SELECT organisation_id, event_id, occurred_at FROM ledger_transfers WHERE organisation_id = mine.id AND event_id IS NOT NULL
		UNION ALL
		SELECT organisation_id, event_id, viewed_at FROM page_views WHERE organisation_id = mine.id AND event_id IS NOT NULL
	) AS s JOIN events e ON e.organisation_id = s.organisation_id AND e.id = s.event_id
	GROUP BY 1, 2, 3`);

const markEventViews = {
	name: 'analytics.mark-event-views',
	text: markDays(`
	SELECT DISTINCT v.organisation_id, v.event_id, foyer_day(v.viewed_at, e.time_zone) AS on_day
	FROM page_views v JOIN events e ON e.organisation_id = v.organisation_id AND e.id = v.event_id
	WHERE v.organisation_id = $1 AND v.event_id = $2 AND v.viewed_at >= $3`),
};

/** Marks the days of the views of an event: a process may have died between a view and its mark. */
export async function markViewsOfEvent(
	services: Services,
	{ organisationId, eventId, from }: { organisationId: string; eventId: string; from: Date },
): Promise<void> {
	await services.database.pool.query({ ...markEventViews, values: [organisationId, eventId, from] });
}

/** Marks every day of an organisation on which anything happened or that has figures, and those beside them. */
export async function markOrganisation(
	{ database: { pool } }: Services,
	organisationId: string,
): Promise<void> {
	await pool.query(markOfOrganisations, [[organisationId]]);
	await pool.query(
		markDays(`
	SELECT DISTINCT f.organisation_id, f.scope_id AS event_id, f.on_day + shift AS on_day
	FROM event_day_figures f CROSS JOIN generate_series(-1, 1) AS shift WHERE f.organisation_id = $1`),
		[organisationId],
	);
}
