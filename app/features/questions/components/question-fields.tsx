import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldFrame, useField } from '#app/ui/field.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { mostAnswerFileBytes } from '#shared/rules/answer-files.ts';
import { type QuestionKind, type QuestionScope, questionKinds } from '#shared/rules/questions.ts';
import type { EditedQuestion } from '../api.ts';
import { useKindTexts } from '../kind-texts.ts';
import {
	decidingBefore,
	firstAnswerOf,
	hasChoices,
	isAskingForNews,
	mayBeAskedAtDoor,
	newChoice,
	type QuestionValues,
} from '../question-form.ts';
import { ChoiceFields } from './choice-fields.tsx';

interface FieldsProps {
	values: QuestionValues;
	onChange: (part: Partial<QuestionValues>) => void;
	errorOf: (field: string) => string | undefined;
	question: EditedQuestion | null;
	active: EditedQuestion[];
	ticketTypes: { id: string; name: string }[];
}

const idOf = (field: string) => `question-${field}`;

/** The question, how it is answered, by whom and when. */
export function QuestionFields(props: FieldsProps) {
	const { t } = useLingui();
	const kinds = useKindTexts();
	const fileLimit = useFormats().fileSize(mostAnswerFileBytes);
	const { values, onChange, errorOf, question } = props;
	const isAnswered = (question?.answerCount ?? 0) > 0;
	const isNews = isAskingForNews(values);
	const settled = isAnswered ? { hint: t`Can’t be changed once answered`, disabled: true } : {};
	function choose(kind: QuestionKind) {
		const choices =
			hasChoices(kind) && values.choices.length === 0 ? [newChoice(), newChoice()] : values.choices;
		onChange({ kind, choices });
	}
	return (
		<>
			<TextField
				id={idOf('label')}
				label={t`Question`}
				value={values.label}
				onChange={(event) => onChange({ label: event.target.value })}
				error={errorOf('label')}
				maxLength={300}
				dir="auto"
				autoComplete="off"
				required
			/>
			<Select
				id={idOf('kind')}
				label={t`Answer`}
				value={values.kind}
				onChange={(event) => choose(event.target.value as QuestionKind)}
				options={questionKinds.map((kind) => ({ value: kind, label: kinds[kind] }))}
				error={errorOf('kind')}
				hint={
					values.kind === 'file' ? t`One file: PDF, JPEG, PNG, WebP or HEIC, up to ${fileLimit}.` : undefined
				}
				{...settled}
			/>
			{hasChoices(values.kind) ? (
				<ChoiceFields
					choices={values.choices}
					isAnswered={isAnswered}
					errorOf={errorOf}
					onChange={(choices) => onChange({ choices })}
				/>
			) : null}
			<TextArea
				id={idOf('help')}
				label={t`Help text`}
				isOptional
				value={values.help}
				onChange={(event) => onChange({ help: event.target.value })}
				error={errorOf('help')}
				rows={2}
				maxLength={1000}
			/>
			{values.kind === 'consent' ? (
				<Switch
					label={t`Ask for consent to your news by email`}
					hint={
						isAnswered
							? t`Can’t be changed once answered`
							: t`Guests who agree get an email to confirm, and then follow you. Your question and its help text are kept with the date as what they agreed to.`
					}
					disabled={isAnswered}
					error={errorOf('asksForNews')}
					checked={values.asksForNews}
					onChange={(event) => onChange({ asksForNews: event.target.checked })}
				/>
			) : null}
			<Checkbox
				label={t`Required`}
				hint={
					isNews
						? t`Consent to news can’t be required: guests decide for themselves.`
						: t`Stays open on the guest’s ticket page until answered. Guests keep their ticket either way.`
				}
				error={errorOf('isRequired')}
				disabled={isNews}
				checked={values.isRequired && !isNews}
				onChange={(event) => onChange({ isRequired: event.target.checked })}
			/>
			<RadioGroup
				id={idOf('scope')}
				label={t`Ask`}
				look="cards"
				value={values.scope}
				error={errorOf('scope')}
				onChange={(event) => onChange({ scope: event.target.value as QuestionScope })}
				options={[
					{ value: 'attendee', label: t`Every guest`, description: t`One answer per ticket.` },
					{ value: 'order', label: t`Once per order`, description: t`One answer per order.` },
				]}
				{...settled}
			/>
			<TicketFields {...props} />
			<ConditionFields {...props} />
			{mayBeAskedAtDoor(values) ? (
				<Switch
					label={t`Ask at check-in`}
					hint={t`Guests who haven’t answered are asked at check-in.`}
					error={errorOf('isAskedAtDoor')}
					checked={values.isAskedAtDoor}
					onChange={(event) => onChange({ isAskedAtDoor: event.target.checked })}
				/>
			) : null}
		</>
	);
}

/** Of which tickets; nothing to choose where there is one. */
function TicketFields({ values, onChange, errorOf, ticketTypes }: FieldsProps) {
	const { t } = useLingui();
	const error = errorOf('ticketTypeIds');
	const ids = useField({ id: idOf('ticketTypeIds'), error });
	if (ticketTypes.length < 2 && values.ticketTypeIds === null) return null;
	const chosen = values.ticketTypeIds;
	return (
		<FieldFrame as="fieldset" ids={ids} label={t`Tickets`} error={error}>
			<div className="flex flex-col gap-1">
				<Checkbox
					id={ids.id}
					className="min-h-8 justify-center pointer-coarse:min-h-11"
					label={t`All tickets`}
					checked={chosen === null}
					onChange={(event) => onChange({ ticketTypeIds: event.target.checked ? null : [] })}
				/>
				{chosen === null
					? null
					: ticketTypes.map(({ id, name }) => (
							<Checkbox
								key={id}
								className="ms-7 min-h-8 justify-center pointer-coarse:min-h-11"
								label={<bdi>{name}</bdi>}
								checked={chosen.includes(id)}
								onChange={(event) =>
									onChange({
										ticketTypeIds: event.target.checked
											? [...chosen, id]
											: chosen.filter((one) => one !== id),
									})
								}
							/>
						))}
			</div>
		</FieldFrame>
	);
}

/** Only after a certain answer to an earlier question. */
function ConditionFields({ values, onChange, errorOf, question, active }: FieldsProps) {
	const { t } = useLingui();
	const before = decidingBefore(active, question?.id ?? null, values.scope);
	const deciding = before.find(({ id }) => id === values.shownWhenId);
	if (before.length === 0 && !values.shownWhenId) return null;
	return (
		<div className="grid gap-5 sm:grid-cols-2">
			<Select
				id={idOf('shownWhen.questionId')}
				label={t`When`}
				value={values.shownWhenId}
				error={errorOf('shownWhen.questionId')}
				onChange={(event) => {
					const next = before.find(({ id }) => id === event.target.value);
					onChange({ shownWhenId: next?.id ?? '', shownWhenEquals: firstAnswerOf(next) });
				}}
				options={[
					{ value: '', label: t`Always` },
					...before.map(({ id, label }) => ({ value: id, label: t`Only if “${label}”` })),
				]}
			/>
			{deciding ? (
				<Select
					id={idOf('shownWhen.equals')}
					label={t`If the answer is`}
					value={values.shownWhenEquals}
					error={errorOf('shownWhen.equals')}
					onChange={(event) => onChange({ shownWhenEquals: event.target.value })}
					options={
						deciding.kind === 'consent'
							? [{ value: firstAnswerOf(deciding), label: t`Agreed` }]
							: deciding.choices.map(({ id, label }) => ({ value: id, label }))
					}
				/>
			) : null}
		</div>
	);
}
