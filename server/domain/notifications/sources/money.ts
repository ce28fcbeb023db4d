import { disputeMail, payoutFailedMail, waitingRequestMail } from '#server/emails/organisers/money.ts';
import { paymentDetails } from '#server/emails/organisers/payment-details.ts';
import type { Services } from '#server/services.ts';
import type { PaymentDetailsChanged } from '#shared/rules/payment-details.ts';
import { source } from './source.ts';

const linksOf = ({ config: { appUrl } }: Services, path: string) => ({
	moneyLink: `${appUrl}${path}`,
	settingsLink: `${appUrl}/settings/notifications`,
});

/** An open dispute. Dropped once it is decided or answered. */
export const disputeSource = source({
	template: disputeMail,
	async load(services, ref: { organisationId: string; disputeId: string }, options) {
		const { rows } = await services.database.pool.query<{
			name: string;
			amountMinor: string;
			currency: string;
			isTest: boolean;
			orderCode: string | null;
			event: string;
			answerBy: Date | null;
			timeZone: string;
			isOver: boolean;
		}>(
			`SELECT g.name, d.amount_minor AS "amountMinor", d.currency, p.gateway = 'test' AS "isTest", o.code AS "orderCode",
				coalesce(e.title, '') AS event, d.evidence_due_at AS "answerBy", coalesce(e.time_zone, 'UTC') AS "timeZone",
				d.closed_at IS NOT NULL OR d.sent_at IS NOT NULL AS "isOver"
			FROM disputes d
			JOIN organisations g ON g.id = d.organisation_id
			JOIN payments p ON p.organisation_id = d.organisation_id AND p.id = d.payment_id
			LEFT JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
			LEFT JOIN orders o ON o.organisation_id = d.organisation_id AND o.event_id = d.event_id AND o.id = d.subject_id
			WHERE d.organisation_id = $1 AND d.id = $2`,
			[ref.organisationId, ref.disputeId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The dispute is gone.' };
		const { isOver, ...dispute } = found;
		if (options.isForSending && isOver) return { obsolete: 'It was answered or decided.' };
		return {
			...dispute,
			amountMinor: Number(dispute.amountMinor),
			...linksOf(services, `/money?organisation=${ref.organisationId}`),
		};
	},
});

export const payoutFailedSource = source({
	template: payoutFailedMail,
	async load(services, ref: { organisationId: string; payoutId: string }) {
		const { rows } = await services.database.pool.query<{
			name: string;
			amountMinor: string;
			currency: string;
			isTest: boolean;
		}>(
			`SELECT g.name, p.amount_minor AS "amountMinor", p.currency, a.gateway = 'test' AS "isTest"
			FROM payouts p JOIN organisations g ON g.id = p.organisation_id JOIN payment_accounts a ON a.id = p.account_id
			WHERE p.organisation_id = $1 AND p.id = $2`,
			[ref.organisationId, ref.payoutId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The payout is gone.' };
		const path = `/money/payouts/${ref.payoutId}?organisation=${ref.organisationId}`;
		return { ...found, amountMinor: Number(found.amountMinor), ...linksOf(services, path) };
	},
});

/** A pending refund request. Dropped once it is decided. */
export const waitingRequestSource = source({
	template: waitingRequestMail,
	async load(
		services,
		ref: { organisationId: string; eventId: string; orderId: string; requestId: string },
		options,
	) {
		const { rows } = await services.database.pool.query<{
			name: string;
			amountMinor: string;
			currency: string;
			isTest: boolean;
			orderCode: string;
			buyer: string;
			event: string;
			timeZone: string;
			requestedAt: Date;
			isOver: boolean;
		}>(
			`SELECT g.name, r.wanted_minor AS "amountMinor", o.currency, o.code AS "orderCode", o.buyer_name AS buyer, e.title AS event,
				e.time_zone AS "timeZone", r.created_at AS "requestedAt", r.state <> 'open' AS "isOver",
				EXISTS (SELECT FROM payments p WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id AND p.gateway = 'test')
					AS "isTest"
			FROM refund_requests r
			JOIN organisations g ON g.id = r.organisation_id
			JOIN events e ON e.organisation_id = r.organisation_id AND e.id = r.event_id
			JOIN orders o ON o.organisation_id = r.organisation_id AND o.event_id = r.event_id AND o.id = r.order_id
			WHERE r.organisation_id = $1 AND r.id = $2`,
			[ref.organisationId, ref.requestId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The request is gone.' };
		const { isOver, ...request } = found;
		if (options.isForSending && isOver) return { obsolete: 'It was answered or withdrawn.' };
		const path = `/events/${ref.eventId}/orders/${ref.orderId}`;
		return { ...request, amountMinor: Number(request.amountMinor), ...linksOf(services, path) };
	},
});

/** Who changed where money goes is read when the email is written: a person who is gone has no name. */
export const paymentDetailsSource = source({
	template: paymentDetails,
	async load(services, ref: PaymentDetailsChanged & { organisationId: string }) {
		const { organisationId, byId, at, ...change } = ref;
		const { rows } = await services.database.pool.query<{ name: string; person: string; email: string }>(
			`SELECT g.name, coalesce(trim(u.first_name || ' ' || u.last_name), '') AS person, coalesce(u.email, '') AS email
			FROM organisations g LEFT JOIN users u ON u.id = $2 AND u.erased_at IS NULL WHERE g.id = $1`,
			[organisationId, byId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The organisation is gone.' };
		const settingsLink = `${services.config.appUrl}/stripe-connect-demo?organisation=${organisationId}`;
		return { ...change, ...found, at: new Date(at), settingsLink };
	},
});
