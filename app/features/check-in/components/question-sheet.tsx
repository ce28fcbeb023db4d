import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { toggled } from '#app/lib/toggled.ts';
import { type AnswerDraft, answerOf, draftOf } from '#app/ui/answer-drafts.ts';
import { AnswerField } from '#app/ui/answer-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { checkAnswer } from '#shared/rules/answers.ts';
import type { AnswerValue, QuestionKind } from '#shared/rules/questions.ts';
import type { DoorQuestion } from '../offline/model.ts';
import type { Asking } from '../use-asking.ts';

/** A guest is in, and the organiser wants to know something: large keys, one question at a time, never in the way of the next scan. */
export function QuestionSheet({ asking }: { asking: Asking }) {
	const { current } = asking;
	if (!current) return null;
	return <Sheet key={`${current.guest.id}${current.question.id}`} asking={asking} current={current} />;
}

/** What a keyboard reader cannot type into by accident: only then is an unfinished answer saved. */
const isTyped = (kind: QuestionKind) =>
	['text', 'long_text', 'number', 'phone', 'multiple_choice'].includes(kind);

function Sheet({ asking, current }: { asking: Asking; current: NonNullable<Asking['current']> }) {
	const { t } = useLingui();
	const { guest, question } = current;
	const form = useId();
	const [draft, setDraft] = useState<AnswerDraft>(() => draftOf(question.kind, undefined));
	const [problem, setProblem] = useState('');
	const value = answerOf(question.kind, draft, undefined);
	const isOneTap = question.kind === 'single_choice' || question.kind === 'consent';

	function change(next: AnswerDraft) {
		setDraft(next);
		setProblem('');
		if (isTyped(question.kind)) asking.saveDraft(answerOf(question.kind, next, undefined));
	}

	function save(event: FormEvent) {
		event.preventDefault();
		if (value === null) return;
		const { refusal } = checkAnswer(question, value);
		if (refusal) setProblem(refusal.message.text);
		else asking.answer(value);
	}

	return (
		<Dialog
			isOpen
			onClose={asking.skip}
			title={
				<span className="[overflow-wrap:anywhere]" dir="auto">
					{guest.name}
				</span>
			}
			description={t`Checked in. One question:`}
			footer={
				<div className="flex w-full gap-3">
					<Button size="lg" variant="outline" className="min-h-16 flex-1" onClick={asking.skip}>
						<Trans>Skip</Trans>
					</Button>
					{isOneTap ? null : (
						<Button
							size="lg"
							type="submit"
							form={form}
							className="min-h-16 flex-1"
							isDisabled={value === null}
						>
							{t`Save`}
						</Button>
					)}
				</div>
			}
		>
			<form id={form} noValidate onSubmit={save} data-question={question.id}>
				<Control
					question={question}
					draft={draft}
					problem={problem}
					onChange={change}
					onAnswer={(one) => asking.answer(one)}
				/>
			</form>
		</Dialog>
	);
}

function Control(props: {
	question: DoorQuestion;
	draft: AnswerDraft;
	problem: string;
	onChange(draft: AnswerDraft): void;
	onAnswer(value: AnswerValue): void;
}) {
	const { question, draft, problem, onChange, onAnswer } = props;
	const { t } = useLingui();
	switch (question.kind) {
		case 'single_choice':
			return (
				<Keys question={question}>
					{question.choices.map(({ id, label }) => (
						<Key key={id} onClick={() => onAnswer(id)}>
							{label}
						</Key>
					))}
				</Keys>
			);
		case 'consent':
			return (
				<Keys question={question}>
					<Key onClick={() => onAnswer(true)}>{t`Yes`}</Key>
					<Key onClick={() => onAnswer(false)}>{t`No`}</Key>
				</Keys>
			);
		case 'multiple_choice': {
			const chosen = Array.isArray(draft) ? draft : [];
			return (
				<Keys question={question}>
					{question.choices.map(({ id, label }) => {
						const isOn = chosen.includes(id);
						return (
							<Key key={id} isPressed={isOn} onClick={() => onChange(toggled(chosen, id, !isOn))}>
								{label}
							</Key>
						);
					})}
				</Keys>
			);
		}
		default:
			return (
				<div className="door-answer text-lg">
					<AnswerField question={question} value={draft} onChange={onChange} error={problem || undefined} />
				</div>
			);
	}
}

function Keys({ question, children }: { question: DoorQuestion; children: React.ReactNode }) {
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-3 text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
				{question.label}
				{question.help ? (
					<span className="block text-sm font-normal whitespace-pre-line text-muted">{question.help}</span>
				) : null}
				{question.asksForNews ? (
					<span className="block text-sm font-normal text-muted">
						<Trans>Guests who agree get an email to confirm.</Trans>
					</span>
				) : null}
			</legend>
			{children}
		</fieldset>
	);
}

/** As high as a thumb in a glove. */
function Key(props: { isPressed?: boolean; onClick(): void; children: React.ReactNode }) {
	const { isPressed, onClick, children } = props;
	return (
		<button
			type="button"
			aria-pressed={isPressed}
			onClick={onClick}
			className={clsx(
				'flex min-h-16 w-full items-center justify-between gap-3 rounded-lg border-2 px-4 py-2 text-start text-lg font-medium [overflow-wrap:anywhere]',
				isPressed ? 'border-ink bg-ink text-paper' : 'border-control bg-surface hover:border-ink',
			)}
		>
			<span dir="auto">{children}</span>
			{isPressed ? <Icon icon={Check} size={24} /> : null}
		</button>
	);
}
