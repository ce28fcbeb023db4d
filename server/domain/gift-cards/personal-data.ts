import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { forgetNotes } from '../payments/forget-notes.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';

/** Gift cards that a person bought, or that were for them. */
export const giftCardData: PersonalDataSource[] = [
	{
		name: 'gift-cards-bought',
		collect: selectByEmail(`
			SELECT o.name AS organiser, p.buyer_name, p.buyer_email, p.state, p.currency, p.total_minor, p.created_at, p.paid_at,
				c.last4, c.issued_minor, c.recipient_name, c.recipient_email, c.sender_name, c.message, c.send_at, c.sent_at
			FROM gift_card_purchases p
			JOIN organisations o ON o.id = p.organisation_id
			JOIN gift_cards c ON c.organisation_id = p.organisation_id AND c.purchase_id = p.id
			WHERE lower(p.buyer_email) = lower($1) ORDER BY p.created_at, c.position`),
	},
	{
		name: 'gift-cards-received',
		collect: selectByEmail(`
			SELECT o.name AS organiser, c.last4, c.state, c.currency, c.issued_minor, c.balance_minor, c.expires_on, c.recipient_name,
				c.recipient_email, c.sender_name, c.message, c.sent_at, c.issued_at
			FROM gift_cards c JOIN organisations o ON o.id = c.organisation_id
			WHERE lower(c.recipient_email) = lower($1) AND c.recipient_email <> '' AND c.sent_at IS NOT NULL ORDER BY c.id`),
	},
];

/**
 * Empties who bought cards, whom they are for and what was written to them. Cards that were not sent are not: what is left of them can be
 * used by whoever has the code.
 */
async function eraseEmail(tx: Tx, email: string, of: SQL): Promise<void> {
	await tx.execute(sql`
		UPDATE gift_cards SET recipient_name = '', recipient_email = '', sender_name = '', message = '', note = '', send_at = NULL, version = version + 1,
			updated_at = now()
		WHERE ${of} AND lower(recipient_email) = lower(${email}) AND recipient_email <> ''`);
	const { rows } = await tx.execute<{ organisation: string; id: string }>(sql`
		UPDATE gift_card_purchases SET buyer_name = ${ERASED_NAME}, buyer_email = '', link_version = link_version + 1, updated_at = now()
		WHERE ${of} AND lower(buyer_email) = lower(${email})
		RETURNING organisation_id AS organisation, id`);
	for (const { organisation, id } of rows) {
		await forgetNotes(tx, { organisationId: organisation, subjectIds: [id] });
		// A card that is still to be sent to somebody else is their present: it is sent, without what its buyer wrote.
		await tx.execute(sql`
			UPDATE gift_cards SET sender_name = '', message = '', version = version + 1, updated_at = now(),
				send_at = CASE WHEN recipient_email = '' THEN NULL ELSE send_at END
			WHERE organisation_id = ${organisation} AND purchase_id = ${id}`);
	}
}

/** With an account go its name, address and messages, and the page of an organisation that ends with it sells no cards. */
const accountListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }) {
		const user = await getUser(tx, payload.userId);
		// An address that was never confirmed may be somebody else's.
		if (user.emailVerifiedAt) await eraseEmail(tx, user.email, sql`true`);
		for (const organisationId of payload.organisationIds)
			await tx.execute(
				sql`UPDATE gift_card_settings SET is_offered = false, details = '' WHERE organisation_id = ${organisationId}`,
			);
	},
});

/** A guest who is erased by the organiser is no buyer and no recipient of its cards any more. */
const guestListener: Listener = listen({
	fact: 'orders.guest-erased',
	async inTransaction(tx, { organisationId, payload }) {
		for (const email of payload.emails) await eraseEmail(tx, email, sql`organisation_id = ${organisationId}`);
	},
});

export const giftCardErasureListeners: Listener[] = [accountListener, guestListener];
