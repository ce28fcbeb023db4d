import { html } from 'hono/html';
import type Stripe from 'stripe';
import { message } from '#shared/errors/translatable-message.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { fromProvider } from '#shared/lib/provider-amounts.ts';
import { respond } from './document.ts';
import type { PageRequest } from './page-request.ts';

/** Where the payer goes from here: Stripe adds the same parameters. */
export function challengeReturn(intent: Stripe.PaymentIntent, returnUrl: string): URL {
	const url = new URL(returnUrl);
	url.searchParams.set('payment_intent', intent.id);
	url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
	url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
	return url;
}

/** The page on which a card issuer would ask the payer to identify themselves. */
export async function challengePage(
	{ url, translate, language, scheme }: PageRequest,
	intent: Stripe.PaymentIntent,
	returnUrl: string,
): Promise<Response> {
	const currency = intent.currency.toUpperCase();
	const amount = formatsFor(language).money(fromProvider(intent.amount, currency), currency);
	const body = html`<main>
<p class="note"><strong>${translate(message`Test mode`)}</strong> ${translate(message`Your bank would check that it is you here.`)}</p>
<h1>${translate(message`3-D Secure test`)}</h1>
<dl>
<dt>${translate(message`Amount`)}</dt><dd>${amount}</dd>
<dt>${translate(message`For`)}</dt><dd>${intent.description ?? ''}</dd>
</dl>
<form method="post" action="${url.pathname}${url.search}" class="row">
<button class="primary" name="outcome" value="complete">${translate(message`Complete`)}</button>
<button name="outcome" value="fail">${translate(message`Fail`)}</button>
</form>
</main>`;
	return await respond(body, {
		title: translate(message`3-D Secure test`),
		language,
		scheme,
		// Browsers check redirects of a form as well.
		formTargets: [new URL(returnUrl).origin],
	});
}
