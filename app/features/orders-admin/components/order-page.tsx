import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowLeftRight, BadgeCheck, Ban, Mail, Undo2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { owedMinor } from '#shared/rules/order-money-state.ts';
import { useOrderActions } from '../api.ts';
import { useTicketChangeActions } from '../ticket-changes.ts';
import { OrderApproval } from './order-approval.tsx';
import { type Act, CancelOrder, OrderDialogs } from './order-dialogs.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderPeople } from './order-people.tsx';
import { OrderState, TestMode } from './order-state.tsx';
import { RefundRequest } from './refund-request.tsx';
import { WaitingChange } from './waiting-change.tsx';

/** One order of an event: what was ordered, by whom, what was paid, and what can be done about it. */
export function OrderPage(props: {
	event: PublicEvent;
	/** Path of the event's pages. */
	base: string;
	order: OrderDetail;
	onStale: () => void;
	confirmed: Confirmed;
	/** Its receipts and invoices. */
	documents: ReactNode;
}) {
	const { t } = useLingui();
	const { event, base, order } = props;
	const { timeZone } = event;
	const actions = {
		...useOrderActions(event.id, order.id),
		...useTicketChangeActions(event.id, order.id),
	};
	const attempt = useAttempt();
	const [open, setOpen] = useState<Act | null>(null);
	const [ticket, setTicket] = useState<string>();
	const may = new Set(event.organisation?.permissions ?? []);
	const isPriced = order.totalMinor > 0;
	const { refund, approveRequest, declineRequest, markPaid, changeTickets } = actions;
	const close = () => {
		setOpen(null);
		setTicket(undefined);
		for (const one of [refund, approveRequest, declineRequest, markPaid, changeTickets]) one.reset();
	};
	const refundTicket = (id: string) => {
		setTicket(id);
		setOpen('refund');
	};
	const remind = () =>
		void attempt(
			actions.remind.mutateAsync(undefined),
			t`On its way to ${order.buyer.email}. At most one reminder a day is sent.`,
		);

	return (
		<article className="flex flex-col gap-6" aria-label={t`Order ${order.code}`}>
			<header className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
					<Link to={`${base}/orders`} className="link inline-flex w-fit items-center gap-1.5 text-sm">
						<Icon icon={ArrowLeft} className="rtl:-scale-x-100" />
						<Trans>All orders</Trans>
					</Link>
					<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<h2 className="text-lg font-semibold">
							<Trans>
								Order <code>{order.code}</code>
							</Trans>
						</h2>
						<OrderState order={order} timeZone={timeZone} />
						{order.isTest ? <TestMode /> : null}
					</div>
				</div>
				<OrderActions
					order={order}
					isSandbox={event.isSandbox}
					may={may}
					isReminding={actions.remind.isPending}
					onRemind={remind}
					onOpen={setOpen}
				/>
			</header>
			<OrderApproval {...{ event, base, order, actions, may }} />
			<OwedMoney order={order} />
			<WaitingChange
				order={order}
				timeZone={timeZone}
				cancel={may.has('orders.manage') ? actions.cancelChange : null}
			/>
			{order.refundRequest?.state === 'open' ? (
				<RefundRequest
					order={order}
					request={order.refundRequest}
					policy={event.refundPolicy}
					timeZone={timeZone}
					mayDecide={may.has('refunds.make')}
					onDecide={(verb) => setOpen(verb)}
				/>
			) : null}
			<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="flex min-w-0 flex-col gap-6">
					{isPriced ? <OrderLines order={order} /> : null}
					<OrderPeople
						order={order}
						base={base}
						maySeeGuests={may.has('attendees.view')}
						onRefund={may.has('refunds.make') ? refundTicket : undefined}
					/>
				</div>
				<div className="flex min-w-0 flex-col gap-6">
					<Buyer order={order} timeZone={timeZone} />
					{isPriced ? <OrderPayments order={order} timeZone={timeZone} /> : null}
					{isPriced && may.has('money.view') ? props.documents : null}
				</div>
			</div>
			<OrderDialogs
				{...props}
				mayRefund={may.has('refunds.make')}
				open={open}
				ticket={ticket}
				actions={actions}
				onClose={close}
			/>
			{open === 'cancel' ? (
				<CancelOrder
					order={order}
					isSandbox={event.isSandbox}
					isPending={actions.cancel.isPending}
					onClose={close}
					onCancel={() =>
						void attempt(actions.cancel.mutateAsync(undefined), t`Order ${order.code} cancelled`).then(close)
					}
				/>
			) : null}
		</article>
	);
}

