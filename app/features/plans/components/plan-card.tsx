import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { Subscription } from '#shared/contracts/subscriptions.ts';

/** The plan that holds now, what is due of it, and how much of it is used. */
export function PlanCard({ subscription, actions }: { subscription: Subscription; actions?: ReactNode }) {
	const { t, i18n } = useLingui();
	const { usage } = subscription;
	const badge = useBadge(subscription);
	return (
		<Card
			title={i18n._(planNames[subscription.plan])}
			description={<Terms subscription={subscription} />}
			actions={badge ? <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge> : null}
		>
			<div className="flex flex-col gap-5">
				<State subscription={subscription} />
				<dl className="grid gap-4 sm:grid-cols-3">
					<Meter label={t`Live events`} {...usage.liveEvents} />
					<Meter label={t`Staff links`} {...usage.staffLinks} />
					<Meter label={t`Guests at your largest event`} {...usage.largestEvent} />
				</dl>
				{subscription.card ? (
					<p className="text-sm text-muted">
						<Trans>Paid with the card ending in {subscription.card.last4}.</Trans>
					</p>
				) : null}
				{actions}
			</div>
		</Card>
	);
}

function useBadge({ state, isExpired }: Subscription): { tone: StatusTone; label: string } | null {
	const { t } = useLingui();
	if (isExpired) return { tone: 'danger', label: t`Expired` };
	if (state === 'active') return { tone: 'success', label: t`Active` };
	if (state === 'ending') return { tone: 'warning', label: t`Ending` };
	if (state === 'past_due') return { tone: 'danger', label: t`Payment due` };
	return null;
}

function Terms({ subscription }: { subscription: Subscription }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const { plan, state, every, periodEnd, renewsMinor, change, currency, grantedPlan } = subscription;
	const day = periodEnd ? formats.shortDate(periodEnd, 'UTC') : '';
	const price = formats.money(renewsMinor, currency);
	if (grantedPlan === plan && plan !== 'free')
		return <Trans>Given to you by the operator of this site. You pay nothing for it.</Trans>;
	if (state === 'ending') return <Trans>Paid until {day}. It will not renew.</Trans>;
	if (change) {
		const next = i18n._(planNames[change.plan]);
		return (
			<Trans>
				Paid until {day}. Then {next} for {price}.
			</Trans>
		);
	}
	if (every === 'month')
		return (
			<Trans>
				{price} per month. Renews on {day}.
			</Trans>
		);
	if (every === 'year')
		return (
			<Trans>
				{price} per year. Renews on {day}.
			</Trans>
		);
	return <Trans>You pay nothing for this plan.</Trans>;
}

/** What has to be done, where something has. */
function State({ subscription }: { subscription: Subscription }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { isExpired, dueMinor, needsPayer, graceUntil, currency, state } = subscription;
	const until = graceUntil ? formats.shortDate(graceUntil, 'UTC') : '';
	if (isExpired) {
		return (
			<Callout tone="danger" title={t`Your plan has expired`}>
				<Trans>
					Events on sale go on, tickets stay valid, and check-in and exports work. Renew to publish events and
					use paid features, or choose Free.
				</Trans>
			</Callout>
		);
	}
	if (state !== 'past_due') return null;
	const amount = formats.money(dueMinor ?? 0, currency);
	return (
		<Callout
			tone="danger"
			title={needsPayer ? t`Your bank asks you to confirm the payment` : t`Your card was declined`}
		>
			{dueMinor === null ? (
				<Trans>Your plan stays active until {until}. Choose a plan below to keep it.</Trans>
			) : (
				<Trans>
					{amount} is due. Your plan stays active until {until}. Pay below to keep it.
				</Trans>
			)}
		</Callout>
	);
}

function Meter({ label, used, limit }: { label: string; used: number; limit: number | null }) {
	const formats = useFormats();
	const isFull = limit !== null && used >= limit;
	const share = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
	return (
		<div className="flex flex-col gap-1.5">
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="flex flex-col gap-1.5">
				<span className={`font-semibold tabular-nums ${isFull ? 'text-danger' : ''}`}>
					{limit === null ? (
						<Trans>{formats.number(used)}, unlimited</Trans>
					) : (
						<Trans>
							{formats.number(used)} of {formats.number(limit)}
						</Trans>
					)}
				</span>
				{limit === null ? null : (
					<span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-ink/10">
						<span
							className={`block h-full rounded-full ${isFull ? 'bg-danger' : 'bg-ink'}`}
							style={{ width: `${share}%` }}
						/>
					</span>
				)}
			</dd>
		</div>
	);
}
