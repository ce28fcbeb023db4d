import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { endResale } from '#shared/contracts/resale.ts';
import { withdrawTransfer } from '#shared/contracts/ticket-transfers.ts';
import { useCountdown } from '../use-countdown.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';
import type { DialogRequest } from './requested-dialog.tsx';
import type { Ticket } from './ticket-card.tsx';
import { TicketLink } from './ticket-link.tsx';

interface OfOrder {
	actions: ManagedOrderActions;
	manageToken: string;
}

/** What the buyer can do with one ticket, and whom it is offered to or was transferred to. */
export function TicketActions(
	props: OfOrder & {
		ticket: Ticket;
		/** Whether it can be cancelled without the others. */
		isCancellable: boolean;
		onAsk: (requested: DialogRequest) => void;
	},
) {
	const { t } = useLingui();
	const formats = useFormats();
	const { ticket, actions, manageToken, isCancellable, onAsk } = props;
	const { isPending, error, act } = useOrderAction(() => {});
	const selling = useOrderAction(() => {});
	const { offer, resale } = ticket;
	const until = offer ? formats.dateTime(offer.expiresAt, actions.order.event.timeZone) : '';
	if (ticket.isHandedOn)
		return (
			<p className="w-full text-sm text-muted [overflow-wrap:anywhere]">
				{actions.order.group ? (
					<Trans>
						Claimed by <bdi>{ticket.name}</bdi>
					</Trans>
				) : (
					<Trans>
						Transferred to <bdi>{ticket.name}</bdi>
					</Trans>
				)}
			</p>
		);
	const { canTransfer, canResell, currency } = actions.order;
	const canSell = canResell && !offer;
	if (!offer && !resale && !canTransfer && !canSell && !isCancellable) return null;
	const cancelOffer = () =>
		publicApi
			.call(withdrawTransfer, { params: { manageToken, attendee: ticket.id }, hasBearer: false })
			.then(actions.show);
	const stopSelling = () =>
		publicApi
			.call(endResale, { params: { manageToken, attendee: ticket.id }, hasBearer: false })
			.then(actions.show, async (failed) => {
				// Somebody is offered it by now, or has bought it.
				await actions.reload().catch(() => {});
				throw failed;
			});
	return (
		<div className="flex max-w-full flex-col items-center gap-1 print:hidden">
			{offer ? (
				<p className="text-center text-sm text-muted [overflow-wrap:anywhere]">
					<Trans>
						Offered to <bdi>{offer.name}</bdi> (<bdi>{offer.email}</bdi>) until {until}
					</Trans>
				</p>
			) : null}
			{resale ? (
				<p className="text-center text-sm text-muted">
					<Trans>
						For sale for {formats.money(resale.priceMinor, currency)}. You get{' '}
						{formats.money(resale.backMinor, currency)} back once it is sold.
					</Trans>{' '}
					{resale.isTaken ? <Trans>It is being offered to someone now, so it can’t be stopped.</Trans> : null}
				</p>
			) : null}
			<div className="needs-script flex flex-wrap justify-center gap-1">
				{(resale && !resale.isTaken) || (!resale && canSell) ? (
					// One button for both, as below.
					<Button
						variant="ghost"
						size="sm"
						isLoading={selling.isPending}
						onClick={() =>
							resale ? void selling.act(stopSelling, t`No longer for sale`) : onAsk({ kind: 'sell', ticket })
						}
					>
						{resale ? t`Stop selling` : t`Sell this ticket`}
					</Button>
				) : null}
				{offer || (canTransfer && !resale) ? (
					// One button for both, so that the focus stays where it was pressed.
					<Button
						variant="ghost"
						size="sm"
						isLoading={isPending}
						onClick={() =>
							offer ? void act(cancelOffer, t`Offer cancelled`) : onAsk({ kind: 'hand-on', ticket })
						}
					>
						{offer ? t`Cancel offer` : t`Transfer`}
					</Button>
				) : null}
				{isCancellable && !resale ? (
					<Button
						variant="ghost"
						size="sm"
						tone="destructive"
						onClick={() => onAsk({ kind: 'cancel', ticket })}
					>
						{t`Cancel ticket`}
					</Button>
				) : null}
			</div>
			<Problem>{error ?? selling.error}</Problem>
		</div>
	);
}

