import { sql } from 'drizzle-orm';
import type { Database, DbOrTx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { purchaseNumber, purchaseNumberIn } from '#shared/rules/withdrawals.ts';
import { holdMoney } from '../orders/documents/with-order.ts';
import { orderCodeIn } from '../orders/order-code.ts';
import type { Found, Subject } from './found.ts';
import { findOrderSubject } from './order-subject.ts';
import { findPurchaseSubject } from './purchase-subject.ts';

/** Purchases of one address that are compared with a number. */
const mostPurchases = 100;

/** Holds a subject with its money, and reads what of it can be withdrawn from. @throws not-found */
export async function holdSubject(
	services: Services,
	unit: Database,
	subject: Subject,
	attendeeIds?: readonly string[],
): Promise<Found> {
	if (subject.kind === 'gift_cards') return unit.transaction((tx) => findPurchaseSubject(tx, subject));
	await unit.transaction((tx) => holdMoney(tx, subject));
	return findOrderSubject(services, unit.db, subject, attendeeIds);
}

/** The order or the purchase of an organisation with a number and the email address of its buyer; null: none. */
export async function matchSubject(
	db: DbOrTx,
	organisationId: string,
	stated: { reference: string; email: string },
): Promise<Subject | null> {
	return (await matchPurchase(db, organisationId, stated)) ?? (await matchOrder(db, organisationId, stated));
}

async function matchPurchase(
	db: DbOrTx,
	organisationId: string,
	{ reference, email }: { reference: string; email: string },
): Promise<Subject | null> {
	const number = purchaseNumberIn(reference);
	if (number === null) return null;
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT id FROM gift_card_purchases
		WHERE lower(buyer_email) = lower(${email}) AND buyer_email <> '' AND organisation_id = ${organisationId}
		ORDER BY id DESC LIMIT ${mostPurchases}`);
	const found = rows.find(({ id }) => purchaseNumber(id) === number);
	return found ? { kind: 'gift_cards', organisationId, purchaseId: found.id } : null;
}

/** Order codes are unique in their event: each event of the organisation is looked at by its index. */
async function matchOrder(
	db: DbOrTx,
	organisationId: string,
	{ reference, email }: { reference: string; email: string },
): Promise<Subject | null> {
	const typed = orderCodeIn(reference);
	if (typed === null) return null;
	const { rows } = await db.execute<{ id: string; eventId: string }>(sql`
		SELECT o.id, o.event_id AS "eventId" FROM events e
		JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id AND o.code = ${typed.code}
		WHERE e.organisation_id = ${organisationId} AND lower(o.buyer_email) = lower(${email}) AND o.buyer_email <> ''
			AND (${typed.eventCode}::text IS NULL OR e.code = ${typed.eventCode})
		ORDER BY o.id DESC LIMIT 1`);
	const [found] = rows;
	return found ? { kind: 'order', organisationId, eventId: found.eventId, orderId: found.id } : null;
}
