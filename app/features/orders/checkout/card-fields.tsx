import { lazy, type Ref, Suspense } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import type { CardForm } from './card-form.ts';
import type { CardPurpose } from './stripe-card-fields.tsx';
import { TestCardFields } from './test-card-fields.tsx';

/** With the provider's script, which only documents that take cards load. */
const StripeCardFields = lazy(async () => ({
	default: (await import('./stripe-card-fields.tsx')).StripeCardFields,
}));

/** How the browser collects a card: as the server says it. */
export type CardFormConfig =
	| { kind: 'stripe'; publishableKey: string; account: string | null }
	| { kind: 'test'; fieldsUrl: string };

/** The card form of the provider: its frame, or Stripe's. */
export function CardFields(props: {
	config: CardFormConfig;
	purpose: CardPurpose;
	formRef: Ref<CardForm>;
	onSubmit: () => void;
}) {
	const { config, purpose, formRef, onSubmit } = props;
	if (config.kind === 'test')
		return <TestCardFields url={config.fieldsUrl} formRef={formRef} onSubmit={onSubmit} />;
	return (
		<Suspense fallback={<Spinner />}>
			<StripeCardFields
				publishableKey={config.publishableKey}
				account={config.account}
				purpose={purpose}
				formRef={formRef}
			/>
		</Suspense>
	);
}
