import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { AnswerField } from '#app/ui/answer-field.tsx';
import type { AnswerFiles } from '#app/ui/answer-files.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { GuestAnswers as Answered } from '#shared/contracts/question-answers.ts';
import { answerText } from '#shared/rules/answers.ts';
import { type Answerer, type AnswerValue, questionsFor } from '#shared/rules/questions.ts';
import { answersWith, changedAnswers, type Drafts, refusalAt, shownDraft } from '../answer-form.ts';
import { guestFileCalls, useGuestAnswers, useSaveGuestAnswers } from '../api.ts';
import { useAnswerFiles } from '../use-answer-files.ts';

/** For whoever saves the guest: saves the answers first. False: they were refused, and say why. */
export interface AnswersSaver {
	save: () => Promise<boolean>;
}

interface AnswersProps {
	event: string;
	attendee: string;
	mayEdit: boolean;
	saver: Ref<AnswersSaver>;
}

/** A guest’s answers, for the organiser, who may edit them at any time. Renders nothing without questions. */
export function GuestAnswers(props: AnswersProps) {
	const { t } = useLingui();
	const answers = useGuestAnswers(props.event, props.attendee);
	if (answers.isPending) return <Spinner size={24} className="m-4" />;
	if (answers.isError)
		return (
			<div className="flex flex-wrap items-center gap-3 text-sm">
				<p>{t`Couldn’t load the answers.`}</p>
				<Button variant="outline" size="sm" onClick={() => void answers.refetch()}>{t`Try again`}</Button>
			</div>
		);
	return <AnswersForm {...props} answered={answers.data} />;
}

function AnswersForm(props: AnswersProps & { answered: Answered }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { answered } = props;
	const { files, isUploading } = useAnswerFiles(answered.files, guestFileCalls(props.event, props.attendee));
	const [isEarly, setEarly] = useState(false);
	const save = useSaveGuestAnswers(props.event, props.attendee);
	const [own, setOwn] = useState<Drafts>({});
	const [order, setOrder] = useState<Drafts>({});
	const [places, setPlaces] = useState<string[]>([]);
	const questions = answered.questions.filter((question) => !question.isArchived);
	const archived = answered.questions.filter((question) => question.isArchived);
	const ofOrder: Answerer = {
		orderTicketTypeIds: answered.orderTicketTypeIds,
		orderAnswers: answersWith(questions, answered.orderAnswers, order),
	};
	const ofPerson: Answerer = {
		...ofOrder,
		attendee: {
			ticketTypeId: answered.ticketTypeId,
			answers: answersWith(questions, answered.answers, own),
		},
	};
	const parts = [
		{ key: 'person', who: ofPerson, saved: answered.answers, drafts: own, set: setOwn },
		{ key: 'order', who: ofOrder, saved: answered.orderAnswers, drafts: order, set: setOrder },
	];
	const answerTo = (id: string) => answered.answers[id] ?? answered.orderAnswers[id];
	const shown = parts.flatMap((part) =>
		questionsFor(questions, part.who).map((question) => ({ part, question })),
	);
	async function submit(): Promise<boolean> {
		setEarly(isUploading);
		if (isUploading) return false;
		const [person, whole] = parts.map((part) => changedAnswers(questions, part.saved, part.drafts, part.who));
		const body = {
			...(Object.keys(person ?? {}).length > 0 ? { answers: person } : {}),
			...(Object.keys(whole ?? {}).length > 0 ? { orderAnswers: whole } : {}),
		};
		setPlaces([...('answers' in body ? ['person'] : []), ...('orderAnswers' in body ? ['order'] : [])]);
		if (Object.keys(body).length === 0) return true;
		try {
			await save.mutateAsync(body);
			setOwn({});
			setOrder({});
			return true;
		} catch {
			// Shown beside the answers.
			return false;
		}
	}
	useImperativeHandle(props.saver, () => ({ save: submit }));
	if (shown.length === 0 && archived.length === 0) return null;

	const hasFieldErrors = shown.some(({ part, question }) =>
		refusalAt(save.error, places.indexOf(part.key), question.id),
	);
	return (
		<section aria-labelledby="guest-answers" className="mt-6 flex flex-col gap-4 border-t pt-5">
			<div>
				<h3 id="guest-answers" className="font-semibold">
					<Trans>Answers</Trans>
				</h3>
				{answered.missingCount > 0 ? (
					<p className="text-sm text-muted">
						<Plural value={answered.missingCount} one="# answer missing" other="# answers missing" />
					</p>
				) : null}
			</div>
			{shown.length > 0 ? (
				<div className="flex flex-col gap-4">
					{save.error && !hasFieldErrors ? (
						<p role="alert" className="text-sm text-danger">
							{errorText(save.error)}
						</p>
					) : null}
					{isEarly && isUploading ? (
						<p role="alert" className="text-sm text-danger">
							{t`A file is still being uploaded. Save once it is there.`}
						</p>
					) : null}
					{shown.map(({ part, question }) => (
						<div key={`${part.key}-${question.id}`} className="flex min-w-0 flex-col gap-1">
							<AnswerField
								id={`answer-${question.id}`}
								question={question}
								value={shownDraft(question, part.saved, part.drafts)}
								error={refusalAt(save.error, places.indexOf(part.key), question.id)}
								isDisabled={!props.mayEdit}
								files={files}
								onChange={(value) => part.set((before) => ({ ...before, [question.id]: value }))}
							/>
							{question.asksForNews ? (
								<p className="ps-7 text-compact text-muted">
									<Trans>Only guests themselves can agree to news. Your change here gives no consent.</Trans>
								</p>
							) : null}
						</div>
					))}
				</div>
			) : null}
			<ArchivedAnswers questions={archived} answerTo={answerTo} files={files} />
		</section>
	);
}

/** Answers to questions that were removed. */
function ArchivedAnswers(props: {
	questions: Answered['questions'];
	answerTo: (id: string) => AnswerValue | undefined;
	files: AnswerFiles;
}) {
	const { t } = useLingui();
	const { answerTo } = props;
	const uploaded = props.questions.filter(({ kind }) => kind === 'file');
	const written = props.questions.filter(({ kind }) => kind !== 'file');
	return (
		<>
			{written.length > 0 ? (
				<dl className="flex flex-col gap-2 text-sm">
					{written.map((question) => (
						<div key={question.id}>
							<dt className="text-muted">
								<Trans>
									<bdi>{question.label}</bdi> (removed question)
								</Trans>
							</dt>
							<dd dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
								{answerText(question, answerTo(question.id))}
							</dd>
						</div>
					))}
				</dl>
			) : null}
			{uploaded.map((question) => (
				<AnswerField
					key={question.id}
					question={{ ...question, label: t`${question.label} (removed question)`, isRequired: true }}
					value={String(answerTo(question.id) ?? '')}
					onChange={() => {}}
					isDisabled
					files={props.files}
				/>
			))}
		</>
	);
}
