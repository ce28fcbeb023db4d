import { sql } from 'drizzle-orm';
import { mailingLists } from '#server/db/tables/mailing-lists.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue } from '#server/jobs/fair-poller.ts';
import { lowPriority, yieldToRequests } from '#server/platform/load-shedding.ts';
import type { Services } from '#server/services.ts';
import { isList, type ListScope } from './queries.ts';

const name = 'mailing-lists.fill';
/** Followers that are put in the queue at once. */
const ofPiece = 1_000;
const atOnce = 20;

const fillable = `SELECT l.organisation_id AS "organisationId", l.id AS "mailingListId" FROM mailing_lists l
	WHERE l.is_filling AND l.organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'l.id')}
	ORDER BY l.organisation_id, l.id LIMIT ${atOnce}`;

/**
 * Puts those who followed before a list was connected in its queue, some at a time. A consent that changes meanwhile is heard by the
 * listener. Each night lists are gone through again (jobs.ts).
 */
export const fillPoller = createFairPoller<ListScope>({
	name,
	idleMs: 1_000,
	unawaited: true,
	...findDue<ListScope>('mailing-lists.fillable', fillable),
	keyOf: ({ mailingListId }) => mailingListId,
	atOnce: 1,
	async run(services, [scope], signal) {
		const startMs = performance.now();
		await fillSome(services, scope);
		await yieldToRequests(performance.now() - startMs, signal, lowPriority);
		return 1;
	},
});

/** Puts the next followers in the queue and says how far it has come, in one transaction. */
async function fillSome(services: Services, scope: ListScope): Promise<void> {
	const { organisationId, mailingListId } = scope;
	await services.database.transaction(async (tx) => {
		const [list] = await tx.select().from(mailingLists).where(isList(scope)).for('no key update');
		if (!list?.isFilling) return;
		const after = list.filledTo ?? '00000000-0000-0000-0000-000000000000';
		await tx.execute(sql`
			WITH piece AS MATERIALIZED (
				SELECT id FROM followers
				WHERE organisation_id = ${organisationId} AND state = 'confirmed' AND id > ${after}
				ORDER BY id LIMIT ${ofPiece}
			), added AS (
				INSERT INTO mailing_list_contacts AS c (organisation_id, mailing_list_id, follower_id, next_at)
				SELECT ${organisationId}, ${mailingListId}, id, ${services.clock.now()} FROM piece ORDER BY id
				ON CONFLICT (organisation_id, mailing_list_id, follower_id) DO UPDATE
				SET state = 'due', settled_at = NULL, next_at = excluded.next_at, revision = c.revision + 1
				WHERE c.state = 'removed'
			)
			UPDATE mailing_lists SET filled_to = CASE WHEN last.count = ${ofPiece} THEN last.id END, is_filling = last.count = ${ofPiece}
			FROM (SELECT count(*)::int AS count, max(id::text)::uuid AS id FROM piece) AS last
			WHERE organisation_id = ${organisationId} AND mailing_lists.id = ${mailingListId}`);
	});
}
