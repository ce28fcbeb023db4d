import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import type { Services } from '#server/services.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';
import { endEntries, endOffers, entryLeft, noteWhoWaits } from './changes.ts';

/** Personal data in waitlists: entries with a person’s email. */
export const waitlistData: PersonalDataSource[] = [
	{
		// Removed ninety days after they ended (waitlist.forget-entries).
		name: 'waitlists',
		collect: selectByEmail(`
				SELECT e.title AS event, w.name, w.email, w.party, w.takes_fewer, w.code, w.locale, w.state, w.created_at, w.ended_at
				FROM waitlist_entries w JOIN events e ON e.organisation_id = w.organisation_id AND e.id = w.event_id
				WHERE lower(w.email) = lower($1) ORDER BY w.created_at`),
	},
];

/** Takes people off the waitlist of an event, and out of its entries. What they are offered goes to the next. */
async function eraseEntries(
	services: Services,
	tx: Tx,
	scope: EventScope,
	emails: readonly string[],
): Promise<void> {
	const isTheirs = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND lower(email) IN
		(SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(emails)}::json))`;
	const { rows } = await tx.execute<{ id: string; isLive: boolean }>(
		sql`SELECT id, ended_at IS NULL AS "isLive" FROM waitlist_entries WHERE ${isTheirs}`,
	);
	if (rows.length === 0) return;
	if (rows.some(({ isLive }) => isLive)) {
		await lockPlaces(tx, scope);
		for (const { id } of rows) await endOffers(tx, scope, 'declined', sql`entry_id = ${id}`);
		const left = await endEntries(
			tx,
			scope,
			'left',
			rows.map(({ id }) => id),
		);
		await noteWhoWaits(tx, scope);
		await services.facts.publishAll(
			tx,
			left.map((id) => entryLeft(scope, id)),
			services,
		);
	}
	await tx.execute(
		// What a member noted about them.
		sql`UPDATE waitlist_offers SET reason = '' WHERE organisation_id = ${scope.organisationId} AND reason <> ''
			AND entry_id = ANY(${plainArray(rows.map(({ id }) => id))}::uuid[])`,
	);
	await tx.execute(
		sql`UPDATE waitlist_entries SET name = ${ERASED_NAME}, email = '', code = '', token_version = token_version + 1 WHERE ${isTheirs}`,
	);
}

/** Entries of a person are erased with their account, or by the organiser whose guest they are. */
export const erasureListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }, services) {
			const user = await getUser(tx, payload.userId);
			if (!user.emailVerifiedAt) return;
			const { rows } = await tx.execute<EventScope & Record<string, unknown>>(sql`
				SELECT DISTINCT organisation_id AS "organisationId", event_id AS "eventId" FROM waitlist_entries
				WHERE lower(email) = lower(${user.email}) ORDER BY 1, 2`);
			for (const scope of rows) await eraseEntries(services, tx, scope, [user.email]);
		},
	}),
	listen({
		fact: 'orders.guest-erased',
		async inTransaction(tx, { organisationId, eventId, payload }, services) {
			if (organisationId && eventId)
				await eraseEntries(services, tx, { organisationId, eventId }, payload.emails);
		},
	}),
];
