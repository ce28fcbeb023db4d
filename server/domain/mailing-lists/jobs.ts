import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';

const ofPiece = 1_000;

/** SQL: the follower of the contact `c` follows no more, or is erased. */
const isOver = `NOT EXISTS (SELECT FROM followers f WHERE f.organisation_id = c.organisation_id AND f.id = c.follower_id AND f.state = 'confirmed')`;

/**
 * Compares lists with followers, independently of facts: whoever follows no more is removed, what is left of erased
 * followers goes, and each list is gone through again for whoever is missing.
 */
export async function reconcileLists({ database: { pool }, clock }: Services): Promise<void> {
	for (;;) {
		const { rowCount } = await pool.query(
			`UPDATE mailing_list_contacts c SET state = 'due', settled_at = NULL, next_at = $1, revision = c.revision + 1
			FROM (SELECT c.organisation_id, c.mailing_list_id, c.follower_id FROM mailing_list_contacts c
				WHERE c.state = 'added' AND ${isOver} LIMIT ${ofPiece}) AS wrong
			WHERE c.organisation_id = wrong.organisation_id AND c.mailing_list_id = wrong.mailing_list_id
				AND c.follower_id = wrong.follower_id AND c.state = 'added'`,
			[clock.now()],
		);
		if ((rowCount ?? 0) < ofPiece) break;
	}
	await deleteInBatches(pool, {
		table: 'mailing_list_contacts',
		where: `state IN ('removed', 'refused') AND NOT EXISTS (SELECT FROM followers f
			WHERE f.organisation_id = mailing_list_contacts.organisation_id AND f.id = mailing_list_contacts.follower_id)`,
	});
	await pool.query(
		`UPDATE mailing_lists SET is_filling = true, filled_to = NULL WHERE state = 'active' AND NOT is_filling`,
	);
}
