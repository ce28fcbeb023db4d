import type { Services } from '#server/services.ts';
import type { SourceName } from './sources/registry.ts';

/** Mails of one group that a mailbox gets within an hour, and within a day; the others wait. */
export const MAILS_PER_HOUR = 10;
const MAILS_PER_DAY = 30;
/** A mail that had to wait for longer is not sent any more: nobody has so many by their own doing. */
const mostWaitHours = 36;

/**
 * The group that a mail is counted in; groups are counted apart, so that a stranger who orders a lot with somebody's address does not use
 * up their password resets. Null: not counted, since no stranger causes it, its causes are counted where they come in, or it warns of a
 * change of an account.
 */
const groupOf: Record<SourceName, string | null> = {
	'orders/confirmation': 'orders',
	'orders/cancelled': 'orders',
	'orders/my-tickets': 'orders',
	'orders/dates': 'orders',
	'orders/payment-due': 'orders',
	'orders/change-to-pay': 'orders',
	'orders/approval': 'orders',
	'waitlist/entry': 'waitlists',
	'waitlist/offered': null,
	'groups/leader': 'orders',
	'groups/invitation': 'group invitations',
	'groups/closing': 'orders',
	'groups/released': 'orders',
	'orders/monthly-gift': 'orders',
	'orders/gift-receipt': 'orders',
	'orders/refund-request': 'orders',
	'orders/ticket-offered': 'ticket offers',
	'orders/ticket-offer-ended': 'orders',
	'orders/resold': 'orders',
	'orders/refunded': null,
	'orders/refund-owed': null,
	'orders/gift-summary': null,
	'fundraisers/supporter-page': 'supporter pages',
	'fundraisers/update': 'messages',
	'fundraisers/gift-aid-record': 'orders',
	'gift-cards/purchase': 'orders',
	'gift-cards/card': 'gift cards',
	'withdrawals/received': 'withdrawals',
	'withdrawals/decided': null,
	'events/cancelled': 'events',
	'events/postponed': 'events',
	'events/changed': 'events',
	'events/series-changed': 'events',
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
	'accounts/two-factor-required': 'membership',
	'staff/link-shared': 'staff links',
	'organisers/follow-confirm': 'followers',
	'organisers/new-event': null,
	'organisers/message': null,
	'organisers/door-conflict': null,
	'organisers/registrations': null,
	'organisers/lock-changed': null,
	'organisers/payment-details': null,
	'organisers/payments-stopped': null,
	'organisers/dispute': null,
	'organisers/payout-failed': null,
	'organisers/refund-request': null,
	'organisers/withdrawal': null,
	'organisers/approvals': null,
	'organisers/goal-reached': null,
	'organisers/plan': null,
	'organisers/plan-limit': null,
	'support/contact-message': null,
	'feedback/status-changed': 'feedback',
	// Organisers write them: a mailbox that many of them, or one again and again, write to gets its share.
	'messages/service': 'messages',
	'messages/marketing': 'messages',
	'messages/test': null,
	'reports/schedule': null,
	'reports/schedule-stopped': null,
	'integrations/failing': null,
	'integrations/disabled': null,
	'integrations/list-stopped': null,
};

const groups: string[][] = [...Map.groupBy(Object.entries(groupOf), ([, group]) => group)].flatMap(
	([group, entries]) => (group === null ? [] : [entries.map(([template]) => template)]),
);

/**
 * Whether a mail may be sent. `within`: now. `soon`: that is decided when mails end that are being sent now. `waits`: its mailbox has had
 * its share, and there is room again after so many seconds. `over`: it has waited long enough.
 */
export type LimitVerdict = { kind: 'within' | 'soon' | 'over' } | { kind: 'waits'; seconds: number };

interface Claimed {
	id: string;
	template: string;
	recipient: string;
	createdAt: Date;
}

