import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Mail, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useRestart } from '#app/lib/use-restart.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import {
	downloadQuestionFiles,
	type EditedQuestion,
	type QuestionActions,
	useQuestionActions,
	useQuestions,
	useTicketNames,
} from '../api.ts';
import type { QuestionValues } from '../question-form.ts';
import { useDragOrder } from '../use-drag-order.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { ArchivedQuestions, QuestionRow } from './question-row.tsx';
import { RemoveQuestionDialog } from './remove-question-dialog.tsx';

type Open = { kind: 'add' | 'add-news' } | { kind: 'edit' | 'remove'; id: string };

/** The questions of an event, which guests answer after they have their ticket. Part of the page that edits an event. */
export function QuestionsEditor({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const questions = useQuestions(event.id);
	const ticketTypes = useTicketNames(event.id);
	const actions = useQuestionActions(event.id);
	const attempt = useAttempt();
	return (
		<QuestionsView
			questions={questions.data?.data ?? []}
			ticketTypes={ticketTypes}
			actions={actions}
			organiserName={event.organiser.name}
			mayNotify={event.status === 'published' || event.status === 'postponed'}
			onDownloadFiles={
				event.organisation?.permissions.includes('attendees.export')
					? ({ id }) => attempt(downloadQuestionFiles(event.id, id))
					: undefined
			}
			waiting={
				questions.isPending ? (
					<Spinner size={24} className="m-8" />
				) : questions.isError ? (
					<EmptyState
						title={t`Couldn’t load the questions`}
						action={<Button onClick={() => void questions.refetch()}>{t`Try again`}</Button>}
					/>
				) : null
			}
		/>
	);
}

interface ViewProps {
	questions: EditedQuestion[];
	ticketTypes: { id: string; name: string }[];
	actions: QuestionActions;
	mayNotify?: boolean;
	/** Left out where there is no organiser yet. */
	organiserName?: string;
	/** Fetches all files that answer a question; left out where that is not allowed or there are none. */
	onDownloadFiles?: ((question: EditedQuestion) => Promise<unknown>) | undefined;
	/** In place of questions that are not there yet. */
	waiting?: ReactNode;
}

/** Questions and what can be done with them, wherever they are saved. */
export function QuestionsView(props: ViewProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const showError = useErrorToast();
	const { questions: all, ticketTypes, actions, waiting } = props;
	const [open, setOpen] = useState<Open | null>(null);
	const [moved, setMoved] = useState('');
	const active = all.filter((question) => !question.isArchived);
	const fail = (error: unknown) => showError(error);
	const reorder = (ids: string[]) => actions.reorder.mutate(ids, { onError: fail });
	const drag = useDragOrder(
		active.map(({ id }) => id),
		(ids) => {
			announceMove(ids, drag.draggedId);
			reorder(ids);
		},
	);
	// A row that moves has the focus again: the browser drops it when it takes an element from one place to another.
	const focused = useRef<HTMLElement>(null);
	const order = active.map(({ id }) => id).join();
	useEffect(() => {
		if (order) focused.current?.focus();
		focused.current = null;
	}, [order]);

	function announceMove(ids: string[], id: string | null) {
		const question = active.find((one) => one.id === id);
		if (!question || !id) return;
		const place = formats.number(ids.indexOf(id) + 1);
		const count = formats.number(ids.length);
		setMoved(t`${question.label} is now ${place} of ${count}.`);
	}
	function move(id: string, by: -1 | 1) {
		const from = active.findIndex((question) => question.id === id);
		const to = from + by;
		if (from < 0 || to < 0 || to >= active.length || actions.reorder.isPending) return;
		const ids = active
			.map((question) => question.id)
			.toSpliced(from, 1)
			.toSpliced(to, 0, id);
		announceMove(ids, id);
		focused.current = document.activeElement as HTMLElement;
		reorder(ids);
	}
	function onKeyDown(pressed: KeyboardEvent<HTMLElement>) {
		const by = pressed.key === 'ArrowUp' ? -1 : pressed.key === 'ArrowDown' ? 1 : 0;
		const row = (pressed.target as HTMLElement).closest<HTMLElement>('[data-row]');
		if (!pressed.altKey || by === 0 || !row?.dataset.row) return;
		pressed.preventDefault();
		move(row.dataset.row, by);
	}
	const addButtons = <AddButtons active={active} onAdd={(kind) => setOpen({ kind })} />;
	return (
		<section
			id="questions"
			aria-labelledby="questions-title"
			className="flex scroll-mt-24 flex-col gap-5 rounded-lg border border-hairline bg-surface p-5"
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<h2 id="questions-title" className="text-lg font-semibold">
						<Trans>Questions</Trans>
					</h2>
					<p className="text-sm text-muted">
						<Trans>Guests answer after they’ve registered, so sign-up stays fast.</Trans>
					</p>
				</div>
				{active.length > 0 ? addButtons : null}
			</div>
			{waiting ? (
				waiting
			) : active.length === 0 ? (
				<EmptyState
					title={t`No questions yet`}
					description={t`Dietary needs, T-shirt size, consent … Ask only what you need.`}
					action={addButtons}
				/>
			) : (
				<ol
					data-drag-list
					onKeyDown={onKeyDown}
					className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
				>
					{drag.order
						.flatMap((id) => active.find((question) => question.id === id) ?? [])
						.map((question, index) => (
							<QuestionRow
								key={question.id}
								question={question}
								active={active}
								ticketTypes={ticketTypes}
								isFirst={index === 0}
								isLast={index === active.length - 1}
								isDragged={drag.draggedId === question.id}
								handle={drag.handle(question.id)}
								onMove={(by) => move(question.id, by)}
								onEdit={() => setOpen({ kind: 'edit', id: question.id })}
								onRemove={() => setOpen({ kind: 'remove', id: question.id })}
								onDownloadFiles={props.onDownloadFiles}
							/>
						))}
				</ol>
			)}
			<p role="status" className="sr-only">
				{moved}
			</p>
			<ArchivedQuestions
				questions={all.filter((question: EditedQuestion) => question.isArchived)}
				isPending={actions.update.isPending}
				onDownloadFiles={props.onDownloadFiles}
				onAskAgain={(question) =>
					actions.update.mutate({ question, changes: { isArchived: false } }, { onError: fail })
				}
			/>
			<OpenDialog {...props} active={active} open={open} onClose={() => setOpen(null)} />
		</section>
	);
}

/** The ready question for consent to news: it can be reworded before it is added. */
function useNewsQuestion(organiser: string | undefined): Partial<QuestionValues> {
	const { t } = useLingui();
	return {
		label: organiser
			? t`Email me about new events and news of ${organiser}. I can stop at any time.`
			: t`Email me about new events and news of the organiser. I can stop at any time.`,
		kind: 'consent',
		asksForNews: true,
	};
}

/** A question of one's own, or the ready one for consent to news while there is none. */
function AddButtons(props: { active: EditedQuestion[]; onAdd: (kind: 'add' | 'add-news') => void }) {
	const { t } = useLingui();
	const { active } = props;
	const hasNews = active.some((question) => question.asksForNews);
	return (
		<div className={clsx('flex flex-wrap gap-2', active.length === 0 && 'justify-center')}>
			<Button icon={Plus} variant="outline" onClick={() => props.onAdd('add')}>
				{t`Add question`}
			</Button>
			{hasNews ? null : (
				<Button icon={Mail} variant="ghost" onClick={() => props.onAdd('add-news')}>
					{t`Ask for consent to news`}
				</Button>
			)}
		</div>
	);
}

/** The form of a question, or what becomes of its answers before it is removed. */
function OpenDialog(props: ViewProps & { active: EditedQuestion[]; open: Open | null; onClose: () => void }) {
	const { actions, open, onClose } = props;
	const news = useNewsQuestion(props.organiserName);
	const isNew = open?.kind === 'add' || open?.kind === 'add-news';
	const opened = open && 'id' in open ? props.questions.find(({ id }) => id === open.id) : undefined;
	const { key, restartFrom } = useRestart(opened?.version);
	if (open?.kind === 'remove' && opened)
		return <RemoveQuestionDialog question={opened} actions={actions} onClose={onClose} />;
	if (!isNew && !opened) return null;
	return (
		<QuestionDialog
			key={key}
			question={opened ?? null}
			{...(open?.kind === 'add-news' ? { preset: news } : {})}
			active={props.active}
			ticketTypes={props.ticketTypes}
			actions={actions}
			mayNotify={props.mayNotify ?? false}
			onReload={restartFrom}
			onClose={onClose}
		/>
	);
}
