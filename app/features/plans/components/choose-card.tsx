import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Subscription } from '#shared/contracts/subscriptions.ts';
import type { AgreementInterval } from '#shared/rules/agreement-states.ts';
import {
	isUpgrade,
	MONTHS_PAID_A_YEAR,
	PLAN_CURRENCY,
	type PlanId,
	planOf,
	planPrice,
	plans,
} from '#shared/rules/plans.ts';
import { useChoosePlan, useRefreshPlan } from '../api.ts';
import type { CardFieldsType, CardForm } from '../card-form.ts';
import { TestModeCallout } from './test-mode-callout.tsx';

interface Choice {
	plan: PlanId;
	every: AgreementInterval;
}

/** Choosing a plan, and paying for it: a card is required once, and again when it was declined. */
export function ChooseCard(props: {
	organisation: string;
	subscription: Subscription;
	wanted: PlanId | null;
	confirmed: Confirmed;
	CardFields: CardFieldsType;
}) {
	const { organisation, subscription, confirmed, CardFields } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const choose = useChoosePlan(organisation);
	const refresh = useRefreshPlan(organisation);
	const holds = subscription.every ? { plan: subscription.plan, every: subscription.every } : null;
	const isDue = subscription.dueMinor !== null;
	const [picked, setPicked] = useState<Choice>({
		plan: props.wanted ?? holds?.plan ?? 'pro',
		every: holds?.every ?? 'month',
	});
	// What is due is paid first, as it is.
	const { plan, every } = isDue && holds ? holds : picked;
	const card = useRef<CardForm>(null);
	const [isAsking, setAsking] = useState(false);
	const isPaid = holds !== null && subscription.card !== null;
	const isSame = holds !== null && plan === holds.plan && every === holds.every;
	const isLater = holds !== null && plan !== 'free' && !isUpgrade(holds, { plan, every });
	const needsCard = plan !== 'free' && (!isPaid || subscription.state === 'past_due');
	const isBusy = choose.isPending || isAsking;
	const money = (minor: number) => formats.money(minor, PLAN_CURRENCY);
	const { mutateAsync } = choose;

	const submit = useCallback(
		async (event?: FormEvent) => {
			event?.preventDefault();
			if (isBusy) return;
			let confirmationToken: string | undefined;
			if (needsCard) {
				setAsking(true);
				confirmationToken = (await card.current?.submit()) ?? undefined;
				setAsking(false);
				if (confirmationToken === undefined) return;
			}
			try {
				const answer = await confirmed(() =>
					mutateAsync({ plan, every, ...(confirmationToken !== undefined && { confirmationToken }) }),
				);
				if (!answer) return;
				if (answer.nextAction?.kind === 'redirect') return window.location.assign(answer.nextAction.url);
				if (answer.nextAction?.kind === 'stripe') {
					await card.current?.challenge?.(answer.nextAction.clientSecret);
					// What the bank decided, the server asks the provider.
					return void (await refresh());
				}
				toast({ variant: 'success', description: t`Plan saved` });
			} catch {
				// Shown above the button.
			}
		},
		[isBusy, needsCard, confirmed, mutateAsync, refresh, plan, every, t],
	);

	const isNothingNew = isSame && subscription.state === 'active' && subscription.change === null;
	return (
		<Card title={isDue ? <Trans>Pay what is due</Trans> : <Trans>Choose a plan</Trans>}>
			<form className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
				{isDue ? null : (
					<PlanChoice
						value={{ plan, every }}
						offersFree={subscription.isExpired}
						isDisabled={isBusy}
						onChange={setPicked}
					/>
				)}
				{needsCard ? (
					<>
						<TestModeCallout config={subscription.cardForm} />
						<CardFields
							config={subscription.cardForm}
							purpose={{
								mode: 'payment',
								methods: ['card'],
								amountMinor: subscription.dueMinor ?? planPrice(plan, every),
								currency: PLAN_CURRENCY,
								isSaved: true,
							}}
							formRef={card}
							onSubmit={() => void submit()}
						/>
					</>
				) : null}
				{isPaid && !isSame && plan !== 'free' ? (
					<p className="text-sm text-muted">
						{isLater ? (
							<Trans>It starts when the paid period is over. Nothing is charged today.</Trans>
						) : (
							<Trans>
								It starts now. We charge the card ending in {subscription.card?.last4} for the difference: the
								price less what is left of the paid period.
							</Trans>
						)}
					</p>
				) : null}
				<ErrorCallout error={choose.error} />
				{isNothingNew ? null : (
					<Button type="submit" className="self-start" isLoading={isBusy}>
						{needsCard
							? t`Pay ${money(subscription.dueMinor ?? planPrice(plan, every))}`
							: subscription.state === 'ending' && isSame
								? t`Keep this plan`
								: t`Change plan`}
					</Button>
				)}
			</form>
		</Card>
	);
}

function PlanChoice(props: {
	value: Choice;
	offersFree: boolean;
	isDisabled: boolean;
	onChange: (choice: Choice) => void;
}) {
	const { value, isDisabled, onChange } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const money = (minor: number) => formats.money(minor, PLAN_CURRENCY);
	const offered = plans.filter(({ id }) => id !== 'free' || props.offersFree);
	return (
		<>
			<RadioGroup
				label={t`Plan`}
				name="plan"
				look="cards"
				value={value.plan}
				disabled={isDisabled}
				onChange={({ target }) => onChange({ ...value, plan: target.value as PlanId })}
				options={offered.map(({ id }) => ({
					value: id,
					label: i18n._(planNames[id]),
					description: t`${money(planPrice(id, value.every))} · ${formats.number(planOf(id).attendeesPerEvent)} attendees per event`,
				}))}
			/>
			{value.plan === 'free' ? null : (
				<RadioGroup
					label={t`Pay`}
					name="every"
					value={value.every}
					disabled={isDisabled}
					onChange={({ target }) => onChange({ ...value, every: target.value as AgreementInterval })}
					options={optionsOf({
						month: t`Monthly`,
						year: t`Yearly: 12 months for the price of ${MONTHS_PAID_A_YEAR}`,
					})}
				/>
			)}
		</>
	);
}
