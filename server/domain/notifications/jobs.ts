import { deleteInBatches } from '../../db/delete-in-batches.ts';
import type { Services } from '../../services.ts';
import type { ScheduledJob } from '../module.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { summariseRegistrations } from './organiser-mails.ts';

interface DueOrder {
	organisationId: string;
	eventId: string;
	orderId: string;
	buyerEmail: string;
	locale: string;
	startsAt: Date;
}

const batchSize = 500;

/**
 * Orders of events that begin within a day and were confirmed before that day: whoever registers later has the confirmation fresh
 * at hand. One reminder for an order and a date; none for the demo, whose guests do not exist.
 */
const dueOrders = `
	SELECT o.organisation_id AS "organisationId", o.event_id AS "eventId", o.id AS "orderId",
		o.buyer_email AS "buyerEmail", o.locale, e.starts_at AS "startsAt"
	FROM events e JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id
	WHERE e.status = 'published' AND NOT e.is_demo
		AND e.starts_at > now() + interval '1 hour' AND e.starts_at <= now() + interval '24 hours'
		AND o.status = 'confirmed' AND o.buyer_email <> '' AND o.confirmed_at <= e.starts_at - interval '24 hours'
		AND NOT EXISTS (SELECT FROM mails m
			WHERE m.dedupe_key = 'events/reminder:' || o.id || ':' || extract(epoch FROM e.starts_at)::bigint)
	LIMIT ${batchSize}`;

async function remindGuests({ database }: Services): Promise<void> {
	for (;;) {
		const { rows } = await database.pool.query<DueOrder>(dueOrders);
		await enqueueMails(
			database.db,
			rows.map(({ organisationId, eventId, orderId, buyerEmail, locale, startsAt }) => ({
				template: 'events/reminder',
				ref: { organisationId, eventId, orderId, startsAt: startsAt.toISOString() },
				recipient: buyerEmail,
				locale,
				organisationId,
				eventId,
				dedupeKey: `events/reminder:${orderId}:${Math.floor(startsAt.getTime() / 1000)}`,
			})),
		);
		if (rows.length < batchSize) return;
	}
}

/** A year is long enough to look something up, and for the link that stops reminders, which names a row of the outbox. */
async function removeOldMails({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'mails',
		where: `status IN ('sent', 'obsolete') AND created_at < now() - interval '1 year'`,
	});
}

export const notificationJobs: ScheduledJob[] = [
	{ name: 'notifications.remove-old-mails', cron: '47 3 * * *', run: removeOldMails },
	{ name: 'notifications.summarise-registrations', cron: '5 7 * * *', run: summariseRegistrations },
	{ name: 'notifications.remind-guests', cron: '*/10 * * * *', run: remindGuests },
];
