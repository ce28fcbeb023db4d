import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type CardForm, TestCardFields } from './test-card-fields.tsx';
import type { Checkout, PayMethod } from './use-checkout.ts';

/** Choosing how to pay, and paying. A refusal keeps everything that was typed, and the other ways are offered beside it. */
export function PaymentForm({ checkout }: { checkout: Checkout }) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { order, pay, isPaying, isWaiting, error } = checkout;
	// The page has the card form of the built-in gateway; another provider's cards are paid through the API.
	const methods = order.paymentMethods.filter((one) => one !== 'card' || order.cardForm?.kind === 'test');
	const [first] = methods;
	const [chosen, setChosen] = useState<PayMethod | null>(order.terms ?? null);
	const method = chosen && methods.includes(chosen) ? chosen : first;
	const card = useRef<CardForm>(null);
	const [isAsking, setAsking] = useState(false);
	const amount = formats.money(order.dueMinor, order.currency);
	const isBusy = isPaying || isAsking || isWaiting;

	const submit = useCallback(async () => {
		if (method === undefined || isBusy) return;
		if (method !== 'card') return pay(method);
		setAsking(true);
		const token = await card.current?.submit();
		setAsking(false);
		if (token) await pay('card', token);
	}, [method, isBusy, pay]);

	const labels: Record<PayMethod, { label: string; description: string }> = {
		card: { label: t`Card`, description: t`Your tickets are valid at once.` },
		transfer: { label: t`Bank transfer`, description: t`Your tickets are sent when the money has arrived.` },
		door: { label: t`Pay at the door`, description: t`Your tickets are held until the event.` },
	};
	if (method === undefined) {
		return (
			<Callout tone="warning">
				<Trans>The organiser takes no payments right now. Please contact {order.event.organiserName}.</Trans>
			</Callout>
		);
	}
	return (
		<form
			className="needs-script flex flex-col gap-5"
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
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
			{method === 'card' && order.cardForm?.kind === 'test' ? (
				<div className="flex flex-col gap-2">
					<TestCardFields url={order.cardForm.fieldsUrl} formRef={card} onSubmit={submit} />
				</div>
			) : null}
			{error ? (
				<Callout tone="danger" isUrgent>
					{errorText(error)}
				</Callout>
			) : null}
			{isWaiting ? (
				<p role="status" className="flex items-center gap-3 text-sm text-muted">
					<Spinner />
					<Trans>
						Your bank is confirming the payment. You can close this page: the tickets come by email.
					</Trans>
				</p>
			) : null}
			<Button type="submit" size="lg" tone="event" isLoading={isBusy}>
				{method === 'card'
					? t`Pay ${amount}`
					: method === 'transfer'
						? t`Order and transfer ${amount}`
						: t`Order and pay ${amount} at the door`}
			</Button>
		</form>
	);
}
