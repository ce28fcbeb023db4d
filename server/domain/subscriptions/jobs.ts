import { sql } from 'drizzle-orm';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { issueFeeInvoices } from './fees/issue-fee-invoices.ts';
import { noteUse } from './note-use.ts';
import { arePlansCharged, findSubscription, planIdOf } from './plan-state.ts';

/** Of one round. */
const mostEvents = 200;
type FullEvent = { organisationId: string; eventId: string; used: number; size: number };

/**
 * One round of looking for events whose guests come near the limit of their plan. Sales do not count for this: they take from the pool of the
 * plan, which is read here.
 */
const noteFullEvents = createFairJob<FullEvent>({
	name: 'subscriptions.note-full-events',
	cron: '*/5 * * * *',
	createFind: () => findOnce(findFullEvents),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ eventId }) => eventId,
	atOnce: 1,
	async run(services, [{ organisationId, eventId, used, size }]) {
		await services.database.transaction(async (tx) => {
			const plan = planIdOf(await findSubscription(tx, organisationId));
			const quota = 'attendeesPerEvent';
			await noteUse(services, tx, { organisationId, eventId, plan, quota, used, limit: size });
		});
		return 1;
	},
});

async function findFullEvents({ database }: Services): Promise<FullEvent[]> {
	if (!(await arePlansCharged(database.db))) return [];
	const { rows } = await database.db.execute<FullEvent>(sql`
		SELECT p.organisation_id AS "organisationId", p.event_id AS "eventId", p.confirmed + p.held AS used, p.size FROM capacity_pools p
		JOIN events e ON e.organisation_id = p.organisation_id AND e.id = p.event_id
			AND e.status = 'published' AND e.ends_at > now()
		WHERE p.is_plan AND (p.confirmed + p.held) * 5 >= p.size * 4 AND NOT EXISTS (
			SELECT FROM plan_notices n WHERE n.organisation_id = p.organisation_id AND n.quota = 'attendeesPerEvent'
				AND n.subject_id = p.event_id AND n.percent = CASE WHEN p.confirmed + p.held >= p.size THEN 100 ELSE 80 END
				AND n.limit_value = p.size) AND ${sql.raw(isNotDelayed('subscriptions.note-full-events', 'p.event_id'))}
		ORDER BY p.organisation_id, p.event_id LIMIT ${mostEvents}`);
	return rows;
}

export const subscriptionJobs: ScheduledJob[] = [
	{
		name: 'subscriptions.invoice-fees',
		/** Each day, so that a month whose first day was missed is invoiced all the same. */
		cron: '50 3 * * *',
		run: (services) => issueFeeInvoices(services),
	},
	noteFullEvents,
	{
		name: 'subscriptions.forget-notices',
		cron: '25 3 * * *',
		/** Limits of a year ago: events are over, and what an organisation uses may be reported again. */
		async run({ database }) {
			await database.db.execute(sql`DELETE FROM plan_notices WHERE created_at < now() - interval '1 year'`);
		},
	},
];
