import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/**
 * Orders a new list and consents that change at the same moment, until the transaction ends: either the consent is committed before the
 * list is there and its filling finds it, or it finds the list. Whoever makes a list takes this lock first and no other, since consents
 * have locked their orders and organisation by then.
 * @param how `alone` to make a list; `shared` to change a consent, beside any number of others
 */
export async function lockLists(tx: Tx, organisationId: string, how: 'alone' | 'shared'): Promise<void> {
	const take = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
	await tx.execute(sql`SELECT ${take}(hashtextextended(${`mailing lists ${organisationId}`}, 0))`);
}
