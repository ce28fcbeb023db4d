import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { catalogueText, useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { MonthlyConsent } from '../monthly/monthly-consent.tsx';
import { CardFields } from './card-fields.tsx';
import type { CardForm } from './card-form.ts';
import { PayFrame } from './pay-frame.tsx';
import type { Checkout, PayMethod } from './use-checkout.ts';

/** What is given each month: the gift and its cover, without tickets beside them. */
const giftOf = ({ lines }: ManagedOrder) =>
	lines.reduce(
		(sum, { kind, ticketTypeId, grossMinor }) =>
			(kind === 'gift' || kind === 'cover') && ticketTypeId === null ? sum + grossMinor : sum,
		0,
	);

/** Choosing how to pay, and paying. A refusal leaves everything that was typed, and the other ways are offered beside it. */
export function PaymentForm({ checkout }: { checkout: Checkout }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { order, pay, isPaying, isWaiting, error } = checkout;
	const { paymentMethods: methods, cardForm } = order;
	const [first] = methods;
	const [chosen, setChosen] = useState<PayMethod | null>(order.terms ?? null);
	const method = chosen && methods.includes(chosen) ? chosen : first;
	const card = useRef<CardForm>(null);
	const [isAsking, setAsking] = useState(false);
	const [isOffline, setOffline] = useState(false);
	const { currency, change } = order;
	const amountMinor = change?.differenceMinor ?? order.dueMinor;
	const amount = formats.money(amountMinor, currency);
	// What a change costs is paid once.
	const isMonthly = order.isMonthly && !change;
	const monthly = formats.money(giftOf(order), currency);
	const isBusy = isPaying || isAsking || isWaiting;

	const submit = useCallback(async () => {
		if (method === undefined || isBusy) return;
		if (method !== 'card') return pay(method);
		// The provider’s frame says nothing without a network.
		setOffline(!navigator.onLine);
		if (!navigator.onLine) return;
		setAsking(true);
		const token = await card.current?.submit();
		setAsking(false);
		if (token) await pay('card', token, card.current?.challenge);
	}, [method, isBusy, pay]);

	const hasTickets = order.attendees.length > 0;
	const labels: Record<PayMethod, { label: string; description: string }> = {
		card: { label: t`Card`, description: hasTickets ? t`Your tickets are valid at once.` : '' },
		transfer: {
			label: t`Bank transfer`,
			description: hasTickets ? t`Your tickets are sent when the money has arrived.` : '',
		},
		door: {
			label: t`Pay at the door`,
			description: hasTickets ? t`You pay when you arrive.` : '',
		},
	};
	if (method === undefined) {
		return (
			<Callout tone="warning">
				<Trans>The organiser takes no payments right now. Please contact {order.event.organiserName}.</Trans>
			</Callout>
		);
	}
	return (
		<PayFrame
			onSubmit={submit}
			isBusy={isBusy}
			error={isOffline ? catalogueText(i18n, 'NETWORK_OFFLINE') : error ? errorText(error) : null}
			waiting={
				isWaiting ? (
					order.buyer.email === '' ? (
						<Trans>Your bank is confirming the payment. Keep this page open: it shows your tickets.</Trans>
					) : (
						<Trans>
							Your bank is confirming the payment. You can close this page: the tickets come by email.
						</Trans>
					)
				) : null
			}
			label={
				method === 'card'
					? t`Pay ${amount}`
					: method === 'transfer'
						? t`Order and transfer ${amount}`
						: t`Order and pay ${amount} at the door`
			}
		>
			{methods.length > 1 ? (
				<RadioGroup
					label={t`How do you want to pay?`}
					name="method"
					look="cards"
					value={method}
					disabled={isBusy}
					onChange={(event) => setChosen(event.target.value as PayMethod)}
					options={methods.map((value) => ({ value, ...labels[value] }))}
				/>
			) : null}
			{method === 'card' && cardForm ? (
				<CardFields
					config={cardForm}
					purpose={{
						mode: 'payment',
						// Of the methods that answer at once, cards alone can be charged again.
						methods: isMonthly ? ['card'] : cardForm.kind === 'stripe' ? cardForm.methods : [],
						isSaved: isMonthly,
						amountMinor,
						currency,
					}}
					formRef={card}
					onSubmit={submit}
				/>
			) : null}
			{isMonthly ? <MonthlyConsent organiserName={order.event.organiserName} amount={monthly} /> : null}
		</PayFrame>
	);
}
