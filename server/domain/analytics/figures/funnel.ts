import type { Services } from '#server/services.ts';
import { type FunnelStep, freeSteps, paidSteps } from '#shared/contracts/figures.ts';
import { type FigureScope, type Range, readFigures } from './read-figures.ts';

/** Whether the event offers anything with a price. */
async function sellsTickets(services: Services, organisationId: string, eventId: string): Promise<boolean> {
	const { rowCount } = await services.database.pool.query({
		name: 'analytics.sells-tickets',
		text: `SELECT FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 AND kind <> 'free' LIMIT 1`,
		values: [organisationId, eventId],
	});
	return rowCount === 1;
}

/** From a visit to a check-in; where money is taken, orders that were placed and orders that were paid are steps of their own. */
export async function readFunnel(services: Services, scope: FigureScope, range: Range) {
	const { organisationId, eventIds } = scope;
	const [only] = eventIds?.length === 1 ? eventIds : [];
	const [{ madeAt, current }, isSale] = await Promise.all([
		// Whether there is money says the funnel alone; how much is left out.
		readFigures(services, { ...scope, maySeeMoney: true }, range, null),
		only ? sellsTickets(services, organisationId, only) : false,
	]);
	const { totals, money } = current;
	const counts: Record<FunnelStep, number> = {
		...totals,
		placed: totals.registrations + totals.unpaid,
		paid: totals.registrations,
		tickets: totals.tickets - totals.cancelled,
	};
	const steps = isSale || totals.unpaid > 0 || money.length > 0 ? paidSteps : freeSteps;
	return { madeAt, data: steps.map((step) => ({ step, count: counts[step] })) };
}
