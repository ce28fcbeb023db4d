import { Trans, useLingui } from '@lingui/react/macro';
import { useGrantedPlan, useGrantPlan } from '#app/features/plans/api.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PlanId } from '#shared/rules/plans.ts';

/** The plan of an organisation, for administrators: what holds, and what is given without payment. */
export function GrantPlan({ organisation }: { organisation: string }) {
	const { t, i18n } = useLingui();
	const granted = useGrantedPlan(organisation);
	const grant = useGrantPlan(organisation);
	if (granted.error) return <ErrorCallout error={granted.error} onRetry={granted.refetch} />;
	if (!granted.data) return <Skeleton className="h-16" />;
	const { plan, grantedPlan } = granted.data;
	return (
		<section className="flex flex-col gap-2">
			<h3 className="text-sm font-semibold">
				<Trans>Plan: {i18n._(planNames[plan])}</Trans>
			</h3>
			<ErrorCallout error={grant.error} />
			<Select
				label={t`Given without payment`}
				value={grantedPlan ?? ''}
				disabled={grant.isPending}
				onChange={({ target }) =>
					grant.mutate((target.value || null) as PlanId | null, {
						onSuccess: () => toast({ variant: 'success', description: t`Saved` }),
					})
				}
				options={[
					{ value: '', label: t`None` },
					{ value: 'pro', label: i18n._(planNames.pro) },
					{ value: 'business', label: i18n._(planNames.business) },
				]}
			/>
		</section>
	);
}
