import { Plural, Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { DoorOpen, Download, GripVertical, Mail, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { OrderButtons } from '#app/ui/order-buttons.tsx';
import type { EditedQuestion } from '../api.ts';
import { useKindTexts } from '../kind-texts.ts';
import type { useDragOrder } from '../use-drag-order.ts';

interface RowProps {
	question: EditedQuestion;
	active: EditedQuestion[];
	ticketTypes: { id: string; name: string }[];
	isFirst: boolean;
	isLast: boolean;
	isDragged: boolean;
	handle: ReturnType<ReturnType<typeof useDragOrder>['handle']>;
	onMove: (by: -1 | 1) => void;
	onEdit: () => void;
	onRemove: () => void;
	onDownloadFiles: DownloadFiles | undefined;
}

type DownloadFiles = (question: EditedQuestion) => Promise<unknown>;

/** One question as its organiser sees it: its text, who answers it and when. */
export function QuestionRow(props: RowProps) {
	const { t } = useLingui();
	const { question } = props;
	return (
		<li
			data-row={question.id}
			className={clsx(
				'flex flex-wrap items-center gap-x-4 gap-y-3 p-4',
				props.isDragged && 'relative z-1 bg-raised shadow-float',
			)}
		>
			{/* For pointers alone: keys have the arrows beside it. */}
			<span
				aria-hidden="true"
				className="grid size-11 flex-none cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
				{...props.handle}
			>
				<Icon icon={GripVertical} />
			</span>
			<div className="min-w-0 flex-1 basis-56">
				<p className="flex flex-wrap items-center gap-2">
					<bdi className="font-medium [overflow-wrap:anywhere]">{question.label}</bdi>
					{question.isRequired ? (
						<Badge>
							<Trans>Required</Trans>
						</Badge>
					) : null}
					{question.asksForNews ? (
						<Badge variant="outline" icon={Mail}>
							<Trans>Consent to news</Trans>
						</Badge>
					) : null}
					{question.isAskedAtDoor ? (
						<Badge variant="outline" icon={DoorOpen}>
							<Trans>Asked at check-in</Trans>
						</Badge>
					) : null}
				</p>
				<p className="text-sm text-muted [overflow-wrap:anywhere]">
					<Notes {...props} />
				</p>
				<FilesButton question={question} onDownload={props.onDownloadFiles} className="mt-2" />
			</div>
			<div className="flex items-center gap-1">
				<OrderButtons name={question.label} {...props} />
				<IconButton icon={Trash2} label={t`Remove ${question.label}`} onClick={props.onRemove} />
			</div>
		</li>
	);
}

function Notes({ question, active, ticketTypes }: RowProps) {
	const { t } = useLingui();
	const kinds = useKindTexts();
	const notes = [kinds[question.kind], question.scope === 'order' ? t`once per order` : t`every guest`];
	const { ticketTypeIds, shownWhen } = question;
	if (ticketTypeIds) {
		const names = ticketTypes.filter(({ id }) => ticketTypeIds.includes(id)).map(({ name }) => name);
		const list = names.join(', ');
		notes.push(t`only for ${list}`);
	}
	const deciding = shownWhen && active.find(({ id }) => id === shownWhen.questionId);
	if (deciding && shownWhen) {
		const answer = deciding.choices.find(({ id }) => id === shownWhen.equals)?.label ?? t`Agreed`;
		notes.push(t`if ${deciding.label}: ${answer}`);
	}
	return (
		<>
			{notes.join(' · ')}
			{question.answerCount > 0 ? (
				<>
					{' · '}
					<Plural value={question.answerCount} one="# answer" other="# answers" />
				</>
			) : null}
		</>
	);
}

/** Fetches every file that answers a question; nothing for other kinds and while there is none. */
function FilesButton(props: {
	question: EditedQuestion;
	onDownload: DownloadFiles | undefined;
	className?: string;
}) {
	const { t } = useLingui();
	const { question, onDownload } = props;
	const [isBusy, setBusy] = useState(false);
	if (question.kind !== 'file' || question.answerCount === 0 || !onDownload) return null;
	async function download() {
		setBusy(true);
		await onDownload?.(question);
		setBusy(false);
	}
	return (
		<Button
			variant="outline"
			size="sm"
			icon={Download}
			className={props.className ?? ''}
			aria-label={t`Download all files of ${question.label} (ZIP)`}
			isLoading={isBusy}
			onClick={() => void download()}
		>
			{t`Download all files (ZIP)`}
		</Button>
	);
}

/** Removed questions, whose answers are still stored. */
export function ArchivedQuestions(props: {
	questions: EditedQuestion[];
	isPending: boolean;
	onDownloadFiles: DownloadFiles | undefined;
	onAskAgain: (question: EditedQuestion) => void;
}) {
	const { t } = useLingui();
	if (props.questions.length === 0) return null;
	return (
		<details>
			<summary className="min-h-11 py-2.5 text-sm font-medium">
				<Plural value={props.questions.length} one="# removed question" other="# removed questions" />
			</summary>
			<ul className="flex flex-col gap-2 pt-2">
				{props.questions.map((question) => (
					<li key={question.id} className="flex flex-wrap items-center justify-between gap-3 text-sm">
						<span className="min-w-0">
							<bdi className="[overflow-wrap:anywhere]">{question.label}</bdi>{' '}
							<span className="text-muted">
								<Plural value={question.answerCount} one="# answer" other="# answers" />
							</span>
						</span>
						<span className="flex flex-wrap gap-2">
							<FilesButton question={question} onDownload={props.onDownloadFiles} />
							<Button
								variant="outline"
								size="sm"
								icon={RotateCcw}
								aria-label={t`Restore ${question.label}`}
								isLoading={props.isPending}
								onClick={() => props.onAskAgain(question)}
							>
								{t`Restore`}
							</Button>
						</span>
					</li>
				))}
			</ul>
		</details>
	);
}
