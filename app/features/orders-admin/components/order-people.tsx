import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '#app/ui/card.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { ticketMinor } from '../refund-choice.ts';

/** The people of an order with their tickets; each leads to the guest list, and a paid one is refunded from its row. */
export function OrderPeople(props: {
	order: OrderDetail;
	/** Path of the event's pages. */
	base: string;
	maySeeGuests: boolean;
	/** Without the right to: none. */
	onRefund?: ((ticket: string) => void) | undefined;
}) {
	const { t } = useLingui();
	const { order, base, maySeeGuests, onRefund } = props;
	const states: Record<OrderDetail['attendees'][number]['status'], { tone: StatusTone; label: string }> = {
		held: { tone: 'pending', label: t`On hold` },
		active: { tone: 'success', label: t`Valid` },
		cancelled: { tone: 'danger', label: t`Cancelled` },
	};
	return (
		<Card title={<Trans>Tickets</Trans>} padding="none">
			<ul>
				{order.attendees.map((one) => (
					<li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-5 py-3 text-sm">
						<div className="min-w-0 flex-1 basis-40">
							<p className="truncate font-medium" dir="auto">
								{maySeeGuests ? (
									<Link
										className="link"
										to={`${base}/guests?${new URLSearchParams({ q: one.name || order.code })}`}
									>
										{one.name || t`Guest`}
									</Link>
								) : (
									one.name || t`Guest`
								)}
							</p>
							<p className="truncate text-compact text-muted">
								<bdi>{one.ticketTypeName}</bdi>
								{one.email ? (
									<>
										{' · '}
										<bdi>{one.email}</bdi>
									</>
								) : null}
							</p>
						</div>
						<TicketState
							state={states[one.status]}
							resale={order.resales.find(({ attendeeId }) => attendeeId === one.id)}
							base={base}
						/>
						{onRefund && order.refundableMinor > 0 && ticketMinor(order, one.id) > 0 ? (
							<TicketMenu name={one.name || t`Guest`} onRefund={() => onRefund(one.id)} />
						) : null}
					</li>
				))}
			</ul>
			{order.group ? (
				<p className="flex flex-wrap gap-x-3 border-t px-5 py-3 text-sm text-muted">
					<Trans>Group</Trans>
					<Link className="link [overflow-wrap:anywhere]" dir="auto" to={`${base}/tickets/groups`}>
						{order.group.name}
					</Link>
				</p>
			) : null}
			{order.boughtFrom.length > 0 ? (
				<p className="flex flex-wrap gap-x-3 border-t px-5 py-3 text-sm text-muted">
					<Trans>Bought from another guest</Trans>
					{order.boughtFrom.map((id, index) => (
						<Link key={id} className="link" to={`${base}/orders/${id}`}>
							{order.boughtFrom.length > 1 ? t`Seller’s order ${index + 1}` : t`Seller’s order`}
						</Link>
					))}
				</p>
			) : null}
		</Card>
	);
}

/** How a ticket stands; of one that its buyer has resold, whose it is now. */
function TicketState(props: {
	state: { tone: StatusTone; label: string };
	resale: OrderDetail['resales'][number] | undefined;
	base: string;
}) {
	const { t } = useLingui();
	const { state, resale, base } = props;
	if (!resale) return <StatusBadge tone={state.tone}>{state.label}</StatusBadge>;
	return (
		<>
			{resale.buyerOrderId ? (
				<Link className="link" to={`${base}/orders/${resale.buyerOrderId}`}>
					<Trans>Next guest’s order</Trans>
				</Link>
			) : null}
			<StatusBadge tone={resale.state === 'sold' ? 'neutral' : 'info'}>
				{resale.state === 'sold' ? t`Resold` : t`Listed for resale`}
			</StatusBadge>
		</>
	);
}

function TicketMenu({ name, onRefund }: { name: string; onRefund: () => void }) {
	const { t } = useLingui();
	return (
		<Menu
			label={t`Actions for ${name}`}
			align="end"
			items={[{ id: 'refund', label: t`Refund ticket…`, icon: Banknote, onSelect: onRefund }]}
			trigger={(trigger) => (
				<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${name}`} size="sm" />
			)}
		/>
	);
}
