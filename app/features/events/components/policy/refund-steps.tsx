import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
	rulesToText,
	textToRules,
	textToTyped,
	typedToText,
} from '#app/features/events/refund-rules-text.ts';
import {
	nextStep,
	readTyped,
	refundShares,
	stepOf,
	type TypedRules,
	type TypedStep,
	typedOf,
	typedStep,
} from '#app/features/events/typed-refund-rules.ts';
import { useFormats } from '#app/lib/format.ts';
import { AddRowButton } from '#app/ui/add-row-button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { FieldError } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { RefundRules } from '#shared/rules/refund-rules.ts';
import { DeadlineFields } from './deadline-fields.tsx';

/** Steps, fee and note of refund rules. What is not complete is passed on as it is typed. */
export function RefundSteps(props: {
	/** Rules as `rulesToText` writes them, or what `typedToText` wrote. */
	text: string;
	currency: string;
	/** What is missing is an error: somebody tried to save it. */
	isTried: boolean;
	/** @param rules undefined: they are not complete */
	onChange: (text: string, rules: RefundRules | undefined) => void;
}) {
	const { t } = useLingui();
	const { text, currency, isTried } = props;
	/** As it was typed: `1.5` and `1.50` are the same rules. */
	const [edited, setEdited] = useState<{ typed: TypedRules; text: string }>();
	const typed =
		edited?.text === text
			? edited.typed
			: (textToTyped(text) ?? typedOf(textToRules(text) ?? { steps: [] }, currency));
	const { steps, feeKind, fee, note } = typed;
	const box = useRef<HTMLFieldSetElement>(null);
	const { problem } = readTyped(typed, currency);
	function change(part: Partial<TypedRules>) {
		const next = { ...typed, ...part };
		const { rules } = readTyped(next, currency);
		const written = rules ? rulesToText(rules) : typedToText(next);
		setEdited({ typed: next, text: written });
		props.onChange(written, rules);
	}
	const setStep = (index: number, part: Partial<TypedStep>) =>
		change({ steps: steps.map((step, at) => (at === index ? { ...step, ...part } : step)) });
	const following = problem?.what === 'number' ? null : nextStep(steps);
	return (
		<div className="flex flex-col gap-5">
			<fieldset ref={box} className="flex min-w-0 flex-col gap-3">
				<legend className="mb-2 text-sm font-medium">
					<Trans>What buyers get back</Trans>
				</legend>
				{steps.map((step, index) => (
					<StepFields
						key={index}
						number={index + 1}
						step={step}
						isFirstWrong={problem !== undefined && 'step' in problem && problem.step === index}
						onChange={(part) => setStep(index, part)}
						onRemove={() =>
							changeRows(box.current, index, () => change({ steps: steps.filter((_, at) => at !== index) }))
						}
					/>
				))}
				<div role="alert">
					<FieldError>
						{problem?.what === 'order'
							? t`Each step must give back less than the one before, until a later time.`
							: null}
					</FieldError>
				</div>
				{following ? (
					<AddRowButton
						label={t`Add step`}
						onAdd={() =>
							changeRows(box.current, steps.length, () => change({ steps: [...steps, typedStep(following)] }))
						}
					/>
				) : null}
			</fieldset>
			{steps.length > 0 ? (
				<div className="flex flex-wrap items-start gap-4">
					<Select
						label={t`Fee you keep per ticket`}
						value={feeKind}
						onChange={(event) => change({ feeKind: event.target.value as typeof feeKind, fee: '' })}
						options={[
							{ value: 'none', label: t`None` },
							{ value: 'amount', label: t`An amount` },
							{ value: 'share', label: t`Part of the price` },
						]}
						className="min-w-48 flex-1"
					/>
					{feeKind === 'none' ? null : (
						<TextField
							label={t`Fee`}
							{...firstWrong(problem?.what === 'fee')}
							{...(feeKind === 'amount' ? { prefix: currency } : { suffix: '%' })}
							inputMode="decimal"
							autoComplete="off"
							value={fee}
							onChange={(event) => change({ fee: event.target.value })}
							error={
								problem?.what !== 'fee'
									? undefined
									: fee.trim() !== ''
										? t`Please enter a valid amount.`
										: isTried
											? t`Enter the fee, or choose “None”.`
											: undefined
							}
							className="w-40"
							required
						/>
					)}
				</div>
			) : null}
			<TextArea
				label={t`Note for guests`}
				value={note}
				onChange={(event) => change({ note: event.target.value })}
				maxLength={400}
				isOptional
			/>
		</div>
	);
}

/** The field to which the summary of errors leads. */
const firstWrong = (isIt: boolean) => (isIt ? { name: 'refundRules' } : {});

function StepFields(props: {
	number: number;
	step: TypedStep;
	isFirstWrong: boolean;
	onChange: (part: Partial<TypedStep>) => void;
	onRemove: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { number, step, isFirstWrong, onChange } = props;
	const { percent } = step;
	const isNumber = stepOf(step) !== null;
	const offered = refundShares.includes(percent)
		? refundShares
		: [...refundShares, percent].toSorted((a, b) => b - a);
	return (
		<fieldset
			aria-label={t`Step ${number}`}
			className="flex min-w-0 items-start gap-2 rounded-lg border border-hairline p-4"
		>
			<div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-3">
				<Select
					label={t`Refund`}
					data-row-start
					{...firstWrong(isFirstWrong && isNumber)}
					value={percent}
					onChange={(event) => onChange({ percent: Number(event.target.value) })}
					options={offered.map((share) => ({ value: String(share), label: formats.percent(share / 100) }))}
					className="w-28"
				/>
				<DeadlineFields value={step} {...firstWrong(isFirstWrong && !isNumber)} onChange={onChange} />
			</div>
			<IconButton icon={Trash2} label={t`Remove step ${number}`} onClick={props.onRemove} className="mt-6" />
		</fieldset>
	);
}
