import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Card } from '#app/ui/card.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { OrderDetail } from '#shared/contracts/orders.ts';

/** The people of an order with their tickets; each leads to the guest list. */
export function OrderPeople(props: { order: OrderDetail; guestsPath: string; maySeeGuests: boolean }) {
	const { t } = useLingui();
	const { order, guestsPath, maySeeGuests } = props;
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
										to={`${guestsPath}?${new URLSearchParams({ q: one.name || order.code })}`}
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
						<StatusBadge tone={states[one.status].tone}>{states[one.status].label}</StatusBadge>
					</li>
				))}
			</ul>
		</Card>
	);
}
