import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Money } from '#app/ui/money.tsx';
import { Select } from '#app/ui/select.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
	type ChangeObstacle,
	type ChangeOptions,
	type ChangeQuote,
	changeOrder,
} from '#shared/contracts/order-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { OrderLines } from '../checkout/order-summary.tsx';
import { useChangeOptions, useChangeQuote } from '../use-change.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';

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
	const wanted = {
		tickets: Object.entries(types).map(([attendeeId, ticketTypeId]) => ({ attendeeId, ticketTypeId })),
		add: Object.entries(added).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
	};
	const isEmpty = wanted.tickets.length + wanted.add.length === 0;
	const { quote, isFresh, quoteError, refresh } = useChangeQuote(manageToken, isEmpty ? null : wanted);
	const { isPending, error, act } = useOrderAction(onClose);
	const keyOf = useKeyOf();
	const difference = quote?.differenceMinor ?? 0;
	const amount = formats.money(difference, order.currency);

	async function change(hash: string) {
		const body = { ...wanted, hash };
		const call = { params: { manageToken }, body, hasBearer: false, idempotencyKey: keyOf(body) };
		try {
			const next = await publicApi.call(changeOrder, call);
			actions.show(next);
			// A document of its own: that page may load the script of the payment provider.
			if (next.change) window.location.assign(`/checkout/${manageToken}`);
		} catch (failed) {
			// Prices or what is left are others by now: they are shown, and asked for again.
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
						<Obstacle of={options.obstacle} options={options} order={order} />
					</Callout>
				) : (
					<>
						<TicketTypes {...{ options, order, types }} onChange={setTypes} />
						<Additions {...{ options, added }} onChange={setAdded} />
						<div role="status" aria-busy={!isEmpty && !isFresh}>
							{quote && !isEmpty ? (
								<Summary {...{ quote, options, order }} />
							) : isEmpty ? (
								<p className="text-sm text-muted">
									<Trans>Choose what to change.</Trans>
								</p>
							) : quoteError ? null : (
								<Spinner />
							)}
						</div>
					</>
				)}
				<Problem>{error ?? quoteError ?? loadError}</Problem>
			</div>
		</Dialog>
	);
}

/** Why a ticket, or the order, cannot be changed, and what to do. */
function Obstacle(props: { of: ChangeObstacle; options: ChangeOptions; order: Order }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { options, order } = props;
	const { organiserName, timeZone } = order.event;
	const until = options.until ? formats.dateTime(options.until, timeZone) : '';
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
		'other-kind': t`This ticket can’t be changed here. Contact ${organiserName} if you need a change.`,
		refunded: t`Part of it was refunded, so it can’t be changed. Contact ${organiserName} if you need a change.`,
	};
	return texts[props.of];
}

/** What is paid more for something, or comes back. */
function useDifference(currency: string) {
	const { t } = useLingui();
	const formats = useFormats();
	return (minor: number) => {
		const amount = formats.money(Math.abs(minor), currency);
		return minor > 0 ? `+${amount}` : minor < 0 ? t`${amount} comes back` : t`same price`;
	};
}

