import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type MessagePlace, useRuleActions } from '#app/features/messages/api.ts';
import {
	isComplete,
	minutesPer,
	type OffsetUnit,
	segmentOf,
	splitOffset,
	unknownIn,
} from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { useSegmentOptions } from '#app/features/messages/use-segment-options.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors, messageFor } from '#app/lib/form-errors.ts';
import { Button } from '#app/ui/button.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { showErrorsAgain } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { MessageRule } from '#shared/contracts/messages.ts';
import {
	type MessageRuleKind,
	messageLimits,
	REMINDER_MINUTES,
	USUAL_REMINDER_MINUTES,
	USUAL_THANKS_MINUTES,
} from '#shared/rules/messages/messages.ts';
import { MessageFields } from './message-fields.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SegmentField } from './segment-field.tsx';
import { usePreviewOfRule } from './use-preview.ts';

type Values = Pick<MessageRule, 'kind' | 'offsetMinutes' | 'subject' | 'text' | 'segment'>;

const newRule: Values = {
	kind: 'before_start',
	offsetMinutes: 2 * 1_440,
	subject: '',
	text: '',
	segment: { conditions: [] },
};

const offsetLimits = { least: 1, most: messageLimits.offsetMinutes };

const usualMinutes = (kind: MessageRuleKind) =>
	kind === 'after_end' ? USUAL_THANKS_MINUTES : USUAL_REMINDER_MINUTES;

