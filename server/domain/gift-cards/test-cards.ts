import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';

/** SQL: whether a payment is of a gift card that test money paid for. @param payment alias of payments */
export const isOfTestCard = (payment: string): string => `(${payment}.method = 'gift_card' AND EXISTS (
	SELECT FROM gift_card_uses u JOIN gift_cards g ON g.organisation_id = u.organisation_id AND g.id = u.gift_card_id
	WHERE u.organisation_id = ${payment}.organisation_id AND u.payment_id = ${payment}.id AND g.is_test))`;

/** Whether one of some payments of an order was made by a gift card that test money paid for. */
export async function paidByTestCard(
	db: DbOrTx,
	organisationId: string,
	payments: readonly { id: string; method: string }[],
): Promise<boolean> {
	const ids = payments.flatMap(({ id, method }) => (method === 'gift_card' ? [id] : []));
	if (ids.length === 0) return false;
	const { rows } = await db.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM gift_card_uses u JOIN gift_cards g ON g.organisation_id = u.organisation_id AND g.id = u.gift_card_id
		WHERE u.organisation_id = ${organisationId} AND u.payment_id = ANY(${plainArray(ids)}::uuid[]) AND g.is_test LIMIT 1`);
	return rows.length > 0;
}
