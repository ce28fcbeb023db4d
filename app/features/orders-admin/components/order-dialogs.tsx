import { useLingui } from '@lingui/react/macro';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { addressesOf, useMailNote } from '#app/shell/mail-note.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import type { useOrderActions } from '../api.ts';
import type { useTicketChangeActions } from '../ticket-changes.ts';

const RefundDialog = lazyDialog(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog));

const DecideDialog = lazyDialog(() =>
	import('./decide-refund-dialog.tsx').then((module) => module.DecideRefundDialog),
);

const ChangeTicketsDialog = lazyDialog(() =>
	import('./change-tickets-dialog.tsx').then((module) => module.ChangeTicketsDialog),
);

const MarkPaidDialog = lazyDialog(() =>
	import('./mark-paid-dialog.tsx').then((module) => module.MarkPaidDialog),
);

const ShareOrderDialog = lazyDialog(() =>
	import('./share-order-dialog.tsx').then((module) => module.ShareOrderDialog),
);

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

export type Act = 'refund' | 'change' | 'mark-paid' | 'cancel' | 'approve' | 'decline' | 'share';

/** Asks before an order is cancelled, and says what that does and does not do. */
export function CancelOrder(props: {
	order: OrderDetail;
	isSandbox: boolean;
	isPending: boolean;
	onClose: () => void;
	onCancel: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, isSandbox } = props;
	const mailNote = useMailNote({ isSandbox, addresses: addressesOf(order) });
	const kept = formats.money(order.refundableMinor, order.currency);
	const isUnpaid = order.status !== 'confirmed' && order.paidMinor === 0;
	const freed = mailNote
		? `${t`Frees the spots and invalidates the QR codes.`} ${mailNote}`
		: t`Frees the spots, invalidates the QR codes and emails the guests.`;
	const description =
		order.refundableMinor > 0
			? `${freed} ${t`Nothing is refunded: to return ${kept}, refund the order instead.`}`
			: freed;
	return (
		<ConfirmDialog
			isOpen
			onClose={props.onClose}
			title={t`Cancel order ${order.code}?`}
			description={isUnpaid ? t`Frees the held tickets. Nothing has been paid.` : description}
			confirmLabel={t`Cancel order`}
			cancelLabel={t`Keep it`}
			isPending={props.isPending}
			onConfirm={props.onCancel}
		/>
	);
}

/** The open dialog, apart from the one that cancels. */
export function OrderDialogs(props: {
	event: Pick<PublicEvent, 'id' | 'isSandbox'>;
	order: OrderDetail;
	mayRefund: boolean;
	open: Act | null;
	/** The one that a refund begins with. */
	ticket: string | undefined;
	actions: ReturnType<typeof useOrderActions> & ReturnType<typeof useTicketChangeActions>;
	confirmed: Confirmed;
	onStale: () => void;
	onClose: () => void;
}) {
	const { order, open, actions, onClose: close } = props;
	const { isSandbox } = props.event;
	return (
		<>
			{open === 'refund' ? (
				<RefundDialog
					order={order}
					ticket={props.ticket}
					isSandbox={isSandbox}
					refund={actions.refund}
					confirmed={props.confirmed}
					onStale={props.onStale}
					onClose={close}
				/>
			) : null}
			{(open === 'approve' || open === 'decline') && order.refundRequest ? (
				<DecideDialog
					order={order}
					isSandbox={isSandbox}
					request={order.refundRequest}
					verb={open}
					actions={actions}
					confirmed={props.confirmed}
					onStale={props.onStale}
					onClose={close}
				/>
			) : null}
			{open === 'share' ? <ShareOrderDialog event={props.event} order={order} onClose={close} /> : null}
			{open === 'change' ? (
				<ChangeTicketsDialog
					event={props.event}
					order={order}
					mayRefund={props.mayRefund}
					change={actions.changeTickets}
					confirmed={props.confirmed}
					onStale={props.onStale}
					onClose={close}
				/>
			) : null}
			{open === 'mark-paid' ? (
				<MarkPaidDialog order={order} isSandbox={isSandbox} markPaid={actions.markPaid} onClose={close} />
			) : null}
		</>
	);
}
