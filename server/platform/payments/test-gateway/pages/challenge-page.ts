import { html } from 'hono/html';
import type Stripe from 'stripe';
import { message } from '#shared/errors/translatable-message.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { fromProvider } from '#shared/lib/provider-amounts.ts';
import { respond } from './document.ts';
import type { PageRequest } from './page-request.ts';

/** A payment, or a card that is being saved. */
export type ChallengedIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Empty where nothing is charged. */
function amountOf(intent: ChallengedIntent, language: string): string {
	if (intent.object !== 'payment_intent') return '';
	const currency = intent.currency.toUpperCase();
	return formatsFor(language).money(fromProvider(intent.amount, currency), currency);
}

/** Where the payer goes from here: Stripe adds the same parameters. */
export function challengeReturn(intent: ChallengedIntent, returnUrl: string): URL {
	const url = new URL(returnUrl);
	url.searchParams.set(intent.object, intent.id);
	url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
	url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
	return url;
}

/** The page on which a card issuer would ask the payer to identify themselves. */
export async function challengePage(
	{ url, translate, language, scheme }: PageRequest,
	intent: ChallengedIntent,
	returnUrl: string,
): Promise<Response> {
	const amount = amountOf(intent, language);
	const body = html`<main>
<p class="note"><strong>${translate(message`Test mode`)}</strong> ${translate(message`Your bank would ask you to approve this payment here.`)}</p>
<h1>${translate(message`3-D Secure test`)}</h1>
<dl>
${amount ? html`<dt>${translate(message`Amount`)}</dt><dd>${amount}</dd>` : ''}
${intent.description ? html`<dt>${translate(message`For`)}</dt><dd>${intent.description}</dd>` : ''}
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
