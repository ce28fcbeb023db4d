import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { Money } from '#app/ui/money.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { parseStep } from '#app/ui/stepper-value.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Fundraiser, SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { amountOf, giftNames, giftOf } from '../gift-values.ts';
import { firstAmount, priceOrder } from '../price-order.ts';
import { fieldNames, type RegistrationResult } from '../registration-answer.ts';
import { mostOf } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { useRefusals, useRegistration } from '../use-registration.ts';
import { AmountFields, DonorFields } from './donation-fields.tsx';
import { EmailField, SharedWith } from './email-field.tsx';
import { TicketChoice } from './ticket-choice.tsx';

/** Amount, name, address, one button; tickets beside it where the event sells some. */
export function DonationForm(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	/** Whose page the donation counts for too. */
	supporter: SupporterPageCard | null;
	offer: Offer;
	actionData: RegistrationResult | undefined;
	onShowAll: () => Promise<void>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, fundraiser, supporter, offer, actionData } = props;
	const { currency } = fundraiser;
	const { pathname, search } = useLocation();
	const typed = actionData?.values;
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const hasTickets = offer.types.some((type) => mostOf(type) > 0);
	// Nothing that costs money is chosen for the donor (Directive 2011/83/EU, article 22).
	const [choice, setChoice] = useState(typed?.gift?.choice ?? '');
	const [amount, setAmount] = useState(typed?.gift?.amountMinor ?? '');
	const [hasCover, setCover] = useState(typed?.gift?.cover === 'on');
	const [quantities, setQuantities] = useState<Record<string, number>>(() =>
		Object.fromEntries(offer.types.map(({ id }) => [id, parseStep(typed?.quantities[id] ?? '') ?? 0])),
	);
	const [amounts, setAmounts] = useState(typed?.amounts ?? {});
	const { phase, refusals, submit } = useSentDonation({ event, offer, actionData });
	const errors = Object.fromEntries(refusals.flatMap((one) => (one.name ? [[one.name, one.message]] : [])));

	const amountMinor = amountOf({ choice, amountMinor: amount }, currency) ?? 0;
	const totalMinor = totalOf(offer, { quantities, amounts, gift: { amountMinor, cover: hasCover } });
	const total = totalMinor === null ? '' : formats.money(totalMinor, currency);
	return (
		<Form
			method="post"
			// Without script the answer opens at the form, not at the top of the page.
			action={`${pathname}${search}#register`}
			id="donation"
			size="lg"
			errors={refusals}
			onSubmit={submit}
			preventScrollReset
		>
			{supporter ? <SupporterNote supporter={supporter} currency={currency} /> : null}
			{fundraiser.takesMonthly ? <MonthlyChoice defaultValue={typed?.gift?.every} /> : null}
			<AmountFields
				fundraiser={fundraiser}
				hasTickets={hasTickets}
				choice={choice}
				onChoice={setChoice}
				typed={amount}
				onTyped={setAmount}
				errors={errors}
			/>
			<DonorFields
				amountMinor={amountMinor}
				fundraiser={fundraiser}
				errors={errors}
				hasCover={hasCover}
				onCover={setCover}
				defaults={typed?.gift ?? {}}
			/>
			{hasTickets ? (
				<details open={Object.values(quantities).some((count) => count > 0)}>
					<summary className="link w-fit cursor-pointer py-1 text-sm">
						<Trans>Add tickets</Trans>
					</summary>
					<div className="mt-3">
						<TicketChoice
							offer={offer}
							timeZone={event.timeZone}
							quantities={quantities}
							onChange={(id, quantity) => setQuantities((before) => ({ ...before, [id]: quantity }))}
							defaultAmounts={typed?.amounts}
							onAmount={(id, value) => setAmounts((before) => ({ ...before, [id]: value }))}
							onShowAll={props.onShowAll}
							errors={errors}
						/>
					</div>
				</details>
			) : null}
			<TextField
				ref={name}
				label={t`Name`}
				name={fieldNames.name}
				autoComplete="name"
				required
				maxLength={200}
				dir="auto"
				defaultValue={typed?.name}
				error={errors[fieldNames.name]}
			/>
			<EmailField input={email} defaultValue={typed?.email} error={errors[fieldNames.email]} />
			{actionData ? <input type="hidden" name={fieldNames.key} value={actionData.key} /> : null}
			{phase === 'waiting' ? (
				<Callout tone="warning" isUrgent title={t`You’re offline`}>
					<Trans>We’ll continue as soon as you’re back online. Keep this page open.</Trans>
				</Callout>
			) : null}
			<Submit
				total={totalMinor ? total : ''}
				isLive={offer.pricing.isLive}
				isLoading={phase !== 'idle'}
				organiser={event.organiser.name}
			/>
		</Form>
	);
}

