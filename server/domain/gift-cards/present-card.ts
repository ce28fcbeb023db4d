import { sql } from 'drizzle-orm';
import type { GiftCard } from '#shared/contracts/organiser-gift-cards.ts';

/** The columns of a card `c` and its purchase `p` as members see them. Never its code. */
export const shownColumns =
	sql.raw(`c.id, c.last4, c.origin, c.state, c.blocked_by AS "blockedBy", c.currency,
	c.issued_minor::float8 AS "issuedMinor", c.balance_minor::float8 AS "balanceMinor", c.expires_on::text AS "expiresOn",
	c.recipient_name AS "recipientName", c.recipient_email AS "recipientEmail", coalesce(p.buyer_name, '') AS "buyerName",
	coalesce(p.buyer_email, '') AS "buyerEmail", c.send_at AS "sendAt", c.sent_at AS "sentAt", c.is_test AS "isTest", c.note,
	c.issued_at AS "issuedAt", c.created_at AS "createdAt"`);

type Instants = 'sendAt' | 'sentAt' | 'issuedAt';
export type ShownCard = Omit<GiftCard, Instants | 'createdAt'> & {
	[K in Instants]: Date | string | null;
} & { createdAt: Date | string };

const instant = (at: Date | string | null): string | null =>
	at === null ? null : new Date(at).toISOString();

/** A card as its organisation sees it. */
export const presentCard = (row: ShownCard): GiftCard => ({
	...{ id: row.id, last4: row.last4, origin: row.origin, state: row.state, blockedBy: row.blockedBy },
	...{ currency: row.currency, issuedMinor: row.issuedMinor, balanceMinor: row.balanceMinor },
	...{ expiresOn: row.expiresOn, recipientName: row.recipientName, recipientEmail: row.recipientEmail },
	...{ buyerName: row.buyerName, buyerEmail: row.buyerEmail, isTest: row.isTest, note: row.note },
	sendAt: instant(row.sendAt),
	sentAt: instant(row.sentAt),
	issuedAt: instant(row.issuedAt),
	createdAt: new Date(row.createdAt).toISOString(),
});
