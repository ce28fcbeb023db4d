import { sql } from 'drizzle-orm';
import { type Listener, listen } from '../facts.ts';
import type { PersonalDataSource } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';

/** Personal data of members in door sales: the cash that they counted. */
export const doorSaleData: PersonalDataSource[] = [
	{
		name: 'cash-drawers',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT e.title AS event, d.device, d.currency, d.opened_minor, d.opened_by, d.opened_at, d.counted_minor, d.expected_minor,
					d.closed_by, d.closed_at, d.note
				FROM cash_drawers d JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
				WHERE d.holder_id = $1 OR d.closed_user_id = $1 ORDER BY d.opened_at`,
				[userId],
			);
			return rows;
		},
	},
];

/**
 * Erases a member from sales and drawer counts of their account, in the organisations they belong to. The name of the person who counted
 * stays in the books, which the law requires to be unchanged.
 */
export const doorSaleErasureListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload: { userId } }) {
			const isOfTheirs = sql`organisation_id IN (SELECT organisation_id FROM memberships WHERE user_id = ${userId})`;
			const isTheirDevice = sql`${isOfTheirs} AND holder_id = ${userId}`;
			await tx.execute(sql`
				UPDATE cash_drawers SET closed_by = ${ERASED_NAME} WHERE ${isOfTheirs} AND closed_user_id = ${userId}`);
			await tx.execute(
				sql`UPDATE cash_drawers SET opened_by = ${ERASED_NAME}, device = '' WHERE ${isTheirDevice}`,
			);
			// A device without a name bears the address of its member.
			await tx.execute(sql`UPDATE door_sales SET device = '' WHERE ${isTheirDevice}`);
			await tx.execute(sql`UPDATE door_allotments SET device = '' WHERE ${isTheirDevice}`);
		},
	}),
];
