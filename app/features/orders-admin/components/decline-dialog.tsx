import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import type { useOrderActions } from '../api.ts';
import { BuyerMessage } from './buyer-message.tsx';

/** Declines an order that awaits approval, with an optional message for its buyer. */
export function DeclineDialog(props: {
	order: OrderDetail;
	isSandbox: boolean;
	decline: ReturnType<typeof useOrderActions>['decline'];
	onDeclined: () => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { order, decline } = props;
	const [message, setMessage] = useState('');
	return (
		<ConfirmDialog
			isOpen
			onClose={props.onClose}
			title={t`Decline this request?`}
			description={t`Frees the held tickets. Nothing has been paid.`}
			confirmLabel={t`Decline request`}
			cancelLabel={t`Keep it`}
			isPending={decline.isPending}
			onConfirm={() => decline.mutate(message.trim(), { onSuccess: props.onDeclined })}
		>
			<div className="flex flex-col gap-5">
				<ErrorCallout error={decline.error} />
				<BuyerMessage
					email={order.buyer.email}
					isSandbox={props.isSandbox}
					isOptional
					value={message}
					onChange={setMessage}
					maxLength={1_000}
				/>
			</div>
		</ConfirmDialog>
	);
}
