import { sql } from 'drizzle-orm';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';

const name = 'subscriptions.end-lapsed';

/** Ends plans whose days of grace are over. */
export const lapsePoller = createFairPoller<{ organisationId: string }>({
	name,
	idleMs: 60_000,
	...findDue<{ organisationId: string }>(
		'subscriptions.lapsed',
		`SELECT organisation_id AS "organisationId" FROM subscriptions
				WHERE grace_until <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'organisation_id')}
				ORDER BY grace_until LIMIT 50`,
	),
	keyOf: ({ organisationId }) => organisationId,
	run: (services, [{ organisationId }]) => endLapsed(services, organisationId),
});

function endLapsed(services: Services, organisationId: string): Promise<number> {
	return services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ organisation_id: string }>(sql`
			UPDATE subscriptions SET state = 'ended', ended_reason = 'unpaid', grace_until = NULL, change_to = NULL, updated_at = now()
			WHERE organisation_id = ${organisationId} AND grace_until <= now() RETURNING organisation_id`);
		if (rows.length === 0) return 0;
		await services.facts.publish(
			tx,
			{ name: 'subscriptions.plan-lapsed', organisationId, eventId: null, payload: {} },
			services,
		);
		return 1;
	});
}

/** Ends all plans whose days of grace are over. @returns how many */
export const endLapsedSubscriptions = runDue(lapsePoller);
