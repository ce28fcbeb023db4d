import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { missingDetails, readMissingDetails } from '#server/domain/tickets/seller-details.ts';
import type { Particular } from '#shared/rules/particulars.ts';

/** More are not counted. */
const mostCounted = 1_000;

/**
 * What is missing before receipts and invoices can be issued for what an organisation sells, and how many receipts wait. An organisation that
 * sells nothing and has none waiting misses nothing.
 */
export async function readReadiness(
	db: DbOrTx,
	organisationId: string,
): Promise<{ missing: Particular[]; waiting: number }> {
	const { rows } = await db.execute<{ waiting: number }>(sql`
		SELECT count(*)::int AS waiting FROM (
			SELECT FROM due_receipts WHERE organisation_id = ${organisationId} AND is_waiting LIMIT ${mostCounted}) w`);
	const waiting = rows[0]?.waiting ?? 0;
	const missing = await readMissingDetails(db, { organisationId, eventId: null });
	if (missing || waiting === 0) return { missing: missing ?? [], waiting };
	const settings = await getOrganisationSettings(db, organisationId);
	return {
		missing: missingDetails(settings, { isTaxed: false, isUntaxed: false, isUnsaid: false }),
		waiting,
	};
}