/** Who bought, and when. */
function Buyer({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<Card
			title={<Trans>Buyer</Trans>}
			actions={order.buyer.email ? <CopyButton text={order.buyer.email} label={t`Copy email`} /> : undefined}
		>
			<DescriptionList
				facts={[
					[t`Name`, order.buyer.name],
					[t`Email`, order.buyer.email],
					[
						t`Problem`,
						order.emailBounces ? t`Emails to this address bounce. Ask the buyer for another one.` : '',
					],
					[t`Placed`, formats.dateTime(order.createdAt, timeZone)],
					[t`Sold`, order.source === 'door' ? t`At the door` : ''],
				]}
			/>
		</Card>
	);
}

/** Actions for an order, by its state and the rights of the viewer. */
function OrderActions(props: {
	order: OrderDetail;
	isSandbox: boolean;
	may: ReadonlySet<string>;
	isReminding: boolean;
	onRemind: () => void;
	onOpen: (act: Act) => void;
}) {
	const { t } = useLingui();
	const { order, may, onOpen } = props;
	const mailNote = useMailNote({ isSandbox: props.isSandbox });
	const canRefund = order.refundableMinor > 0 && may.has('refunds.make');
	const canMarkPaid =
		order.totalMinor > 0 &&
		(order.status === 'pending' || order.status === 'expired') &&
		may.has('orders.manage');
	const canRemind =
		order.status === 'pending' &&
		(order.terms === 'transfer' || order.terms === 'door') &&
		order.buyer.email !== '' &&
		may.has('orders.manage');
	const canChange =
		order.status === 'confirmed' &&
		order.change === null &&
		order.attendees.some(({ status }) => status === 'active') &&
		may.has('orders.manage');
	const canCancel = (order.status === 'confirmed' || order.status === 'pending') && may.has('orders.manage');
	return (
		<div className="flex flex-wrap gap-2">
			{canMarkPaid ? (
				<Button icon={BadgeCheck} aria-haspopup="dialog" onClick={() => onOpen('mark-paid')}>
					{t`Mark as paid`}
				</Button>
			) : null}
			{canRemind ? (
				<Button
					variant="outline"
					icon={Mail}
					isLoading={props.isReminding}
					disabledReason={mailNote ?? undefined}
					onClick={props.onRemind}
				>
					{t`Send reminder`}
				</Button>
			) : null}
			{canChange ? (
				<Button
					variant="outline"
					icon={ArrowLeftRight}
					aria-haspopup="dialog"
					onClick={() => onOpen('change')}
				>
					{t`Change tickets`}
				</Button>
			) : null}
			{order.canShare && may.has('orders.manage') ? (
				<Button variant="outline" icon={Users} aria-haspopup="dialog" onClick={() => onOpen('share')}>
					{t`Share as group`}
				</Button>
			) : null}
			{canRefund ? (
				<Button variant="outline" icon={Undo2} aria-haspopup="dialog" onClick={() => onOpen('refund')}>
					{t`Refund`}
				</Button>
			) : null}
			{canCancel ? (
				<Button variant="outline" icon={Ban} aria-haspopup="dialog" onClick={() => onOpen('cancel')}>
					{t`Cancel order`}
				</Button>
			) : null}
		</div>
	);
}

/** Money the buyer has to get back. */
function OwedMoney({ order }: { order: OrderDetail }) {
	const formats = useFormats();
	const dueMinor = owedMinor(order);
	if (order.toSendMinor > 0)
		return (
			<Callout
				tone="warning"
				title={<Trans>{formats.money(order.toSendMinor, order.currency)} to send back to the buyer</Trans>}
				action={
					<ButtonLink to="/money" variant="outline" size="sm">
						<Trans>Refunds to send</Trans>
					</ButtonLink>
				}
			>
				<Trans>
					This wasn’t paid by card, so it isn’t refunded automatically. Send the money, then record it.
				</Trans>
			</Callout>
		);
	if (dueMinor <= 0) return null;
	return (
		<Callout
			tone="danger"
			title={
				order.refunds.some(({ state }) => state === 'failed') ? (
					<Trans>A refund of {formats.money(dueMinor, order.currency)} failed</Trans>
				) : (
					<Trans>{formats.money(dueMinor, order.currency)} more was paid than this order costs</Trans>
				)
			}
		>
			<Trans>The buyer is owed this money. Refund it, or return it another way.</Trans>
		</Callout>
	);
}
