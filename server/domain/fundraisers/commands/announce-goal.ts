import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';

/**
 * Announces that a live fundraiser has reached its goal, in the transaction of what it was reached with. The statement that marks it holds
 * its row: of two donations at once one announces it, and a refund changes nothing about it. A higher goal is announced anew
 * (`saveFundraiser`).
 */
export async function announceGoal(services: Services, tx: Tx, scope: EventScope): Promise<void> {
	const { organisationId, eventId } = scope;
	const { rows } = await tx.execute<{ goal: string }>(sql`
		UPDATE fundraisers SET goal_reached_at = now()
		WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND state = 'live' AND goal_reached_at IS NULL
			AND raised_minor >= goal_minor
		RETURNING goal_minor AS goal`);
	const [reached] = rows;
	if (!reached) return;
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
