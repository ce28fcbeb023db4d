import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { GiftCard, listGiftCards } from '#shared/contracts/organiser-gift-cards.ts';
import type { z } from '#shared/lib/z.ts';
import { giftCardKey } from '#shared/rules/gift-cards.ts';
import { hashOfCode } from './codes.ts';
import { presentCard, type ShownCard, shownColumns } from './present-card.ts';

type Query = z.output<NonNullable<typeof listGiftCards.query>>;
type Answer = z.output<typeof listGiftCards.output>;

/** What a card shows to find it by: a code, the last letters of one, or an address. Null: nothing is found by it. */
function condition(organisationId: string, typed: string): SQL | null {
	const text = typed.trim();
	const key = giftCardKey(text);
	if (key) return sql`c.code_hash = ${hashOfCode(key)}`;
	if (text.includes('@')) {
		const email = text.toLowerCase();
		return sql`c.id IN (
			SELECT r.id FROM gift_cards r
			WHERE r.organisation_id = ${organisationId} AND lower(r.recipient_email) = ${email} AND r.recipient_email <> ''
			UNION
			SELECT b.id FROM gift_card_purchases p
			JOIN gift_cards b ON b.organisation_id = p.organisation_id AND b.purchase_id = p.id
			WHERE p.organisation_id = ${organisationId} AND lower(p.buyer_email) = ${email})`;
	}
	const last4 = text
		.normalize('NFKC')
		.toUpperCase()
		.replace(/^[•*.\s-]+/, '')
		.replaceAll('O', '0')
		.replace(/[IL]/g, '1');
	return /^[0-9A-HJKMNP-TV-Z]{4}$/.test(last4) ? sql`c.last4 = ${last4}` : null;
}

const stateConditions: Record<NonNullable<Query['state']>, SQL> = {
	active: sql`c.state = 'active' AND c.balance_minor > 0`,
	used_up: sql`c.state = 'active' AND c.balance_minor = 0`,
	blocked: sql`c.state = 'blocked'`,
	cancelled: sql`c.state = 'cancelled'`,
	lapsed: sql`c.state = 'lapsed'`,
};

/** A page of the cards that an organisation issued, the newest first, with what all of them still have. */
export async function listIssuedCards(
	services: Services,
	organisationId: string,
	query: Query,
): Promise<Answer> {
	const outstanding = await readOutstanding(services, organisationId);
	const found = query.q?.trim() ? condition(organisationId, query.q) : sql`true`;
	const [last] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	if (!found) return { data: [], nextCursor: null, outstanding };
	const { rows } = await services.database.db.execute<ShownCard & Record<string, unknown>>(sql`
		SELECT ${shownColumns}
		FROM gift_cards c LEFT JOIN gift_card_purchases p ON p.organisation_id = c.organisation_id AND p.id = c.purchase_id
		WHERE c.organisation_id = ${organisationId} AND c.state <> 'ordered' AND ${found}
			AND ${query.state ? stateConditions[query.state] : sql`true`}
			AND ${last === undefined ? sql`true` : sql`c.id < ${last}::uuid`}
		ORDER BY c.id DESC LIMIT ${query.limit + 1}`);
	const page = pageOf<ShownCard, GiftCard>(rows, query.limit, presentCard, ({ id }) => [id]);
	return { ...page, outstanding };
}

/** The total balance of an organisation’s cards, by currency. */
async function readOutstanding(services: Services, organisationId: string): Promise<Answer['outstanding']> {
	const { rows } = await services.database.pool.query<{ currency: string; balance: string; isTest: boolean }>(
		{
			name: 'gift-cards.outstanding',
			text: `SELECT currency, is_test AS "isTest", sum(balance_minor) AS balance FROM gift_cards
			WHERE organisation_id = $1 AND balance_minor > 0
			GROUP BY currency, is_test ORDER BY is_test, currency`,
			values: [organisationId],
		},
	);
	return rows.map(({ currency, balance, isTest }) => ({ currency, balanceMinor: Number(balance), isTest }));
}
