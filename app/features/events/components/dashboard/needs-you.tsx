import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paymentsPath } from '#app/features/events/payments-path.ts';
import { useFormats } from '#app/lib/format.ts';
import { RequestPolicyText } from '#app/lib/request-policy.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Attention } from '#shared/contracts/dashboard.ts';

type Item = Attention['items'][number];

/** What it is, how many, and where each row of it is dealt with. */
const kinds: Record<
	Attention['kind'],
	{ title: (count: number) => ReactNode; to: (item: Item, organisation: string) => string }
> = {
	disputes: {
		title: (count) => (
			<Plural value={count} one="# dispute needs an answer" other="# disputes need an answer" />
		),
		to: (_, organisation) => `/money?organisation=${organisation}`,
	},
	refunds: {
		title: (count) => <Plural value={count} one="# failed refund" other="# failed refunds" />,
		to: ({ eventId }) => `/events/${eventId}/orders?state=refund_due`,
	},
	approvals: {
		title: (count) => <Plural value={count} one="# order to approve" other="# orders to approve" />,
		to: ({ eventId }) => `/events/${eventId}/orders?state=awaiting_approval`,
	},
	refund_requests: {
		title: (count) => <Plural value={count} one="# refund request" other="# refund requests" />,
		to: ({ eventId, orderId }) => `/events/${eventId}/orders/${orderId}`,
	},
	withdrawals: {
		title: (count) => <Plural value={count} one="# withdrawal to decide" other="# withdrawals to decide" />,
		to: (_, organisation) => `/money/withdrawals?organisation=${organisation}&state=received`,
	},
	payment_account: {
		title: () => <Trans>Your payment account needs attention</Trans>,
		to: (_, organisation) => `${paymentsPath}?organisation=${organisation}`,
	},
	no_way_to_pay: {
		title: (count) => (
			<Plural
				value={count}
				one="# ticket type can’t be sold: there is no way to pay"
				other="# ticket types can’t be sold: there is no way to pay"
			/>
		),
		to: (_, organisation) => `${paymentsPath}?organisation=${organisation}`,
	},
	payments: {
		title: (count) => <Plural value={count} one="# failed payment" other="# failed payments" />,
		to: ({ eventId, orderId }) => `/events/${eventId}/orders/${orderId}`,
	},
	waitlist_offers: {
		title: (count) => (
			<Plural
				value={count}
				one="# waitlist offer is about to lapse"
				other="# waitlist offers are about to lapse"
			/>
		),
		to: ({ eventId }) => `/events/${eventId}/tickets/waitlist`,
	},
	check_in_conflicts: {
		title: (count) => <Plural value={count} one="# check-in conflict" other="# check-in conflicts" />,
		to: ({ eventId }) => `/events/${eventId}/door?tab=live`,
	},
	emails: {
		title: (count) => (
			<Plural value={count} one="# email didn’t reach a guest" other="# emails didn’t reach guests" />
		),
		to: ({ eventId, orderId }) => `/events/${eventId}/orders/${orderId}`,
	},
	publishing: {
		title: (count) => (
			<Plural
				value={count}
				one="# event wasn’t published as planned"
				other="# events weren’t published as planned"
			/>
		),
		to: ({ eventId }) => `/event-review?event=${eventId}`,
	},
	connections: {
		title: (count) => (
			<Plural value={count} one="# integration was turned off" other="# integrations were turned off" />
		),
		to: () => '/integrations',
	},
	mailing_lists: {
		title: (count) => <Plural value={count} one="# mailing list stopped" other="# mailing lists stopped" />,
		to: () => '/integrations#mailing-lists',
	},
	api_keys: {
		title: (count) => <Plural value={count} one="# API key expires soon" other="# API keys expire soon" />,
		to: () => '/developer-portal',
	},
};

/** What waits for somebody, each with where it is dealt with. */
export function NeedsYou({ needs, organisation }: { needs: readonly Attention[]; organisation: string }) {
	const { t } = useLingui();
	return (
		<Card title={t`Needs you`} aria-label={t`Needs you`}>
			{needs.length === 0 ? (
				<p className="flex items-center gap-2 text-sm text-muted">
					<Icon icon={CircleCheck} className="text-success" />
					<Trans>Nothing needs you right now.</Trans>
				</p>
			) : (
				<ul className="flex flex-col gap-4">
					{needs.map((need) => (
						<Need key={need.kind} need={need} organisation={organisation} />
					))}
				</ul>
			)}
		</Card>
	);
}

function Need({ need, organisation }: { need: Attention; organisation: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { title, to } = kinds[need.kind];
	const shown = need.items.reduce((sum, item) => sum + item.count, 0);
	const more = formats.number(need.count - shown);
	return (
		<li className="flex flex-col">
			<p className="font-medium">{title(need.count)}</p>
			<ul className="flex flex-col">
				{need.items.map((item) => {
					const count = formats.number(item.count);
					return (
						<li key={`${item.eventId} ${item.orderId}`}>
							<Link
								to={to(item, organisation)}
								className="link inline-flex min-h-11 items-center gap-1 text-sm"
							>
								<bdi className="[overflow-wrap:anywhere]">{item.title || t`Open`}</bdi>
								{item.count > 1 && item.title ? <span className="tabular-nums">({count})</span> : null}
								<Icon icon={ChevronRight} isDirectional />
							</Link>
							{item.refund ? <RefundRequest refund={item.refund} /> : null}
						</li>
					);
				})}
			</ul>
			{need.count > shown ? (
				<p className="text-compact text-muted">
					<Trans>and {more} more</Trans>
				</p>
			) : null}
		</li>
	);
}

/** The refund that a buyer requests, and what the refund policy allows. */
function RefundRequest({ refund }: { refund: NonNullable<Item['refund']> }) {
	const formats = useFormats();
	const { policy, wantedMinor, currency } = refund;
	const amount = formats.money(wantedMinor, currency);
	return (
		<p className="text-compact text-muted">
			{policy ? (
				<RequestPolicyText policy={policy} wantedMinor={wantedMinor} currency={currency} />
			) : (
				<Trans>Up to {amount}</Trans>
			)}
		</p>
	);
}
