import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { TicketAdditions, TicketTypeChoice } from '#app/lib/ticket-change-choice.tsx';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ChangeObstacle, MemberChangeQuote } from '#shared/contracts/order-changes.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { MEMBER_CHANGE_HOURS } from '#shared/rules/periods.ts';
import {
	type TicketChange,
	type useTicketChangeActions,
	useTicketChanges,
	useTicketQuote,
} from '../ticket-changes.ts';

/** More than that of one type are added in a second change. */
const mostAdded = 100;

/** Other ticket types for tickets of an order, and further tickets: what it comes to, who bears a difference, and the change. */
export function ChangeTicketsDialog(props: {
	event: { id: string };
	order: OrderDetail;
	mayRefund: boolean;
	change: ReturnType<typeof useTicketChangeActions>['changeTickets'];
	confirmed: Confirmed;
	/** Reads the order again after a refusal. */
	onStale: () => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { event, order, change, mayRefund, onClose } = props;
	const options = useTicketChanges(event.id, order.id);
	const [types, setTypes] = useState<Record<string, string>>({});
	const [added, setAdded] = useState<Record<string, number>>({});
	const [asksBuyer, setAsksBuyer] = useState(true);
	const [returns, setReturns] = useState<Returns>('return');
	const sendingKey = useKeyOf();
	const isEmpty = Object.keys(types).length + Object.keys(added).length === 0;
	const canAsk = options.data?.canBuyerPay ?? false;
	const wanted: TicketChange = {
		tickets: Object.entries(types).map(([attendeeId, ticketTypeId]) => ({ attendeeId, ticketTypeId })),
		add: Object.entries(added).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
		differenceBy: asksBuyer && canAsk ? 'buyer' : 'nobody',
		returnsDifference: returns !== 'keep' && mayRefund,
	};
	const quote = useTicketQuote(event.id, order.id, isEmpty ? null : wanted);
	const isFresh = !isEmpty && quote.isSuccess && !quote.isPlaceholderData;
	const difference = isFresh ? quote.data.differenceMinor : 0;

	async function send() {
		if (!isFresh || change.isPending) return;
		const body = { ...wanted, hash: quote.data.hash, refundTo: refundToOf(returns) };
		try {
			const done = await props.confirmed(() => change.mutateAsync({ body, key: sendingKey(body) }));
			if (!done) return;
		} catch (error) {
			if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') {
				// Prices, places or the tickets are others by now: they are shown, and requested again.
				props.onStale();
				void options.refetch();
				void quote.refetch();
			}
			return;
		}
		toast({
			variant: 'success',
			description: difference > 0 ? t`The buyer is asked to pay` : t`Tickets changed`,
		});
		onClose();
	}
	const obstacle = useObstacleText();
	const found = options.data;
	const hasChoice = found !== undefined && found.obstacle === null;
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!change.isPending}
			title={t`Change tickets`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={change.isPending}>
						<Trans>Close</Trans>
					</Button>
					{hasChoice ? (
						<Button isDisabled={!isFresh} isLoading={change.isPending} onClick={() => void send()}>
							{difference > 0 ? t`Ask buyer to pay` : t`Change tickets`}
						</Button>
					) : null}
				</>
			}
		>
			<div className="flex flex-col gap-5">
				<ErrorCallout error={change.error ?? options.error ?? (isEmpty ? null : quote.error)} />
				{!found ? (
					options.error ? null : (
						<Spinner />
					)
				) : found.obstacle ? (
					<Callout tone="info" title={t`These tickets can’t be changed now`}>
						{obstacle(found.obstacle)}
					</Callout>
				) : (
					<>
						<TicketTypeChoice
							options={found}
							attendees={order.attendees}
							types={types}
							onChange={setTypes}
							obstacleText={obstacle}
							lessText={(amount) => `−${amount}`}
						/>
						<TicketAdditions options={found} added={added} onChange={setAdded} most={mostAdded} />
						<div role="status" aria-busy={!isEmpty && !isFresh}>
							{quote.data && !isEmpty ? (
								<Sums quote={quote.data} />
							) : (
								<p className="text-sm text-muted">
									<Trans>Choose what to change.</Trans>
								</p>
							)}
						</div>
						{quote.data && !isEmpty ? (
							<Difference
								minor={quote.data.priceDifferenceMinor}
								{...{ canAsk, mayRefund }}
								canRefundToGiftCard={found.canRefundToGiftCard}
								asksBuyer={wanted.differenceBy === 'buyer'}
								returns={mayRefund ? returns : 'keep'}
								onAsk={setAsksBuyer}
								onReturn={setReturns}
							/>
						) : null}
					</>
				)}
			</div>
		</Dialog>
	);
}

