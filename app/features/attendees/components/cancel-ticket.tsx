import { useLingui } from '@lingui/react/macro';
import { useAttempt } from '#app/lib/attempt.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { useGuestActions } from '../api.ts';

/** Asks before a guest's ticket is cancelled. */
export function CancelTicket(props: {
	guest: Attendee;
	isSandbox: boolean;
	cancel: ReturnType<typeof useGuestActions>['cancel'];
	onClose: () => void;
}) {
	const { t } = useLingui();
	const act = useAttempt();
	const { guest, isSandbox, cancel, onClose } = props;
	const mailNote = useMailNote({ isSandbox, addresses: [guest.email] });
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Cancel ${guest.name}’s ticket?`}
			description={
				mailNote
					? `${t`Frees the spot and invalidates the QR code.`} ${mailNote}`
					: t`Frees the spot, invalidates the QR code and emails the guest.`
			}
			confirmLabel={t`Cancel ticket`}
			cancelLabel={t`Keep it`}
			isPending={cancel.isPending}
			onConfirm={() => {
				const call = cancel.mutateAsync({ id: guest.id, notify: true });
				void act(call, t`${guest.name}’s ticket cancelled`).then(onClose);
			}}
		/>
	);
}
