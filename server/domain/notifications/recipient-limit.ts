import type { Services } from '#server/services.ts';
import type { SourceName } from './sources/registry.ts';

/** Mails of one group that an address gets within an hour. */
export const MAILS_PER_HOUR = 10;

/**
 * Mails that somebody else than their recipient can cause, in groups that are counted apart: a stranger who orders a lot with somebody's
 * address must not use up their password resets. What warns of changes of an account is never withheld.
 */
const groups: readonly (readonly SourceName[])[] = [
	[
		'orders/confirmation',
		'orders/cancelled',
		'orders/my-tickets',
		'orders/payment-due',
		'orders/monthly-gift',
		'orders/gift-receipt',
	],
	['events/cancelled', 'events/postponed', 'events/changed', 'events/rescheduled', 'events/reminder'],
	[
		'accounts/verify-email',
		'accounts/reset-password',
		'accounts/register-repeated',
		'accounts/enter-email',
		'accounts/email-taken',
	],
	['staff/link-shared'],
	['accounts/invitation'],
	['organisers/follow-confirm'],
	['organisers/message'],
	['feedback/status-changed'],
];

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
		const limited = mails.filter(({ template }) => (templates as readonly string[]).includes(template));
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
