import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { type AnswerDraft, draftOf } from '#app/ui/answer-drafts.ts';
import { AnswerField } from '#app/ui/answer-field.tsx';
import type { AnswerFiles, StoredFile } from '#app/ui/answer-files.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { AT_ONCE_HOURS, UNDO_MINUTES } from '#shared/rules/periods.ts';
import type { EditedQuestion, QuestionActions } from '../api.ts';
import {
	bodyOf,
	changesOf,
	checkValues,
	isAskingForNews,
	type QuestionField,
	type QuestionValues,
	valuesOf,
} from '../question-form.ts';
import { QuestionFields } from './question-fields.tsx';

/** Writes a question or changes one, with the field beside it as guests will see it. */
export function QuestionDialog(props: {
	question: EditedQuestion | null;
	/** Initial values of the form for a new question. */
	preset?: Partial<QuestionValues>;
	active: EditedQuestion[];
	ticketTypes: { id: string; name: string }[];
	actions: QuestionActions;
	/** Whether people may have tickets, whom an email can ask. */
	mayNotify: boolean;
	/** Starts the form anew once another version than this one is there. */
	onReload: (version: number) => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { actions, onClose } = props;
	// What the form began with: the version that is sent back, and what separates the person's changes from a colleague's.
	const [question] = useState(props.question);
	const [values, setValues] = useState(() => ({ ...valuesOf(question), ...props.preset }));
	const [problems, setProblems] = useState<Partial<Record<QuestionField, 'required'>>>({});
	const [refused, setRefused] = useState<unknown>(null);
	const [notify, setNotify] = useState(false);
	const isRequired = values.isRequired && !isAskingForNews(values);
	const becomesRequired = isRequired && !question?.isRequired;
	const notifying = props.mayNotify && becomesRequired && notify ? { notify } : {};
	const isPending = actions.create.isPending || actions.update.isPending;

	async function save(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (isPending) return;
		const found = checkValues(values);
		setProblems(found);
		setRefused(null);
		const [first] = Object.keys(found);
		if (first) return document.getElementById(`question-${first}`)?.focus();
		try {
			if (question) {
				const changes = changesOf(valuesOf(question), values);
				if (Object.keys(changes).length > 0)
					await actions.update.mutateAsync({ question, changes: { ...changes, ...notifying } });
			} else await actions.create.mutateAsync({ ...bodyOf(values), ...notifying });
			toast({ variant: 'success', description: t`Question saved` });
			onClose();
		} catch (error) {
			setRefused(error);
		}
	}
	async function takeTheirs() {
		await actions.refresh();
		props.onReload(question?.version ?? 0);
	}
	function errorOf(field: string): string | undefined {
		if (problems[field as QuestionField]) return t`This field is required.`;
		if (!(refused instanceof AppError)) return undefined;
		return refused.details.find((detail) => detail.field === field)?.message;
	}
	const hasFieldError = refused instanceof AppError && refused.details.length > 0;
	return (
		<FormDialog
			form="question-form"
			onClose={onClose}
			size="lg"
			title={question ? t`Edit question` : t`New question`}
			isPending={isPending}
			label={question ? t`Save` : t`Add question`}
			onSubmit={save}
			after={<Preview values={values} isRequired={isRequired} />}
		>
			{isVersionConflict(refused) ? (
				<Callout
					tone="warning"
					isUrgent
					title={t`Someone else changed this question`}
					action={
						<Button variant="outline" size="sm" onClick={() => void takeTheirs()}>
							{t`Load their version`}
						</Button>
					}
				>
					<Trans>Your changes weren’t saved. Load their version, then make your change again.</Trans>
				</Callout>
			) : refused && !hasFieldError ? (
				<ErrorCallout error={refused} />
			) : null}
			<QuestionFields
				values={values}
				onChange={(part) => setValues((before) => ({ ...before, ...part }))}
				errorOf={errorOf}
				question={question}
				active={props.active}
				ticketTypes={props.ticketTypes}
			/>
			{props.mayNotify && becomesRequired ? (
				<Checkbox
					label={t`Email buyers who haven’t answered yet`}
					hint={t`Sent in ${UNDO_MINUTES} minutes, or at once if the event starts within ${AT_ONCE_HOURS} hours. Until then, you can undo the change.`}
					checked={notify}
					onChange={(change) => setNotify(change.target.checked)}
				/>
			) : null}
		</FormDialog>
	);
}

/** The field as guests see it; it can be tried out. Empty until there is a question. */
function Preview({ values, isRequired }: { values: QuestionValues; isRequired: boolean }) {
	const { t } = useLingui();
	const [draft, setDraft] = useState<{ kind: string; value: AnswerDraft } | null>(null);
	const [chosen, setChosen] = useState<StoredFile | null>(null);
	const label = values.label.trim();
	const value = draft?.kind === values.kind ? draft.value : draftOf(values.kind, undefined);
	/** Nothing is sent: a file is only shown as it would be. */
	const files: AnswerFiles = {
		find: (id) => (chosen?.id === id ? chosen : undefined),
		upload: async (_client, _question, file) => {
			const shown = { id: newIdempotencyKey(), name: file.name, bytes: file.size };
			setChosen(shown);
			return shown;
		},
	};
	return (
		<section aria-label={t`Preview`} className="mt-6 rounded-lg border border-dashed border-edge p-4">
			<h3 className="mb-3 text-compact font-medium text-muted">
				<Trans>As guests see it</Trans>
			</h3>
			{label === '' ? null : (
				<AnswerField
					id="question-preview"
					question={{
						id: 'preview',
						label,
						help: values.help.trim(),
						kind: values.kind,
						choices: values.choices
							.filter((choice) => choice.label.trim() !== '')
							.map(({ key, label }) => ({ id: key, label })),
						isRequired,
					}}
					value={value}
					files={files}
					onChange={(next) => setDraft({ kind: values.kind, value: next })}
				/>
			)}
		</section>
	);
}
