import { sql } from 'drizzle-orm';
import { createFairJob, findInOrder } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { countRecipients, noCounts } from './counts.ts';

/** After a month little changes: lists show what was written down then. */
const settled = `now() - interval '30 days'`;
/** Recipients are removed before their emails are (a year), so that the counts that stay are whole. */
const oldest = `now() - interval '11 months'`;
const perRound = 100;

interface OldMessage {
	organisationId: string;
	id: string;
}

/** Writes down what became of a message; of one that is old, for ever, and whom it went to is forgotten. */
async function writeCounts({ database }: Services, { organisationId, id }: OldMessage): Promise<void> {
	const isIt = sql`organisation_id = ${organisationId} AND id = ${id}`;
	await database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ isOld: boolean }>(sql`
			SELECT started_at < ${sql.raw(oldest)} AS "isOld" FROM guest_messages WHERE ${isIt} FOR NO KEY UPDATE`);
		const counts = (await countRecipients(tx, organisationId, [id])).get(id) ?? noCounts();
		await tx.execute(sql`UPDATE guest_messages SET counts = ${JSON.stringify(counts)}::jsonb WHERE ${isIt}`);
		if (rows[0]?.isOld)
			await tx.execute(
				sql`DELETE FROM guest_message_recipients WHERE organisation_id = ${organisationId} AND message_id = ${id}`,
			);
	});
}

export const countsJob = createFairJob<OldMessage>({
	name: 'messages.forget-recipients',
	cron: '43 3 * * *',
	...findInOrder<OldMessage>(
		({ id }) => id,
		`SELECT m.organisation_id AS "organisationId", m.id FROM guest_messages m
		WHERE m.started_at IS NOT NULL AND m.started_at < ${settled} AND m.state IN ('sent', 'cancelled') AND m.id > $1
			AND (m.counts IS NULL OR m.started_at < ${oldest} AND EXISTS (SELECT FROM guest_message_recipients r
				WHERE r.organisation_id = m.organisation_id AND r.message_id = m.id))
		ORDER BY m.id LIMIT ${perRound}`,
	),
	keyOf: ({ id }) => id,
	atOnce: 1,
	async run(services, [message]) {
		await writeCounts(services, message);
		return 1;
	},
});

export const messageJobs: ScheduledJob[] = [countsJob];
