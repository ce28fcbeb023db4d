import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { LoggedError } from '#shared/contracts/error-log.ts';

/** Resolved, or where it broke. */
export function ErrorBadge({ error }: { error: LoggedError }) {
	if (error.resolvedAt) {
		return (
			<StatusBadge tone="success">
				<Trans>Resolved</Trans>
			</StatusBadge>
		);
	}
	return (
		<StatusBadge tone={error.severity === 'error' ? 'danger' : 'warning'}>
			{error.source === 'server' ? <Trans>Server</Trans> : <Trans>Browser</Trans>}
		</StatusBadge>
	);
}
