import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';

/** Personal data in groups: those that a person leads, and invitations to their email. */
export const groupData: PersonalDataSource[] = [
	{
		name: 'groups',
		collect: selectByEmail(`
			SELECT e.title AS event, g.name, g.pays, g.state, g.leader_name, g.leader_email, g.locale, g.places, g.deadline_at,
				g.created_at, g.ended_at
			FROM group_bookings g JOIN events e ON e.organisation_id = g.organisation_id AND e.id = g.event_id
			WHERE lower(g.leader_email) = lower($1) ORDER BY g.created_at`),
	},
	{
		// Removed ninety days after the event (groups.forget-invitations).
		name: 'group-invitations',
		collect: selectByEmail(`
			SELECT e.title AS event, g.name AS group_name, i.name, i.email, i.state, i.sent_at, i.ended_at
			FROM group_invitations i JOIN group_bookings g ON g.organisation_id = i.organisation_id AND g.id = i.group_id
			JOIN events e ON e.organisation_id = i.organisation_id AND e.id = i.event_id
			WHERE lower(i.email) = lower($1) ORDER BY i.created_at`),
	},
];

/** Takes a person out of groups: an invitation of theirs ends, and what they called a group of their own goes with their name. */
async function erasePerson(tx: Tx, { leads, invited }: { leads: SQL; invited: SQL }): Promise<void> {
	await tx.execute(sql`
		UPDATE group_bookings SET leader_name = ${ERASED_NAME}, leader_email = '',
			name = CASE WHEN created_by IS NULL THEN ${ERASED_NAME} ELSE name END
		WHERE ${leads}`);
	await tx.execute(sql`
		UPDATE group_invitations SET name = ${ERASED_NAME}, email = '', ended_at = coalesce(ended_at, now()),
			state = CASE state WHEN 'sent' THEN 'cancelled' ELSE state END
		WHERE ${invited}`);
}

/** Leaders and those who were invited are erased with their account, or by the organiser whose guest they are. */
export const groupErasureListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }) {
			const user = await getUser(tx, payload.userId);
			if (!user.emailVerifiedAt) return;
			await erasePerson(tx, {
				leads: sql`lower(leader_email) = lower(${user.email})`,
				invited: sql`lower(email) = lower(${user.email})`,
			});
		},
	}),
	listen({
		fact: 'orders.guest-erased',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (!organisationId || !eventId) return;
			const ofEvent = sql`organisation_id = ${organisationId} AND event_id = ${eventId}`;
			const { emails, orderIds, attendeeIds } = payload;
			const isTheirs = (email: SQL) =>
				sql`lower(${email}) IN (SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(emails)}::json))`;
			const isOrder = sql`order_id = ANY(${plainArray(orderIds)}::uuid[])`;
			await erasePerson(tx, {
				leads: sql`${ofEvent} AND (${isTheirs(sql`leader_email`)} OR ${isOrder})`,
				invited: sql`${ofEvent} AND (${isTheirs(sql`email`)} OR ${isOrder}
					OR attendee_id = ANY(${plainArray(attendeeIds)}::uuid[]))`,
			});
		},
	}),
];
