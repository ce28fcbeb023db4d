import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { CardFields } from '#app/features/orders/checkout/card-fields.tsx';
import type { CardForm } from '#app/features/orders/checkout/card-form.ts';
import { PayFrame } from '#app/features/orders/checkout/pay-frame.tsx';
import { catalogueText, useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import type { PurchaseActions } from './use-purchase.ts';

/** Pays gift cards by card. A refusal leaves everything that was typed. */
export function PayForm({ actions }: { actions: PurchaseActions }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { purchase, pay, isPaying, isWaiting, error } = actions;
	const { cardForm, currency, totalMinor, organiser } = purchase;
	const card = useRef<CardForm>(null);
	const [isAsking, setAsking] = useState(false);
	const [isOffline, setOffline] = useState(false);
	const isBusy = isPaying || isAsking || isWaiting;
	const amount = formats.money(totalMinor, currency);

	const submit = useCallback(async () => {
		if (isBusy) return;
		// The provider’s frame says nothing without a network.
		setOffline(!navigator.onLine);
		if (!navigator.onLine) return;
		setAsking(true);
		const token = await card.current?.submit();
		setAsking(false);
		if (token) await pay(token, card.current?.challenge);
	}, [isBusy, pay]);

	if (!cardForm)
		return (
			<Callout tone="warning">
				<Trans>{organiser.name} takes no card payments right now. Try again later with the same link.</Trans>
			</Callout>
		);
	return (
		<PayFrame
			onSubmit={submit}
			isBusy={isBusy}
			error={isOffline ? catalogueText(i18n, 'NETWORK_OFFLINE') : error ? errorText(error) : null}
			waiting={
				isWaiting ? (
					<Trans>Your bank is confirming the payment. You can close this page: we’ll email you.</Trans>
				) : null
			}
			label={t`Pay ${amount}`}
		>
			<CardFields
				config={cardForm}
				purpose={{
					mode: 'payment',
					methods: cardForm.kind === 'stripe' ? cardForm.methods : [],
					amountMinor: totalMinor,
					currency,
				}}
				formRef={card}
				onSubmit={submit}
			/>
		</PayFrame>
	);
}
