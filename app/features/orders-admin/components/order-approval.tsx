import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { APPROVED_HOURS } from '#shared/rules/periods.ts';
import { type useOrderActions, useOrders } from '../api.ts';

const DeclineDialog = lazyDialog(() => import('./decline-dialog.tsx').then((module) => module.DeclineDialog));

interface ApprovalProps {
	event: Pick<PublicEvent, 'id' | 'isSandbox' | 'timeZone'>;
	/** Path of the event's pages. */
	base: string;
	order: OrderDetail;
	actions: Pick<ReturnType<typeof useOrderActions>, 'approve' | 'decline'>;
	/** The rights of the member who looks. */
	may: ReadonlySet<string>;
}

/** Whether an order needed approval, and has it or not. */
const hasApproval = ({ status, approvedAt, declineMessage }: OrderDetail): boolean =>
	status === 'awaiting_approval' || approvedAt !== null || declineMessage !== null;

/** Of an order that needs approval: the request, the decision about it, and the way to the next request. */
export function OrderApproval(props: ApprovalProps) {
	const { t } = useLingui();
	const { order, event, base, actions } = props;
	const attempt = useAttempt();
	const [isDeclining, setDeclining] = useState(false);
	const region = useRef<HTMLElement>(null);
	// The buttons go with the decision: the focus stays here, before the link to the next request.
	const focusHere = () => region.current?.focus();
	if (!hasApproval(order)) return null;
	const close = () => {
		setDeclining(false);
		actions.decline.reset();
	};
	return (
		<section ref={region} tabIndex={-1} aria-label={t`Approval`} className="flex flex-col gap-3">
			{order.status === 'awaiting_approval' ? (
				<Request
					{...props}
					onApprove={() =>
						void attempt(actions.approve.mutateAsync(undefined), t`Order ${order.code} approved`).then(
							(isDone) => isDone && focusHere(),
						)
					}
					onDecline={() => setDeclining(true)}
				/>
			) : (
				<Decision order={order} timeZone={event.timeZone} />
			)}
			<NextRequest event={event.id} base={base} order={order.id} />
			{isDeclining ? (
				<DeclineDialog
					order={order}
					isSandbox={event.isSandbox}
					decline={actions.decline}
					onDeclined={() => {
						toast({ variant: 'success', description: t`Order ${order.code} declined` });
						close();
						focusHere();
					}}
					onClose={close}
				/>
			) : null}
		</section>
	);
}

function Request(props: ApprovalProps & { onApprove: () => void; onDecline: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, event, base, actions, may } = props;
	const amount = formats.money(order.totalMinor, order.currency);
	const until = order.expiresAt ? formats.dateTime(order.expiresAt, event.timeZone) : '';
	return (
		<Card title={t`Approval request`} description={formats.dateTime(order.createdAt, event.timeZone)}>
			<div className="flex flex-col gap-4 text-sm">
				<p className="[overflow-wrap:anywhere]">
					<Plural
						value={order.attendees.length}
						one={`${order.buyer.name} requests # ticket. It is held until ${until}.`}
						other={`${order.buyer.name} requests # tickets. They are held until ${until}.`}
					/>{' '}
					{order.totalMinor > 0 ? (
						<Trans>
							Once approved, the buyer has up to {APPROVED_HOURS} hours to pay {amount}.
						</Trans>
					) : (
						<Trans>Once approved, the order is confirmed.</Trans>
					)}
				</p>
				{may.has('attendees.view') ? (
					<Link className="link self-start" to={`${base}/guests?${new URLSearchParams({ q: order.code })}`}>
						<Trans>Guests and their answers</Trans>
					</Link>
				) : null}
				{may.has('orders.manage') ? (
					<div className="flex flex-wrap gap-2">
						<Button isLoading={actions.approve.isPending} onClick={props.onApprove}>
							{t`Approve`}
						</Button>
						<Button
							variant="outline"
							aria-haspopup="dialog"
							isDisabled={actions.approve.isPending}
							onClick={props.onDecline}
						>
							{t`Decline…`}
						</Button>
					</div>
				) : (
					<p className="text-muted">
						<Trans>A member who can manage orders has to decide.</Trans>
					</p>
				)}
			</div>
		</Card>
	);
}

function Decision({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { approvedAt, declineMessage } = order;
	if (approvedAt === null)
		return (
			<Callout title={t`Declined`}>
				{declineMessage ? (
					<blockquote className="border-s-2 ps-3 whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
						{declineMessage}
					</blockquote>
				) : (
					<Trans>Without a message to the buyer.</Trans>
				)}
			</Callout>
		);
	const approved = formats.dateTime(approvedAt, timeZone);
	const until = order.expiresAt ? formats.dateTime(order.expiresAt, timeZone) : '';
	return (
		<Callout tone={order.status === 'pending' ? 'info' : 'neutral'}>
			{order.status === 'pending' && until ? (
				<Trans>
					Approved on {approved}, waits for payment until {until}.
				</Trans>
			) : (
				<Trans>Approved on {approved}.</Trans>
			)}
		</Callout>
	);
}

/** The longest waiting of the other requests. */
function NextRequest(props: { event: string; base: string; order: string }) {
	const { t } = useLingui();
	const waiting = useOrders(props.event, { q: '', state: 'awaiting_approval' });
	const next = waiting.data?.findLast(({ id }) => id !== props.order);
	return next ? (
		<ButtonLink to={`${props.base}/orders/${next.id}`} variant="outline" size="sm" className="self-start">
			{t`Next request`}
		</ButtonLink>
	) : null;
}
