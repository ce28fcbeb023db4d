import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import { readBalance } from '../ledger/post.ts';
import type { CardScope } from './card-rows.ts';
import { presentCard, type ShownCard, shownColumns } from './present-card.ts';

/** The newest movements that a card shows. */
const mostMovements = 200;

/**
 * A card that was issued, with what happened to its balance, the newest first.
 * @throws not-found, for one that is ordered too
 */
export async function getIssuedCard(db: DbOrTx, scope: CardScope): Promise<GiftCardDetail> {
	const { organisationId, giftCardId } = scope;
	const { rows } = await db.execute<ShownCard & { purchaseId: string | null } & Record<string, unknown>>(sql`
		SELECT ${shownColumns}, c.purchase_id AS "purchaseId"
		FROM gift_cards c LEFT JOIN gift_card_purchases p ON p.organisation_id = c.organisation_id AND p.id = c.purchase_id
		WHERE c.organisation_id = ${organisationId} AND c.id = ${giftCardId} AND c.state <> 'ordered'`);
	const [row] = rows;
	if (!row) throw notFound('Gift card');
	return {
		...presentCard(row),
		movements: await listMovements(db, scope),
		refundableMinor: await readRefundable(db, { ...row, organisationId }),
	};
}

/** The refundable amount of a card by the payment it was bought with, in steps that can be refunded; 0 for one that was not bought online. */
async function readRefundable(
	db: DbOrTx,
	of: { organisationId: string; purchaseId: string | null; currency: string; balanceMinor: number },
): Promise<number> {
	const { organisationId, purchaseId } = of;
	if (purchaseId === null) return 0;
	const { rows } = await db.execute<{ left: string }>(sql`
		SELECT captured_minor - refunded_minor - refunding_minor - contested_minor AS left FROM payments
		WHERE organisation_id = ${organisationId} AND subject_id = ${purchaseId} AND state = 'succeeded'`);
	const paidMinor = rows.reduce((most, { left }) => Math.max(most, Number(left)), 0);
	const leftMinor = Math.min(
		paidMinor,
		of.balanceMinor + (await readDue(db, { organisationId, purchaseId })),
	);
	return leftMinor - (leftMinor % chargeStep(of.currency));
}

/** The amount due to the buyer of cards and not on its way: of refunds that the bank returned. */
export async function readDue(
	db: DbOrTx,
	{ organisationId, purchaseId: subjectId }: { organisationId: string; purchaseId: string },
): Promise<number> {
	const { balanceMinor } = await readBalance(db, { organisationId, subjectId });
	if (balanceMinor >= 0) return 0;
	const { rows } = await db.execute<{ refunding: string }>(sql`
		SELECT coalesce(sum(refunding_minor), 0) AS refunding FROM payments
		WHERE organisation_id = ${organisationId} AND subject_id = ${subjectId}`);
	return Math.max(0, -balanceMinor - Number(rows[0]?.refunding ?? 0));
}

type Movement = GiftCardDetail['movements'][number];
type MovementRow = Pick<Movement, 'kind' | 'amountMinor'> & {
	at: Date | string;
	orderId: string | null;
	code: string | null;
	eventId: string | null;
	eventTitle: string | null;
};

/** Issue, uses, what came back of orders, refunds to its buyer and what lapsed. */
async function listMovements(db: DbOrTx, { organisationId, giftCardId }: CardScope): Promise<Movement[]> {
	const { rows } = await db.execute<MovementRow & Record<string, unknown>>(sql`
		WITH card AS (
			SELECT * FROM gift_cards WHERE organisation_id = ${organisationId} AND id = ${giftCardId}
		), used AS (
			SELECT * FROM gift_card_uses WHERE organisation_id = ${organisationId} AND gift_card_id = ${giftCardId}
			ORDER BY payment_id DESC LIMIT ${mostMovements}
		), moved AS (
			SELECT 'issued' AS kind, issued_minor AS amount, issued_at AS at, refund_event_id AS event_id, refund_order_id AS order_id FROM card
			UNION ALL
			SELECT 'used', -amount_minor, created_at, event_id, order_id FROM used
			UNION ALL
			SELECT 'returned', r.amount_minor, coalesce(r.settled_at, r.created_at), u.event_id, u.order_id
			FROM used u JOIN refunds r ON r.organisation_id = u.organisation_id AND r.payment_id = u.payment_id
			WHERE u.returned_minor > 0 AND r.state = 'succeeded'
			UNION ALL
			SELECT 'lapsed', -t.amount_minor, t.created_at, NULL, NULL FROM ledger_transfers t
			WHERE t.organisation_id = ${organisationId} AND t.event_id IS NULL AND t.subject_id = ${giftCardId}
				AND t.source_kind = 'gift_card_lapsed'
			UNION ALL
			SELECT 'refunded', -c.returned_minor, coalesce((
				SELECT max(t.created_at) FROM ledger_transfers t
				WHERE t.organisation_id = c.organisation_id AND t.event_id IS NULL AND t.subject_id = c.purchase_id
					AND t.source_kind = 'gift_card_returned' AND t.created_at <= c.updated_at), c.updated_at), NULL, NULL
			FROM card c WHERE c.returned_minor > 0
		), newest AS (
			SELECT * FROM moved ORDER BY at DESC, kind DESC LIMIT ${mostMovements}
		)
		SELECT m.kind, m.amount::float8 AS "amountMinor", m.at, m.order_id AS "orderId", o.code, m.event_id AS "eventId",
			e.title AS "eventTitle"
		FROM newest m
		LEFT JOIN orders o ON o.organisation_id = ${organisationId} AND o.event_id = m.event_id AND o.id = m.order_id
		LEFT JOIN events e ON e.organisation_id = ${organisationId} AND e.id = m.event_id
		ORDER BY m.at DESC, m.kind DESC`);
	return rows.map(({ kind, amountMinor, at, orderId, code, eventId, eventTitle }) => ({
		...{ kind, amountMinor, at: new Date(at).toISOString() },
		order:
			orderId === null || code === null || eventId === null
				? null
				: { id: orderId, code, eventId, eventTitle: eventTitle ?? '' },
	}));
}
