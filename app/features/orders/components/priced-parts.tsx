import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { useRate } from '#app/lib/rate.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { priceRange } from '#shared/rules/price-range.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { shownPrice, shownRange } from '#shared/rules/pricing/shown-price.ts';
import { firstAmount, priceChoice } from '../price-order.ts';
import { fieldNames } from '../registration-answer.ts';
import type { Offer } from '../use-live-types.ts';

/*
 * What only events with prices need: the page of a free event does not load it.
 */

/** The price of one ticket as the buyer pays it, tax and fee in it. */
export function TicketPrice({ type, pricing }: { type: TicketType; pricing: PricingTerms }) {
	const { t } = useLingui();
	const formats = useFormats();
	const rate = useRate();
	const { totalMinor: minor, feeMinor, giftMinor: donationMinor } = shownPrice(type, pricing);
	const { withoutCodeMinor = 0 } = type;
	const beforeMinor = allInMinor({ ...type, priceMinor: withoutCodeMinor, tiers: [] }, pricing);
	const now = formats.money(minor, type.currency);
	const before = formats.money(beforeMinor, type.currency);
	const price = <Money className="font-medium text-ink">{now}</Money>;
	const percent = rate(type.taxBasisPoints);
	const fee = formats.money(feeMinor, type.currency);
	const donation = formats.money(donationMinor, type.currency);
	const included = (
		<>
			{feeMinor > 0 ? ` · ${t`incl. ${fee} service fee`}` : null}
			{type.taxBasisPoints > 0 && minor > 0 ? ` · ${t`incl. ${percent} tax`}` : null}
			{donationMinor > 0 ? ` · ${t`incl. ${donation} donation`}` : null}
		</>
	);
	if (type.kind === 'donation')
		return minor > 0 ? (
			<>
				<Trans>Donation from {price}</Trans>
				{included}
			</>
		) : (
			t`Donation, any amount`
		);
	return (
		<>
			{withoutCodeMinor > 0 && beforeMinor > minor ? (
				<>
					<span className="sr-only">
						<Trans>
							{now} instead of {before}
						</Trans>
					</span>
					<span aria-hidden="true">
						<Money isStruck>{before}</Money> {price}
					</span>
				</>
			) : (
				price
			)}
			{included}
		</>
	);
}