/** A choice of type for each ticket. */
function TicketTypes(props: {
	options: ChangeOptions;
	order: Order;
	types: Record<string, string>;
	onChange: (types: Record<string, string>) => void;
}) {
	const { t } = useLingui();
	const { options, order, types, onChange } = props;
	const formats = useFormats();
	const difference = useDifference(options.currency);
	const fee = formats.money(options.keepMinor, options.currency);
	function choose(attendeeId: string, ticketTypeId: string) {
		const { [attendeeId]: _, ...others } = types;
		onChange(ticketTypeId === '' ? others : { ...others, [attendeeId]: ticketTypeId });
	}
	return (
		<div className="flex flex-col gap-4">
			{options.keepMinor > 0 ? (
				<p className="text-sm text-muted">
					<Trans>Each changed ticket costs a fee of {fee}.</Trans>
				</p>
			) : null}
			{options.tickets.map(({ attendeeId, obstacle, options: choices, priceMinor }) => {
				const ticket = order.attendees.find(({ id }) => id === attendeeId);
				const typeName = ticket?.ticketTypeName ?? '';
				const price = formats.money(priceMinor, options.currency);
				const name = (
					<>
						<bdi>{ticket?.name}</bdi> · <bdi>{typeName}</bdi>
					</>
				);
				return obstacle || choices.length === 0 ? (
					<div key={attendeeId} className="text-sm [overflow-wrap:anywhere]">
						<p className="font-medium">{name}</p>
						<p className="text-muted">
							{obstacle ? (
								<Obstacle of={obstacle} options={options} order={order} />
							) : (
								<Trans>There is no other ticket to choose.</Trans>
							)}
						</p>
					</div>
				) : (
					<Select
						key={attendeeId}
						label={name}
						value={types[attendeeId] ?? ''}
						onChange={(event) => choose(attendeeId, event.target.value)}
						options={[
							{ value: '', label: t`Keep ${typeName} (${price})` },
							...choices.map((choice) => ({
								value: choice.ticketTypeId,
								label: `${choice.name} · ${choice.left === 0 ? t`sold out` : difference(choice.differenceMinor)}`,
								isDisabled: choice.left === 0,
							})),
						]}
					/>
				);
			})}
		</div>
	);
}

/** Further tickets and add-ons, each with a number. */
function Additions(props: {
	options: ChangeOptions;
	added: Record<string, number>;
	onChange: (added: Record<string, number>) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { options, added, onChange } = props;
	if (options.add.length === 0) return null;
	function set(id: string, quantity: number) {
		const { [id]: _, ...others } = added;
		onChange(quantity > 0 ? { ...others, [id]: Math.floor(quantity) } : others);
	}
	return (
		// Folded: what the change costs stands below it.
		<details className="rounded-lg border border-hairline">
			<summary className="cursor-pointer p-3 text-sm font-medium">
				{options.add.every(({ isAddOn }) => isAddOn) ? t`Add extras` : t`Add tickets`}
			</summary>
			<ul className="flex flex-col divide-y divide-hairline border-t border-hairline">
				{options.add.map(({ ticketTypeId, name, differenceMinor, left }) => (
					<li key={ticketTypeId} className="flex flex-wrap items-center justify-between gap-3 p-3">
						<p className="min-w-0 flex-1 basis-30 [overflow-wrap:anywhere]">
							<span className="font-medium" dir="auto">
								{name}
							</span>
							<br />
							<Money className="text-sm text-muted">
								{differenceMinor === 0 ? t`Free` : formats.money(differenceMinor, options.currency)}
							</Money>
						</p>
						{left === 0 ? (
							<span className="text-sm text-muted">{t`Sold out`}</span>
						) : (
							<TextField
								label={t`Quantity, ${name}`}
								isLabelHidden
								type="number"
								inputMode="numeric"
								min={0}
								max={Math.min(left ?? mostAdded, mostAdded)}
								value={added[ticketTypeId] ?? 0}
								onFocus={(event) => event.target.select()}
								onChange={(event) =>
									set(ticketTypeId, Math.min(event.target.valueAsNumber || 0, left ?? mostAdded, mostAdded))
								}
								className="w-20 flex-none"
							/>
						)}
					</li>
				))}
			</ul>
		</details>
	);
}

/** What goes, what comes, and what it costs. */
function Summary({ quote, options, order }: { quote: ChangeQuote; options: ChangeOptions; order: Order }) {
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
	const isByCard = order.payments.every(({ method, state }) => method === 'card' || state !== 'succeeded');
	return (
		<div className="flex flex-col gap-2 rounded-lg border border-hairline p-4">
			{lines.length > 0 ? <OrderLines {...{ lines, currency, typeName }} isMonthly={false} /> : null}
			<p className="not-first:border-t not-first:border-hairline not-first:pt-2 font-semibold">
				{differenceMinor > 0 ? (
					<Trans>You pay {amount}</Trans>
				) : differenceMinor === 0 ? (
					<Trans>Nothing to pay</Trans>
				) : isByCard ? (
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
