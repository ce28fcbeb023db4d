import { useLingui } from '@lingui/react/macro';
import { Inbox } from 'lucide-react';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { OutboxMail } from '#shared/contracts/notifications.ts';

type Status = OutboxMail['status'];

const tones: Record<Status, StatusTone> = {
	queued: 'pending',
	sending: 'live',
	sent: 'success',
	kept: 'warning',
	failed: 'danger',
	obsolete: 'neutral',
};

/** The words for the states of a mail. */
export function useMailStatusWords(): Record<Status, string> {
	const { t } = useLingui();
	return {
		queued: t`Waiting`,
		sending: t`Being sent`,
		sent: t`Sent`,
		kept: t`Kept here`,
		failed: t`Failed`,
		obsolete: t`No longer needed`,
	};
}

export function MailStatus({ status }: { status: Status }) {
	const words = useMailStatusWords();
	return (
		<StatusBadge tone={tones[status]} {...(status === 'kept' && { icon: Inbox })}>
			{words[status]}
		</StatusBadge>
	);
}
