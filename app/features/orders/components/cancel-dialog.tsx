import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { ConfirmAction } from './order-dialogs.tsx';
import type { Ticket } from './ticket-card.tsx';

const CancelPaidDialog = lazy(() => import('./cancel-paid-dialog.tsx'));

interface CancelProps {
	/** Null: everything. */
	ticket: Ticket | null;
	/** Those that the buyer holds. */
	tickets: Ticket[];
	actions: ManagedOrderActions;
	manageToken: string;
	onClose: () => void;
}

/** Cancels one ticket, or the whole registration. What was paid for says first what comes back. */
export function CancelDialog(props: CancelProps) {
	return props.actions.order.totalMinor > 0 ? (
		<Suspense>
			<CancelPaidDialog {...props} />
		</Suspense>
	) : (
		<CancelFreeDialog {...props} />
	);
}

/** Says that the place goes to somebody else and that this is final. */
function CancelFreeDialog({ ticket, actions, onClose }: CancelProps) {
	const { t } = useLingui();
	const done = ticket ? t`${ticket.name}’s ticket is cancelled` : t`Registration cancelled`;
	return (
		<ConfirmAction
			onClose={onClose}
			title={ticket ? t`Cancel ${ticket.name}’s ticket?` : t`Cancel your registration?`}
			description={
				ticket
					? t`The spot will be released. This can’t be undone.`
					: t`All your spots will be released. This can’t be undone.`
			}
			confirmLabel={ticket ? t`Cancel ticket` : t`Cancel registration`}
			cancelLabel={ticket ? t`Keep ticket` : t`Keep my spot`}
			onConfirm={() => actions.cancel(ticket?.id)}
			done={done}
		/>
	);
}
