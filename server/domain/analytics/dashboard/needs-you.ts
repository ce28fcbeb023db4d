import { openConflicts } from '#server/domain/check-in/figures/conflicts.ts';
import { refundsDue } from '#server/domain/orders/event-money.ts';
import { takesMoneySql } from '#server/domain/tickets/stock.ts';
import type { Services } from '#server/services.ts';
import type { Attention } from '#shared/contracts/dashboard.ts';
import { type AttentionKind, attentionKinds } from '#shared/rules/attention.ts';
import { type MemberRights, memberCan, type OrganisationAction } from '#shared/rules/permissions.ts';

/** Open tasks: derived from the rows each time, so that they disappear once done. */
interface Source {
	/** What a member must be able to do for it. */
	action: OrganisationAction;
	/** Of the organisation as a whole: nothing for members of chosen events. */
	isWide?: true;
	/**
	 * SQL of rows (title, event_id, order_id, n, at): places to go to with how many wait there, first those with the lowest `at`. $1 the
	 * organisation, $2 its events or null for all.
	 */
	rows: string;
	/** The rows have a column `refund`. */
	hasRefund?: true;
}

/** Older failures are not followed up. */
const failedDays = 30;
/** Offers of the waitlist that lapse within this time. */
const lapsingHours = 6;
const isReached = (column: string) => `($2::uuid[] IS NULL OR ${column} = ANY ($2::uuid[]))`;
const byEvent = (from: string) => `
	SELECT e.title, e.id AS event_id, NULL::uuid AS order_id, count(*) AS n, -extract(epoch FROM e.starts_at) AS at
	FROM ${from} GROUP BY e.organisation_id, e.id`;
const whole = (count: string, from: string) => `
	SELECT '' AS title, NULL::uuid AS event_id, NULL::uuid AS order_id, ${count} AS n, 0 AS at FROM ${from}`;

