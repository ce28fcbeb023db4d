import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { AdminPlan } from '#shared/contracts/admin-money.ts';
import { useChargePlan } from '../payments-api.ts';
import { GrantPlan } from './grant-plan.tsx';
import { PlanState } from './plan-state.tsx';

/** The plan of one organisation: what is paid and due, another charge, and what is given. */
export function PlanSheet({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
	return (
		<Sheet isOpen={plan !== null} onClose={onClose} title={plan?.name ?? ''}>
			{plan ? <Detail key={plan.id} listed={plan} /> : null}
		</Sheet>
	);
}

function Detail({ listed }: { listed: AdminPlan }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const dateTime = useViewerTime();
	const charge = useChargePlan();
	const plan = charge.data ?? listed;
	const money = (minor: number | null) => (minor === null ? '' : formats.money(minor, plan.currency));
	const at = (instant: string | null) => (instant ? dateTime(instant) : '');
	return (
		<div className="flex flex-col items-start gap-6">
			<PlanState plan={plan} />
			{plan.dueMinor === null ? null : (
				<Callout tone="warning" title={t`${money(plan.dueMinor)} is due`}>
					{plan.needsPayer ? (
						<Trans>The bank wants the owner to confirm the payment. They were emailed.</Trans>
					) : plan.nextChargeAt ? (
						<Trans>The card is charged again on {at(plan.nextChargeAt)}.</Trans>
					) : (
						<Trans>The card is not charged again.</Trans>
					)}
				</Callout>
			)}
			<DescriptionList
				facts={[
					[t`Paid plan`, plan.state === 'none' ? '' : i18n._(planNames[plan.paidPlan])],
					[t`Billed`, plan.every === null ? '' : plan.every === 'year' ? t`Every year` : t`Every month`],
					[t`Paid until`, at(plan.periodEnd)],
					[t`Next period`, money(plan.renewsMinor)],
					[t`Refused charges`, plan.failures === 0 ? '' : formats.number(plan.failures)],
					[t`Holds unpaid until`, at(plan.graceUntil)],
					[
						t`Bills waiting for details`,
						plan.waitingBills === 0
							? ''
							: t`${plural(plan.waitingBills, { one: '# bill', other: '# bills' })}`,
					],
				]}
			/>
			{plan.dueMinor === null || plan.needsPayer ? null : (
				<div className="flex flex-col items-start gap-2">
					<Button
						variant="outline"
						icon={RotateCw}
						isLoading={charge.isPending}
						onClick={() => void attempt(charge.mutateAsync(plan.id))}
					>
						<Trans>Charge the card now</Trans>
					</Button>
					<p className="text-compact text-muted">
						<Trans>If it is refused, it counts as one of the attempts before the plan ends.</Trans>
					</p>
				</div>
			)}
			<GrantPlan organisation={plan.id} />
		</div>
	);
}
