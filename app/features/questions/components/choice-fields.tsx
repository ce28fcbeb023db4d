import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/ui/button.tsx';
import { FieldError, useField } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { newChoice, type QuestionValues } from '../question-form.ts';

type Choices = QuestionValues['choices'];
const MAX_CHOICES = 100;

/** The choices of a question, one line each. Enter adds the next. */
export function ChoiceFields(props: {
	choices: Choices;
	isAnswered: boolean;
	errorOf: (field: string) => string | undefined;
	onChange: (choices: Choices) => void;
}) {
	const { t } = useLingui();
	const { choices, onChange, errorOf } = props;
	const list = useRef<HTMLUListElement>(null);
	const error = errorOf('choices');
	const ids = useField({ id: 'question-choices', error });
	// Empty lines are not sent: a refusal counts those that were.
	const sent = choices.filter((choice) => choice.label.trim() !== '');
	/** The focus moves before the next key arrives: what is typed after Enter belongs to the new line. */
	function change(next: Choices, focused: number) {
		flushSync(() => onChange(next));
		list.current?.querySelectorAll('input')[focused]?.focus();
	}
	function add(after: number) {
		if (choices.length >= MAX_CHOICES) return;
		change(choices.toSpliced(after + 1, 0, newChoice()), after + 1);
	}
	const remove = (index: number) => change(choices.toSpliced(index, 1), Math.max(0, index - 1));
	return (
		<fieldset
			id={ids.id}
			tabIndex={-1}
			aria-describedby={ids.control['aria-describedby']}
			onInput={ids.correct}
			className="flex min-w-0 flex-col gap-2"
		>
			<legend className="mb-1.5 text-sm font-medium">
				<Trans>Options</Trans>
			</legend>
			<ul ref={list} className="flex flex-col gap-2">
				{choices.map((choice, index) => (
					<li key={choice.key} className="flex items-start gap-2">
						<TextField
							label={t`Option ${index + 1}`}
							isLabelHidden
							className="flex-1"
							value={choice.label}
							error={errorOf(`choices.${sent.indexOf(choice)}.label`)}
							maxLength={200}
							dir="auto"
							autoComplete="off"
							onChange={(event) => onChange(choices.with(index, { ...choice, label: event.target.value }))}
							onKeyDown={(event) => {
								if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
								event.preventDefault();
								add(index);
							}}
						/>
						<IconButton
							icon={X}
							label={choice.label ? t`Remove ${choice.label}` : t`Remove option ${index + 1}`}
							isDisabled={choices.length === 1}
							onClick={() => remove(index)}
						/>
					</li>
				))}
			</ul>
			<FieldError id={ids.errorId}>{ids.error}</FieldError>
			<div className="flex flex-wrap items-center gap-3">
				<Button variant="outline" size="sm" icon={Plus} onClick={() => add(choices.length - 1)}>
					{t`Add option`}
				</Button>
				{props.isAnswered ? (
					<p className="text-compact text-muted">
						<Trans>Existing answers keep a removed option.</Trans>
					</p>
				) : null}
			</div>
		</fieldset>
	);
}
