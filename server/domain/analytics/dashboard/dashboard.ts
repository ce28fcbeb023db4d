import { presentCardRow } from '#server/domain/events/present.ts';
import { findNextEvent } from '#server/domain/events/search/list-organisation-events.ts';
import { getEventRevenue } from '#server/domain/orders/event-money.ts';
import type { Services } from '#server/services.ts';
import type { Dashboard } from '#shared/contracts/dashboard.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import { comparedRange, readFigures } from '../figures/read-figures.ts';
import { findNeeds } from './needs-you.ts';

interface Scope {
	organisationId: string;
	eventIds: string[] | null;
}

const countEvents = {
	name: 'analytics.count-events',
	text: `
SELECT count(*) FILTER (WHERE status NOT IN ('draft', 'archived') AND ends_at >= $3)::int AS live, count(*) FILTER (WHERE status = 'draft')::int AS draft,
	count(*) FILTER (WHERE status NOT IN ('draft', 'archived') AND ends_at < $3)::int AS past, count(*) FILTER (WHERE status = 'archived')::int AS archived
FROM events WHERE organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[]))`,
};

/** The organiser's home in one answer, each part as far as the member may see it. */
export async function getDashboard(
	services: Services,
	scope: Scope,
	member: MemberRights,
	period: { days: number; today: string },
): Promise<Dashboard> {
	const maySeeMoney = memberCan(member, 'money.view');
	const from = new Date(Date.parse(period.today) - (period.days - 1) * 86_400_000).toISOString().slice(0, 10);
	const range = { from, to: period.today };
	const [next, needsYou, figures, counted] = await Promise.all([
		readNext(services, scope, { maySeeMoney, maySeeGuests: memberCan(member, 'check_ins.view') }),
		findNeeds(services, scope, member),
		memberCan(member, 'analytics.view')
			? readFigures(services, { ...scope, maySeeMoney }, range, comparedRange(range, 'before'))
			: null,
		services.database.pool.query<Dashboard['counts']>({
			...countEvents,
			values: [scope.organisationId, scope.eventIds, services.clock.now()],
		}),
	]);
	return { next, needsYou, figures, counts: counted.rows[0] as Dashboard['counts'] };
}

async function readNext(
	services: Services,
	scope: Scope,
	may: { maySeeMoney: boolean; maySeeGuests: boolean },
): Promise<Dashboard['next']> {
	const row = await findNextEvent(services, scope);
	if (!row) return null;
	const revenue = may.maySeeMoney
		? await getEventRevenue(services, { organisationId: scope.organisationId, eventId: row.id })
		: null;
	return {
		...presentCardRow(row),
		...(may.maySeeGuests ? { figures: { confirmed: row.confirmed, capacity: row.capacity } } : {}),
		net: revenue === null ? null : revenue.data.map(({ currency, netMinor }) => ({ currency, netMinor })),
		isTest: revenue?.isTest ?? false,
	};
}
