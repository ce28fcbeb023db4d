import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { testGatewayEvents, testGatewayObjects, testGatewayRequests } from '#server/db/tables/platform.ts';

/** Removes answers by their keys, events, and tokens and links that have ended. */
export async function deleteExpired({ db }: Database, now: Date): Promise<void> {
	const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
	await db.delete(testGatewayRequests).where(lt(testGatewayRequests.createdAt, before(2)));
	await db.delete(testGatewayEvents).where(lt(testGatewayEvents.createdAt, before(31)));
	await db
		.delete(testGatewayObjects)
		.where(
			and(
				eq(testGatewayObjects.account, ''),
				inArray(testGatewayObjects.type, ['confirmation_token', 'account_link']),
				lt(testGatewayObjects.createdAt, before(2)),
			),
		);
}
