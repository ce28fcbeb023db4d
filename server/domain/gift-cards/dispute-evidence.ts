import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { getPurchase } from './card-rows.ts';

/**
 * Evidence from our rows about gift cards whose payment is disputed: what was bought and by whom, when cards were sent, and what they paid. In
 * English, as banks read it.
 * @throws not-found
 */
export async function suggestCardEvidence(
	services: Services,
	scope: { organisationId: string; purchaseId: string },
): Promise<{ product: string; serviceDate: string; refundPolicy: string; explanation: string }> {
	const { db } = services.database;
	const { organisationId, purchaseId } = scope;
	const purchase = await getPurchase(db, scope);
	const { rows } = await db.execute<{ at: string; text: string }>(sql`
		SELECT * FROM (
			SELECT sent_at AS at, 'The gift card ending in ' || last4 || ' was emailed to '
				|| coalesce(nullif(recipient_email, ''), ${purchase.buyerEmail}) || '.' AS text
			FROM gift_cards WHERE organisation_id = ${organisationId} AND purchase_id = ${purchaseId}
			UNION ALL
			SELECT u.created_at, 'The gift card ending in ' || c.last4 || ' paid for an order.'
			FROM gift_cards c JOIN gift_card_uses u ON u.organisation_id = c.organisation_id AND u.gift_card_id = c.id
			WHERE c.organisation_id = ${organisationId} AND c.purchase_id = ${purchaseId}
			UNION ALL
			SELECT settled_at, 'A refund was made.' FROM refunds
			WHERE organisation_id = ${organisationId} AND subject_id = ${purchaseId} AND state = 'succeeded'
			UNION ALL
			SELECT t.created_at, concat_ws(' ', 'The bank accepted the card', initcap(t.brand), 'ending in', t.last4) || '.'
			FROM payments p JOIN payment_attempts t ON t.organisation_id = p.organisation_id AND t.payment_id = p.id
				AND t.outcome = 'succeeded' AND t.last4 IS NOT NULL
			WHERE p.organisation_id = ${organisationId} AND p.subject_id = ${purchaseId}
		) AS occurred WHERE at IS NOT NULL ORDER BY at LIMIT 50`);
	const { rows: cards } = await db.execute<{ count: number }>(sql`
		SELECT count(*)::int AS count FROM gift_cards WHERE organisation_id = ${organisationId} AND purchase_id = ${purchaseId}`);
	const formats = formatsFor('en');
	const when = (at: Date | string) => formats.dateTime(at, 'UTC');
	const count = cards[0]?.count ?? 0;
	const product = `${count} gift ${count === 1 ? 'card' : 'cards'}`;
	const total = formats.money(purchase.totalMinor, purchase.currency);
	return {
		product,
		serviceDate: formats.date(purchase.paidAt ?? purchase.createdAt, 'UTC'),
		refundPolicy: '',
		explanation: [
			`${purchase.buyerName} (${purchase.buyerEmail}) ordered ${product} on ${when(purchase.createdAt)} and paid ${total}.`,
			...rows.map(({ at, text }) => `${when(at)}: ${text}`),
		].join('\n'),
	};
}
