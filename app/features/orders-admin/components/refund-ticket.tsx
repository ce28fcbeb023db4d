import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useOrder, useOrderActions } from '../api.ts';
import { ticketMinor } from '../refund-choice.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** Refunds one ticket from a list of guests: reads its order, then opens the refund with the ticket chosen. */
export function RefundTicket(props: {
	event: string;
	isSandbox: boolean;
	order: string;
	/** Path of the order. */
	orderPath: string;
	ticket: string;
	confirmed: Confirmed;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { onClose } = props;
	const order = useOrder(props.event, props.order);
	const { refund } = useOrderActions(props.event, props.order);
	const [isOpen, setOpen] = useState(false);
	// An order that is read again after its refund does not take the dialog away.
	if (!isOpen && order.data && ticketMinor(order.data, props.ticket) > 0) setOpen(true);
	if (order.data && isOpen)
		return (
			<RefundDialog
				order={order.data}
				ticket={props.ticket}
				isSandbox={props.isSandbox}
				refund={refund}
				confirmed={props.confirmed}
				onStale={() => void order.refetch()}
				onClose={onClose}
			/>
		);
	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`Refund ticket`}
			footer={
				<>
					<Button variant="outline" onClick={onClose}>
						<Trans>Close</Trans>
					</Button>
					{order.data ? (
						<ButtonLink to={props.orderPath}>
							<Trans>Open order</Trans>
						</ButtonLink>
					) : null}
				</>
			}
		>
			{order.data ? (
				<p>
					<Trans>Nothing is left to refund for this ticket. Its order shows what was paid.</Trans>
				</p>
			) : order.error ? (
				<ErrorCallout error={order.error} onRetry={() => void order.refetch()} />
			) : (
				<Skeleton className="h-48 w-full" />
			)}
		</Dialog>
	);
}
