import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { FieldError } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { RefundStep } from '#shared/rules/refund-policy.ts';
import { areOrdered, mostRefundSteps, type RefundRules } from '#shared/rules/refund-rules.ts';

type FeeKind = 'none' | 'amount' | 'share';
type Unit = 'days' | 'hours' | 'start';

/** A step as it is typed; of the start of the event the number says nothing. */
interface TypedStep {
	percent: number;
	number: string;
	unit: Unit;
}

interface Typed {
	steps: TypedStep[];
	feeKind: FeeKind;
	fee: string;
	note: string;
}

function typedStep({ percent, until }: RefundStep): TypedStep {
	if (until === null) return { percent, number: '1', unit: 'start' };
	return 'days' in until
		? { percent, number: String(until.days), unit: 'days' }
		: { percent, number: String(until.hours), unit: 'hours' };
}

function typedOf(rules: RefundRules, currency: string): Typed {
	const { keepMinor, keepBasisPoints, note = '' } = rules;
	const steps = rules.steps.map(typedStep);
	if (keepMinor) return { steps, feeKind: 'amount', fee: moneyToText(keepMinor, currency), note };
	if (keepBasisPoints) return { steps, feeKind: 'share', fee: String(keepBasisPoints / 100), note };
	return { steps, feeKind: 'none', fee: '', note };
}

const mostOf = { days: 365, hours: 720 };

/** A step as rules have it; null: its number is none. */
function stepOf({ percent, number, unit }: TypedStep): RefundStep | null {
	if (unit === 'start') return { percent, until: null };
	const count = /^\d{1,3}$/.test(number.trim()) ? Number(number) : 0;
	if (count < 1 || count > mostOf[unit]) return null;
	return { percent, until: unit === 'days' ? { days: count } : { hours: count } };
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
	const read = stepsOf(steps);
	const kept = feeOf(typed, currency);
	function change(part: Partial<Typed>) {
		const next = { ...typed, ...part };
		setTyped(next);
		const keep = feeOf(next, currency);
		const whole = stepsOf(next.steps);
		if (keep && whole && areOrdered(whole))
			props.onChange({
				steps: whole,
				...(whole.length > 0 ? keep : {}),
				note: next.note.trim() || undefined,
			});
	}
	const setStep = (index: number, part: Partial<TypedStep>) =>
		change({ steps: steps.map((step, at) => (at === index ? { ...step, ...part } : step)) });
	const following = nextStep(read ?? []);
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
						{!read || areOrdered(read)
							? null
							: t`Each step must give back less than the one before, until a later time.`}
					</FieldError>
				</div>
				{read && following ? (
					<Button
						variant="outline"
						size="sm"
						icon={Plus}
						className="self-start"
						data-add
						onClick={() =>
							changeRows(box.current, steps.length, () => change({ steps: [...steps, typedStep(following)] }))
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

/** All steps as rules have them; null: one of them is half typed. */
function stepsOf(typed: readonly TypedStep[]): RefundStep[] | null {
	const steps = typed.map(stepOf);
	return steps.every((step) => step !== null) ? steps : null;
}

/** A step that may follow: half of the last one’s share, until half of its notice. Null: there is none. */
function nextStep(steps: readonly RefundStep[]): RefundStep | null {
	const last = steps.at(-1);
	if (!last) return { percent: 100, until: { days: 7 } };
	const percent = shares.find((share) => share <= last.percent / 2);
	if (steps.length >= mostRefundSteps || percent === undefined || last.until === null) return null;
	if ('hours' in last.until) {
		const hours = Math.floor(last.until.hours / 2);
		return { percent, until: hours >= 1 ? { hours } : null };
	}
	const days = Math.floor(last.until.days / 2);
	return { percent, until: days >= 1 ? { days } : { hours: 12 } };
}

const shares = [100, 90, 80, 75, 70, 60, 50, 40, 30, 25, 20, 10, 5];

function StepFields(props: {
	number: number;
	step: TypedStep;
	onChange: (part: Partial<TypedStep>) => void;
	onRemove: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { number, step, onChange } = props;
	const { percent, unit } = step;
	const offered = shares.includes(percent) ? shares : [...shares, percent].toSorted((a, b) => b - a);
	return (
		<fieldset
			aria-label={t`Step ${number}`}
			className="flex min-w-0 items-start gap-2 rounded-lg border border-hairline p-4"
		>
			<div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-3">
				<Select
					label={t`Refund`}
					data-row-start
					value={percent}
					onChange={(event) => onChange({ percent: Number(event.target.value) })}
					options={offered.map((share) => ({ value: String(share), label: formats.percent(share / 100) }))}
					className="w-28"
				/>
				{unit === 'start' ? null : (
					<TextField
						label={t`Until`}
						inputMode="numeric"
						autoComplete="off"
						maxLength={3}
						value={step.number}
						onChange={(event) => onChange({ number: event.target.value })}
						error={stepOf(step) ? undefined : t`From 1 to ${mostOf[unit]}`}
						className="w-24"
						required
					/>
				)}
				<Select
					label={unit === 'start' ? t`Until` : t`Counted in`}
					value={unit}
					onChange={(event) => onChange({ unit: event.target.value as Unit })}
					options={[
						{ value: 'days', label: t`Days before` },
						{ value: 'hours', label: t`Hours before` },
						{ value: 'start', label: t`The event starts` },
					]}
					className="min-w-40 flex-1"
				/>
			</div>
			<IconButton icon={Trash2} label={t`Remove step ${number}`} onClick={props.onRemove} className="mt-6" />
		</fieldset>
	);
}
