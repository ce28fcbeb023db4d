import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSite } from '#app/shell/site.ts';
import { AnswerField, type AnswerFieldProps } from '#app/ui/answer-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AnswerFile } from '#shared/contracts/question-answers.ts';
import type { Question } from '#shared/contracts/questions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Answerer, type Answers, questionsFor } from '#shared/rules/questions.ts';
import { answersWith, changedAnswers, type Drafts, refusalAt, shownDraft } from '../answer-form.ts';
import { type FileCalls, useAnswerFiles } from '../use-answer-files.ts';
import type { SentAnswers } from '../use-managed-questions.ts';

/** One whose answers a form holds: the order itself (null) or a person in it. */
export interface QuestionPart {
	attendeeId: string | null;
	name: string;
	ticketTypeName: string;
	/** Of a person. */
	ticketTypeId?: string;
	saved: Answers;
	orderTicketTypeIds: string[];
	orderAnswers: Answers;
}

const keyOf = (part: QuestionPart) => part.attendeeId ?? 'order';

/** The questions of an order or a person with one Save. What was typed stays when it fails. */
export function PersonForm(props: {
	parts: QuestionPart[];
	questions: Question[];
	isEditable: boolean;
	isAlone: boolean;
	isOpen: boolean;
	missing: number;
	onSave: (sent: SentAnswers[]) => Promise<{ missingCount: number }>;
	savedFiles: readonly AnswerFile[];
	fileCalls: FileCalls;
}) {
	const { t } = useLingui();
	const { parts, questions } = props;
	const formId = useId();
	const errorText = useErrorText();
	const [drafts, setDrafts] = useState<Record<string, Drafts>>({});
	const [refused, setRefused] = useState<{ error: unknown; places: string[] } | null>(null);
	const [isSaving, setSaving] = useState(false);
	const { files, isUploading } = useAnswerFiles(props.savedFiles, props.fileCalls);
	// Whoever opened it may be in the middle of it when the last answer is there.
	const [isOpen] = useState(props.isOpen);
	const forms = parts.map((part) => ({ part, ...formOf(part, parts, questions, drafts) }));
	const isChanged = forms.some(({ changed }) => Object.keys(changed).length > 0);
	const idOf = (part: QuestionPart, questionId: string) => `${formId}-${keyOf(part)}-${questionId}`;

	async function save(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (isSaving || isUploading) return;
		const sent = forms
			.filter(({ changed }) => Object.keys(changed).length > 0)
			.map(({ part, changed }) => ({ attendeeId: part.attendeeId, answers: changed }));
		if (sent.length === 0) return focusFirstMissing();
		setSaving(true);
		setRefused(null);
		try {
			const { missingCount } = await props.onSave(sent);
			setDrafts({});
			toast({
				variant: 'success',
				description: missingCount > 0 ? t`Saved. You can answer the rest later.` : t`Answers saved`,
			});
		} catch (error) {
			setRefused({ error, places: sent.map(({ attendeeId }) => attendeeId ?? 'order') });
			const first = error instanceof AppError ? error.details[0]?.field.split('.') : undefined;
			const part = first && sent[Number(first[1])];
			if (part && first[3])
				requestAnimationFrame(() =>
					document.getElementById(`${formId}-${part.attendeeId ?? 'order'}-${first[3]}`)?.focus(),
				);
		} finally {
			setSaving(false);
		}
	}
	/** Nothing new to save: the first answer that is missing is where to go on. */
	function focusFirstMissing() {
		for (const { part, put } of forms) {
			const open = put.find(({ id, isRequired }) => isRequired && part.saved[id] === undefined);
			if (open) return document.getElementById(idOf(part, open.id))?.focus();
		}
	}
	const errorFor = (part: QuestionPart, questionId: string) =>
		refused ? refusalAt(refused.error, refused.places.indexOf(keyOf(part)), questionId) : undefined;
	const hasFieldErrors = refused?.error instanceof AppError && refused.error.details.length > 0;

	const form = (
		<form noValidate className="controls-lg flex flex-col gap-5" onSubmit={(event) => void save(event)}>
			{refused && !hasFieldErrors ? (
				<p role="alert" className="text-sm text-danger">
					{errorText(refused.error)}
				</p>
			) : null}
			{forms.map(({ part, put }) =>
				put.map((question) => (
					<AskedField
						key={`${keyOf(part)}-${question.id}`}
						id={idOf(part, question.id)}
						question={question}
						value={shownDraft(question, part.saved, drafts[keyOf(part)] ?? {})}
						isSaved={part.saved[question.id] === true}
						error={errorFor(part, question.id)}
						isDisabled={!props.isEditable}
						files={files}
						onChange={(value) =>
							setDrafts((before) => ({
								...before,
								[keyOf(part)]: { ...before[keyOf(part)], [question.id]: value },
							}))
						}
					/>
				)),
			)}
			{props.isEditable ? (
				<SaveBar isChanged={isChanged} isSaving={isSaving} isUploading={isUploading} />
			) : null}
		</form>
	);
	if (props.isAlone) return form;
	const [part] = parts;
	return (
		<details open={isOpen} className="rounded-lg border border-hairline bg-surface p-4">
			<summary className="min-h-11 py-2.5 font-medium">
				<bdi className="[overflow-wrap:anywhere]">{part?.name || t`For the whole order`}</bdi>
				<span className="ms-2 text-sm font-normal text-muted">
					{props.missing > 0 ? (
						<Plural value={props.missing} one="# answer missing" other="# answers missing" />
					) : (
						part?.ticketTypeName
					)}
				</span>
			</summary>
			<div className="pt-3">{form}</div>
		</details>
	);
}

