import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { Money } from '#app/ui/money.tsx';
import { parseStep } from '#app/ui/stepper-value.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { toFailure } from '../failure.ts';
import { amountOf, giftNames, giftOf } from '../gift-values.ts';
import { firstAmount, priceOrder } from '../price-order.ts';
import { useRefusalText } from '../refusal-text.ts';
import {
	checkOrder,
	fieldNames,
	orderOf,
	pageOf,
	type RegistrationOrder,
	type RegistrationResult,
	readValues,
	refusalsOf,
} from '../registration-answer.ts';
import { mostOf } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { useRegistration } from '../use-registration.ts';
import { AmountFields, DonorFields } from './donation-fields.tsx';
import { EmailField } from './email-field.tsx';
import { MonthlyChoice } from './monthly-choice.tsx';
import { TicketChoice } from './ticket-choice.tsx';

const NO_ORDER: RegistrationOrder = { buyer: { name: '', email: '' }, items: [] };

/** Amount, name, address, one button; tickets beside it where the event sells some. */
export function DonationForm(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	offer: Offer;
	actionData: RegistrationResult | undefined;
	onShowAll: () => Promise<void>;
}) {
	const { t, i18n } = useLingui();
	const locale = useFormatLocale();
	const formats = useFormats();
	const { event, fundraiser, offer, actionData } = props;
	const { currency } = fundraiser;
	const { pathname, search } = useLocation();
	const typed = actionData?.values;
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const hasTickets = offer.types.some((type) => mostOf(type) > 0);
	const [choice, setChoice] = useState(typed?.gift?.choice ?? String(fundraiser.presetsMinor[0] ?? 'other'));
	const [amount, setAmount] = useState(typed?.gift?.amountMinor ?? '');
	const [hasCover, setCover] = useState(typed?.gift?.cover === 'on');
	const [quantities, setQuantities] = useState<Record<string, number>>(() =>
		Object.fromEntries(offer.types.map(({ id }) => [id, parseStep(typed?.quantities[id] ?? '') ?? 0])),
	);
	const [amounts, setAmounts] = useState(typed?.amounts ?? {});
	const [sent, setSent] = useState(typed ? orderOf(typed) : NO_ORDER);

	const onPlaced = useCallback((placed: Order & { manageToken: string }) => {
		// A document of its own: only that page may load the script of the payment provider.
		window.location.assign(pageOf(placed));
	}, []);
	const { phase, failure: refused, setFailure, send } = useRegistration({ event: event.id, onPlaced });
	const failure = phase === 'idle' ? (refused ?? actionData?.failure ?? null) : null;
	const refusal = useRefusalText({ ticketTypes: offer.types, timeZone: event.timeZone });
	const refusals = failure
		? refusalsOf(failure, sent).map((one) => ({
				name: one.name,
				message:
					one.name === giftNames.choice || (one.name === giftNames.amount && one.detail?.message === '')
						? t`Enter an amount.`
						: refusal(failure, one),
			}))
		: [];
	const errors = Object.fromEntries(refusals.flatMap((one) => (one.name ? [[one.name, one.message]] : [])));

	function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (phase !== 'idle') return;
		const values = readValues(new FormData(submitted.currentTarget));
		const given = giftOf(values);
		if ('failure' in given) {
			setSent(orderOf(values));
			return setFailure(given.failure);
		}
		const order = { ...orderOf(values), ...given };
		setSent(order);
		const problem = checkOrder(order);
		if (problem) return setFailure(problem);
		try {
			const priced = priceOrder(order, values.amounts, offer, { i18n, formats });
			if ('failure' in priced) return setFailure(priced.failure);
			void send(priced.order, locale);
		} catch (cause) {
			setFailure(toFailure(cause));
		}
	}

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
			errors={refusals.map((one) => ({ message: one.message, ...(one.name ? { name: one.name } : {}) }))}
			onSubmit={submit}
			preventScrollReset
		>
			<AmountFields
				fundraiser={fundraiser}
				hasTickets={hasTickets}
				choice={choice}
				onChoice={setChoice}
				typed={amount}
				onTyped={setAmount}
				errors={errors}
			/>
			{fundraiser.takesMonthly ? <MonthlyChoice defaultValue={typed?.gift?.every} /> : null}
			<DonorFields
				amountMinor={amountMinor}
				currency={currency}
				wall={fundraiser.wall}
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
			<div className="flex flex-col gap-2">
				{totalMinor ? (
					<p className="flex items-baseline justify-between gap-3 border-t border-hairline pt-4 font-semibold">
						<Trans>Total</Trans>
						<Money className="text-lg">{total}</Money>
					</p>
				) : null}
				{offer.pricing.isLive ? null : (
					<p className="flex flex-wrap items-center gap-2 text-compact text-muted">
						<Badge variant="outline">{t`Test mode`}</Badge>
						<Trans>No real money is charged.</Trans>
					</p>
				)}
				<Button type="submit" size="lg" tone="event" isLoading={phase !== 'idle'} className="w-full">
					{totalMinor ? t`Continue to payment · ${total}` : t`Continue`}
				</Button>
				<p className="text-compact text-muted">
					<Trans>{event.organiser.name} will receive your name and email. No account needed.</Trans>
				</p>
			</div>
		</Form>
	);
}

/** What is to be paid as far as it is known; null while an amount cannot be paid. */
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
