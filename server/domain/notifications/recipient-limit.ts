import type { Services } from '../../services.ts';

/** Mails of one group that an address gets within an hour. */
export const MAILS_PER_HOUR = 10;

/**
 * Mails that somebody else than their recipient can cause, in groups that are counted apart: a stranger who orders a lot with somebody's
 * address must not use up their password resets. What warns of changes of an account is never withheld.
 */
const groups: readonly (readonly string[])[] = [
	['orders/confirmation', 'orders/cancelled', 'orders/my-tickets'],
	['events/cancelled', 'events/postponed', 'events/rescheduled', 'events/reminder'],
	['accounts/verify-email', 'accounts/reset-password', 'accounts/register-repeated', 'accounts/change-email'],
	['staff/link-shared'],
	['feedback/status-changed'],
];

/**
 * Whether the address of a mail has had its share of the last hour. Mails that other workers are sending count, so the limit
 * holds however many there are.
 */
export async function isOverLimit(
	services: Services,
	mail: { id: string; template: string; recipient: string },
): Promise<boolean> {
	const group = groups.find((templates) => templates.includes(mail.template));
	if (!group || !services.config.rateLimits.isOn) return false;
	const { rows } = await services.database.pool.query<{ sent: number }>({
		name: 'notifications.count-recent-mails',
		text: `SELECT count(*)::int AS sent FROM mails
			WHERE lower(recipient) = lower($1) AND status IN ('sent', 'sending') AND template = ANY ($2) AND id <> $3
				AND (sent_at IS NULL OR sent_at > now() - interval '1 hour')`,
		values: [mail.recipient, group, mail.id],
	});
	return (rows[0]?.sent ?? 0) >= MAILS_PER_HOUR;
}
