import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { testGatewayEvents, testGatewayObjects } from '#server/db/tables/platform.ts';

/**
 * Lets what is scheduled for an account happen earlier: refunds settle, payouts arrive, events are sent. The rest of what the gateway
 * knows keeps its dates: it has one clock for all accounts.
 */
export async function hastenAccount(tx: Tx, account: string, minutes: number): Promise<void> {
	const { id, data } = testGatewayObjects;
	await tx
		.update(testGatewayObjects)
		.set({
			// Ids of tasks begin with the second they are due (`taskId`).
			id: sql`'task_' || lpad(greatest(split_part(${id}, '_', 2)::bigint - ${minutes * 60}::bigint, 0)::text, 12, '0') || '_'
				|| split_part(${id}, '_', 3)`,
		})
		.where(
			and(
				eq(testGatewayObjects.account, ''),
				eq(testGatewayObjects.type, 'task'),
				sql`${data} -> 'object' ->> 'account' = ${account}`,
			),
		);
	const { dueAt, deliveredAt } = testGatewayEvents;
	await tx
		.update(testGatewayEvents)
		.set({ dueAt: sql`${dueAt} - make_interval(mins => ${minutes}::int)` })
		.where(and(eq(testGatewayEvents.account, account), isNull(deliveredAt)));
}
