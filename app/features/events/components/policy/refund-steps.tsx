import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { FieldError } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { RefundDeadline, RefundStep } from '#shared/rules/refund-policy.ts';
import { areOrdered, mostRefundSteps, type RefundRules } from '#shared/rules/refund-rules.ts';

type FeeKind = 'none' | 'amount' | 'share';

/** What is typed; a fee may be half typed. */
interface Typed {
	steps: RefundStep[];
	feeKind: FeeKind;
	fee: string;
	note: string;
}

function typedOf(rules: RefundRules, currency: string): Typed {
	const { steps, keepMinor, keepBasisPoints, note = '' } = rules;
	if (keepMinor) return { steps, feeKind: 'amount', fee: moneyToText(keepMinor, currency), note };
	if (keepBasisPoints) return { steps, feeKind: 'share', fee: String(keepBasisPoints / 100), note };
	return { steps, feeKind: 'none', fee: '', note };
}

/** The fee as rules have it; null: it is none that can be kept. */
function feeOf({ feeKind, fee }: Typed, currency: string): Partial<RefundRules> | null {
	if (feeKind === 'none') return {};
	if (feeKind === 'amount') {
		const minor = textToMoney(fee, currency);
		return minor === null || minor <= 0 ? null : { keepMinor: minor };
	}
	const points = textToShare(fee);
	return points === null ? null : { keepBasisPoints: points };
}

/** `10`, `12,5 %`, in hundredths of a per cent; null: it is no part of a price. */
function textToShare(typed: string): number | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s%]/g, '').replace(',', '.');
	const points = /^\d{1,3}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
	return points >= 1 && points <= 10_000 ? points : null;
}

/** Steps, fee and note of refund rules. What is not complete is not passed on. */
export function RefundSteps(props: {
	rules: RefundRules;
	currency: string;
	onChange: (rules: RefundRules) => void;
}) {
	const { t } = useLingui();
	const { currency } = props;
	const [typed, setTyped] = useState(() => typedOf(props.rules, currency));
	const { steps, feeKind, fee, note } = typed;
	const box = useRef<HTMLFieldSetElement>(null);
	const isOrdered = areOrdered(steps);
	const kept = feeOf(typed, currency);
	function change(part: Partial<Typed>) {
		const next = { ...typed, ...part };
		setTyped(next);
		const keep = feeOf(next, currency);
		if (keep && areOrdered(next.steps))
			props.onChange({ steps: next.steps, ...keep, note: next.note.trim() || undefined });
	}
	const setStep = (index: number, part: Partial<RefundStep>) =>
		change({ steps: steps.map((step, at) => (at === index ? { ...step, ...part } : step)) });
	const following = nextStep(steps);
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
						onChange={(part) => setStep(index, part)}
						onRemove={() =>
							changeRows(box.current, index, () => change({ steps: steps.filter((_, at) => at !== index) }))
						}
					/>
				))}
				<div role="alert">
					<FieldError>
						{isOrdered ? null : t`Each step must give back less than the one before, until a later time.`}
					</FieldError>
				</div>
				{following ? (
					<Button
						variant="outline"
						size="sm"
						icon={Plus}
						className="self-start"
						data-add
						onClick={() =>
							changeRows(box.current, steps.length, () => change({ steps: [...steps, following] }))
						}
					>
						{t`Add step`}
					</Button>
				) : null}
			</fieldset>
			{steps.length > 0 ? (
				<div className="flex flex-wrap items-start gap-4">
					<Select
						label={t`Fee you keep per ticket`}
						value={feeKind}
						onChange={(event) => change({ feeKind: event.target.value as FeeKind, fee: '' })}
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
							{...(feeKind === 'amount' ? { prefix: currency } : { suffix: '%' })}
							inputMode="decimal"
							autoComplete="off"
							value={fee}
							onChange={(event) => change({ fee: event.target.value })}
							error={kept || fee === '' ? undefined : t`Please enter a valid amount.`}
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

type Unit = 'days' | 'hours' | 'start';
const unitOf = (until: RefundDeadline): Unit =>
	until === null ? 'start' : 'days' in until ? 'days' : 'hours';
const numberOf = (until: RefundDeadline) => (until === null ? 1 : 'days' in until ? until.days : until.hours);
const untilOf = (unit: Unit, number: number): RefundDeadline =>
	unit === 'start' ? null : unit === 'days' ? { days: number } : { hours: number };
const mostOf = { days: 365, hours: 720, start: 1 };

/** A step that may follow: half of the last one’s share, until half of its notice. Null: there is none. */
function nextStep(steps: readonly RefundStep[]): RefundStep | null {
	const last = steps.at(-1);
	if (!last) return { percent: 100, until: { days: 7 } };
	if (steps.length >= mostRefundSteps || last.percent <= 5 || last.until === null) return null;
	const percent = Math.max(5, Math.round(last.percent / 10) * 5);
	if (percent >= last.percent) return null;
	const number = Math.floor(numberOf(last.until) / 2);
	const unit = unitOf(last.until);
	if (number >= 1) return { percent, until: untilOf(unit, number) };
	return { percent, until: unit === 'days' ? { hours: 12 } : null };
}

function StepFields(props: {
	number: number;
	step: RefundStep;
	onChange: (part: Partial<RefundStep>) => void;
	onRemove: () => void;
}) {
	const { t } = useLingui();
	const { number, step, onChange } = props;
	const unit = unitOf(step.until);
	return (
		<fieldset
			aria-label={t`Step ${number}`}
			className="flex min-w-0 items-start gap-2 rounded-lg border border-hairline p-4"
			data-row-start
			tabIndex={-1}
		>
			<div className="flex min-w-0 flex-1 flex-wrap items-end gap-x-4 gap-y-3">
				<NumberStepper
					label={t`Refund in %`}
					value={step.percent}
					min={5}
					max={100}
					step={5}
					onChange={(percent) => onChange({ percent })}
				/>
				{unit === 'start' ? null : (
					<NumberStepper
						label={t`Until`}
						value={numberOf(step.until)}
						min={1}
						max={mostOf[unit]}
						onChange={(next) => onChange({ until: untilOf(unit, next) })}
					/>
				)}
				<Select
					label={unit === 'start' ? t`Until` : t`Unit`}
					isLabelHidden={unit !== 'start'}
					value={unit}
					onChange={(event) => {
						const next = event.target.value as Unit;
						onChange({ until: untilOf(next, Math.min(numberOf(step.until), mostOf[next])) });
					}}
					options={[
						{ value: 'days', label: t`days before` },
						{ value: 'hours', label: t`hours before` },
						{ value: 'start', label: t`the event starts` },
					]}
					className="min-w-40 flex-1"
				/>
			</div>
			<IconButton icon={Trash2} label={t`Remove step ${number}`} onClick={props.onRemove} />
		</fieldset>
	);
}
