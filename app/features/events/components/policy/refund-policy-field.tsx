import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { rulesToText, textToRules, textToTyped } from '#app/features/events/refund-rules-text.ts';
import { latePart, optionalPart } from '#app/lib/optional-part.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { type RefundRules, refundPolicyText } from '#shared/rules/refund-rules.ts';

const RefundSteps = latePart(() => import('./refund-steps.tsx').then((module) => module.RefundSteps));
const RefundPolicyHint = optionalPart(() =>
	import('#app/lib/refund-policy-hint.tsx').then((module) => module.RefundPolicyHint),
);

const fullUntil = (days: number): RefundRules => ({ steps: [{ percent: 100, until: { days } }] });
const ready = {
	'day-1': fullUntil(1),
	'day-7': fullUntil(7),
	'day-30': fullUntil(30),
	halved: {
		steps: [
			{ percent: 100, until: { days: 30 } },
			{ percent: 50, until: { days: 7 } },
		],
	},
	none: { steps: [] },
} satisfies Record<string, RefundRules>;

/** What buyers get back who cancel: a ready policy, steps of one’s own, or words, which are read where they are plain. */
export function RefundPolicyField(props: {
	/** Own words. */
	text: string;
	/** Rules as `rulesToText` writes them, or what is typed and is none yet (`typedToText`); empty: own words. */
	rules: string;
	currency: string;
	onText: (text: string) => void;
	/** @param written what guests read of them; of no rules, what they read before */
	onRules: (rules: string, written: string) => void;
	error?: string | undefined;
	/** Why it cannot be changed. */
	refusal?: string | undefined;
}) {
	const { t } = useLingui();
	const { currency, error, refusal, onRules } = props;
	const rules = textToRules(props.rules);
	const [isOwn, setOwn] = useState(false);
	const isHalfTyped = textToTyped(props.rules) !== null;
	const written = rules ? refundPolicyText(rules, currency) : props.text;
	const known = Object.entries(ready).find(([, one]) => rulesToText(one) === props.rules)?.[0];
	const chosen = isHalfTyped ? 'steps' : !rules ? 'words' : isOwn || !known ? 'steps' : known;
	function choose(value: string) {
		setOwn(value === 'steps');
		if (value === 'words') return onRules('', written);
		const next = value === 'steps' ? (rules ?? ready['day-7']) : ready[value as keyof typeof ready];
		onRules(rulesToText(next), refundPolicyText(next, currency));
	}
	return (
		<div className="flex flex-col gap-4">
			<Select
				label={t`Refunds`}
				// While a field of the steps is wrong, the name is that field's.
				{...(isHalfTyped ? {} : { name: 'refundRules' })}
				value={chosen}
				onChange={(event) => choose(event.target.value)}
				disabled={refusal !== undefined}
				error={rules ? error : undefined}
				hint={chosen === 'words' ? refusal : undefined}
				options={[
					{ value: 'day-1', label: t`Full refund until 1 day before` },
					{ value: 'day-7', label: t`Full refund until 7 days before` },
					{ value: 'day-30', label: t`Full refund until 30 days before` },
					{ value: 'halved', label: t`Full until 30 days, half until 7` },
					{ value: 'none', label: t`No refunds` },
					{ value: 'steps', label: t`Your own steps` },
					{ value: 'words', label: t`Your own words` },
				]}
			/>
			{chosen !== 'words' ? (
				<>
					{chosen === 'steps' ? (
						<Suspense fallback={<Skeleton className="h-96 w-full" />}>
							<RefundSteps
								text={props.rules}
								currency={currency}
								isTried={error !== undefined}
								onChange={(next, complete) => {
									setOwn(true);
									onRules(next, complete ? refundPolicyText(complete, currency) : props.text);
								}}
							/>
						</Suspense>
					) : null}
					<div className="flex flex-col gap-1 rounded-lg bg-ink/4 p-4 text-sm">
						<p className="text-compact text-muted">
							<Trans>Guests see</Trans>
						</p>
						<p aria-live="polite" className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
							{rules ? written : <Trans>Complete the steps and the fee first.</Trans>}
						</p>
						<p className="text-compact text-muted">
							{!rules ? null : rules.steps.length > 0 ? (
								<Trans>Refunds by this policy need no decision from you.</Trans>
							) : (
								<Trans>Buyers can still ask, and you decide.</Trans>
							)}
						</p>
					</div>
				</>
			) : (
				<TextArea
					label={t`Refund policy`}
					name="refundPolicy"
					value={props.text}
					onChange={(event) => props.onText(event.target.value)}
					error={error}
					disabled={refusal !== undefined}
					hint={refusal ? undefined : <RefundPolicyHint text={props.text} />}
					maxLength={5_000}
					isOptional
				/>
			)}
		</div>
	);
}
