import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { notablePercent, type PlanId, type PlanQuota } from '#shared/rules/plans.ts';

/** How much of a limit is used. */
interface Use {
	organisationId: string;
	/** The event whose guests are counted, else null. */
	eventId: string | null;
	plan: PlanId;
	quota: PlanQuota;
	used: number;
	limit: number;
}

/** Announces that four fifths of a limit, or all of it, are used: once for each limit of each plan. */
export async function noteUse(services: Services, tx: Tx, use: Use): Promise<void> {
	const { organisationId, eventId, plan, quota, used, limit } = use;
	const percent = notablePercent(used, limit);
	if (percent === null) return;
	const { rows } = await tx.execute<Record<string, never>>(sql`
		INSERT INTO plan_notices (organisation_id, quota, subject_id, limit_value, percent)
		VALUES (${organisationId}, ${quota}, ${eventId ?? organisationId}, ${limit}, ${percent})
		ON CONFLICT DO NOTHING RETURNING 1`);
	if (rows.length === 0) return;
	await services.facts.publish(
		tx,
		{ name: 'subscriptions.limit-near', organisationId, eventId, payload: { quota, plan, percent, limit } },
		services,
	);
}
