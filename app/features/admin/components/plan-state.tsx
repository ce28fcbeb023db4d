import { useLingui } from '@lingui/react/macro';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { AdminPlan } from '#shared/contracts/admin-money.ts';

/** Whether a plan is paid, given, due or over; a dash for an organisation that never had one. */
export function PlanState({ plan }: { plan: AdminPlan }) {
	const { t } = useLingui();
	const labels: Record<AdminPlan['state'], [StatusTone, string] | null> = {
		none: null,
		incomplete: ['pending', t`First payment missing`],
		active: ['success', t`Paid`],
		ending: ['neutral', t`Ends with its period`],
		past_due: ['danger', t`Payment due`],
		ended: ['neutral', t`Ended`],
	};
	const label = labels[plan.state];
	const isGiven = plan.grantedPlan !== null && plan.plan === plan.grantedPlan;
	if (!label && !isGiven) return <span className="text-muted">–</span>;
	return (
		<span className="flex flex-wrap gap-1.5">
			{label ? <StatusBadge tone={label[0]}>{label[1]}</StatusBadge> : null}
			{isGiven ? <StatusBadge tone="neutral">{t`Given`}</StatusBadge> : null}
		</span>
	);
}
