import { html } from 'hono/html';
import { message } from '#shared/errors/translatable-message.ts';
import type { AccountRecord } from '../account-record.ts';
import { respond } from './document.ts';
import type { PageRequest } from './page-request.ts';

/** Bank accounts to choose from, by Stripe's published test numbers; nobody types an account number of their own. */
export const testBanks = [
	{
		last4: '3000',
		iban: 'DE89 3704 0044 0532 0130 00',
		failsPayouts: false,
		label: message`Payouts succeed`,
	},
	{ last4: '3001', iban: 'DE62 3704 0044 0532 0130 01', failsPayouts: true, label: message`Payouts fail` },
] as const;

/** The provider's form that an organiser fills in: a name, a bank account, and what the provider shall answer. */
export async function onboardingPage(
	{ url, translate, language, scheme }: PageRequest,
	account: AccountRecord,
	returnUrl: string,
	hasError: boolean,
): Promise<Response> {
	const body = html`<main>
<p class="note"><strong>${translate(message`Test mode`)}</strong> ${translate(message`This replaces the payment provider’s form in test mode. Don’t enter real card details.`)}</p>
<h1>${translate(message`Set up payments`)}</h1>
<form method="post" action="${url.pathname}${url.search}">
<p>
<label for="name">${translate(message`Account holder`)}</label>
<input type="text" id="name" name="name" value="${account.name}" maxlength="100" required autocomplete="organization" ${hasError ? html`aria-invalid="true" aria-describedby="name-error"` : ''}>
${hasError ? html`<span class="error" id="name-error">${translate(message`Enter a name.`)}</span>` : ''}
</p>
<p>
<label for="bank">${translate(message`Bank account`)}</label>
<select id="bank" name="bank">
${testBanks.map((bank) => html`<option value="${bank.last4}">${translate(bank.label)} (${bank.iban})</option>`)}
</select>
</p>
<fieldset>
<legend>${translate(message`Result of the check`)}</legend>
<label class="choice"><input type="radio" name="outcome" value="enable" checked> ${translate(message`Everything is in order`)}</label>
<label class="choice"><input type="radio" name="outcome" value="needs_information"> ${translate(message`A document is missing`)}</label>
</fieldset>
<div class="row">
<button class="primary">${translate(message`Submit`)}</button>
<a class="button" href="${returnUrl}">${translate(message`Finish later`)}</a>
</div>
</form>
</main>`;
	return await respond(body, {
		title: translate(message`Set up payments`),
		language,
		scheme,
		formTargets: [new URL(returnUrl).origin],
		status: hasError ? 422 : 200,
	});
}
