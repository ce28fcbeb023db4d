import type { Services } from '#server/services.ts';
import { type FunnelStep, freeSteps, type otherSources, paidSteps } from '#shared/contracts/figures.ts';
import { type FigureScope, type Range, scopesOf } from './read-figures.ts';

/** Whether the event offers anything with a price. */
async function sellsTickets(services: Services, organisationId: string, eventId: string): Promise<boolean> {
	const { rowCount } = await services.database.pool.query({
		name: 'analytics.sells-tickets',
		text: `SELECT FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 AND kind <> 'free' LIMIT 1`,
		values: [organisationId, eventId],
	});
	return rowCount === 1;
}

interface Sums {
	visitors: number;
	forms: number;
	orders: number;
	unpaid: number;
	tickets: number;
	attended: number;
	import: number;
	manual: number;
	door: number;
	hasMoney: boolean;
	madeAt: Date | null;
}

const readSums = {
	name: 'analytics.funnel',
	text: `
SELECT coalesce(sum(visitors), 0)::float8 AS visitors, coalesce(sum(forms), 0)::float8 AS forms, coalesce(sum(web_orders), 0)::float8 AS orders,
	coalesce(sum(web_unpaid), 0)::float8 AS unpaid, coalesce(sum(web_tickets), 0)::float8 AS tickets,
	coalesce(sum(web_attended), 0)::float8 AS attended, coalesce(sum(imported_orders), 0)::float8 AS import,
	coalesce(sum(manual_orders), 0)::float8 AS manual, coalesce(sum(door_orders), 0)::float8 AS door,
	coalesce(bool_or(currency <> '' OR unpaid > 0), false) AS "hasMoney", max(made_at) AS "madeAt"
FROM event_day_figures
WHERE organisation_id = $1 AND scope_id = ANY ($2::uuid[]) AND on_day BETWEEN $3::date AND $4::date`,
};

/**
 * From a visit to a check-in; where money is taken, orders that were placed and orders that were paid are steps of their own. Orders that did
 * not come of a visit are counted beside it.
 */
export async function readFunnel(services: Services, scope: FigureScope, range: Range) {
	const { organisationId, eventIds } = scope;
	const [only] = eventIds?.length === 1 ? eventIds : [];
	const [{ rows }, isSale] = await Promise.all([
		services.database.pool.query<Sums>({
			...readSums,
			values: [organisationId, scopesOf(scope), range.from, range.to],
		}),
		only ? sellsTickets(services, organisationId, only) : false,
	]);
	const [sums] = rows as [Sums];
	const placed = sums.orders + sums.unpaid;
	// Who opts out of being counted is known from the form on, or from the order.
	const forms = Math.max(sums.forms, placed);
	const counts: Record<FunnelStep, number> = {
		visitors: Math.max(sums.visitors, forms),
		forms,
		placed,
		paid: sums.orders,
		registrations: sums.orders,
		tickets: sums.tickets,
		attended: sums.attended,
	};
	const steps = isSale || sums.hasMoney ? paidSteps : freeSteps;
	const beside = (source: (typeof otherSources)[number]) => ({ source, registrations: sums[source] });
	return {
		madeAt: sums.madeAt?.toISOString() ?? null,
		data: steps.map((step) => ({ step, count: counts[step] })),
		beside: [beside('import'), beside('manual'), beside('door')].filter(
			({ registrations }) => registrations > 0,
		),
	};
}
