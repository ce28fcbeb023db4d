import { useLingui } from '@lingui/react/macro';
import { useRemoval } from '#app/lib/use-removal.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { TicketActions } from '../api.ts';

/** Deletes a ticket type that nobody ever ordered. The server refuses others; those are closed instead. */
export function DeleteTicketTypeDialog(props: {
	type: TicketType;
	actions: TicketActions;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { type, actions, onClose } = props;
	const { error, remove } = useRemoval(onClose);
	async function confirm() {
		await actions.remove.mutateAsync(type);
		return t`${type.name} deleted`;
	}
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Delete ${type.name}?`}
			description={t`No one has ordered it. This can’t be undone.`}
			confirmLabel={t`Delete`}
			isPending={actions.remove.isPending}
			onConfirm={() => void remove(confirm)}
			error={error}
		/>
	);
}
