import type { TestDatabase } from './database.ts';

/** Dates what an organisation booked in the last hour back to an instant, as nothing of the product does. */
export async function dateBack(
	{ pool }: TestDatabase,
	organisationId: string,
	instant: string,
): Promise<void> {
	await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
	await pool.query(
		`UPDATE ledger_transfers SET occurred_at = $2 WHERE organisation_id = $1 AND occurred_at > now() - interval '1 hour'`,
		[organisationId, instant],
	);
	await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
}