/** Why a ticket, or the order, cannot be changed, and what to do. */
function useObstacleText() {
	const { t } = useLingui();
	const texts: Record<ChangeObstacle, string> = {
		'no-changes': t`Tickets can be changed while the event is published and not over.`,
		'too-late': t`The event is over.`,
		'not-confirmed': t`Tickets can be changed once they are confirmed.`,
		'payment-in-progress': t`A change of this order waits for its payment. Cancel it first.`,
		'refund-requested': t`The buyer asked for a refund. Decide on that request first.`,
		disputed: t`A payment for this order is disputed.`,
		'checked-in': t`This guest is checked in. Undo the check-in first.`,
		offered: t`The buyer is transferring this ticket. It can be changed when that has ended.`,
		'for-sale': t`The buyer offers this ticket for sale. It can be changed when that has ended.`,
		'other-kind': t`This kind of ticket can’t be changed.`,
		refunded: t`Part of it was refunded, so it can’t be changed.`,
	};
	return (obstacle: ChangeObstacle) => texts[obstacle];
}

/** What the tickets cost before and after, and the difference. */
function Sums({ quote }: { quote: MemberChangeQuote }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { lines, priceDifferenceMinor, currency } = quote;
	const before = lines.reduce((sum, { grossMinor }) => sum - Math.min(0, grossMinor), 0);
	const rows: [string, number][] = [
		[t`Old price`, before],
		[t`New price`, before + priceDifferenceMinor],
		[t`Difference`, priceDifferenceMinor],
	];
	return (
		<dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg border border-hairline p-4 text-sm">
			{rows.map(([label, minor]) => (
				<div key={label} className="contents last:font-semibold">
					<dt>{label}</dt>
					<dd className="text-end">
						<Money>{formats.money(minor, currency)}</Money>
					</dd>
				</div>
			))}
		</dl>
	);
}

/** How a price difference is returned: it goes back the way it was paid, onto a new gift card, or it is retained. */
type Returns = 'return' | 'card' | 'keep';

const refundToOf = (returns: Returns) => (returns === 'card' ? ('gift_card' as const) : undefined);

/** Who pays a higher price, or whether a lower one goes back. */
function Difference(props: {
	minor: number;
	canAsk: boolean;
	mayRefund: boolean;
	canRefundToGiftCard: boolean;
	asksBuyer: boolean;
	returns: Returns;
	onAsk: (asks: boolean) => void;
	onReturn: (returns: Returns) => void;
}) {
	const { t } = useLingui();
	const { minor, canAsk, mayRefund, asksBuyer, returns } = props;
	if (minor === 0) return null;
	return minor > 0 ? (
		<RadioGroup
			label={t`Higher price`}
			name="difference"
			value={asksBuyer ? 'buyer' : 'nobody'}
			onChange={(event) => props.onAsk(event.target.value === 'buyer')}
			hint={canAsk ? undefined : t`The buyer can’t pay by card for this order.`}
			options={[
				{
					...{ value: 'buyer', label: t`The buyer pays it`, isDisabled: !canAsk },
					description: t`We email a link to pay. The new tickets are held for ${MEMBER_CHANGE_HOURS} hours, at most until the event starts.`,
				},
				{
					value: 'nobody',
					label: t`Waive it`,
					description: t`The tickets change now, at the old price.`,
				},
			]}
		/>
	) : (
		<RadioGroup
			label={t`Lower price`}
			name="difference"
			value={returns}
			onChange={(event) => props.onReturn(event.target.value as Returns)}
			hint={mayRefund ? undefined : t`You don’t have permission to refund.`}
			options={[
				{
					...{ value: 'return', label: t`Refund the difference`, isDisabled: !mayRefund },
					description: t`It is refunded to the original payment method.`,
				},
				...(props.canRefundToGiftCard && mayRefund
					? [
							{
								value: 'card',
								label: t`Refund it to a new gift card`,
								description: t`Agree on it with the buyer first: it can’t be paid out later.`,
							},
						]
					: []),
				{
					value: 'keep',
					label: t`Keep the difference`,
					description: t`The order costs what it cost before.`,
				},
			]}
		/>
	);
}
