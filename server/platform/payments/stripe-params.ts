import type Stripe from 'stripe';
import { toProvider } from '#shared/lib/provider-amounts.ts';
import type { GatewayPage, NewPayment } from './gateway.ts';
import { GatewayError } from './gateway-error.ts';

/** Methods that answer at once and need no hosts of their own in the content security policy; Apple Pay and Google Pay are cards. */
export const paymentMethods = ['card', 'ideal', 'bancontact', 'eps', 'p24'] as const;

export const pageSize = 100;
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Stripe refuses these characters on card statements, and a text without a letter. */
function statementText(text: string): string | undefined {
	const clean = text
		.replaceAll(/[<>\\'"*]/g, '')
		.trim()
		.slice(0, 22);
	return /[a-z]/i.test(clean) ? clean : undefined;
}

/** @throws GatewayError before anything is sent */
export function amountToSend(minor: number, currency: string): number {
	try {
		return toProvider(minor, currency);
	} catch (error) {
		throw new GatewayError(
			{ kind: 'refused', reason: 'amount', providerCode: null },
			'The amount cannot be charged in this currency.',
			{ cause: error },
		);
	}
}

export const newPaymentParams = (
	input: Pick<
		NewPayment,
		'amountMinor' | 'currency' | 'feeMinor' | 'description' | 'statementSuffix' | 'metadata'
	>,
) => {
	const fee = amountToSend(input.feeMinor, input.currency);
	return {
		amount: amountToSend(input.amountMinor, input.currency),
		currency: input.currency.toLowerCase(),
		confirm: true,
		...(fee > 0 && { application_fee_amount: fee }),
		description: input.description,
		statement_descriptor_suffix: statementText(input.statementSuffix),
		metadata: { ...input.metadata },
	};
};

export const confirmParams = (
	input: { confirmationToken: string; returnUrl: string; mustAuthenticate?: boolean | undefined },
	challengeBy: 'script' | 'page',
) => ({
	confirmation_token: input.confirmationToken,
	return_url: input.returnUrl,
	expand: ['latest_charge'],
	...(challengeBy === 'script' && { use_stripe_sdk: true }),
	...(input.mustAuthenticate && {
		payment_method_options: { card: { request_three_d_secure: 'any' as const } },
	}),
});

export const pageParams = (page: { since?: Date; cursor?: string }) => ({
	limit: pageSize,
	...(page.since && { created: { gte: seconds(page.since) } }),
	...(page.cursor && { starting_after: page.cursor }),
});

export function toPage<From extends { id: string }, To>(
	list: Stripe.ApiList<From>,
	convert: (item: From) => To,
): GatewayPage<To> {
	return { items: list.data.map(convert), next: list.has_more ? (list.data.at(-1)?.id ?? null) : null };
}