/** Checks, prices and sends what the form holds; what was refused, by its fields. */
function useSentDonation(props: {
	event: PublicEvent;
	offer: Offer;
	actionData: RegistrationResult | undefined;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { event, offer, actionData } = props;
	// A document of its own: only that page may load the script of the payment provider.
	const onPlaced = useCallback((_placed: Order, page: string) => window.location.assign(page), []);
	const { phase, failure, order, submit } = useRegistration({
		...{ event, actionData, onPlaced },
		prepare(parts, values, chosen) {
			const given = giftOf(values);
			if ('failure' in given) return { order: chosen, failure: given.failure };
			const order = { ...chosen, ...given };
			const failure = parts.checkOrder(order);
			if (failure) return { order, failure };
			const priced = priceOrder(order, values.amounts, offer, { i18n, formats });
			return 'failure' in priced ? { order, failure: priced.failure } : priced;
		},
	});
	const refusals = useRefusals(failure, { order, event, offer, actionData }).map((one) =>
		one.name === giftNames.choice || (one.name === giftNames.amount && one.detail?.message === '')
			? { ...one, message: t`Enter an amount.` }
			: one,
	);
	return { phase, refusals, submit };
}

/** The amount to pay, and the button that leads to payment. */
function Submit(props: {
	/** Empty while nothing is to be paid. */
	total: string;
	/** Real money is charged. */
	isLive: boolean;
	isLoading: boolean;
	organiser: string;
}) {
	const { t } = useLingui();
	const { total, organiser } = props;
	return (
		<div className="flex flex-col gap-2">
			{total ? (
				<p className="flex items-baseline justify-between gap-3 border-t border-hairline pt-4 font-semibold">
					<Trans>Total</Trans>
					<Money className="text-lg">{total}</Money>
				</p>
			) : null}
			{props.isLive ? null : (
				<p className="flex flex-wrap items-center gap-2 text-compact text-muted">
					<Badge variant="outline">{t`Test mode`}</Badge>
					<Trans>No real money is charged.</Trans>
				</p>
			)}
			<Button type="submit" size="lg" tone="event" isLoading={props.isLoading} className="w-full">
				{total ? t`Continue to payment · ${total}` : t`Continue`}
			</Button>
			<SharedWith organiser={organiser} />
		</div>
	);
}

/** Whose page the donation counts for, and how far that has come. */
function SupporterNote({ supporter, currency }: { supporter: SupporterPageCard; currency: string }) {
	const formats = useFormats();
	const raised = formats.money(supporter.raisedMinor, currency);
	const goal = formats.money(supporter.goalMinor, currency);
	return (
		<p className="rounded-lg bg-event-wash px-3 py-2 text-sm [overflow-wrap:anywhere]" dir="auto">
			<input type="hidden" name={giftNames.page} value={supporter.id} />
			<Trans>
				Your donation counts for {supporter.name}: {raised} raised of {goal}.
			</Trans>
		</p>
	);
}

/** The amount to pay as far as it is known; null while an amount cannot be paid. */
function totalOf(
	{ types, pricing }: Offer,
	chosen: {
		quantities: Record<string, number>;
		amounts: Record<string, string>;
		gift: { amountMinor: number; cover: boolean };
	},
): number | null {
	const items = types.flatMap((type) => {
		const quantity = Math.min(chosen.quantities[type.id] ?? 0, mostOf(type));
		if (quantity === 0) return [];
		if (type.kind !== 'donation') return [{ ticketTypeId: type.id, quantity }];
		const typed = chosen.amounts[type.id] ?? firstAmount(type);
		const chosenMinor = amountOf({ choice: 'other', amountMinor: typed }, type.currency) ?? undefined;
		return [{ ticketTypeId: type.id, quantity, chosenMinor }];
	});
	const price = quote(types, items, pricing, chosen.gift.amountMinor > 0 ? chosen.gift : null);
	return isRefusal(price) ? null : price.totalMinor;
}

/** How often: once, or the same again each month until the donor stops. */
function MonthlyChoice({ defaultValue }: { defaultValue: string | undefined }) {
	const { t } = useLingui();
	return (
		<RadioGroup
			label={t`How often`}
			name={giftNames.every}
			look="switch"
			hint={t`Monthly is by card, until you stop.`}
			defaultValue={defaultValue === 'month' ? 'month' : 'once'}
			options={optionsOf({ once: t`Once`, month: t`Monthly` })}
		/>
	);
}
