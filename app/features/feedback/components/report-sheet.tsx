import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { FeedbackDetail } from '#shared/contracts/feedback.ts';
import { feedbackPriorities, feedbackStatuses } from '#shared/rules/feedback.ts';
import { useChangeReport, useReportDetail } from '../api.ts';
import { useFeedbackLabels } from './labels.tsx';
import { ReportActivity } from './report-activity.tsx';
import { ReportBody } from './report-body.tsx';

/** One report: what it says, its state, its notes. */
export function ReportSheet(props: { reportId: string | null; onClose: () => void }) {
	const { reportId, onClose } = props;
	return (
		<Sheet isOpen={reportId !== null} onClose={onClose} title={reportId ?? ''}>
			{reportId ? <Detail key={reportId} reportId={reportId} /> : null}
		</Sheet>
	);
}

function Detail({ reportId }: { reportId: string }) {
	const errorText = useErrorText();
	const report = useReportDetail(reportId);
	if (report.error) return <Callout tone="danger">{errorText(report.error)}</Callout>;
	if (!report.data) {
		return (
			<SkeletonGroup className="flex flex-col gap-3">
				<Skeleton className="h-6 w-64" />
				<Skeleton className="h-40 w-full" />
			</SkeletonGroup>
		);
	}
	return (
		<div className="flex flex-col gap-6">
			<ReportBody report={report.data} />
			<ReportState report={report.data} />
			<ReportActivity report={report.data} />
			<NewNote reportId={reportId} />
			{report.data.status === 'duplicate' ? null : <Merge reportId={reportId} />}
			<SentAt report={report.data} />
		</div>
	);
}

function SentAt({ report }: { report: FeedbackDetail }) {
	const formats = useFormats();
	const sentAt = formats.dateTime(report.createdAt, useViewerTimeZone() ?? 'UTC');
	return (
		<p className="text-compact text-muted">
			<Trans>Sent {sentAt}</Trans>
		</p>
	);
}

function useChange(reportId: string) {
	const errorText = useErrorText();
	const change = useChangeReport(reportId);
	return {
		isPending: change.isPending,
		async apply(what: Parameters<typeof change.mutateAsync>[0], done: string): Promise<boolean> {
			try {
				await change.mutateAsync(what);
				toast({ variant: 'success', description: done });
				return true;
			} catch (error) {
				toast({ variant: 'destructive', description: errorText(error) });
				return false;
			}
		},
	};
}

function ReportState({ report }: { report: FeedbackDetail }) {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	const { apply } = useChange(report.reportId);
	const statuses = feedbackStatuses.filter((status) => status !== 'duplicate');
	return (
		<div className="grid gap-4 sm:grid-cols-3">
			<Select
				label={t`Status`}
				hint={t`If email is set up, the reporter is emailed.`}
				value={report.status}
				onChange={(event) => {
					const status = statuses.find((one) => one === event.target.value);
					if (status) void apply({ kind: 'update', body: { status } }, t`Status updated`);
				}}
				options={[
					...(report.status === 'duplicate'
						? [{ value: 'duplicate', label: labels.statuses.duplicate }]
						: []),
					...statuses.map((value) => ({ value, label: labels.statuses[value] })),
				]}
			/>
			<Select
				label={t`Priority`}
				value={report.priority}
				onChange={(event) => {
					const priority = feedbackPriorities.find((one) => one === event.target.value);
					if (priority) void apply({ kind: 'update', body: { priority } }, t`Priority updated`);
				}}
				options={feedbackPriorities.map((value) => ({ value, label: labels.priorities[value] }))}
			/>
			<Select
				label={t`Assignee`}
				value={report.assignee?.id ?? ''}
				onChange={(event) =>
					void apply(
						{ kind: 'update', body: { assigneeId: event.target.value || null } },
						t`Assignee updated`,
					)
				}
				options={[
					{ value: '', label: t`Unassigned` },
					...report.assignees.map(({ id, name }) => ({ value: id, label: name })),
				]}
			/>
		</div>
	);
}

function NewNote({ reportId }: { reportId: string }) {
	const { t } = useLingui();
	const { apply, isPending } = useChange(reportId);
	const [text, setText] = useState('');
	return (
		<form
			className="flex flex-col items-start gap-3"
			onSubmit={async (event) => {
				event.preventDefault();
				if (text.trim() && (await apply({ kind: 'note', text }, t`Note added`))) setText('');
			}}
		>
			<TextArea
				label={t`Note`}
				hint={t`Only administrators see notes.`}
				className="w-full"
				rows={3}
				maxLength={5_000}
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
			<Button
				type="submit"
				variant="outline"
				isLoading={isPending}
				{...(text.trim() === '' && { disabledReason: t`Enter a note first.` })}
			>
				<Trans>Add note</Trans>
			</Button>
		</form>
	);
}

function Merge({ reportId }: { reportId: string }) {
	const { t } = useLingui();
	const { apply, isPending } = useChange(reportId);
	const [into, setInto] = useState('');
	return (
		<form
			className="flex flex-wrap items-end gap-3"
			onSubmit={async (event) => {
				event.preventDefault();
				const code = into.trim().toUpperCase();
				if (code && (await apply({ kind: 'merge', into: code }, t`Marked as a duplicate of ${code}.`)))
					setInto('');
			}}
		>
			<TextField
				label={t`Duplicate of`}
				hint={t`The ID of the original report.`}
				inputClassName="font-mono"
				value={into}
				onChange={(event) => setInto(event.target.value)}
			/>
			<Button
				type="submit"
				variant="outline"
				isLoading={isPending}
				{...(into.trim() === '' && { disabledReason: t`Enter a report ID first.` })}
			>
				<Trans>Merge</Trans>
			</Button>
		</form>
	);
}
