import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { latePart } from '#app/lib/optional-part.tsx';
import type { QuestionKind } from '#shared/rules/questions.ts';
import type { AnswerDraft } from './answer-drafts.ts';
import type { AnswerFiles } from './answer-files.ts';
import { Checkbox } from './checkbox.tsx';
import { DateField } from './date-field.tsx';
import { FieldFrame, useField } from './field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { Select, type SelectOption } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

export interface AskedQuestion {
	id: string;
	label: string;
	help: string;
	kind: QuestionKind;
	choices: readonly { id: string; label: string }[];
	isRequired: boolean;
}

export interface AnswerFieldProps {
	question: AskedQuestion;
	value: AnswerDraft;
	onChange: (value: AnswerDraft) => void;
	error?: string | undefined;
	id?: string;
	isDisabled?: boolean;
	/** Where files go; without it, a question of kind `file` has no field. */
	files?: AnswerFiles;
}

/** Fetched where a file is required; tried twice, so that a lost connection does not take the form with it. */
const loadFileField = () => import('./answer-file-field.tsx').then((module) => module.default);
const AnswerFileField = latePart(() => loadFileField().catch(loadFileField));

/** Choices up to this number are all shown; more are a list to open. */
const SHOWN_CHOICES = 7;

/** The field for an answer, of each kind of question that an organiser can ask. */
export function AnswerField(props: AnswerFieldProps) {
	const { question, value, onChange, error, id, isDisabled } = props;
	const common = {
		label: <bdi className="[overflow-wrap:anywhere]">{question.label}</bdi>,
		hint: question.help === '' ? undefined : <Help text={question.help} />,
		isOptional: !question.isRequired,
		error,
		id,
		disabled: isDisabled,
		autoComplete: 'off',
	};
	const text = typeof value === 'string' ? value : '';
	const typed = { ...common, value: text, 'aria-required': question.isRequired || undefined };
	switch (question.kind) {
		case 'text':
			return <TextField {...typed} dir="auto" maxLength={500} onChange={(e) => onChange(e.target.value)} />;
		case 'number':
			return <TextField {...typed} inputMode="decimal" onChange={(e) => onChange(e.target.value)} />;
		case 'phone':
			return (
				<TextField
					{...typed}
					type="tel"
					autoComplete="tel"
					maxLength={40}
					onChange={(e) => onChange(e.target.value)}
				/>
			);
		case 'long_text':
			return <TextArea {...typed} rows={3} maxLength={5_000} onChange={(e) => onChange(e.target.value)} />;
		case 'date':
			return <DateField {...typed} onChange={(e) => onChange(e.target.value)} />;
		case 'country':
			return <CountryField {...props} common={common} text={text} />;
		case 'consent':
			return (
				<Checkbox
					id={id}
					label={common.label}
					hint={common.hint}
					error={error}
					disabled={isDisabled}
					aria-required={question.isRequired || undefined}
					checked={value === true}
					onChange={(e) => onChange(e.target.checked)}
				/>
			);
		case 'single_choice':
			return <OneChoice {...props} common={common} text={text} />;
		case 'multiple_choice':
			return <SeveralChoices {...props} common={common} />;
		case 'file':
			if (!props.files) return null;
			return (
				<Suspense fallback={<Skeleton className="h-40" />}>
					<AnswerFileField
						questionId={question.id}
						label={common.label}
						hint={common.hint}
						isOptional={common.isOptional}
						value={text}
						onChange={onChange}
						error={error}
						id={id}
						isDisabled={isDisabled}
						files={props.files}
					/>
				</Suspense>
			);
	}
}

function Help({ text }: { text: string }) {
	return (
		<span dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
			{text}
		</span>
	);
}

type Common = Pick<
	React.ComponentProps<typeof TextField>,
	'label' | 'hint' | 'isOptional' | 'error' | 'id' | 'disabled'
>;

type ChoiceProps = AnswerFieldProps & { common: Common; text: string };

function CountryField(props: ChoiceProps) {
	return <ChoiceSelect {...props} options={useCountryOptions()} />;
}

function ChoiceSelect(props: ChoiceProps & { options: readonly SelectOption[] }) {
	const { t } = useLingui();
	const { common, text, options, onChange } = props;
	return (
		<Select
			{...(common as object)}
			label={common.label}
			value={text}
			placeholder={t`Please choose`}
			options={options}
			onChange={(e) => onChange(e.target.value)}
		/>
	);
}

function OneChoice(props: ChoiceProps) {
	const { t } = useLingui();
	const { question, onChange, common, text } = props;
	const options = question.choices.map(({ id, label }) => ({ value: id, label }));
	if (options.length > SHOWN_CHOICES) return <ChoiceSelect {...props} options={options} />;
	return (
		<RadioGroup
			{...(common as object)}
			label={common.label}
			value={text}
			options={[
				...options.map((option) => ({ ...option, label: <bdi>{option.label}</bdi> })),
				// What was chosen can be taken back.
				...(question.isRequired ? [] : [{ value: '', label: t`No answer` }]),
			]}
			onChange={(e) => onChange(e.target.value)}
		/>
	);
}

function SeveralChoices(props: AnswerFieldProps & { common: Common }) {
	const { question, value, onChange, common } = props;
	const ids = useField(common as Parameters<typeof useField>[0]);
	const chosen = Array.isArray(value) ? value : [];
	return (
		<FieldFrame as="fieldset" ids={ids} {...common} hint={common.hint ?? <Trans>Choose any number.</Trans>}>
			<div className="flex flex-col gap-1">
				{question.choices.map((choice, index) => (
					<Checkbox
						key={choice.id}
						id={index === 0 ? ids.id : undefined}
						className="min-h-8 justify-center pointer-coarse:min-h-11"
						label={<bdi>{choice.label}</bdi>}
						disabled={props.isDisabled}
						checked={chosen.includes(choice.id)}
						onChange={(e) =>
							onChange(e.target.checked ? [...chosen, choice.id] : chosen.filter((one) => one !== choice.id))
						}
					/>
				))}
			</div>
		</FieldFrame>
	);
}
