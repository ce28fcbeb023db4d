import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ProviderEvent } from '#shared/contracts/admin-payments.ts';

/** Whether an event of the provider is settled, waits or could not be settled so far. */
export function ProviderEventState({ event }: { event: Pick<ProviderEvent, 'settledAt' | 'lastError'> }) {
	if (event.settledAt)
		return (
			<StatusBadge tone="success">
				<Trans>Settled</Trans>
			</StatusBadge>
		);
	return event.lastError ? (
		<StatusBadge tone="warning">
			<Trans>Retrying</Trans>
		</StatusBadge>
	) : (
		<StatusBadge tone="pending">
			<Trans>Waiting</Trans>
		</StatusBadge>
	);
}
