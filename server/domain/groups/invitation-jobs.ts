import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { ScheduledJob } from '../module.ts';

/** Invitations are forgotten so long after their event. */
const retentionDays = 90;

/** Forgets who was invited to the groups of events that are long over. */
export const invitationJobs: ScheduledJob[] = [
	{
		name: 'groups.forget-invitations',
		cron: '55 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'group_invitations',
				where: `EXISTS (SELECT FROM events e WHERE e.organisation_id = group_invitations.organisation_id AND e.id = group_invitations.event_id
					AND e.ends_at < now() - interval '${retentionDays} days')`,
			});
		},
	},
];
