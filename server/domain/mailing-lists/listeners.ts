import { inArray, sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import { mailingLists } from '#server/db/tables/mailing-lists.ts';
import { type Listener, listen } from '../facts.ts';
import { lockLists } from './lock-lists.ts';

/**
 * A consent that changes is due at every list of its organisation, in its transaction. What a worker has in hand stays in hand: it sees
 * by the revision that what it sends is not the last word.
 */
export const consentListener: Listener = listen({
	fact: 'organisers.consent-changed',
	async inTransactionMany(tx, facts, { clock }) {
		const now = clock.now();
		const ofOrganisations = Map.groupBy(facts, ({ organisationId }) => organisationId);
		for (const [organisationId, changed] of [...ofOrganisations].toSorted()) {
			if (organisationId === null) continue;
			await lockLists(tx, organisationId, 'shared');
			const followerIds = [...new Set(changed.map(({ payload }) => payload.followerId))].toSorted();
			// The key of a list is locked, so that it is not removed meanwhile: the reference would fail, and the consent with it.
			await tx.execute(sql`
				WITH lists AS MATERIALIZED (
					SELECT organisation_id, id FROM mailing_lists WHERE organisation_id = ${organisationId} ORDER BY id FOR KEY SHARE
				)
				INSERT INTO mailing_list_contacts AS c (organisation_id, mailing_list_id, follower_id, next_at)
				SELECT l.organisation_id, l.id, f.id, ${now}
				FROM lists l CROSS JOIN unnest(${plainArray(followerIds)}::uuid[]) AS f(id)
				ORDER BY l.id, f.id
				ON CONFLICT (organisation_id, mailing_list_id, follower_id) DO UPDATE
				SET state = 'due', problem = NULL, settled_at = NULL, next_at = excluded.next_at, revision = c.revision + 1`);
		}
	},
});

/** With an organisation that ends, its keys and what was noted of contacts go at once. */
export const erasureListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload: { organisationIds } }) {
		if (organisationIds.length > 0)
			await tx.delete(mailingLists).where(inArray(mailingLists.organisationId, organisationIds));
	},
});
