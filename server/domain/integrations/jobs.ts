import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import { DELIVERY_DAYS } from '#shared/rules/periods.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';

const dayMs = 24 * 3_600_000;

/** Removes old messages, and drops what waits for longer than `failingDays` for a connection that sends nothing. */
export async function removeOldMessages({ database, clock }: Services): Promise<void> {
	const { pool } = database;
	const now = clock.now().getTime();
	const retained = new Date(now - DELIVERY_DAYS * dayMs);
	await pool.query(
		`UPDATE outbound_deliveries d SET state = 'dropped', settled_at = $1
			FROM connections c
			WHERE c.organisation_id = d.organisation_id AND c.id = d.connection_id AND c.state <> 'active'
				AND d.state = 'due' AND d.created_at < $2`,
		[clock.now(), new Date(now - failingDays * dayMs)],
	);
	// A replay of an old message is younger than it: deliveries go by their own age, messages when none is left.
	await deleteInBatches(pool, {
		table: 'outbound_deliveries',
		where: `created_at < $1 AND state <> 'due'`,
		values: [retained],
	});
	await deleteInBatches(pool, {
		table: 'outbound_messages',
		where: `occurred_at < $1 AND NOT EXISTS (SELECT FROM outbound_deliveries d
			WHERE d.organisation_id = outbound_messages.organisation_id AND d.message_id = outbound_messages.id)`,
		values: [retained],
	});
}
