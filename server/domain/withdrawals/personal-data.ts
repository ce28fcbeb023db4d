import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';

/** Statements by which a person withdrew from contracts. */
export const withdrawalData: PersonalDataSource[] = [
	{
		name: 'withdrawals',
		collect: selectByEmail(`
				SELECT o.name AS organiser, w.name, w.email, w.reference, w.items, w.received_at, w.state, w.decided_at, w.decision_note,
					w.currency, w.refund_minor
				FROM withdrawals w JOIN organisations o ON o.id = w.organisation_id
				WHERE lower(w.email) = lower($1) ORDER BY w.received_at`),
	},
];

/** Empties who stated what. One that waits matches nothing by itself any more: the organiser sees what it was found to be about. */
async function eraseEmail(tx: Tx, email: string, of: SQL): Promise<void> {
	await tx.execute(sql`
		UPDATE withdrawals SET name = ${ERASED_NAME}, email = '', reference = '', decision_note = '', source = NULL, version = version + 1
		WHERE ${of} AND lower(email) = lower(${email}) AND email <> ''`);
}

const accountListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }) {
		const user = await getUser(tx, payload.userId);
		// An address that was never confirmed may be another person’s.
		if (user.emailVerifiedAt) await eraseEmail(tx, user.email, sql`true`);
	},
});

const guestListener: Listener = listen({
	fact: 'orders.guest-erased',
	async inTransaction(tx, { organisationId, payload }) {
		for (const email of payload.emails) await eraseEmail(tx, email, sql`organisation_id = ${organisationId}`);
	},
});

export const withdrawalErasureListeners: Listener[] = [accountListener, guestListener];
