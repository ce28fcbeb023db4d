import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { missingParticulars, type Particular, particulars } from '#shared/rules/particulars.ts';
import { getOrganisationSettings } from '../settings/queries.ts';

/**
 * Missing details before receipts and invoices can be issued for an organisation’s sales: of one event, or of all that are not over, drafts
 * among them. @returns null: nothing is sold
 */
export async function readMissingDetails(
	db: DbOrTx,
	{ organisationId, eventId }: { organisationId: string; eventId: string | null },
): Promise<Particular[] | null> {
	const { rows } = await db.execute<Record<'taxed' | 'untaxed' | 'unsaid', boolean | null>>(sql`
		SELECT bool_or(t.tax_basis_points > 0) AS taxed, bool_or(t.tax_basis_points = 0) AS untaxed,
			bool_or(t.tax_basis_points = 0 AND t.tax_reason IS NULL) AS unsaid
		FROM ticket_types t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
		WHERE t.organisation_id = ${organisationId} AND NOT t.is_closed
			AND (t.kind IN ('paid', 'add_on') OR t.kind = 'donation' AND t.price_minor > 0)
			AND ${eventId === null ? sql`e.status IN ('draft', 'published', 'postponed') AND e.ends_at > now()` : sql`e.id = ${eventId}`}`);
	const { taxed, untaxed, unsaid } = rows[0] ?? {};
	if (!taxed && !untaxed) return null;
	return missingDetails(await getOrganisationSettings(db, organisationId), {
		isTaxed: taxed === true,
		isUntaxed: untaxed === true,
		isUnsaid: unsaid === true,
	});
}

/**
 * Settings of an organisation that receipts and invoices require and that are missing.
 * @param sold.isUnsaid whether something is sold without tax and without a reason
 */
export function missingDetails(
	settings: Record<'legalName' | 'name' | 'address' | 'countryCode' | 'taxNumber' | 'taxNote', string>,
	sold: { isTaxed: boolean; isUntaxed: boolean; isUnsaid: boolean },
): Particular[] {
	const { legalName, name, address, countryCode, taxNumber, taxNote } = settings;
	const taxReason = sold.isUnsaid ? taxNote : 'said';
	const given = { name: legalName || name, address, countryCode, taxNumber, taxReason };
	const about = { countryCode, isTaxed: sold.isTaxed, isUntaxed: sold.isUntaxed };
	const missing = new Set([
		...missingParticulars('receipt', about, given),
		...missingParticulars('invoice', about, given),
	]);
	return particulars.filter((field) => missing.has(field));
}
