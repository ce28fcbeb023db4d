import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { newIdSql } from '#server/db/statement.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { REMINDER_MINUTES, USUAL_REMINDER_MINUTES } from '#shared/rules/messages/messages.ts';
import { NOTICE_DAYS } from '#shared/rules/periods.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { listDonorYears } from '../fundraisers/donor-years.ts';
import type { ScheduledJob } from '../module.ts';
import { usualChoice } from './choices.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { hashOfAddress } from './opt-outs.ts';
import { summariseRegistrations } from './organiser-mails.ts';
import { remindTwoFactor } from './two-factor-mails.ts';

interface DueReminder {
	organisationId: string;
	eventId: string;
	orderId: string;
	/** Null: the buyer. */
	attendeeId: string | null;
	email: string;
	locale: string;
	startsAt: Date;
}

const batchSize = 500;
const reminders = 'notifications.remind-guests';

/**
 * Who holds tickets of events that begin within a day, or as many minutes as the organiser says (message_rules: of the event, else of its
 * series), by orders that were confirmed before: whoever registers later has the confirmation fresh at hand. One reminder for each address of
 * an order and a date, whatever the minutes, none in the last hour before the start (with short notice: in the last half of it); none for the demo, whose guests do not exist.
 */
const dueReminders = `
	WITH due AS MATERIALIZED (
		SELECT e.organisation_id, e.id, e.starts_at, e.starts_at - make_interval(mins => r.minutes) AS due_at
		FROM events e CROSS JOIN LATERAL (
			SELECT coalesce(min(own.offset_minutes), ${USUAL_REMINDER_MINUTES}) AS minutes, coalesce(bool_and(own.is_on), true) AS is_on
			FROM (
				SELECT m.offset_minutes, m.is_on FROM message_rules m
				WHERE m.organisation_id = e.organisation_id AND m.kind = 'reminder' AND (m.event_id = e.id OR m.series_id = e.series_id)
				ORDER BY m.event_id NULLS LAST LIMIT 1
			) own
		) r
		WHERE e.status = 'published' AND NOT e.is_demo AND NOT e.is_over
			AND e.starts_at > now() AND e.starts_at <= now() + interval '${REMINDER_MINUTES.most} minutes' AND r.is_on
			AND e.starts_at <= now() + make_interval(mins => r.minutes)
			AND e.starts_at > now() + make_interval(mins => least(60, r.minutes / 2))
	)
	SELECT o.organisation_id AS "organisationId", o.event_id AS "eventId", o.id AS "orderId", r.attendee_id AS "attendeeId",
		r.email, o.locale, e.starts_at AS "startsAt"
	FROM due e JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id
	CROSS JOIN LATERAL (
		SELECT NULL::uuid AS attendee_id, o.buyer_email AS email WHERE o.buyer_email <> ''
		UNION ALL (
			SELECT DISTINCT ON (lower(a.email), CASE WHEN a.holder_version IS NOT NULL THEN a.id END) a.id, a.email FROM attendees a
			WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id AND a.status = 'active'
				AND a.email <> '' AND (a.holder_version IS NOT NULL OR lower(a.email) <> lower(o.buyer_email))
			ORDER BY lower(a.email), CASE WHEN a.holder_version IS NOT NULL THEN a.id END, a.id
		)
	) r
	WHERE o.status = 'confirmed' AND o.confirmed_at <= e.due_at
		AND NOT EXISTS (SELECT FROM mails m
			WHERE m.dedupe_key =
			'events/reminder:' || coalesce(r.attendee_id, o.id) || ':' || floor(extract(epoch FROM e.starts_at))::bigint)
		AND (o.id, coalesce(r.attendee_id, $2::uuid)) > ($1::uuid, $3::uuid) AND ${isNotDelayed(reminders, 'o.id')}
	ORDER BY o.id, coalesce(r.attendee_id, $2::uuid) LIMIT ${batchSize}`;

