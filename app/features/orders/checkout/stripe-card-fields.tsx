import { Trans, useLingui } from '@lingui/react/macro';
import type {
	Appearance,
	Stripe,
	StripeElementLocale,
	StripeElements,
	StripeElementsOptionsMode,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toProvider } from '#shared/lib/provider-amounts.ts';
import type { CardForm } from './card-form.ts';

/** Why the card is entered: for a payment, for a payment that also saves the card, or only to save it. */
export type CardPurpose =
	| { mode: 'payment'; methods: string[]; amountMinor: number; currency: string; isSaved?: boolean }
	| { mode: 'setup'; currency: string };

interface FieldsProps {
	publishableKey: string;
	/** Who is the merchant: the organiser's account; null: the installation's own. */
	account: string | null;
	purpose: CardPurpose;
	formRef: Ref<CardForm>;
}

/** What Stripe's form is given. https://docs.stripe.com/js/elements_object/create_without_intent */
function optionsOf(purpose: CardPurpose): StripeElementsOptionsMode {
	const appearance = appearanceOf(document.documentElement);
	const currency = purpose.currency.toLowerCase();
	if (purpose.mode === 'setup')
		return { mode: 'setup', currency, allowedPaymentMethodTypes: ['card'], appearance };
	return {
		mode: 'payment',
		amount: toProvider(purpose.amountMinor, purpose.currency),
		currency,
		allowedPaymentMethodTypes: purpose.methods,
		appearance,
		...(purpose.isSaved && { setupFutureUsage: 'off_session' as const }),
	};
}

interface Form {
	stripe: Stripe;
	elements: StripeElements;
}

/** Stripe's own form, in frames of Stripe: cards, wallets and the methods of the account. What is typed never reaches this page. */
export function StripeCardFields(props: FieldsProps) {
	const { publishableKey, account, formRef } = props;
	const { t, i18n } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const form = useRef<Form | null>(null);
	const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
	const [tries, setTries] = useState(0);
	/** In the words of the provider, in the language of the page. */
	const [problem, setProblem] = useState<string | null>(null);
	// The same purpose is the same form, whoever wrote it down.
	const purpose = JSON.stringify(props.purpose);

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
				const elements = stripe.elements(optionsOf(JSON.parse(purpose) as CardPurpose));
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
	}, [publishableKey, account, purpose, i18n.locale, tries]);

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

/** The page's own colours, corners and type, as Stripe's form takes them. https://docs.stripe.com/elements/appearance-api */
function appearanceOf(root: HTMLElement): Appearance {
	const style = getComputedStyle(root);
	const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	// Stripe reads no oklch: a painted point gives every colour as numbers.
	const colour = (token: string) => {
		if (!paint) return '';
		paint.fillStyle = style.getPropertyValue(token);
		paint.fillRect(0, 0, 1, 1);
		const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
		return `rgb(${red}, ${green}, ${blue})`;
	};
	const line = `1px solid ${colour('--control')}`;
	return {
		theme: style.colorScheme === 'dark' ? 'night' : 'stripe',
		labels: 'above',
		variables: {
			fontFamily: style.fontFamily,
			fontSizeBase: '16px',
			borderRadius: '8px',
			colorPrimary: colour('--ink'),
			colorBackground: colour('--surface'),
			colorText: colour('--ink'),
			colorTextSecondary: colour('--muted'),
			colorTextPlaceholder: colour('--muted'),
			colorDanger: colour('--danger'),
			gridRowSpacing: '12px',
			gridColumnSpacing: '12px',
		},
		rules: {
			'.Label': { fontSize: '14px', fontWeight: '500' },
			'.Input': { border: line, boxShadow: 'none', padding: '10px 12px' },
			'.Input:focus': {
				border: line,
				outline: `2px solid ${colour('--ink')}`,
				outlineOffset: '2px',
				boxShadow: 'none',
			},
		},
	};
}
