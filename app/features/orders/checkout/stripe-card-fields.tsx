import { Trans, useLingui } from '@lingui/react/macro';
import type { Stripe, StripeElementLocale, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toProvider } from '#shared/lib/provider-amounts.ts';
import type { CardForm } from './card-form.ts';

interface FieldsProps {
	publishableKey: string;
	/** The organiser's account, who is the merchant. */
	account: string | null;
	methods: string[];
	amountMinor: number;
	currency: string;
	formRef: Ref<CardForm>;
}

interface Form {
	stripe: Stripe;
	elements: StripeElements;
}

/** Stripe's own form, in frames of Stripe: cards, wallets and the methods of the account. What is typed never reaches this page. */
export function StripeCardFields(props: FieldsProps) {
	const { publishableKey, account, methods, amountMinor, currency, formRef } = props;
	const { t, i18n } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const form = useRef<Form | null>(null);
	const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
	const [tries, setTries] = useState(0);
	/** In the words of the provider, in the language of the page. */
	const [problem, setProblem] = useState<string | null>(null);
	const methodNames = methods.join();

	useEffect(() => {
		let isGone = false;
		setState('loading');
		void (async () => {
			try {
				const stripe = await loadStripe(publishableKey, {
					locale: i18n.locale as StripeElementLocale,
					...(account ? { stripeAccount: account } : {}),
				});
				if (isGone || !stripe || !place.current) return;
				const elements = stripe.elements({
					mode: 'payment',
					amount: toProvider(amountMinor, currency),
					currency: currency.toLowerCase(),
					allowedPaymentMethodTypes: methodNames.split(','),
					appearance: { theme: isDark() ? 'night' : 'stripe' },
				});
				const element = elements.create('payment');
				element.on('ready', () => !isGone && setState('ready'));
				element.on('loaderror', () => !isGone && setState('failed'));
				element.mount(place.current);
				form.current = { stripe, elements };
			} catch {
				if (!isGone) setState('failed');
			}
		})();
		return () => {
			isGone = true;
			form.current?.elements.getElement('payment')?.destroy();
			form.current = null;
		};
	}, [publishableKey, account, methodNames, amountMinor, currency, i18n.locale, tries]);

	useImperativeHandle(formRef, () => ({
		async submit() {
			if (!form.current) return null;
			const { stripe, elements } = form.current;
			// The form marks the fields that are wrong and moves the focus there.
			if ((await elements.submit()).error) return null;
			setProblem(null);
			const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
			if (error) setProblem(error.message ?? t`The card form didn’t answer. Try again.`);
			return confirmationToken?.id ?? null;
		},
		async challenge(clientSecret) {
			// However it ends, the server asks the provider how the payment stands.
			await form.current?.stripe.handleNextAction({ clientSecret });
		},
	}));

	return (
		<div className="flex flex-col gap-3">
			{state === 'loading' ? (
				<p role="status" className="flex items-center gap-3 text-sm text-muted">
					<Spinner />
					<Trans>Loading the card form</Trans>
				</p>
			) : null}
			{state === 'failed' ? (
				<Callout
					tone="danger"
					isUrgent
					title={t`The card form couldn’t be loaded`}
					action={
						<Button variant="outline" size="sm" onClick={() => setTries(tries + 1)}>
							{t`Try again`}
						</Button>
					}
				>
					<Trans>Check your connection, and whether something in your browser blocks js.stripe.com.</Trans>
				</Callout>
			) : null}
			<div ref={place} hidden={state === 'failed'} />
			{problem ? (
				<Callout tone="danger" isUrgent>
					{problem}
				</Callout>
			) : null}
		</div>
	);
}

/** Whether the page is dark, by choice or by the system. */
function isDark(): boolean {
	const { theme } = document.documentElement.dataset;
	return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
}
