import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { ConfirmAction, ReleaseDialog } from './order-dialogs.tsx';

/** How an order stands that needs the organiser's approval: it waits, is approved and to be paid, or was declined. */
export function ApprovalPanel({
	actions,
	manageToken,
}: {
	actions: ManagedOrderActions;
	manageToken: string;
}) {
	const { order } = actions;
	if (order.status === 'cancelled') return <Declined order={order} />;
	return (
		<section
			aria-labelledby="approval-title"
			className="flex max-w-100 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
		>
			{order.status === 'awaiting_approval' ? (
				<Waiting actions={actions} />
			) : (
				<Approved actions={actions} manageToken={manageToken} />
			)}
		</section>
	);
}

function Waiting({ actions }: { actions: ManagedOrderActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [isLeaving, setLeaving] = useState(false);
	const until = useUntil(actions.order);
	const { order } = actions;
	const amount = formats.money(order.totalMinor, order.currency);
	const { organiserName } = order.event;
	return (
		<>
			<h2 id="approval-title" className="text-lg font-semibold">
				<Trans>Request sent</Trans>
			</h2>
			<div className="flex flex-col gap-2 text-sm [overflow-wrap:anywhere]">
				<p>
					<Trans>
						<bdi>{organiserName}</bdi> has until {until} to approve it. We’ll email{' '}
						<bdi>{order.buyer.email}</bdi>.
					</Trans>
				</p>
				<p>
					<Plural
						value={order.attendees.length}
						one="Until then # ticket is held for you:"
						other="Until then # tickets are held for you:"
					/>
				</p>
				<ul className="list-disc ps-5">
					{countsOf(order).map(([name, count]) => (
						<li key={name}>
							{formats.number(count)} × <bdi>{name}</bdi>
						</li>
					))}
				</ul>
				<p className="text-muted">
					{order.totalMinor > 0 ? (
						<Trans>Nothing is charged now. You pay {amount} once it is approved.</Trans>
					) : (
						<Trans>You get your tickets once it is approved.</Trans>
					)}
				</p>
			</div>
			{order.canCancel ? (
				<Button
					variant="outline"
					tone="destructive"
					className="needs-script"
					onClick={() => setLeaving(true)}
				>
					{t`Cancel request`}
				</Button>
			) : null}
			{isLeaving ? <CancelRequest actions={actions} onClose={() => setLeaving(false)} /> : null}
		</>
	);
}

function CancelRequest({ actions, onClose }: { actions: ManagedOrderActions; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<ConfirmAction
			onClose={onClose}
			title={t`Cancel your request?`}
			description={t`Your tickets are released. Nothing was charged.`}
			confirmLabel={t`Cancel request`}
			cancelLabel={t`Keep it`}
			onConfirm={() => actions.cancel()}
			done={t`Request cancelled`}
		/>
	);
}

function Approved({ actions, manageToken }: { actions: ManagedOrderActions; manageToken: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [isReleasing, setReleasing] = useState(false);
	const { order } = actions;
	const until = useUntil(order);
	const amount = formats.money(order.totalMinor, order.currency);
	const isOver = order.status === 'expired';
	return (
		<>
			<h2 id="approval-title" className="text-lg font-semibold">
				{isOver ? <Trans>Time’s up</Trans> : <Trans>Your request is approved</Trans>}
			</h2>
			<p className="text-sm">
				{isOver ? (
					<Trans>
						It wasn’t paid in time, and nothing was charged. If tickets are left, you can get them.
					</Trans>
				) : (
					<Trans>
						Pay {amount} by {until}. Until then your tickets are held.
					</Trans>
				)}
			</p>
			{/* A document of its own: that page may load the script of the payment provider. */}
			<ButtonLink to={`/checkout/${manageToken}`} size="lg" tone="event" reloadDocument>
				{isOver ? t`Try again` : t`Continue to payment`}
			</ButtonLink>
			{isOver ? null : (
				<Button
					variant="ghost"
					tone="destructive"
					className="needs-script"
					onClick={() => setReleasing(true)}
				>
					{t`Release tickets`}
				</Button>
			)}
			{isReleasing ? <ReleaseDialog onRelease={actions.release} onClose={() => setReleasing(false)} /> : null}
		</>
	);
}

function Declined({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	return (
		<div id="approval-title">
			<Callout
				tone="warning"
				title={t`Your request was declined`}
				action={
					<ButtonLink to="/events" variant="outline" size="sm">
						{t`Browse events`}
					</ButtonLink>
				}
			>
				{order.declineMessage ? (
					<blockquote
						className="mb-2 border-s-2 ps-3 whitespace-pre-line [overflow-wrap:anywhere]"
						dir="auto"
					>
						{order.declineMessage}
					</blockquote>
				) : null}
				<Trans>{order.event.organiserName} couldn’t accept it. Nothing was charged.</Trans>
			</Callout>
		</div>
	);
}

/** Until when the order is held, for whoever reads it. */
function useUntil({ expiresAt, event }: ManagedOrder): string {
	const formats = useFormats();
	const zone = useViewerTimeZone();
	return expiresAt ? formats.dateTime(expiresAt, zone ?? event.timeZone) : '';
}

/** How many tickets of which types an order holds. */
function countsOf({ attendees }: ManagedOrder): [name: string, count: number][] {
	const counts = new Map<string, number>();
	for (const { ticketTypeName } of attendees)
		counts.set(ticketTypeName, (counts.get(ticketTypeName) ?? 0) + 1);
	return [...counts];
}
