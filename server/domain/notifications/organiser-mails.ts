import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import { memberMaySql } from '../accounts/member-may.ts';
import { type Listener, listen } from '../facts.ts';
import { usualChoice } from './choices.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { insertNotices } from './notices/insert-notices.ts';
import { readRegistrations } from './read-registrations.ts';

const usual = usualChoice['door-conflicts'];
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** Queues the daily registration summary for everyone who turned it on. */
export const summariseRegistrations = createFairJob<{ userId: string; email: string; from: Date; to: Date }>({
	name: 'notifications.summarise-registrations',
	cron: '5 7 * * *',
	createFind: () =>
		findOnce(async (services) => {
			const to = new Date(Math.floor(services.clock.now().getTime() / hourMs) * hourMs);
			const window = { from: new Date(to.getTime() - dayMs), to };
			const people = await readRegistrations(services, window);
			return people.map(({ userId, email }) => ({ userId, email, ...window }));
		}),
	// People may be members of several organisations: each has a turn, so that one who cannot be written to holds up no other.
	ownerOf: ({ userId }) => userId,
	organisationOf: () => null,
	keyOf: ({ userId }) => userId,
	async run({ database }, people) {
		await enqueueMails(
			database.db,
			people.map(({ userId, email, from, to }) => ({
				template: 'organisers/registrations' as const,
				ref: { userId, from: from.toISOString(), to: to.toISOString() },
				recipient: email,
				dedupeKey: `organisers/registrations:${userId}:${to.toISOString().slice(0, 10)}`,
			})),
		);
		return people.length;
	},
});

/** Emails organisers about a ticket that was checked in twice, at most once an hour per event. */
export const conflictListener: Listener = listen({
	fact: 'check-in.conflict-found',
	async afterCommit(fact, services) {
		const { organisationId, eventId } = fact;
		if (!organisationId || !eventId) return;
		const { rows } = await services.database.pool.query<{
			id: string;
			email: string;
			wantsMail: boolean;
			wantsNotice: boolean;
		}>({
			name: 'notifications.conflict-readers',
			text: `SELECT u.id, u.email, coalesce(c.is_on, $3) AND u.email_verified_at IS NOT NULL AND NOT e.is_demo AS "wantsMail",
					coalesce(a.is_on, $4) AS "wantsNotice"
				FROM memberships m JOIN users u ON u.id = m.user_id
				JOIN events e ON e.organisation_id = m.organisation_id AND e.id = $2
				LEFT JOIN notification_choices c ON c.user_id = u.id AND c.kind = 'door-conflicts' AND c.channel = 'mail'
				LEFT JOIN notification_choices a ON a.user_id = u.id AND a.kind = 'door-conflicts' AND a.channel = 'app'
				WHERE m.organisation_id = $1 AND ${memberMaySql('staff_links.manage')} AND (m.event_ids IS NULL OR $2 = ANY (m.event_ids))
					AND u.disabled_at IS NULL`,
			values: [organisationId, eventId, usual.mail, usual.app],
		});
		const hour = Math.floor(services.clock.now().getTime() / hourMs);
		const { db } = services.database;
		await enqueueMails(
			db,
			rows
				.filter(({ wantsMail }) => wantsMail)
				.map(({ id, email }) => ({
					template: 'organisers/door-conflict' as const,
					ref: { organisationId, eventId },
					recipient: email,
					organisationId,
					eventId,
					dedupeKey: `organisers/door-conflict:${id}:${eventId}:${hour}`,
				})),
		);
		await insertNotices(
			db,
			rows
				.filter(({ wantsNotice }) => wantsNotice)
				.map(({ id: userId }) => ({
					userId,
					kind: 'door-conflicts' as const,
					organisationId,
					eventId,
					dedupeKey: `door-conflicts:${eventId}:${hour}`,
				})),
		);
	},
});