/** Saves what was answered; not while a file is on its way, which would be left out. */
function SaveBar(props: { isChanged: boolean; isSaving: boolean; isUploading: boolean }) {
	const { t } = useLingui();
	const { isChanged, isSaving, isUploading } = props;
	return (
		<div className="flex flex-wrap items-center gap-3">
			<Button type="submit" isLoading={isSaving} isDisabled={isUploading}>
				{t`Save answers`}
			</Button>
			{isUploading || (isChanged && !isSaving) ? (
				<p className="text-sm text-muted">
					{isUploading ? (
						<Trans>You can save once the file is uploaded.</Trans>
					) : (
						<Trans>Unsaved changes</Trans>
					)}
				</p>
			) : null}
		</div>
	);
}

/** The field of a question, and what follows a yes to news. */
function AskedField(props: AnswerFieldProps & { question: Question; isSaved: boolean }) {
	const { isSaved, ...field } = props;
	return (
		<div className="flex min-w-0 flex-col">
			<AnswerField {...field} />
			{props.question.asksForNews && !props.isDisabled ? (
				<NewsNote isAgreed={props.value === true} isSaved={isSaved} />
			) : null}
		</div>
	);
}

/** The questions that apply to one person, drafts included, and which answers have changed. */
function formOf(
	part: QuestionPart,
	parts: QuestionPart[],
	questions: Question[],
	drafts: Record<string, Drafts>,
) {
	const order = parts.find(({ attendeeId }) => attendeeId === null);
	const orderAnswers = order
		? answersWith(questions, order.saved, drafts[keyOf(order)] ?? {})
		: part.orderAnswers;
	const own = drafts[keyOf(part)] ?? {};
	const answerer: Answerer = {
		orderTicketTypeIds: part.orderTicketTypeIds,
		orderAnswers,
		...(part.ticketTypeId
			? { attendee: { ticketTypeId: part.ticketTypeId, answers: answersWith(questions, part.saved, own) } }
			: {}),
	};
	return {
		put: questionsFor(questions, answerer),
		changed: changedAnswers(questions, part.saved, own, answerer),
	};
}

/** Below a question for consent to news: what follows a yes. Read out when it appears. */
function NewsNote(props: { isAgreed: boolean; isSaved: boolean }) {
	const { hasEmail } = useSite();
	return (
		<p role="status" className="ps-7 text-compact text-muted">
			{!props.isAgreed || !hasEmail ? null : props.isSaved ? (
				<Trans>If you haven’t confirmed yet, open the link in the email we sent you.</Trans>
			) : (
				<Trans>We send you an email to confirm.</Trans>
			)}
		</p>
	);
}
