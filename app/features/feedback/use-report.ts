import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSession } from '#app/lib/session.ts';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type CheckedField, checkFeedback, type FeedbackType } from '#shared/rules/feedback.ts';
import { SCREENSHOT_MB } from '#shared/rules/file-sizes.ts';
import { type FeedbackDraft, newDraft, withType } from './draft.ts';
import { refreshReports } from './refresh-reports.ts';
import { withScreenshots } from './screenshots.ts';
import { type SentReport, sendAttachments, sendReport } from './send-report.ts';

export interface SentState extends SentReport {
	/** Screenshots that did not get through. */
	leftOver: File[];
}

/** The report being written, its screenshots, and the way it is sent. */
export function useReport(type: FeedbackType, onInvalid: () => void) {
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
			// The report is in; pictures may take their time on a slow line.
			toast({
				title: t`Feedback submitted successfully!`,
				description: t`Report ID: ${report.reportId}`,
				variant: 'success',
			});
			const leftOver = await sendAttachments(report, screenshots, draft.includeConsoleLogs);
			setSent({ ...report, leftOver });
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
				type: t`Screenshots must be PNG, JPG, GIF or WebP images.`,
				size: t`Screenshots can be up to ${SCREENSHOT_MB} MB each.`,
				count: t`Up to 5 screenshots per report; the others were not added.`,
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
