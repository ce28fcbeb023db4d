import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { firstPart, optionalPart } from '#app/lib/optional-part.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import type { DialogRequest } from './requested-dialog.tsx';
import { type Ticket, TicketCard } from './ticket-card.tsx';

/** Only an order that is not confirmed yet has it. */
const HoldPanel = firstPart('hold-title', () =>
	import('./hold-panel.tsx').then((module) => module.HoldPanel),
);
/** Only an order that needed the organiser's approval has it. */
const ApprovalPanel = firstPart('approval-title', () =>
	import('./approval-panel.tsx').then((module) => module.ApprovalPanel),
);
/** Only an order with a donation has it. */
const GiftThanks = firstPart('gift-thanks', () =>
	import('./gift-thanks.tsx').then((module) => module.GiftThanks),
);
/** Tickets say themselves what was bought; a donation alone has none. */
const OrderSummary = lazyPart(
	() => import('../checkout/order-summary.tsx').then((module) => module.OrderSummary),
	null,
);
const ticketActions = () => import('./ticket-actions.tsx');
const TicketActions = firstPart('ticket-actions', () =>
	ticketActions().then((module) => module.TicketActions),
);
const TicketTools = firstPart('ticket-tools', () => ticketActions().then((module) => module.TicketTools));
/** Only a booking of several dates has it. */
const OtherDates = optionalPart(() =>
	import('../series/other-dates.tsx').then((module) => module.OtherDates),
);
/** An order of a donation without tickets. */
export const isGiftAlone = ({ attendees }: ManagedOrder) => attendees.length === 0;

const liveTickets = (order: ManagedOrder) => order.attendees.filter(({ status }) => status === 'active');

/** The tickets that are the buyer's own: not those that were transferred. */
export const ownTickets = (order: ManagedOrder) => liveTickets(order).filter(({ isHandedOn }) => !isHandedOn);

/** Next step for an unconfirmed order: pay, wait, or extend the hold. */
export function UnconfirmedPart({
	actions,
	manageToken,
}: {
	actions: ManagedOrderActions;
	manageToken: string;
}) {
	const { t } = useLingui();
	const { order } = actions;
	const isHold = order.status === 'pending' || order.status === 'expired';
	if (order.status === 'awaiting_approval' || order.declineMessage !== null || (isHold && order.isApproved))
		return (
			<Suspense>
				<ApprovalPanel {...{ actions, manageToken }} />
			</Suspense>
		);
	if (!isHold) return null;
	return isGiftAlone(order) ? (
		<Callout
			tone="warning"
			title={t`Your donation isn’t paid yet`}
			action={
				<ButtonLink to={`/checkout/${manageToken}`} reloadDocument>
					{t`Continue to payment`}
				</ButtonLink>
			}
		/>
	) : (
		<Suspense>
			<HoldPanel actions={actions} />
		</Suspense>
	);
}

/** The thanks for a donation once it is paid; without tickets, then what was given. */
export function Donation({ order, isNew }: { order: ManagedOrder; isNew: boolean }) {
	return (
		<>
			{order.gift && order.status === 'confirmed' && (
				<Suspense>
					<GiftThanks {...{ order, isNew }} />
				</Suspense>
			)}
			{isGiftAlone(order) && <OrderSummary order={order} />}
		</>
	);
}

/** The tickets, and what the buyer can do with them. */
export function Tickets(props: {
	actions: ManagedOrderActions;
	isNew: boolean;
	manageToken: string;
	onAsk: (requested: DialogRequest | { kind: 'show'; ticket: Ticket }) => void;
}) {
	const { t } = useLingui();
	const { actions, manageToken, onAsk } = props;
	const { order } = actions;
	const live = liveTickets(order);
	const own = ownTickets(order);
	return (
		<section aria-label={t`Tickets`} className="flex flex-col gap-4">
			<TicketCard
				tickets={live}
				order={order}
				isNew={props.isNew}
				actionsOf={(ticket) => (
					<div id={ticket === live[0] ? 'ticket-actions' : undefined} className="contents">
						<Suspense fallback={order.canTransfer && <div className="h-8" />}>
							<TicketActions
								{...{ ticket, actions, manageToken, onAsk }}
								isCancellable={order.canCancel && own.length > 1}
							/>
						</Suspense>
					</div>
				)}
				onShow={(ticket) => onAsk({ kind: 'show', ticket })}
			/>
			<Suspense fallback={live.length > 0 && <div className="h-48" />}>
				<TicketTools {...{ actions, manageToken, onAsk }} own={own.length} />
				{order.otherDates ? <OtherDates {...{ order, manageToken }} onCancelled={actions.show} /> : null}
			</Suspense>
		</section>
	);
}
