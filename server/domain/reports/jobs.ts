import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';

const dayMs = 24 * 3_600_000;
/** What was made, and links that ended, are listed for so long. */
const retentionDays = 90;

/** Removes runs and links that ended long ago. */
export async function removeOldRows({ database, clock }: Services): Promise<void> {
	const retained = [new Date(clock.now().getTime() - retentionDays * dayMs)];
	await deleteInBatches(database.pool, {
		table: 'report_runs',
		where: `created_at < $1 AND state IN ('failed', 'expired')`,
		values: retained,
	});
	await deleteInBatches(database.pool, { table: 'report_links', where: 'expires_at < $1', values: retained });
}
