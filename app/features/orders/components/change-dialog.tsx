import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { TicketAdditions, TicketTypeChoice } from '#app/lib/ticket-change-choice.tsx';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
	type ChangeObstacle,
	type ChangeOptions,
	type ChangeQuote,
	changeOrder,
} from '#shared/contracts/order-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { OrderLines } from '../checkout/order-summary.tsx';
import { useChangeOptions, useChangeQuote } from '../use-change.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';
import { goesBackItself, RefundToChoice } from './refund-to-choice.tsx';

/** More than that of one type are added in a second change. */
const mostAdded = 20;

type Order = ManagedOrderActions['order'];

/** Other ticket types for tickets of an order, and further tickets: what can be had, what it costs or gives back, and the change. */
export function ChangeDialog(props: {
	actions: ManagedOrderActions;
	manageToken: string;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { actions, manageToken, onClose } = props;
	const { order } = actions;
	const { options, loadError, reload } = useChangeOptions(manageToken);
	const [types, setTypes] = useState<Record<string, string>>({});
	const [added, setAdded] = useState<Record<string, number>>({});
	const [refundTo, setRefundTo] = useState<RefundTarget>('original');
	const wanted = {
		tickets: Object.entries(types).map(([attendeeId, ticketTypeId]) => ({ attendeeId, ticketTypeId })),
		add: Object.entries(added).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
	};
	const isEmpty = wanted.tickets.length + wanted.add.length === 0;
	const { quote, isFresh, quoteError, refresh } = useChangeQuote(manageToken, isEmpty ? null : wanted);
	const { isPending, error, act } = useOrderAction(onClose);
	const keyOf = useKeyOf();
	const difference = quote?.differenceMinor ?? 0;
	const choosesRefund = difference < 0 && options?.canRefundToGiftCard === true;
	const amount = formats.money(difference, order.currency);
	const fee = formats.money(options?.keepMinor ?? 0, order.currency);
	const obstacleText = useObstacleText(order, options);

	async function change(hash: string) {
		const body = { ...wanted, hash, ...(choosesRefund && { refundTo }) };
		const call = { params: { manageToken }, body, hasBearer: false, idempotencyKey: keyOf(body) };
		try {
			const next = await publicApi.call(changeOrder, call);
			actions.show(next);
			// A document of its own: that page may load the script of the payment provider.
			if (next.change) window.location.assign(`/checkout/${manageToken}`);
		} catch (failed) {
			// Prices or what is left are others by now: they are shown, and requested again.
			if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION') {
				refresh();
				reload();
			}
			throw failed;
		}
	}
	const hasChoice = options !== null && options.obstacle === null;
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			title={t`Change tickets`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={isPending}>
						{hasChoice ? <Trans>Keep tickets</Trans> : <Trans>Close</Trans>}
					</Button>
					{hasChoice ? (
						<Button
							isLoading={isPending}
							isDisabled={!isFresh}
							onClick={() =>
								quote && void act(() => change(quote.hash), difference > 0 ? undefined : t`Tickets changed`)
							}
						>
							{difference > 0 ? t`Continue to payment · ${amount}` : t`Change tickets`}
						</Button>
					) : null}
				</>
			}
		>
			<div className="flex flex-col gap-5">
				{options === null ? (
					loadError ? null : (
						<Spinner />
					)
				) : options.obstacle ? (
					<Callout tone="info" title={t`Your tickets can’t be changed now`}>
						{obstacleText(options.obstacle)}
					</Callout>
				) : (
					<>
						<div className="flex flex-col gap-4">
							{options.keepMinor > 0 ? (
								<p className="text-sm text-muted">
									<Trans>Each changed ticket costs a fee of {fee}.</Trans>
								</p>
							) : null}
							<TicketTypeChoice
								{...{ options, types, obstacleText }}
								attendees={order.attendees}
								onChange={setTypes}
								lessText={(less) => t`${less} comes back`}
							/>
						</div>
						<TicketAdditions {...{ options, added }} onChange={setAdded} most={mostAdded} />
						<div role="status" aria-busy={!isEmpty && !isFresh}>
							{quote && !isEmpty ? (
								<Summary {...{ quote, options, order, choosesRefund }} />
							) : isEmpty ? (
								<p className="text-sm text-muted">
									<Trans>Choose what to change.</Trans>
								</p>
							) : quoteError ? null : (
								<Spinner />
							)}
						</div>
						{choosesRefund && !isEmpty ? (
							<RefundToChoice order={order} value={refundTo} onChange={setRefundTo} />
						) : null}
					</>
				)}
				<Problem>{error ?? quoteError ?? loadError}</Problem>
			</div>
		</Dialog>
	);
}

