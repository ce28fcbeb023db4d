import type { Services } from '#server/services.ts';
import type { SourceName } from './sources/registry.ts';

/** Mails of one group that an address gets within an hour. */
export const MAILS_PER_HOUR = 10;

/**
 * The group that a mail is counted in; groups are counted apart, so that a stranger who orders a lot with somebody's address does not use
 * up their password resets. Null: not counted, since no stranger causes it, its causes are counted where they come in, or it warns of a
 * change of an account.
 */
const groupOf: Record<SourceName, string | null> = {
	'orders/confirmation': 'orders',
	'orders/cancelled': 'orders',
	'orders/my-tickets': 'orders',
	'orders/payment-due': 'orders',
	'orders/monthly-gift': 'orders',
	'orders/gift-receipt': 'orders',
	'orders/refunded': null,
	'orders/refund-owed': null,
	'orders/gift-summary': null,
	'fundraisers/supporter-page': 'supporter pages',
	'events/cancelled': 'events',
	'events/postponed': 'events',
	'events/changed': 'events',
	'events/question-asked': 'events',
	'events/rescheduled': 'events',
	'events/reminder': 'events',
	'events/moderated': null,
	'accounts/verify-email': 'accounts',
	'accounts/reset-password': 'accounts',
	'accounts/register-repeated': 'accounts',
	'accounts/enter-email': 'accounts',
	'accounts/email-taken': 'accounts',
	'accounts/leave-email': null,
	'accounts/password-changed': null,
	'accounts/security-notice': null,
	'accounts/export-ready': null,
	'accounts/invitation': 'invitations',
	'accounts/membership': 'membership',
	'staff/link-shared': 'staff links',
	'organisers/follow-confirm': 'followers',
	'organisers/new-event': null,
	'organisers/message': null,
	'organisers/door-conflict': null,
	'organisers/registrations': null,
	'organisers/lock-changed': null,
	'organisers/payments-stopped': null,
	'organisers/dispute': null,
	'organisers/payout-failed': null,
	'organisers/plan': null,
	'organisers/plan-limit': null,
	'support/contact-message': null,
	'feedback/status-changed': 'feedback',
	'reports/schedule': null,
	'reports/schedule-stopped': null,
	'integrations/failing': null,
	'integrations/disabled': null,
};

const groups: string[][] = [...Map.groupBy(Object.entries(groupOf), ([, group]) => group)].flatMap(
	([group, entries]) => (group === null ? [] : [entries.map(([template]) => template)]),
);

/** `over`: the address has had its share of the last hour. `later`: it may, once mails are sent that are being sent now. */
export type LimitVerdict = 'within' | 'later' | 'over';

interface Claimed {
	id: string;
	template: string;
	recipient: string;
}

/**
 * How the mails of one claim stand against the limit of their addresses. What other workers are sending counts as well, so the limit
 * holds however many there are; but only what was sent makes a mail go without: what is being sent may fail.
 */
export async function judgeLimits<M extends Claimed>(
	services: Services,
	mails: readonly M[],
): Promise<Map<M, LimitVerdict>> {
	const verdicts = new Map<M, LimitVerdict>(mails.map((mail) => [mail, 'within']));
	if (!services.config.rateLimits.isOn) return verdicts;
	for (const templates of groups) {
		const limited = mails.filter(({ template }) => templates.includes(template));
		if (limited.length === 0) continue;
		const { rows } = await services.database.pool.query<{ sent: number; sending: number }>({
			name: 'notifications.count-recent-mails',
			text: `SELECT count(*) FILTER (WHERE m.status = 'sent')::int AS sent,
					count(*) FILTER (WHERE m.status = 'sending')::int AS sending
				FROM unnest($1::text[]) WITH ORDINALITY AS w(recipient, place)
				LEFT JOIN mails m ON lower(m.recipient) = lower(w.recipient) AND m.status IN ('sent', 'sending')
					AND m.template = ANY ($2) AND m.id <> ALL ($3::uuid[])
					AND (m.sent_at IS NULL OR m.sent_at > now() - interval '1 hour')
				GROUP BY w.place ORDER BY w.place`,
			values: [limited.map(({ recipient }) => recipient), templates, limited.map(({ id }) => id)],
		});
		const admitted = new Map<string, number>();
		for (const [index, mail] of limited.entries()) {
			const { sent = 0, sending = 0 } = rows[index] ?? {};
			const address = mail.recipient.toLowerCase();
			const before = admitted.get(address) ?? 0;
			if (sent >= MAILS_PER_HOUR) verdicts.set(mail, 'over');
			else if (sent + sending + before >= MAILS_PER_HOUR) verdicts.set(mail, 'later');
			else admitted.set(address, before + 1);
		}
	}
	return verdicts;
}
