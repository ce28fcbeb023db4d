import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { usePlanSetting, useSavePlanSetting } from '../api.ts';

/** Whether this installation charges plans and holds their limits. */
export function PlanSettingCard() {
	const { t } = useLingui();
	const setting = usePlanSetting();
	const save = useSavePlanSetting();
	return (
		<Card title={<Trans>Plans</Trans>}>
			<div className="flex max-w-xl flex-col gap-4">
				<ErrorCallout error={save.error ?? setting.error} />
				{setting.data ? (
					<Switch
						label={t`Charge plans`}
						hint={t`On: organisations get the limits of the pricing page and can buy a plan. Off: everything is free and unlimited.`}
						checked={save.isPending ? save.variables : setting.data.areCharged}
						onChange={(event) => save.mutate(event.target.checked)}
					/>
				) : (
					<Skeleton className="h-14" />
				)}
				<ButtonLink to="/admin/plans" variant="outline" size="sm" className="self-start">
					{t`Plans of all organisations`}
				</ButtonLink>
			</div>
		</Card>
	);
}