const sources: Record<AttentionKind, Source> = {
	disputes: {
		action: 'money.view',
		isWide: true,
		rows: whole(
			'count(*)',
			`disputes WHERE organisation_id = $1 AND closed_at IS NULL AND sent_at IS NULL AND state <> 'under_review'`,
		),
	},
	refunds: { action: 'orders.view', rows: byEvent(refundsDue) },
	approvals: {
		action: 'orders.view',
		// Those that end first.
		rows: `
	SELECT e.title, e.id AS event_id, NULL::uuid AS order_id, count(*) AS n, extract(epoch FROM min(o.expires_at)) AS at
	FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
	WHERE o.organisation_id = $1 AND o.status = 'awaiting_approval' AND o.expires_at > now() AND ${isReached('o.event_id')}
	GROUP BY e.organisation_id, e.id`,
	},
	refund_requests: {
		action: 'orders.view',
		hasRefund: true,
		rows: `
	SELECT o.buyer_name AS title, o.event_id, o.id AS order_id, 1 AS n, extract(epoch FROM r.created_at) AS at,
		json_build_object('wantedMinor', r.wanted_minor, 'currency', o.currency, 'policy', r.policy) AS refund
	FROM refund_requests r JOIN orders o ON o.organisation_id = r.organisation_id AND o.event_id = r.event_id AND o.id = r.order_id
	WHERE r.organisation_id = $1 AND r.state = 'open' AND ${isReached('o.event_id')}`,
	},
	withdrawals: {
		action: 'money.view',
		isWide: true,
		rows: whole('count(*)', `withdrawals WHERE organisation_id = $1 AND state = 'received'`),
	},
	payment_account: {
		action: 'money.view',
		isWide: true,
		rows: whole(
			'count(*)',
			`payment_accounts WHERE organisation_id = $1 AND disconnected_at IS NULL AND state IN ('needs_information', 'restricted')`,
		),
	},
	no_way_to_pay: {
		action: 'events.view',
		// As `lacksWayToPay` says, of events that are published.
		rows: `
	SELECT e.title, e.id AS event_id, NULL::uuid AS order_id, count(*) AS n, extract(epoch FROM e.starts_at) AS at
	FROM events e JOIN ticket_types t ON t.organisation_id = e.organisation_id AND t.event_id = e.id
	WHERE e.organisation_id = $1 AND e.status = 'published' AND e.ends_at > now() AND e.external_url = '' AND ${isReached('e.id')}
		AND t.kind <> 'free' AND NOT t.is_closed AND coalesce(t.sales_end_at, e.ends_at) > now() AND NOT ${takesMoneySql('e.organisation_id')}
	GROUP BY e.organisation_id, e.id`,
	},
	payments: {
		action: 'orders.view',
		rows: `
	SELECT o.buyer_name AS title, o.event_id, o.id AS order_id, 1 AS n, -extract(epoch FROM p.updated_at) AS at
	FROM payments p JOIN orders o ON o.organisation_id = p.organisation_id AND o.event_id = p.event_id AND o.id = p.subject_id
	WHERE p.organisation_id = $1 AND p.gateway IS NOT NULL AND p.state = 'failed' AND p.subject_kind = 'order'
		AND p.updated_at > now() - interval '${failedDays} days' AND o.status IN ('pending', 'expired') AND ${isReached('o.event_id')}`,
	},
	// Those that lapse first. An offer that was just made is nobody's task.
	waitlist_offers: {
		action: 'orders.view',
		rows: `
	SELECT e.title, e.id AS event_id, NULL::uuid AS order_id, count(*) AS n, extract(epoch FROM min(f.expires_at)) AS at
	FROM waitlist_offers f JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id
	WHERE f.organisation_id = $1 AND f.state = 'open' AND f.expires_at BETWEEN now() AND now() + interval '${lapsingHours} hours'
		AND ${isReached('f.event_id')}
	GROUP BY e.organisation_id, e.id`,
	},
	check_in_conflicts: { action: 'check_ins.view', rows: byEvent(openConflicts) },
	// Done when the address was corrected, or an email reached it after all.
	emails: {
		action: 'orders.view',
		rows: `
	SELECT o.buyer_name AS title, o.event_id, o.id AS order_id, count(*) AS n, -extract(epoch FROM max(m.created_at)) AS at
	FROM mails m JOIN orders o ON o.organisation_id = m.organisation_id AND o.event_id = m.event_id AND o.id = (m.props->>'orderId')::uuid
	WHERE m.organisation_id = $1 AND m.status = 'failed' AND m.event_id IS NOT NULL AND m.created_at > now() - interval '${failedDays} days'
		AND lower(o.buyer_email) = lower(m.recipient) AND ${isReached('m.event_id')}
		AND NOT EXISTS (SELECT FROM mails later WHERE later.recipient = m.recipient AND later.status = 'sent' AND later.sent_at > m.created_at)
	GROUP BY o.organisation_id, o.event_id, o.id`,
	},
	publishing: {
		action: 'events.publish',
		rows: `
	SELECT e.title, e.id AS event_id, NULL::uuid AS order_id, 1 AS n, extract(epoch FROM e.starts_at) AS at
	FROM events e WHERE e.organisation_id = $1 AND e.publish_error <> '' AND e.status = 'draft' AND ${isReached('e.id')}`,
	},
	connections: {
		action: 'integrations.manage',
		isWide: true,
		rows: whole('count(*)', `connections WHERE organisation_id = $1 AND state = 'disabled'`),
	},
	mailing_lists: {
		action: 'integrations.manage',
		isWide: true,
		rows: whole('count(*)', `mailing_lists WHERE organisation_id = $1 AND state = 'stopped'`),
	},
	api_keys: {
		action: 'developer.manage',
		isWide: true,
		rows: whole(
			'count(*)',
			`api_keys WHERE organisation_id = $1 AND revoked_at IS NULL AND successor_id IS NULL
			AND expires_at BETWEEN now() AND now() + interval '7 days'`,
		),
	},
};

/** Places that are named; the others are counted. */
const mostItems = 5;

/** Open tasks of a member, in one query. */
export async function findNeeds(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
	member: MemberRights,
): Promise<Attention[]> {
	const requested = attentionKinds.filter((kind) => {
		const { action, isWide } = sources[kind];
		return memberCan(member, action) && !(isWide && member.isLimited);
	});
	if (requested.length === 0) return [];
	const { rows } = await services.database.pool.query<{
		kind: AttentionKind;
		title: string;
		event_id: string | null;
		order_id: string | null;
		n: number;
		total: number;
		refund: Attention['items'][number]['refund'] | null;
	}>(
		// The parameters have their types whatever is requested.
		`WITH reach AS (SELECT $1::uuid, $2::uuid[])\n${requested
			.map(
				(
					kind,
				) => `(SELECT '${kind}' AS kind, title, event_id, order_id, n::int, (sum(n) OVER ())::int AS total,
	${sources[kind].hasRefund ? 'refund' : 'NULL::json'} AS refund
FROM (${sources[kind].rows}) AS rows WHERE n > 0 ORDER BY at, event_id, order_id LIMIT ${mostItems})`,
			)
			.join('\nUNION ALL\n')}`,
		[scope.organisationId, scope.eventIds],
	);
	return requested.flatMap((kind) => {
		const found = rows.filter((row) => row.kind === kind);
		if (!found[0]) return [];
		const items = found.map(({ title, event_id: eventId, order_id: orderId, n, refund }) => ({
			...{ title, eventId, orderId },
			count: n,
			...(refund && { refund }),
		}));
		return [{ kind, count: found[0].total, items }];
	});
}
