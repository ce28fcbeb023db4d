import type { InvariantCheck } from '../module.ts';
import { mailSources } from './sources/registry.ts';

/** Every queued email is sent or in a state that a worker processes. */
export const notificationChecks: InvariantCheck[] = [
	{
		name: 'notifications.no-mail-is-stuck',
		rule: 'A mail that is due, or that a worker took and did not settle, is picked up within an hour.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string; status: string }>(
				`SELECT id, status FROM mails
				WHERE status IN ('queued', 'sending') AND next_attempt_at < now() - interval '1 hour'
				ORDER BY id LIMIT 200`,
			);
			return rows.map(({ id, status }) => `Mail ${id} is ${status} and overdue for more than an hour.`);
		},
	},
	{
		name: 'notifications.mails-can-be-written',
		rule: 'Every mail in the outbox is of a kind that this version can write.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ template: string; count: number }>(
				`SELECT template, count(*)::int FROM mails WHERE status IN ('queued', 'sending', 'stored') AND template <> ALL ($1)
				GROUP BY template ORDER BY template`,
				[Object.keys(mailSources)],
			);
			return rows.map(({ template, count }) => `${count} mails of the unknown kind ${template} wait.`);
		},
	},
];