/** Text, time and recipients of a message that is sent automatically. */
export function RuleDialog(props: {
	place: MessagePlace;
	event: PublicEvent;
	/** Null: a new one. */
	rule: MessageRule | null;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { place, rule, onClose } = props;
	const errorText = useErrorText();
	const attempt = useAttempt();
	const { ruleKinds } = useMessageTexts();
	const { save, remove } = useRuleActions(place);
	const [values, setValues] = useState<Values>(rule ?? newRule);
	const [errors, setErrors] = useState<FormError[]>([]);
	const [tab, setTab] = useState('edit');
	const isUsual = values.kind === 'confirmation' || values.kind === 'reminder';
	const canRemove = rule?.id && !(rule.isOfSeries && place.kind === 'event');

	const problem = (name: 'subject' | 'text', message: string) =>
		!isUsual && values[name].trim() === '' ? [{ name, message }] : [];

	async function submit() {
		const isOpen = values.segment.conditions.some((condition) => !isComplete(condition));
		const missing: FormError[] = [
			...(isOpen ? [{ message: t`Complete each condition under “To”, or remove it.` }] : []),
			...problem('subject', t`Enter a subject.`),
			...problem('text', t`Enter the text.`),
		];
		const unknown = unknownIn(values);
		if (save.isPending || unknown.subject.length + unknown.text.length > 0) return setTab('edit');
		showErrorsAgain();
		setErrors(missing);
		if (missing.length > 0) return setTab('edit');
		const { kind, offsetMinutes, subject, text, segment } = values;
		// What is switched off stays off when its words are changed.
		const isOn = rule?.isOn ?? true;
		const changes = { isOn, offsetMinutes, text, subject: subject.trim(), segment: segmentOf(segment) };
		try {
			await save.mutateAsync({ rule, kind, changes });
			toast({ variant: 'success', description: t`Saved` });
			onClose();
		} catch (error) {
			setTab('edit');
			showErrorsAgain();
			setErrors(formErrors(error, ['offsetMinutes', 'subject', 'text', 'kind'], errorText));
		}
	}
	async function reset() {
		if (
			rule?.id &&
			(await attempt(remove.mutateAsync(rule.id), isUsual ? t`Default text restored` : t`Deleted`))
		)
			onClose();
	}
	return (
		<Sheet
			isOpen
			onClose={onClose}
			title={rule ? ruleKinds[rule.kind] : t`Message before or after`}
			footer={
				<>
					{canRemove ? (
						<Button
							variant="outline"
							tone="destructive"
							isLoading={remove.isPending}
							onClick={() => void reset()}
						>
							{isUsual ? t`Use the default text` : t`Delete`}
						</Button>
					) : null}
					<Button isLoading={save.isPending} onClick={() => void submit()}>
						<Trans>Save</Trans>
					</Button>
				</>
			}
		>
			<Tabs
				label={t`Message`}
				selected={tab}
				onSelect={setTab}
				items={[
					{
						id: 'edit',
						label: t`Edit`,
						content: (
							<Form
								method="post"
								errors={errors}
								onSubmit={(event) => {
									event.preventDefault();
									void submit();
								}}
							>
								<Fields {...props} {...{ values, errors, isUsual }} onChange={setValues} />
							</Form>
						),
					},
					{ id: 'preview', label: t`Preview`, content: <RulePreview place={place} values={values} /> },
				]}
			/>
		</Sheet>
	);
}

function RulePreview({ place, values }: { place: MessagePlace; values: Values }) {
	const { kind, subject, text, segment } = values;
	return <PreviewPane {...usePreviewOfRule(place, { kind, subject, text, segment: segmentOf(segment) })} />;
}

function Fields(props: {
	place: MessagePlace;
	event: PublicEvent;
	rule: MessageRule | null;
	values: Values;
	errors: readonly FormError[];
	isUsual: boolean;
	onChange: (values: Values) => void;
}) {
	const { t } = useLingui();
	const { values, isUsual, errors, onChange } = props;
	const options = useSegmentOptions(props.place, props.event);
	return (
		<>
			{props.rule ? null : (
				<Select
					label={t`Send it`}
					name="kind"
					value={values.kind}
					onChange={({ target }) => onChange({ ...values, kind: target.value as MessageRuleKind })}
					options={[
						{ value: 'before_start', label: t`Before the start` },
						{ value: 'after_end', label: t`After the end` },
					]}
				/>
			)}
			{values.kind === 'confirmation' ? (
				<p className="text-sm text-muted">
					<Trans>Guests get the confirmation with their tickets, below your text.</Trans>
				</p>
			) : (
				<OffsetFields
					minutes={values.offsetMinutes || usualMinutes(values.kind)}
					isAfter={values.kind === 'after_end'}
					limits={values.kind === 'reminder' ? REMINDER_MINUTES : offsetLimits}
					error={messageFor(errors, 'offsetMinutes')}
					onChange={(offsetMinutes) => onChange({ ...values, offsetMinutes })}
				/>
			)}
			{isUsual ? null : (
				<SegmentField
					conditions={values.segment.conditions}
					options={options}
					showsProblems={errors.some(({ name }) => name === undefined)}
					onChange={(conditions) => onChange({ ...values, segment: { conditions } })}
				/>
			)}
			<MessageFields
				subject={values.subject}
				text={values.text}
				onChange={(part) => onChange({ ...values, ...part })}
				problem={(name) => messageFor(errors, name)}
				{...(isUsual && { usualSubject: t`The default subject`, isTextOptional: true })}
			/>
		</>
	);
}

/** A length of time before the start or after the end. */
function OffsetFields(props: {
	minutes: number;
	isAfter: boolean;
	/** In minutes. */
	limits: { least: number; most: number };
	error: string | undefined;
	onChange: (minutes: number) => void;
}) {
	const { t } = useLingui();
	const [unit, setUnit] = useState<OffsetUnit>(() => splitOffset(props.minutes).unit);
	const rangeOf = (of: OffsetUnit) => ({
		min: Math.ceil(props.limits.least / minutesPer[of]),
		max: Math.floor(props.limits.most / minutesPer[of]),
	});
	const { min, max } = rangeOf(unit);
	const value = Math.max(min, Math.round(props.minutes / minutesPer[unit]));
	return (
		<div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-3">
			<NumberStepper
				label={t`When`}
				name="offsetMinutes"
				min={min}
				max={max}
				value={value}
				error={props.error}
				onChange={(next) => props.onChange(next * minutesPer[unit])}
			/>
			<Select
				label={t`Unit of time`}
				isLabelHidden
				value={unit}
				onChange={({ target }) => {
					const next = target.value as OffsetUnit;
					const range = rangeOf(next);
					setUnit(next);
					props.onChange(Math.max(range.min, Math.min(value, range.max)) * minutesPer[next]);
				}}
				options={[
					{ value: 'minutes', label: props.isAfter ? t`minutes after the end` : t`minutes before the start` },
					{ value: 'hours', label: props.isAfter ? t`hours after the end` : t`hours before the start` },
					{ value: 'days', label: props.isAfter ? t`days after the end` : t`days before the start` },
				]}
			/>
		</div>
	);
}
