import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Services } from '#server/services.ts';
import type { AdminOverview } from '#shared/contracts/admin.ts';
import { lowestIdAt } from '#shared/lib/ids.ts';
import { isSignUpOpen } from '../accounts/sign-up-setting.ts';
import { countFailedJobs } from '../notifications/failed-jobs.ts';
import { failingEventsSql, latePaymentsSql } from '../payments/admin-lists.ts';
import { failedRefundsSql } from '../payments/failed-refunds.ts';

const dayMs = 86_400_000;

/** Not of a sandbox; of pages, also those of the installation. */
const isReal = (organisation: string) =>
	`(${organisation} IS NULL OR ${organisation} NOT IN (SELECT id FROM organisations WHERE sandbox_of IS NOT NULL))`;

// Ids are made in order: rows since an instant are counted by their primary key.
const countToday = `
	SELECT
		(SELECT count(*)::int FROM users WHERE id >= $1 AND NOT is_demo) AS "newUsers",
		(SELECT count(*)::int FROM organisations WHERE id >= $1 AND NOT is_demo AND sandbox_of IS NULL) AS "newOrganisations",
		(SELECT count(*)::int FROM events WHERE published_at >= $2 AND status = 'published' AND visibility = 'public')
			AS "publishedEvents",
		(SELECT count(*)::int FROM orders WHERE created_at >= $2 AND status = 'confirmed' AND ${isReal('organisation_id')}) AS "confirmedOrders",
		(SELECT count(*)::int FROM check_ins c
			JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
			WHERE c.id >= $1 AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND ${isReal('c.organisation_id')}
				AND ${isAdmissionTicket('a')}) AS "checkIns",
		(SELECT count(*)::int FROM page_views WHERE viewed_at >= $2 AND ${isReal('organisation_id')}) AS "pageViews",
		(SELECT count(*)::int FROM mails WHERE created_at >= $2 AND status = 'sent') AS "sentMails",
		(SELECT count(*)::int FROM events WHERE status = 'published' AND visibility = 'public'
			AND starts_at <= now() AND ends_at > now() AND starts_at > now() - interval '30 days') AS "eventsOn"`;

const countAttention = `
	SELECT
		(SELECT count(*)::int FROM mails WHERE status = 'failed') AS "failedMails",
		(SELECT count(*)::int FROM mails WHERE status = 'stored') AS "storedMails",
		${failingEventsSql} AS "failingEvents",
		${latePaymentsSql} AS "latePayments",
		${failedRefundsSql} AS "failedRefunds",
		(SELECT count(DISTINCT event_id)::int FROM notices WHERE id >= $1 AND kind = 'cards-tried') AS "eventsWithTriedCards",
		(SELECT count(*)::int FROM error_reports WHERE resolved_at IS NULL) AS "openErrors",
		(SELECT count(*)::int FROM contact_messages WHERE answered_at IS NULL) AS "unansweredMessages",
		(SELECT count(*)::int FROM guest_messages WHERE state = 'in_review') AS "messagesInReview",
		(SELECT count(*)::int FROM feedback_reports WHERE status = 'new') AS "newReports",
		(SELECT count(*)::int FROM incidents WHERE state NOT IN ('resolved', 'scheduled')) AS "openIncidents"`;

/** Figures since an instant (the administrator's midnight), at most two days back, and what waits for somebody. */
export async function getOverview(services: Services, since: Date | undefined): Promise<AdminOverview> {
	const now = services.clock.now();
	const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
	const earliest = new Date(now.getTime() - 2 * dayMs);
	const from = since && since > earliest && since <= now ? since : midnight;
	const { pool } = services.database;
	const [today, attention, failedJobs, isOpen] = await Promise.all([
		pool.query(countToday, [lowestIdAt(from.getTime()), from]),
		pool.query(countAttention, [lowestIdAt(now.getTime() - dayMs)]),
		countFailedJobs(services),
		isSignUpOpen(services.database.db),
	]);
	return {
		since: from.toISOString(),
		today: today.rows[0],
		attention: { ...attention.rows[0], failedJobs, isSignUpOpen: isOpen },
	};
}
