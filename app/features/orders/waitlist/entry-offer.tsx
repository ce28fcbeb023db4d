import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import { useOpenOrder } from '../use-open-order.ts';
import { type OfferPrice, priceOffer } from './offer-price.ts';
import type { WaitlistActions } from './use-waitlist-entry.ts';

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx').then((module) => module.LeaveDialog));

/** Tickets that are held for the reader: one press gets them. */
export function EntryOffer(props: {
	offer: NonNullable<WaitlistEntry['offer']>;
	actions: WaitlistActions;
	waitlistToken: string;
	/** Of all of them, as the page was rendered. */
	price: OfferPrice | null;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { offer, actions, waitlistToken } = props;
	const { entry } = actions;
	const code = offer.resale ? '' : entry.code;
	const [wanted, setWanted] = useState(offer.quantity);
	const quantity = Math.min(wanted, offer.quantity);
	const price = usePrice(entry, waitlistToken, quantity, props.price);
	const [isLeaving, setLeaving] = useState(false);
	const taking = useTaken(actions, waitlistToken);
	const keeping = useOrderAction(() => {});
	const until = formats.dateTime(offer.expiresAt, entry.event.timeZone);
	const cost = price?.totalMinor ? formats.money(price.totalMinor, price.currency) : null;
	function take(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		void taking.take(offer.ticketTypeId, quantity, price);
	}
	return (
		<>
			<p id="waitlist-offer" className="[overflow-wrap:anywhere]">
				<Trans>
					<bdi className="font-medium">{offer.ticketTypeName}</bdi>: held for you until{' '}
					<strong className="font-semibold">{until}</strong>.
				</Trans>
			</p>
			{offer.resale ? (
				<p>
					<Plural
						value={offer.quantity}
						one="From another guest, for what they paid. It is yours once you have paid."
						other="From other guests, for what they paid. They are yours once you have paid."
					/>
				</p>
			) : null}
			<form noValidate onSubmit={take} className="needs-script controls-lg flex flex-col gap-5">
				{offer.quantity > 1 ? (
					<NumberStepper
						label={t`How many tickets`}
						min={1}
						max={offer.quantity}
						value={quantity}
						onChange={setWanted}
					/>
				) : null}
				<DescriptionList
					facts={[
						[t`Name`, entry.name],
						[t`Email`, entry.email],
					]}
				/>
				{price && price.code !== code ? (
					<p className="text-sm text-muted">
						<Trans>
							Your code <bdi>{code}</bdi> can’t be used any more, so this is the price without it.
						</Trans>
					</p>
				) : null}
				<Problem>{taking.error}</Problem>
				<Button type="submit" size="lg" isLoading={taking.isPending}>
					{cost ? (
						t`Continue to payment · ${cost}`
					) : (
						<Plural value={quantity} one="Get # ticket" other="Get # tickets" />
					)}
				</Button>
				<div className="flex flex-wrap gap-3">
					<Button
						variant="outline"
						isLoading={keeping.isPending}
						onClick={() => void keeping.act(actions.keep, t`You’re still on the waitlist`)}
					>
						{t`Stay on the list`}
					</Button>
					<Button variant="outline" onClick={() => setLeaving(true)}>
						{t`No, thanks`}
					</Button>
				</div>
				<Problem>{keeping.error}</Problem>
				<p className="text-sm text-muted">
					<Trans>If you stay on the list, these go to the next in line, and you go to its end.</Trans>
				</p>
			</form>
			<noscript>
				<p>
					<Trans>To get your tickets, turn on JavaScript.</Trans>
				</p>
			</noscript>
			{isLeaving ? <LeaveDialog actions={actions} onClose={() => setLeaving(false)} /> : null}
		</>
	);
}

/** The price of as many as are wanted; null while it is not known. */
function usePrice(
	entry: WaitlistEntry,
	waitlistToken: string,
	quantity: number,
	initial: OfferPrice | null,
): OfferPrice | null {
	const [price, setPrice] = useState(initial);
	const isKnown = price?.quantity === quantity;
	const { id } = entry.event;
	useEffect(() => {
		if (isKnown) return;
		let isCurrent = true;
		void priceOffer(publicApi, waitlistToken, entry, quantity).then((found) => {
			if (isCurrent) setPrice(found);
		});
		return () => {
			isCurrent = false;
		};
		// What an entry is offered costs the same however often it is read.
	}, [isKnown, id, waitlistToken, quantity]);
	return isKnown ? price : null;
}

/** Orders what is offered and opens the page of the order. */
function useTaken(actions: WaitlistActions, offerToken: string) {
	const locale = useFormatLocale();
	const keyOf = useKeyOf();
	const { isPending, error, act } = useOrderAction(() => {});
	const { entry, reload } = actions;
	const { event, name, email } = entry;
	const openOrder = useOpenOrder(event);

	async function place(ticketTypeId: string, quantity: number, price: OfferPrice | null) {
		const code = price ? price.code : entry.offer?.resale ? '' : entry.code;
		const order = {
			buyer: { name, email },
			items: [{ ticketTypeId, quantity }],
			offerToken,
			...(code && { code }),
			...(price?.totalMinor && { quoteHash: price.hash }),
		};
		const { sendOrder, pageOf } = await import('../sending.ts').catch((cause) => {
			throw new AppError('NETWORK_ERROR', { cause });
		});
		const placed = await sendOrder(
			{ event: event.id, order, locale, key: keyOf(order) },
			{ signal: new AbortController().signal, onPhase: () => {} },
		);
		await openOrder(placed, pageOf(placed));
	}
	return {
		isPending,
		error,
		take: (ticketTypeId: string, quantity: number, price: OfferPrice | null) =>
			act(async () => {
				try {
					await place(ticketTypeId, quantity, price);
				} catch (failed) {
					// An offer that has ended meanwhile says how.
					if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION')
						await reload().catch(() => {});
					throw failed;
				}
			}),
	};
}