const remindGuests = createFairJob<DueReminder>({
	name: reminders,
	cron: '*/10 * * * *',
	dueInSandboxes: true,
	createFind() {
		// Buyers who want no reminders get none, and their orders stay due.
		const first = '00000000-0000-0000-0000-000000000000';
		let after = [first, first];
		return async ({ database }) => {
			const [order, guest] = after;
			const { rows } = await database.pool.query<DueReminder>(dueReminders, [order, first, guest]);
			const last = rows.at(-1);
			if (last) after = [last.orderId, last.attendeeId ?? first];
			return rows;
		};
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ orderId }) => orderId,
	async run({ database }, orders) {
		await enqueueMails(
			database.db,
			orders.map(({ organisationId, eventId, orderId, attendeeId, email, locale, startsAt }) => ({
				template: 'events/reminder',
				ref: {
					organisationId,
					eventId,
					orderId,
					startsAt: startsAt.toISOString(),
					...(attendeeId && { attendeeId }),
				},
				recipient: email,
				locale,
				organisationId,
				eventId,
				dedupeKey: `events/reminder:${attendeeId ?? orderId}:${Math.floor(startsAt.getTime() / 1000)}`,
			})),
		);
		await noticeReminders(database.pool, orders);
		return orders.length;
	},
});

/** Whoever has an account under the confirmed address of an order sees the reminder under the bell as well. */
async function noticeReminders(
	pool: Services['database']['pool'],
	due: readonly DueReminder[],
): Promise<void> {
	await pool.query(
		`INSERT INTO notices (id, user_id, kind, event_id, dedupe_key)
		SELECT ${newIdSql}, u.id, 'reminders', d.event_id, 'reminders:' || d.event_id || ':' || d.starts_at
		FROM unnest($1::text[], $2::uuid[], $3::text[]) AS d (email_key, event_id, starts_at)
		JOIN users u ON u.email_key = d.email_key AND u.email_verified_at IS NOT NULL AND u.disabled_at IS NULL
		LEFT JOIN notification_choices c ON c.user_id = u.id AND c.kind = 'reminders' AND c.channel = 'app'
		WHERE coalesce(c.is_on, $4)
		ON CONFLICT (user_id, dedupe_key) DO NOTHING`,
		[
			due.map(({ email }) => emailKey(email)),
			due.map(({ eventId }) => eventId),
			due.map(({ startsAt }) => startsAt.toISOString()),
			usualChoice.reminders.app,
		],
	);
}

type Donor = Awaited<ReturnType<typeof listDonorYears>>[number] & { year: number };

/** Owes donors a list of what they gave in the year before, where their organisation sends one. */
const summariseDonations = createFairJob<Donor>({
	name: 'notifications.summarise-donations',
	// Several mornings, so that a server that is down on one of them sends it still; each donor gets one.
	cron: '25 6 8-12 1 *',
	createFind() {
		let after: { organisationId: string; email: string } | null = null;
		return async ({ database, clock }) => {
			const year = clock.now().getUTCFullYear() - 1;
			const donors = await listDonorYears(database.db, { year, after, limit: batchSize });
			after = donors.at(-1) ?? after;
			return donors.map((donor) => ({ ...donor, year }));
		};
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ donationId }) => donationId,
	async run({ database }, donors) {
		await enqueueMails(
			database.db,
			donors.map(({ organisationId, donationId, email, locale, year }) => ({
				template: 'orders/gift-summary',
				ref: { organisationId, year, donationId },
				recipient: email,
				locale,
				organisationId,
				dedupeKey: `orders/gift-summary:${organisationId}:${year}:${hashOfAddress(email).toString('base64url')}`,
			})),
		);
		return donors.length;
	},
});

/** What nobody looks up after a season. */
async function removeOldNotices({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'notices',
		where: `created_at < now() - interval '${NOTICE_DAYS} days'`,
	});
}

/** A year is long enough to look something up, and for the link that stops reminders, which names a row of the outbox. */
async function removeOldMails({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'mails',
		where: `status IN ('sent', 'obsolete', 'withheld', 'kept') AND created_at < now() - interval '1 year'`,
	});
}

/** Of mails that failed the row stays, and what servers said of it goes after a year. */
async function removeOldReports({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'mail_events',
		where: `created_at < now() - interval '1 year'`,
	});
	await deleteInBatches(database.pool, { table: 'mail_suppressions', where: `until <= now()` });
}

export const notificationJobs: ScheduledJob[] = [
	{ name: 'notifications.remove-old-mails', cron: '47 3 * * *', run: removeOldMails },
	{ name: 'notifications.remove-old-reports', cron: '57 3 * * *', run: removeOldReports },
	{ name: 'notifications.remove-old-notices', cron: '52 3 * * *', run: removeOldNotices },
	summariseRegistrations,
	summariseDonations,
	remindGuests,
	remindTwoFactor,
];
