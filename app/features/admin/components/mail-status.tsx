import { useLingui } from '@lingui/react/macro';
import { Inbox } from 'lucide-react';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { OutboxMail } from '#shared/contracts/notifications.ts';

type Status = OutboxMail['status'];

const tones: Record<Status, StatusTone> = {
	queued: 'pending',
	sending: 'live',
	sent: 'success',
	stored: 'warning',
	failed: 'danger',
	obsolete: 'neutral',
	withheld: 'warning',
	kept: 'neutral',
};

/** Labels for the states of an email. */
export function useMailStatusLabels(): Record<Status, string> {
	const { t } = useLingui();
	return {
		queued: t`Waiting`,
		sending: t`Sending`,
		sent: t`Sent`,
		stored: t`Not sent`,
		failed: t`Failed`,
		obsolete: t`Skipped`,
		withheld: t`Withheld: too many to this address`,
		kept: t`Not sent: of a sandbox`,
	};
}

export function MailStatus({ status }: { status: Status }) {
	const labels = useMailStatusLabels();
	return (
		<StatusBadge tone={tones[status]} {...(status === 'stored' && { icon: Inbox })}>
			{labels[status]}
		</StatusBadge>
	);
}
