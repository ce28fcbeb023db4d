import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { missingParticulars, type Particular, particulars } from '#shared/rules/particulars.ts';
import { readSeller } from './content.ts';

/** More are not counted. */
const mostCounted = 1_000;

/**
 * What is missing before receipts and invoices can be issued for what an organisation sells: of events that are not over, drafts among them.
 * An organisation that sells nothing misses nothing.
 */
export async function readReadiness(
	db: DbOrTx,
	organisationId: string,
): Promise<{ missing: Particular[]; waiting: number }> {
	const { seller, note } = await readSeller(db, organisationId);
	const { rows } = await db.execute<{
		taxed: boolean | null;
		untaxed: boolean | null;
		unsaid: boolean | null;
		waiting: number;
	}>(sql`
		SELECT bool_or(t.tax_basis_points > 0) AS taxed, bool_or(t.tax_basis_points = 0) AS untaxed,
			bool_or(t.tax_basis_points = 0 AND t.tax_reason IS NULL) AS unsaid,
			(SELECT count(*)::int FROM (
				SELECT FROM due_receipts WHERE organisation_id = ${organisationId} AND is_waiting LIMIT ${mostCounted}) w) AS waiting
		FROM ticket_types t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
		WHERE t.organisation_id = ${organisationId} AND (t.kind IN ('paid', 'add_on') OR t.kind = 'donation' AND t.price_minor > 0) AND NOT t.is_closed
			AND e.status IN ('draft', 'published', 'postponed') AND e.ends_at > now()`);
	const { taxed, untaxed, unsaid, waiting = 0 } = rows[0] ?? {};
	if (!taxed && !untaxed && waiting === 0) return { missing: [], waiting };
	const about = { countryCode: seller.countryCode, isTaxed: taxed === true, isUntaxed: untaxed === true };
	const given = { ...seller, taxReason: unsaid === true ? note : 'said' };
	const missing = new Set([
		...missingParticulars('receipt', about, given),
		...missingParticulars('invoice', about, given),
	]);
	return { missing: particulars.filter((field) => missing.has(field)), waiting };
}
