import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { CardFields } from '#app/features/orders/checkout/card-fields.tsx';
import { useEndPlan, usePassTime, useSubscription } from '#app/features/plans/api.ts';
import { BillingCallout } from '#app/features/plans/components/billing-callout.tsx';
import { ChooseCard } from '#app/features/plans/components/choose-card.tsx';
import { PlanCard } from '#app/features/plans/components/plan-card.tsx';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Subscription } from '#shared/contracts/subscriptions.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { planIds } from '#shared/rules/plans.ts';
import type { SettingsContext } from './settings.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

const BillsCard = lazyPart(
	() => import('#app/features/plans/components/bills-card.tsx').then((module) => module.BillsCard),
	<Skeleton className="h-48" />,
);
const ChangeCardDialog = lazy(async () => ({
	default: (await import('#app/features/plans/components/change-card-dialog.tsx')).ChangeCardDialog,
}));

/**
 * A content security policy belongs to a document, and only that of this address allows Stripe's script: who came here from another screen
 * loads it once.
 */
function useOwnDocument(isNeeded: boolean): void {
	useEffect(() => {
		const [navigation] = performance.getEntriesByType('navigation');
		if (!isNeeded || !navigation) return;
		if (new URL(navigation.name, window.location.href).pathname !== window.location.pathname)
			window.location.reload();
	}, [isNeeded]);
}

/** /settings/plan: the plan of an organisation, how much of it is used, what was paid, and its end. */
export default function PlanSettingsPage() {
	const { t } = useLingui();
	const { user } = useOutletContext<SettingsContext>();
	const organisations = user.organisations.filter(
		(one) => !one.isLimited && !one.isSandbox && memberCan(one, 'organisation.edit'),
	);
	const [id, setId] = useState(organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id);
	if (!organisation)
		return <Callout tone="neutral">{t`Ask an owner of your organisation about its plan.`}</Callout>;
	return (
		<div className="flex flex-col gap-6">
			<OrganisationPicker organisations={organisations} value={organisation.id} onChange={setId} />
			<Sections key={organisation.id} organisation={organisation.id} />
		</div>
	);
}

function Sections({ organisation }: { organisation: string }) {
	const { confirmed } = useOutletContext<SettingsContext>();
	const [search] = useSearchParams();
	const subscription = useSubscription(organisation);
	useOwnDocument(subscription.data?.cardForm.kind === 'stripe');
	const error = readError(subscription);
	if (error) return <ErrorCallout error={error} onRetry={subscription.refetch} />;
	const { data } = subscription;
	if (!data) return <RouteSkeleton />;
	if (!data.areCharged && data.state === 'none') {
		return (
			<>
				<BillingCallout billing={data.billing} />
				<Callout tone="success">
					<Trans>Plans are not charged on this site. Everything is included.</Trans>
				</Callout>
			</>
		);
	}
	const wanted = planIds.find((one) => one !== 'free' && one === search.get('plan')) ?? null;
	return (
		<>
			<BillingCallout billing={data.billing} />
			<PlanCard
				subscription={data}
				actions={<PlanActions organisation={organisation} subscription={data} confirmed={confirmed} />}
			/>
			{data.areCharged ? (
				<ChooseCard
					// Another plan begins with another choice.
					key={`${data.plan} ${data.state}`}
					organisation={organisation}
					subscription={data}
					wanted={wanted}
					confirmed={confirmed}
					CardFields={CardFields}
				/>
			) : null}
			<BillsCard organisation={organisation} />
		</>
	);
}

/** Ending the plan, and in test mode letting time pass. */
function PlanActions(props: { organisation: string; subscription: Subscription; confirmed: Confirmed }) {
	const { organisation, subscription, confirmed } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const end = useEndPlan(organisation);
	const pass = usePassTime(organisation);
	const [isAsking, setAsking] = useState(false);
	const [isChanging, setChanging] = useState(false);
	const isPaid = subscription.state === 'active' || subscription.state === 'past_due';
	const isTest = subscription.cardForm.kind === 'test';
	if (!isPaid && subscription.state !== 'ending') return null;
	return (
		<div className="flex flex-wrap gap-3">
			{subscription.card && subscription.state !== 'past_due' ? (
				<Button variant="outline" onClick={() => setChanging(true)}>
					<Trans>Change card</Trans>
				</Button>
			) : null}
			{isPaid ? (
				<Button variant="outline" onClick={() => setAsking(true)}>
					<Trans>End plan</Trans>
				</Button>
			) : null}
			{isTest ? (
				<Button
					variant="outline"
					isLoading={pass.isPending}
					onClick={() => void attempt(pass.mutateAsync(32))}
				>
					<Trans>Let 32 days pass (test mode)</Trans>
				</Button>
			) : null}
			{isChanging ? (
				<Suspense>
					<ChangeCardDialog
						organisation={organisation}
						subscription={subscription}
						confirmed={confirmed}
						CardFields={CardFields}
						onClose={() => setChanging(false)}
					/>
				</Suspense>
			) : null}
			<Dialog
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				title={t`End the plan?`}
				footer={
					<>
						<Button variant="outline" onClick={() => setAsking(false)}>
							<Trans>Keep plan</Trans>
						</Button>
						<Button
							tone="destructive"
							isLoading={end.isPending}
							onClick={async () => {
								if (await attempt(end.mutateAsync(undefined), t`Plan ended`)) setAsking(false);
							}}
						>
							<Trans>End plan</Trans>
						</Button>
					</>
				}
			>
				<p>
					{subscription.state === 'past_due' ? (
						<Trans>It ends now, because it is not paid. Then the limits of the free plan apply.</Trans>
					) : (
						<Trans>
							It stays active until the paid period is over and will not renew. Then the limits of the free
							plan apply: tickets stay valid and events on sale go on.
						</Trans>
					)}
				</p>
			</Dialog>
		</div>
	);
}
