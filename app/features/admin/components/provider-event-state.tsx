import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ProviderEvent } from '#shared/contracts/admin-payments.ts';
import type { UnmatchedOutcome } from '#shared/rules/payment-states.ts';

const reasons: Record<UnmatchedOutcome, MessageDescriptor> = {
	'unknown-account': msg`No organisation here has this account. It may have been disconnected, or belong to another installation.`,
	'unknown-payment': msg`No payment here has this ID. It may have been made in the provider’s dashboard, or by another installation.`,
	'unknown-refund': msg`No refund here has this ID. It may have been made in the provider’s dashboard.`,
};

/** Why an event led to nothing here; undefined: it did. */
const unmatchedReason = ({ outcome }: ProviderEvent): MessageDescriptor | undefined =>
	reasons[outcome as UnmatchedOutcome];

/** Whether an event led to nothing of this installation. */
export const isUnmatched = (event: ProviderEvent): boolean => unmatchedReason(event) !== undefined;

/** Why an event is not settled, or led to nothing. */
export function EventReason({ event, isWhole = false }: { event: ProviderEvent; isWhole?: boolean }) {
	const { i18n } = useLingui();
	const reason = unmatchedReason(event);
	const text = event.lastError ?? (reason ? i18n._(reason) : null);
	return text ? (
		<span className={clsx('text-compact text-muted', !isWhole && 'line-clamp-2')}>{text}</span>
	) : null;
}

/** Whether an event of the provider is settled, waits or could not be settled so far. */
export function ProviderEventState({ event }: { event: ProviderEvent }) {
	if (event.setAsideAt)
		return (
			<StatusBadge tone="neutral">
				<Trans>Set aside</Trans>
			</StatusBadge>
		);
	if (isUnmatched(event))
		return (
			<StatusBadge tone="warning">
				<Trans>Unmatched</Trans>
			</StatusBadge>
		);
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
