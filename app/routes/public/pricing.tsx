import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FeeCalculator } from '#app/features/pages/components/fee-calculator.tsx';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { getPlans } from '#shared/contracts/subscriptions.ts';
import { PLAN_CURRENCY, type Plan, planPrice, plans } from '#shared/rules/plans.ts';
import type { Route } from './+types/pricing';

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle();

export async function loader({ context, request }: Route.LoaderArgs) {
	return serverApi({ context, request }).call(getPlans, {});
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
	const { areCharged } = loaderData;
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full flex-col gap-10 py-10 md:gap-14 md:py-16">
			<PublicHead
				title={t`Pricing`}
				description={t`What is free, what the plans include, and what a ticket costs.`}
				path="/pricing"
				imageUrl={pictureOf('pricing')}
			/>
			<header className="flex flex-col gap-6">
				<h1 tabIndex={-1} className="title-event">
					<Trans>Pricing</Trans>
				</h1>
				{areCharged ? null : (
					<Callout
						tone="success"
						title={<Trans>Everything is free today</Trans>}
						action={
							<ButtonLink to="/create-event">
								<Trans>Create Event</Trans>
							</ButtonLink>
						}
					>
						<Trans>
							Plans aren’t charged on this site: you pay nothing for them, and no limit below applies.
						</Trans>
					</Callout>
				)}
			</header>
			<section aria-label={t`Plans`} className="grid gap-4 md:grid-cols-3 md:gap-6">
				{plans.map((plan) => (
					<PlanCard key={plan.id} plan={plan} isForSale={areCharged} />
				))}
			</section>
			{areCharged ? <FeeCalculator /> : null}
			<section aria-labelledby="always" className="max-w-measure">
				<h2 id="always" className="text-lg font-semibold">
					<Trans>Free in every plan</Trans>
				</h2>
				<ul className="mt-3 flex flex-col gap-2">
					<Line>
						<Trans>No fees on free tickets</Trans>
					</Line>
					<Line>
						<Trans>Event pages, confirmations, reminders and calendar entries</Trans>
					</Line>
					<Line>
						<Trans>Unlimited check-in</Trans>
					</Line>
					<Line>
						<Trans>Export your data any time</Trans>
					</Line>
				</ul>
			</section>
		</div>
	);
}

function PlanCard({ plan, isForSale }: { plan: Plan; isForSale: boolean }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const money = (minor: number) => formats.money(minor, PLAN_CURRENCY);
	const share = `${formats.number(plan.ticketFee.basisPoints / 100)}%`;
	const fixed = money(plan.ticketFee.fixedMinor);
	const attendees = formats.number(plan.attendeesPerEvent);
	return (
		<article className="flex flex-col gap-4 rounded-xl border bg-surface p-5 md:p-6">
			<header>
				<h2 className="text-base font-semibold">{i18n._(planNames[plan.id])}</h2>
				<p className="mt-2 flex items-baseline gap-1.5">
					<span className="font-display text-3xl font-semibold tabular-nums">{money(plan.priceMinor)}</span>
					<span className="text-sm text-muted">
						<Trans>per month</Trans>
					</span>
				</p>
				{plan.priceMinor === 0 ? null : (
					<p className="mt-1 text-sm text-muted">
						<Trans>or {money(planPrice(plan.id, 'year'))} per year</Trans>
					</p>
				)}
				<p className="mt-1 text-sm text-muted">
					<Trans>
						plus {share} + {fixed} per paid ticket
					</Trans>
				</p>
			</header>
			<ul className="flex flex-col gap-2">
				<Line>
					{plan.liveEvents === null ? (
						<Trans>Unlimited live events</Trans>
					) : (
						<Trans>{plan.liveEvents} live events</Trans>
					)}
				</Line>
				<Line>
					<Trans>{attendees} attendees per event</Trans>
				</Line>
				<Line>
					{plan.staffLinks === null ? (
						<Trans>Unlimited staff links</Trans>
					) : (
						<Trans>{plan.staffLinks} staff links</Trans>
					)}
				</Line>
				<Line isIn={plan.hasReports}>{t`Custom reports`}</Line>
				<Line isIn={plan.hasIntegrations}>{t`Integrations`}</Line>
				<Line isIn={plan.hasApi}>{t`API keys`}</Line>
			</ul>
			{isForSale && plan.priceMinor > 0 ? (
				<ButtonLink to={`/settings/plan?plan=${plan.id}`} variant="secondary" className="mt-auto">
					<Trans>Choose {i18n._(planNames[plan.id])}</Trans>
				</ButtonLink>
			) : null}
		</article>
	);
}

function Line({ isIn = true, children }: { isIn?: boolean; children: ReactNode }) {
	return (
		<li className={`flex gap-2.5 text-sm ${isIn ? '' : 'text-muted'}`}>
			<Icon icon={isIn ? Check : Minus} className={`mt-0.5 ${isIn ? 'text-success' : ''}`} />
			<span>
				{isIn ? null : (
					<span className="sr-only">
						<Trans>Not in this plan:</Trans>{' '}
					</span>
				)}
				{children}
			</span>
		</li>
	);
}