/** Which price this is, until when it holds and what comes after it. */
export function TierNote({
	type,
	pricing,
	timeZone,
}: {
	type: TicketType;
	pricing: PricingTerms;
	timeZone: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const [tier, ...others] = type.tiers;
	if (!tier || type.state !== 'on_sale') return null;
	const next = formats.money(allInMinor({ ...type, tiers: others }, pricing), type.currency);
	const left = tier.left === null ? '' : formats.number(tier.left);
	const notes = [
		tier.name,
		...(tier.endsAt ? [t`until ${formats.dateTime(tier.endsAt, timeZone)}`] : []),
		...(tier.left === null ? [] : [t`${left} left at this price`]),
		t`then ${next}`,
	];
	return <p className="text-compact text-muted">{notes.join(' · ')}</p>;
}

/** The amounts alone, from the cheapest ticket to the dearest, for the head of the box and the bar. */
export function PriceAlone({ types, pricing }: Offer) {
	const { t } = useLingui();
	const formats = useFormats();
	const range = shownRange(
		types.map((type) => ({ ...type, canBeHad: type.state === 'on_sale' || type.state === 'not_yet' })),
		pricing,
	);
	return range && priceRange({ ...range, currency: pricing.currency }, formats, t`Free`);
}

/** The amount of a donation ticket. */
export function DonationAmount(props: {
	type: TicketType;
	pricing: PricingTerms;
	defaultValue: string | undefined;
	onChange: (typed: string) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { type, pricing } = props;
	const least = formats.money(type.priceMinor, type.currency);
	const totalMinor = allInMinor(type, pricing);
	// The field holds the amount before what comes on top of it.
	const total = totalMinor > type.priceMinor ? formats.money(totalMinor, type.currency) : null;
	return (
		<>
			<input type="hidden" name={fieldNames.currency} value={type.currency} />
			<TextField
				label={type.maxPerOrder > 1 ? t`Amount for each` : t`Amount`}
				name={fieldNames.amount(type.id)}
				inputMode="decimal"
				autoComplete="off"
				suffix={type.currency}
				hint={
					type.priceMinor === 0
						? undefined
						: total
							? t`Minimum ${least}, ${total} in total: the price of admission. What you add is a donation.`
							: t`Minimum ${least}: the price of admission. What you add is a donation.`
				}
				defaultValue={props.defaultValue ?? firstAmount(type)}
				onChange={(changed) => props.onChange(changed.target.value)}
				error={props.error}
				className="mt-2 max-w-48"
			/>
		</>
	);
}

interface Choice {
	offer: Offer;
	quantities: Record<string, number>;
	amounts: Record<string, string>;
}

/** The price of the chosen tickets, with fee and tax. Hidden while it is 0. */
export function CartTotal({ offer, quantities, amounts }: Choice) {
	const { t } = useLingui();
	const formats = useFormats();
	const price = priceChoice(offer, quantities, amounts);
	const money = (minor: number) => formats.money(minor, offer.pricing.currency);
	const taxMinor = price?.taxes.reduce((sum, tax) => sum + tax.taxMinor, 0) ?? 0;
	const fees = money(price?.buyerFeeMinor ?? 0);
	const tax = money(taxMinor);
	const donatedMinor =
		price?.lines.reduce((sum, line) => sum + (line.kind === 'surplus' ? line.grossMinor : 0), 0) ?? 0;
	const donated = money(donatedMinor);
	const parts = [
		...(price && price.buyerFeeMinor > 0 ? [t`${fees} service fee`] : []),
		...(taxMinor > 0 ? [t`${tax} tax`] : []),
		...(donatedMinor > 0 ? [t`${donated} donation`] : []),
	];
	const included = formats.list(parts);
	const isRequest = offer.types.some(({ id, needsApproval }) => needsApproval && quantities[id]);
	return (
		<div role="status" className="flex flex-col gap-1 empty:hidden">
			{price && price.totalMinor > 0 ? (
				<>
					<p className="flex items-baseline justify-between gap-3 border-t border-hairline pt-4 font-semibold">
						<Trans>Total</Trans>
						<Money className="text-lg">{money(price.totalMinor)}</Money>
					</p>
					{parts.length > 0 ? (
						<p className="text-compact text-muted">
							<Trans>Includes {included}</Trans>
						</p>
					) : null}
					{isRequest ? (
						<p className="text-compact text-muted">
							<Trans>Nothing is charged now. You pay once the organiser has approved.</Trans>
						</p>
					) : null}
					{offer.pricing.isLive ? null : (
						<p className="flex flex-wrap items-center gap-2 text-compact text-muted">
							<Badge variant="outline">{t`Test mode`}</Badge>
							<Trans>No real money is charged.</Trans>
						</p>
					)}
				</>
			) : null}
		</div>
	);
}

/** What the button does: a price is paid on the next page. */
export function PayLabel({ offer, quantities, amounts, otherwise }: Choice & { otherwise: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const totalMinor = priceChoice(offer, quantities, amounts)?.totalMinor ?? 0;
	if (totalMinor === 0) return otherwise;
	const total = formats.money(totalMinor, offer.pricing.currency);
	return t`Continue to payment · ${total}`;
}

/** The server has another price than the one that was on the screen. */
export function PriceChanged(props: { fromMinor: number | null; toMinor: number; currency: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const to = <Money className="font-semibold">{formats.money(props.toMinor, props.currency)}</Money>;
	const from = <Money isStruck>{formats.money(props.fromMinor ?? 0, props.currency)}</Money>;
	return (
		<Callout tone="warning" isUrgent title={t`The price has changed`}>
			{props.fromMinor === null ? (
				<Trans>It is now {to}.</Trans>
			) : (
				<Trans>
					{from} is now {to}.
				</Trans>
			)}{' '}
			<Trans>Continue if that’s fine with you.</Trans>
		</Callout>
	);
}
