import { useLingui } from '@lingui/react/macro';
import { isComplete } from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import type { SegmentOption, SegmentOptions } from '#app/features/messages/use-segment-options.ts';
import { toggled } from '#app/lib/toggled.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { SegmentCondition } from '#shared/rules/messages/segments.ts';

interface FieldsProps<C extends SegmentCondition = SegmentCondition> {
	condition: C;
	options: SegmentOptions;
	showsProblem: boolean;
	onChange: (condition: SegmentCondition) => void;
}

/** What one condition asks. */
export function ConditionFields(props: FieldsProps) {
	const { t } = useLingui();
	const { condition, options, onChange } = props;
	const { conditions: names } = useMessageTexts();
	const problem = props.showsProblem && !isComplete(condition) ? t`Choose at least one.` : undefined;
	const choices = (
		shown: readonly SegmentOption[],
		chosen: readonly string[],
		set: (next: string[]) => object,
	) => (
		<Choices
			label={names[condition.kind]}
			problem={problem}
			options={shown}
			chosen={chosen}
			onChange={(next) => onChange({ ...condition, ...set(next) } as SegmentCondition)}
		/>
	);
	switch (condition.kind) {
		case 'ticket_types':
			return choices(options.types, condition.ids, (ids) => ({ ids }));
		case 'order_states':
			return choices(options.states, condition.states, (states) => ({ states }));
		case 'checked_in':
			return (
				<Select
					label={t`Check-in list`}
					value={condition.listId ?? ''}
					placeholder={t`At any list`}
					options={options.lists}
					onChange={({ target }) => {
						const { listId: _, ...rest } = condition;
						onChange(target.value ? { ...rest, listId: target.value } : rest);
					}}
				/>
			);
		case 'answer':
			return <AnswerFields {...props} condition={condition} />;
		case 'ordered':
			return <DayFields {...props} condition={condition} />;
		case 'sources':
			return choices(options.sources, condition.sources, (sources) => ({ sources }));
		case 'links':
			return choices(options.links, condition.codes, (codes) => ({ codes }));
		case 'languages':
			return choices(options.languages, condition.languages, (languages) => ({ languages }));
		case 'dates':
			return choices(options.dates, condition.eventIds, (eventIds) => ({ eventIds }));
	}
}

/** Several of a list; what is chosen and has no name any more can still be removed. */
function Choices(props: {
	label: string;
	options: readonly SegmentOption[];
	chosen: readonly string[];
	problem: string | undefined;
	onChange: (chosen: string[]) => void;
}) {
	const { t } = useLingui();
	const { options, chosen, problem } = props;
	const unknown = chosen.filter((value) => !options.some((option) => option.value === value));
	const shown = [...options, ...unknown.map((value) => ({ value, label: t`Deleted` }))];
	return (
		<fieldset className="flex max-h-60 min-w-0 flex-col gap-1 overflow-y-auto">
			<legend className="sr-only">{props.label}</legend>
			{shown.map(({ value, label }) => (
				<Checkbox
					key={value}
					label={<span dir="auto">{label}</span>}
					className="min-h-8 justify-center pointer-coarse:min-h-11"
					checked={chosen.includes(value)}
					onChange={({ target }) => props.onChange(toggled(chosen, value, target.checked))}
				/>
			))}
			{problem ? <FieldError id={undefined}>{problem}</FieldError> : null}
		</fieldset>
	);
}

function AnswerFields(props: FieldsProps<Extract<SegmentCondition, { kind: 'answer' }>>) {
	const { t } = useLingui();
	const { condition, options, onChange, showsProblem } = props;
	const question = options.questions.find(({ value }) => value === condition.questionId);
	const isMissing = showsProblem && condition.values.length === 0;
	return (
		<div className="flex flex-col gap-3">
			<Select
				label={t`Question`}
				value={condition.questionId}
				placeholder={t`Choose a question`}
				options={options.questions}
				error={showsProblem && condition.questionId === '' ? t`Choose a question.` : undefined}
				onChange={({ target }) => {
					const next = options.questions.find(({ value }) => value === target.value);
					onChange({
						...condition,
						questionId: target.value,
						values: next?.isConsent ? ['true'] : [],
					});
				}}
			/>
			{question && !question.isConsent && question.choices.length > 0 ? (
				<Choices
					label={question.label}
					options={question.choices}
					chosen={condition.values}
					problem={isMissing ? t`Choose at least one.` : undefined}
					onChange={(values) => onChange({ ...condition, values })}
				/>
			) : null}
			{question && !question.isConsent && question.choices.length === 0 ? (
				<TextField
					label={t`Answer`}
					value={condition.values[0] ?? ''}
					maxLength={200}
					error={isMissing ? t`Enter the answer.` : undefined}
					onChange={({ target }) =>
						onChange({ ...condition, values: target.value === '' ? [] : [target.value] })
					}
				/>
			) : null}
		</div>
	);
}

function DayFields(props: FieldsProps<Extract<SegmentCondition, { kind: 'ordered' }>>) {
	const { t } = useLingui();
	const { condition, onChange, showsProblem } = props;
	function set(name: 'from' | 'until', day: string) {
		const { [name]: _, ...rest } = condition;
		onChange(day ? { ...rest, [name]: day } : rest);
	}
	return (
		<div className="grid gap-3 sm:grid-cols-2">
			<DateField
				label={t`From`}
				isOptional
				value={condition.from ?? ''}
				max={condition.until}
				error={showsProblem && !isComplete(condition) ? t`Choose a day.` : undefined}
				onChange={({ target }) => set('from', target.value)}
			/>
			<DateField
				label={t`Until`}
				isOptional
				value={condition.until ?? ''}
				min={condition.from}
				onChange={({ target }) => set('until', target.value)}
			/>
		</div>
	);
}
