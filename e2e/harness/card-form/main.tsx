import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { CardForm } from '#app/features/orders/checkout/card-form.ts';
import { StripeCardFields } from '#app/features/orders/checkout/stripe-card-fields.tsx';
import './main.css';

/** The card form of Stripe as the checkout uses it, for the browser tests. */
function Checkout() {
	const card = useRef<CardForm>(null);
	const [answer, setAnswer] = useState('');
	return (
		<main className="flex max-w-md flex-col gap-4 p-6">
			<h1>Checkout</h1>
			<StripeCardFields
				publishableKey="pk_test_1"
				account="acct_1"
				purpose={{ mode: 'payment', methods: ['card', 'ideal'], amountMinor: 500, currency: 'ISK' }}
				formRef={card}
			/>
			<button type="button" onClick={async () => setAnswer(String(await card.current?.submit()))}>
				Pay
			</button>
			<button
				type="button"
				onClick={async () => {
					await card.current?.challenge?.('pi_1_secret_2');
					setAnswer('asked');
				}}
			>
				Challenge
			</button>
			<output>{answer}</output>
		</main>
	);
}

createRoot(document.getElementById('root')!).render(
	<StrictMode>
		<I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
			<Checkout />
		</I18nProvider>
	</StrictMode>,
);
