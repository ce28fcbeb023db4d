import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { hasWithdrawalRight } from '#shared/rules/withdrawals.ts';

interface Row {
	id: string;
	name: string;
	slug: string;
	countryCode: string;
	sellsCards: boolean;
	sellsTypes: boolean;
}

/**
 * An organiser with something that can be withdrawn from: gift cards, by the law of their country, or ticket types that say so. It stays reachable
 * after sales end and while the organiser is locked. Others are not found, as accounts have organisations that no one is notified of.
 * @throws not-found
 */
export async function getWithdrawalSeller(
	services: Services,
	slug: string,
): Promise<{ id: string; name: string; slug: string }> {
	const { rows } = await services.database.pool.query<Row>({
		name: 'withdrawals.seller',
		text: `SELECT o.id, o.name, o.slug, coalesce(s.country_code, '') AS "countryCode",
				coalesce(g.is_offered, false) OR EXISTS (SELECT FROM gift_cards c WHERE c.organisation_id = o.id AND c.origin = 'bought'
					AND c.state <> 'ordered' LIMIT 1) AS "sellsCards",
				EXISTS (SELECT FROM ticket_types t WHERE t.organisation_id = o.id AND t.has_withdrawal) AS "sellsTypes"
			FROM organisations o
			LEFT JOIN organisation_settings s ON s.organisation_id = o.id
			LEFT JOIN gift_card_settings g ON g.organisation_id = o.id
			WHERE o.slug = $1 AND o.sandbox_of IS NULL`,
		values: [slug],
	});
	const [row] = rows;
	if (!row || !(row.sellsTypes || (row.sellsCards && hasWithdrawalRight(row.countryCode))))
		throw notFound('Organiser');
	return { id: row.id, name: row.name, slug: row.slug };
}