/** Why a ticket, or the order, cannot be changed, and what to do. */
function useObstacleText(order: Order, options: ChangeOptions | null) {
	const { t } = useLingui();
	const formats = useFormats();
	const { organiserName, timeZone } = order.event;
	const until = options?.until ? formats.dateTime(options.until, timeZone) : '';
	const texts: Record<ChangeObstacle | 'refunded', string> = {
		'no-changes': t`${organiserName} doesn’t offer changes. Contact them if you need one.`,
		'too-late': until
			? t`Changes were possible until ${until}. Contact ${organiserName} if you need one.`
			: t`It’s too late for changes. Contact ${organiserName} if you need one.`,
		'not-confirmed': t`Tickets can be changed once they are confirmed.`,
		'payment-in-progress': t`A payment for this order is under way. Try again when it has ended.`,
		'refund-requested': t`You asked for a refund. Cancel that request first.`,
		disputed: t`Your bank is looking into a payment for this order. Contact ${organiserName} if you need a change.`,
		'checked-in': t`Already used at check-in, so it can’t be changed.`,
		offered: t`Offered to someone else. Cancel the offer to change it.`,
		'for-sale': t`This ticket is for sale. Stop the sale first.`,
		'other-kind': t`This ticket can’t be changed here. Contact ${organiserName} if you need a change.`,
		refunded: t`Part of it was refunded, so it can’t be changed. Contact ${organiserName} if you need a change.`,
	};
	return (obstacle: ChangeObstacle) => texts[obstacle];
}

/** What goes, what comes, and what it costs. */
function Summary(props: {
	quote: ChangeQuote;
	options: ChangeOptions;
	order: Order;
	/** How a difference comes back is chosen below. */
	choosesRefund: boolean;
}) {
	const { quote, options, order, choosesRefund } = props;
	const formats = useFormats();
	const { differenceMinor, lines, currency } = quote;
	const { organiserName } = order.event;
	const amount = formats.money(Math.abs(differenceMinor), currency);
	const names = new Map(
		[...options.add, ...options.tickets.flatMap((ticket) => ticket.options)].map((one) => [
			one.ticketTypeId,
			one.name,
		]),
	);
	const typeName = (id: string) =>
		order.attendees.find(({ ticketTypeId }) => ticketTypeId === id)?.ticketTypeName ?? names.get(id);
	return (
		<div className="flex flex-col gap-2 rounded-lg border border-hairline p-4">
			{lines.length > 0 ? <OrderLines {...{ lines, currency, typeName }} isMonthly={false} /> : null}
			<p className="not-first:border-t not-first:border-hairline not-first:pt-2 font-semibold">
				{differenceMinor > 0 ? (
					<Trans>You pay {amount}</Trans>
				) : differenceMinor === 0 ? (
					<Trans>Nothing to pay</Trans>
				) : choosesRefund ? (
					<Trans>You get {amount} back</Trans>
				) : goesBackItself(order) ? (
					<Trans>{amount} goes back the way you paid</Trans>
				) : (
					<Trans>
						{organiserName} sends you {amount}. We’ll ask for your bank account next.
					</Trans>
				)}
			</p>
		</div>
	);
}
