import { useLingui } from '@lingui/react/macro';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { FeedbackPriority, FeedbackStatus, FeedbackType } from '#shared/rules/feedback.ts';

export function useFeedbackLabels() {
	const { t } = useLingui();
	const types: Record<FeedbackType, string> = { bug: t`Bug report`, feature: t`Feature request` };
	const priorities: Record<FeedbackPriority, string> = {
		low: t`Low`,
		medium: t`Medium`,
		high: t`High`,
		critical: t`Critical`,
	};
	const statuses: Record<FeedbackStatus, string> = {
		new: t`New`,
		triaged: t`Triaged`,
		planned: t`Planned`,
		'in-progress': t`In progress`,
		done: t`Done`,
		declined: t`Declined`,
		duplicate: t`Duplicate`,
	};
	const categories: Record<string, string> = {
		'UI/UX Issue': t`UI/UX Issue`,
		'Functionality Problem': t`Functionality Problem`,
		'Performance Issue': t`Performance Issue`,
		'Security Concern': t`Security Concern`,
		'Data Issue': t`Data Issue`,
		'Integration Problem': t`Integration Problem`,
		'Mobile/Responsive Issue': t`Mobile/Responsive Issue`,
		'User Experience': t`User Experience`,
		'Performance Enhancement': t`Performance Enhancement`,
		'New Functionality': t`New Functionality`,
		'Integration Request': t`Integration Request`,
		'Mobile Enhancement': t`Mobile Enhancement`,
		Accessibility: t`Accessibility`,
		'Analytics/Reporting': t`Analytics/Reporting`,
		Other: t`Other`,
	};
	return { types, priorities, statuses, categories };
}

const PRIORITY_TONES: Record<FeedbackPriority, StatusTone> = {
	low: 'neutral',
	medium: 'info',
	high: 'warning',
	critical: 'danger',
};

/** Each priority in its colour, with its word. */
export function PriorityBadge({ priority }: { priority: FeedbackPriority }) {
	return (
		<StatusBadge tone={PRIORITY_TONES[priority]}>{useFeedbackLabels().priorities[priority]}</StatusBadge>
	);
}

const STATUS_TONES: Record<FeedbackStatus, StatusTone> = {
	new: 'live',
	triaged: 'info',
	planned: 'info',
	'in-progress': 'warning',
	done: 'success',
	declined: 'neutral',
	duplicate: 'neutral',
};

export function ReportStatusBadge({ status }: { status: FeedbackStatus }) {
	return <StatusBadge tone={STATUS_TONES[status]}>{useFeedbackLabels().statuses[status]}</StatusBadge>;
}
