import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Move, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSession } from '#app/lib/session.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type CheckedField, checkFeedback, type FeedbackType } from '#shared/rules/feedback.ts';
import { type FeedbackDraft, newDraft, withType } from '../draft.ts';
import { refreshReports } from '../refresh-reports.ts';
import { withScreenshots } from '../screenshots.ts';
import { type SentReport, sendAttachments, sendReport } from '../send-report.ts';
import { usePanelPlace } from '../use-panel-place.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { FeedbackPreview } from './feedback-preview.tsx';
import { FeedbackSent } from './feedback-sent.tsx';

export interface FeedbackPanelProps {
	isOpen: boolean;
	type: FeedbackType;
	onClose: () => void;
}

/** The widget's panel: no modal, so that the page it is about stays in sight and in use. */
export function FeedbackPanel({ isOpen, type, onClose }: FeedbackPanelProps) {
	const { t } = useLingui();
	const id = useId();
	const panel = useRef<HTMLElement>(null);
	const [isMinimised, setIsMinimised] = useState(false);
	const [tab, setTab] = useState('form');
	const place = usePanelPlace(panel);
	const report = useReport(type, () => setTab('form'));

	useEffect(() => {
		if (!isOpen) return;
		setIsMinimised(false);
		const first = panel.current?.querySelector<HTMLElement>('input[name="title"]');
		(first ?? panel.current?.querySelector('h2'))?.focus();
	}, [isOpen]);

	return (
		<section
			ref={panel}
			role="dialog"
			aria-labelledby={id}
			hidden={!isOpen}
			data-minimised={isMinimised || undefined}
			style={place.style}
			onKeyDown={(event) => {
				if (event.key === 'Escape') onClose();
			}}
			onPaste={(event) => {
				const files = [...event.clipboardData.files];
				if (files.length > 0) report.addScreenshots(files);
			}}
			className="feedback-panel floating"
		>
			<div
				{...place.head}
				className="flex min-h-12 touch-none items-center gap-1 border-b ps-4 pe-2 sm:cursor-move"
			>
				<h2 id={id} tabIndex={-1} className="flex-1 truncate text-base font-semibold outline-none">
					<Trans>Send feedback</Trans>
				</h2>
				<IconButton
					icon={Move}
					size="sm"
					tip="none"
					className="max-sm:hidden"
					label={t`Move: arrow keys, or press to go to the next corner`}
					{...place.handle}
				/>
				<IconButton
					icon={Minus}
					size="sm"
					tip="none"
					label={isMinimised ? t`Show the panel again` : t`Minimise`}
					aria-expanded={!isMinimised}
					onClick={() => setIsMinimised(!isMinimised)}
				/>
				<IconButton icon={X} size="sm" tip="none" label={t`Close`} onClick={onClose} />
			</div>
			<div hidden={isMinimised} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
				{report.sent ? (
					<FeedbackSent sent={report.sent} onRetry={report.sendLeftOver} onAgain={report.startAnew} />
				) : (
					<Tabs
						label={t`Report`}
						selected={tab}
						onSelect={setTab}
						items={[
							{ id: 'form', label: t`Form`, content: <FeedbackForm report={report} /> },
							{ id: 'preview', label: t`Preview`, content: <FeedbackPreview report={report} /> },
						]}
					/>
				)}
			</div>
			{isMinimised ? (
				<button
					type="button"
					className="flex min-h-11 w-full items-center gap-2 px-4 text-start text-compact text-muted"
					onClick={() => setIsMinimised(false)}
				>
					{report.draft.title.trim() || t`What you typed is kept.`}
				</button>
			) : null}
		</section>
	);
}

export interface SentState extends SentReport {
	/** Screenshots that did not get through. */
	leftOver: File[];
}

/** The report being written, its screenshots, and the way it is sent. */
function useReport(type: FeedbackType, onInvalid: () => void) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const email = useSession().user?.email ?? '';
	const [draft, setDraft] = useState<FeedbackDraft>(() => newDraft(type, navigator.userAgent, email));
	const [screenshots, setScreenshots] = useState<File[]>([]);
	const [invalid, setInvalid] = useState<{ field: CheckedField; message: string } | null>(null);
	const [isSubmitting, setIsSubmitting] = useState(false);
	const [sent, setSent] = useState<SentState | null>(null);

	useEffect(() => setDraft((last) => withType(last, type)), [type]);
	// The account may be known only later; what somebody typed themselves stays.
	useEffect(() => {
		if (email) setDraft((last) => (last.email === '' ? { ...last, email } : last));
	}, [email]);

	const change = (part: Partial<FeedbackDraft>) => {
		setInvalid(null);
		setDraft((last) => ({ ...(part.type ? withType(last, part.type) : last), ...part }));
	};

	async function submit() {
		if (isSubmitting) return;
		const failed = checkFeedback(draft);
		if (failed) {
			setInvalid(failed);
			onInvalid();
			toast({ title: t`Validation Error`, description: failed.message, variant: 'destructive' });
			return;
		}
		setIsSubmitting(true);
		try {
			const report = await sendReport(draft, screenshots);
			const leftOver = await sendAttachments(report, screenshots, draft.includeConsoleLogs);
			setSent({ ...report, leftOver });
			toast({
				title: t`Feedback submitted successfully!`,
				description: t`Report ID: ${report.reportId}`,
				variant: 'success',
			});
			void refreshReports();
		} catch (error) {
			const field = error instanceof AppError ? error.details[0]?.field : undefined;
			if (field === 'title' || field === 'description' || field === 'category' || field === 'email') {
				setInvalid({ field, message: (error as AppError).details[0]!.message as string });
				onInvalid();
			}
			const isKnown = error instanceof AppError && error.code !== 'UNKNOWN_ERROR';
			toast({
				title: t`Submission failed`,
				description: isKnown
					? errorText(error)
					: t`There was an error submitting your feedback. Please try again.`,
				variant: 'destructive',
			});
		} finally {
			setIsSubmitting(false);
		}
	}

	return {
		draft,
		change,
		screenshots,
		setScreenshots,
		addScreenshots(files: File[]) {
			const added = withScreenshots(screenshots, files);
			setScreenshots(added.screenshots);
			if (!added.fault) return;
			const reasons = {
				type: t`Screenshots must be PNG, JPG, GIF or WebP pictures.`,
				size: t`A screenshot may have 5 MB at most.`,
				count: t`A report takes 5 screenshots at most; the others were left out.`,
			};
			toast({ description: reasons[added.fault], variant: 'warning' });
		},
		invalid,
		isSubmitting,
		submit,
		sent,
		async sendLeftOver() {
			if (!sent) return;
			const leftOver = await sendAttachments(sent, sent.leftOver, false);
			setSent({ ...sent, leftOver });
		},
		startAnew() {
			setSent(null);
			setScreenshots([]);
			setDraft(newDraft(type, navigator.userAgent, draft.email));
		},
	};
}

export type Report = ReturnType<typeof useReport>;
