import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '#app/ui/status-badge.tsx';

/** The outcome of an action, from its response status. */
export function AuditOutcome({ outcome }: { outcome: number | null }) {
	if (outcome === null) {
		return (
			<StatusBadge tone="warning">
				<Trans>Unknown</Trans>
			</StatusBadge>
		);
	}
	if (outcome >= 400) {
		return (
			<StatusBadge tone="neutral">
				<Trans>Refused</Trans>
			</StatusBadge>
		);
	}
	return (
		<StatusBadge tone="success">
			<Trans>Done</Trans>
		</StatusBadge>
	);
}
