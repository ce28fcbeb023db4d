import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useApiQuery } from '#app/lib/api-query.ts';
import { planPath } from '#app/lib/plan-limit.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { getPlanLimits } from '#shared/contracts/plan-limits.ts';
import type { PlanId } from '#shared/rules/plans.ts';
import { obstacleOf, type PlanNeed, type PlanObstacle } from './plan-need.ts';

export interface PlanHintProps {
	/** Undefined: nobody is signed in, or it is not known yet. */
	organisation: string | undefined;
	need: PlanNeed;
	className?: string;
}

/** Says before a form what the plan will not allow, with the way to the plans; nothing where it allows all of it. */
export function PlanHint({ organisation, need, className }: PlanHintProps) {
	// Under the key of the plan: what changes it changes this too.
	const limits = useApiQuery(getPlanLimits, ['plans', organisation, 'limits'], {
		params: { organisation: organisation ?? '' },
		enabled: organisation !== undefined,
	}).data;
	const obstacle = limits ? obstacleOf(limits, need) : null;
	if (!limits?.plan || !obstacle) return null;
	return (
		<Callout
			tone={obstacle.kind === 'limits' ? 'neutral' : 'warning'}
			className={className}
			action={
				<ButtonLink size="sm" variant="outline" to={planPath}>
					<Trans>See plans</Trans>
				</ButtonLink>
			}
		>
			<PlanHintText plan={limits.plan} obstacle={obstacle} need={need} />
		</Callout>
	);
}

/** The sentence of a hint. */
export function PlanHintText(props: { plan: PlanId; obstacle: NonNullable<PlanObstacle>; need: PlanNeed }) {
	const { i18n } = useLingui();
	const { obstacle, need } = props;
	const plan = i18n._(planNames[props.plan]);
	if (obstacle.kind === 'expired')
		return <Trans>Your plan has expired. Renew it to publish events and use paid features.</Trans>;
	if (obstacle.kind === 'limits')
		return (
			<Plural
				value={obstacle.limit}
				one={`Your ${plan} plan includes # guest per event, for all tickets together.`}
				other={`Your ${plan} plan includes # guests per event, for all tickets together.`}
			/>
		);
	if (obstacle.kind === 'full')
		return need === 'staffLinks' ? (
			<Plural
				value={obstacle.limit}
				one={`Your ${plan} plan includes # staff link, which is in use. Revoke it or choose a larger plan to create another.`}
				other={`Your ${plan} plan includes # staff links, all in use. Revoke one or choose a larger plan to create another.`}
			/>
		) : (
			<Plural
				value={obstacle.limit}
				one={`Your ${plan} plan includes # live event, and you have it. Save this one as a draft; publish it on a larger plan or when the other is over.`}
				other={`Your ${plan} plan includes # live events, and you have them. Save this one as a draft; publish it on a larger plan or when another is over.`}
			/>
		);
	if (need === 'hasReports')
		return <Trans>Your {plan} plan doesn’t include saving, sharing, scheduling or exporting reports.</Trans>;
	if (need === 'hasIntegrations')
		return <Trans>Your {plan} plan doesn’t include webhooks, chats and mailing lists.</Trans>;
	return <Trans>Your {plan} plan doesn’t include live API keys. Test keys are included.</Trans>;
}
