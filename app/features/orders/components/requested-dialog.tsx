import { useNavigate } from 'react-router';
import { publicApi } from '#app/lib/public-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { offerTransfer } from '#shared/contracts/ticket-transfers.ts';
import { correctBuyer } from '../correct-buyer.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { NamesDialog } from './names-dialog.tsx';
import type { Ticket } from './ticket-card.tsx';

const ChangeDialog = lazyDialog(() => import('./change-dialog.tsx').then((module) => module.ChangeDialog));
const ShareDialog = lazyDialog(() =>
	import('../groups/share-dialog.tsx').then((module) => module.ShareDialog),
);
const SellDialog = lazyDialog(() => import('./sell-dialog.tsx').then((module) => module.SellDialog));

/** What the buyer wants to do with their order. To cancel without a ticket means all of them. */
export type DialogRequest =
	| { kind: 'cancel'; ticket: Ticket | null }
	| { kind: 'hand-on' | 'sell'; ticket: Ticket }
	| { kind: 'rename' | 'change' | 'change-email' | 'share' };

/** The dialog that the buyer opened. */
export function RequestedDialog(props: {
	requested: DialogRequest;
	actions: ManagedOrderActions;
	manageToken: string;
	/** Those that the buyer holds. */
	tickets: Ticket[];
	onClose: () => void;
}) {
	const { requested, tickets, ...rest } = props;
	const { actions, manageToken, onClose } = rest;
	const { buyer, event } = actions.order;
	const navigate = useNavigate();
	const changeEmail = async (email: string) => {
		const token = await actions.changeEmail(email);
		correctBuyer('email', buyer.email, email);
		if (token !== manageToken) await navigate(`/my-ticket/${token}`, { replace: true });
		else await actions.reload();
	};
	const offer = async (ticket: Ticket, body: { name: string; email: string }, idempotencyKey: string) =>
		actions.show(
			await publicApi.call(offerTransfer, {
				params: { manageToken, attendee: ticket.id },
				body,
				hasBearer: false,
				idempotencyKey,
			}),
		);
	switch (requested.kind) {
		case 'cancel':
			return <CancelDialog ticket={requested.ticket} tickets={tickets} {...rest} />;
		case 'hand-on':
			return (
				<HandOnDialog
					name={requested.ticket.name}
					isSandbox={event.isSandbox}
					onOffer={(body, idempotencyKey) => offer(requested.ticket, body, idempotencyKey)}
					onClose={onClose}
				/>
			);
		case 'sell':
			return <SellDialog ticket={requested.ticket} {...rest} />;
		case 'change':
			return <ChangeDialog {...rest} />;
		case 'share':
			return <ShareDialog {...{ manageToken, tickets, onClose }} buyerName={buyer.name} />;
		case 'rename':
			return <NamesDialog tickets={tickets} onRename={actions.rename} onClose={onClose} />;
		case 'change-email':
			return <ChangeEmailDialog email={buyer.email} onChange={changeEmail} onClose={onClose} />;
	}
}
