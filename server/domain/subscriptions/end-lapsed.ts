import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';

/** One round of ending plans whose days of grace are over. */
export async function endLapsedSubscriptions(services: Services): Promise<number> {
	return services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ organisation_id: string }>(sql`
			UPDATE subscriptions SET state = 'ended', ended_reason = 'unpaid', grace_until = NULL, change_to = NULL, updated_at = now()
			WHERE organisation_id IN (
				SELECT organisation_id FROM subscriptions WHERE grace_until <= now() ORDER BY grace_until LIMIT 50
				FOR UPDATE SKIP LOCKED)
			RETURNING organisation_id`);
		for (const { organisation_id: organisationId } of rows) {
			await services.facts.publish(
				tx,
				{ name: 'subscriptions.plan-lapsed', organisationId, eventId: null, payload: {} },
				services,
			);
		}
		return rows.length;
	});
}