/** A change that waits for its payment, or that was just paid. */
export function ChangeNotice({ actions, manageToken, isChanged }: OfOrder & { isChanged: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone();
	const { order, reload } = actions;
	const { change } = order;
	const isOver = useCountdown(change?.expiresAt ?? null) === 0;
	useEffect(() => {
		if (isOver) void reload().catch(() => {});
	}, [isOver, reload]);
	const amount = formats.money(change?.differenceMinor ?? 0, order.currency);
	const until = change ? formats.time(change.expiresAt, zone ?? order.event.timeZone) : '';
	return (
		<div id="change-notice" className="empty:hidden print:hidden">
			{change ? (
				<Callout
					tone="warning"
					title={t`Your change isn’t paid yet`}
					action={
						// A document of its own: that page may load the script of the payment provider.
						<ButtonLink to={`/checkout/${manageToken}`} size="sm" reloadDocument>
							{t`Continue to payment`}
						</ButtonLink>
					}
				>
					<Trans>
						Pay {amount} by {until}. Until then your tickets stay as they are.
					</Trans>
				</Callout>
			) : isChanged ? (
				<Callout tone="success">
					<Trans>Your tickets were changed.</Trans>
				</Callout>
			) : null}
		</div>
	);
}

/** Actions for all tickets of an order, and its cancelled tickets. */
export function TicketTools(
	props: OfOrder & {
		/** How many the buyer holds. */
		own: number;
		onAsk: (requested: DialogRequest) => void;
	},
) {
	const { t } = useLingui();
	const formats = useFormats();
	const { actions, manageToken, own, onAsk } = props;
	const { order } = actions;
	const { event } = order;
	const isLive = order.attendees.some(({ status }) => status === 'active');
	const gone = order.attendees.filter(({ status }) => status === 'cancelled');
	return (
		<div id="ticket-tools" className="flex flex-col gap-4 empty:hidden">
			{isLive && event.status !== 'cancelled' ? (
				<>
					<TicketLink
						path={`/my-ticket/${manageToken}`}
						subject={t`Your ticket: ${event.title}`}
						note={<Trans>Anyone with this link can view and change your tickets.</Trans>}
					/>
					{order.group ? (
						<ButtonLink
							to={`/group/${order.group.groupToken}`}
							variant="outline"
							icon={Users}
							className="w-fit max-w-full print:hidden"
						>
							<span className="truncate">{t`Group: ${order.group.name}`}</span>
						</ButtonLink>
					) : null}
					<div className="needs-script flex flex-wrap gap-2 print:hidden">
						{own > 0 ? (
							<Button variant="outline" icon={Pencil} onClick={() => onAsk({ kind: 'rename' })}>
								<Plural value={own} one="Edit name" other="Edit names" />
							</Button>
						) : null}
						{order.canChange ? (
							<Button variant="outline" onClick={() => onAsk({ kind: 'change' })}>
								{t`Change tickets`}
							</Button>
						) : null}
						{order.canShare ? (
							<Button variant="outline" icon={Users} onClick={() => onAsk({ kind: 'share' })}>
								{t`Share with your group`}
							</Button>
						) : null}
					</div>
					<p className="max-w-100 text-sm text-muted print:hidden">
						<Trans>Turn up your brightness at the door. A screenshot or printout works too.</Trans>
					</p>
				</>
			) : null}
			{gone.length > 0 ? (
				<ul className="flex max-w-100 flex-col gap-1 text-sm text-muted print:hidden">
					{gone.map((ticket) => (
						<li key={ticket.id} className="[overflow-wrap:anywhere]" dir="auto">
							{ticket.resale?.state === 'sold' ? (
								<Trans>
									<s>{ticket.name}</s>, {ticket.ticketTypeName}: sold.{' '}
									{formats.money(ticket.resale.backMinor, order.currency)} is refunded.
								</Trans>
							) : (
								<Trans>
									<s>{ticket.name}</s>, {ticket.ticketTypeName}: cancelled
								</Trans>
							)}
						</li>
					))}
				</ul>
			) : null}
		</div>
	);
}
