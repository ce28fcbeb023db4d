import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '#app/ui/status-badge.tsx';

/** Whether a failed job is tried again by itself. */
export function JobState({ nextAttemptAt }: { nextAttemptAt: string | null }) {
	return nextAttemptAt ? (
		<StatusBadge tone="warning">
			<Trans>Retrying</Trans>
		</StatusBadge>
	) : (
		<StatusBadge tone="danger">
			<Trans>Failed</Trans>
		</StatusBadge>
	);
}
