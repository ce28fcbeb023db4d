import type { Tx } from '#server/db/client.ts';
import { bindStatement } from '#server/db/statement.ts';
import { memberMaySql } from '../accounts/member-may.ts';
import { enqueueMails } from '../notifications/commands/enqueue-mail.ts';
import type { Claimed } from './claim.ts';

const readManagers = {
	name: 'integrations.managers',
	text: `SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
		WHERE m.organisation_id = $1 AND ${memberMaySql('integrations.manage')} AND m.event_ids IS NULL
			AND u.disabled_at IS NULL AND u.email_verified_at IS NOT NULL`,
};

/** Queues an email to everybody who manages connections: that messages do not arrive, at most once a day, or that it was switched off. */
export const notifyManagers = (
	tx: Tx,
	connection: Named,
	what: 'failing' | 'disabled',
	now: Date,
): Promise<void> => notify(tx, connection, `integrations/${what}`, now);

/** Owes them an email that a mailing list stopped. */
export const notifyListStopped = (tx: Tx, list: Named, now: Date): Promise<void> =>
	notify(tx, list, 'integrations/list-stopped', now);

type Named = Pick<Claimed, 'organisationId' | 'connectionId' | 'name' | 'host'>;

async function notify(
	tx: Tx,
	{ organisationId, connectionId, name, host }: Named,
	template: 'integrations/failing' | 'integrations/disabled' | 'integrations/list-stopped',
	now: Date,
): Promise<void> {
	const { rows } = await tx.execute<{ id: string; email: string }>(
		bindStatement(readManagers, [organisationId]),
	);
	const day = now.toISOString().slice(0, 10);
	await enqueueMails(
		tx,
		rows.map(({ id, email }) => ({
			template,
			ref: { name: name || host, host },
			recipient: email,
			organisationId,
			dedupeKey: `${template}:${connectionId}:${id}:${day}`,
		})),
	);
}
