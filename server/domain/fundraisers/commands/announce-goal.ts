import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';

/**
 * Announces that a live fundraiser has reached its goal, in the transaction of what it was reached with. The statement that marks it holds
 * its row: of two donations at once one announces it, and a refund changes nothing about it. A goal higher than all that were announced is
 * announced anew (`saveFundraiser`).
 */
export async function announceGoal(services: Services, tx: Tx, scope: EventScope): Promise<void> {
	const { organisationId, eventId } = scope;
	const { rows } = await tx.execute<{ goal: string; is_new: boolean }>(sql`
		UPDATE fundraisers f SET goal_reached_at = now(),
			announced_goal_minor = greatest(f.goal_minor, f.announced_goal_minor)
		FROM fundraisers before
		WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.state = 'live' AND f.goal_reached_at IS NULL
			AND f.raised_minor >= f.goal_minor
			AND before.organisation_id = f.organisation_id AND before.event_id = f.event_id
		RETURNING f.goal_minor AS goal, f.goal_minor > coalesce(before.announced_goal_minor, 0) AS is_new`);
	const [reached] = rows;
	if (!reached?.is_new) return;
	await services.facts.publish(
		tx,
		{
			name: 'fundraisers.goal-reached',
			...{ organisationId, eventId },
			payload: { goalMinor: Number(reached.goal) },
		},
		services,
	);
}
