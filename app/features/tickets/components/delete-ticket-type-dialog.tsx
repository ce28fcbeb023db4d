import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { TicketActions } from '../api.ts';

/** Deletes a ticket type that nobody ever ordered. The server refuses others; those are closed instead. */
export function DeleteTicketTypeDialog(props: {
	type: TicketType;
	actions: TicketActions;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { type, actions, onClose } = props;
	const [error, setError] = useState<unknown>(null);
	async function remove() {
		setError(null);
		try {
			await actions.remove.mutateAsync(type);
			toast({ variant: 'success', description: t`${type.name} deleted` });
			onClose();
		} catch (failed) {
			setError(failed);
		}
	}
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Delete ${type.name}?`}
			description={t`No one has ordered it. This can’t be undone.`}
			confirmLabel={t`Delete`}
			isPending={actions.remove.isPending}
			onConfirm={() => void remove()}
		>
			{error ? (
				<p role="alert" className="text-sm text-danger">
					{errorText(error)}
				</p>
			) : undefined}
		</ConfirmDialog>
	);
}