interface CountRow {
	mailbox: string;
	/** Within the last hour, and the last day. */
	hour: number;
	day: number;
	sending: number;
	/** Until the oldest of the last so many is older than an hour, or a day. */
	hour_seconds: number | null;
	day_seconds: number | null;
}

const countRecent = {
	name: 'notifications.count-recent-mails',
	text: `SELECT foyer_mailbox(w.recipient) AS mailbox, r.*
		FROM unnest($1::text[]) WITH ORDINALITY AS w(recipient, place)
		CROSS JOIN LATERAL (
			SELECT count(*) FILTER (WHERE m.status = 'sent' AND m.sent_at > now() - interval '1 hour')::int AS hour,
				count(*) FILTER (WHERE m.status = 'sent')::int AS day,
				count(*) FILTER (WHERE m.status = 'sending')::int AS sending,
				extract(epoch FROM (array_agg(m.sent_at ORDER BY m.sent_at DESC) FILTER (WHERE m.status = 'sent'))[${MAILS_PER_HOUR}]
					+ interval '1 hour' - now())::float8 AS hour_seconds,
				extract(epoch FROM (array_agg(m.sent_at ORDER BY m.sent_at DESC) FILTER (WHERE m.status = 'sent'))[${MAILS_PER_DAY}]
					+ interval '1 day' - now())::float8 AS day_seconds
			FROM mails m
			WHERE foyer_mailbox(m.recipient) = foyer_mailbox(w.recipient) AND m.status IN ('sent', 'sending')
				AND m.template = ANY ($2) AND m.id <> ALL ($3::uuid[])
				AND (m.sent_at IS NULL OR m.sent_at > now() - interval '1 day')
		) r
		ORDER BY w.place`,
};

/**
 * How the mails of one claim stand against the limit of their mailboxes: sub-addresses (`ada+1@…`) and, at Gmail, dots lead to one. What other
 * workers are sending counts as well, so the limit holds however many there are; but only what was sent makes a mail wait: what is being
 * sent may fail.
 */
export async function judgeLimits<M extends Claimed>(
	services: Services,
	mails: readonly M[],
): Promise<Map<M, LimitVerdict>> {
	const verdicts = new Map<M, LimitVerdict>(mails.map((mail) => [mail, { kind: 'within' }]));
	if (!services.config.rateLimits.isOn) return verdicts;
	const now = services.clock.now().getTime();
	for (const templates of groups) {
		const limited = mails.filter(({ template }) => templates.includes(template));
		if (limited.length === 0) continue;
		const { rows } = await services.database.pool.query<CountRow>({
			...countRecent,
			values: [limited.map(({ recipient }) => recipient), templates, limited.map(({ id }) => id)],
		});
		const admitted = new Map<string, number>();
		for (const [index, mail] of limited.entries()) {
			const recent = rows[index] as CountRow;
			const before = admitted.get(recent.mailbox) ?? 0;
			const isOld = now - mail.createdAt.getTime() > mostWaitHours * 3_600_000;
			const verdict = judge(recent, before);
			verdicts.set(mail, verdict.kind === 'waits' && isOld ? { kind: 'over' } : verdict);
			if (verdict.kind === 'within') admitted.set(recent.mailbox, before + 1);
		}
	}
	return verdicts;
}

/** @param before mails of the same claim that go first */
function judge(recent: CountRow, before: number): LimitVerdict {
	const { hour, day, sending } = recent;
	if (hour >= MAILS_PER_HOUR || day >= MAILS_PER_DAY) {
		const waits = [
			hour >= MAILS_PER_HOUR ? recent.hour_seconds : null,
			day >= MAILS_PER_DAY ? recent.day_seconds : null,
		];
		const seconds = Math.max(1, ...waits.map((one) => one ?? 0));
		return { kind: 'waits', seconds };
	}
	const next = sending + before;
	const isFull = hour + next >= MAILS_PER_HOUR || day + next >= MAILS_PER_DAY;
	return { kind: isFull ? 'soon' : 'within' };
}
