import { html } from 'hono/html';
import { message } from '#shared/errors/translatable-message.ts';
import { type TestCard, testCards } from '../cards.ts';
import { cardRefusals } from '../confirmation-tokens.ts';
import { embedJson, pageScript, respond } from './document.ts';
import type { PageRequest } from './page-request.ts';

const script = pageScript('fields.js');

/** Offered at once; the others are behind "More test cards". */
const mainCards = ['4242', '3184', '9995', '0002'];

/** The card form, made to stand in a frame of the checkout. What it says to the page around it: fields.js. */
export async function fieldsPage(
	{ translate, language, scheme, now }: PageRequest,
	tokensUrl: string,
): Promise<Response> {
	const year = (now.getUTCFullYear() + 3) % 100;
	const button = (card: TestCard) =>
		html`<button type="button" data-number="${card.number}">${translate(card.label)}</button>`;
	const isMain = (card: TestCard) => mainCards.includes(card.number.slice(-4));
	const field = (
		id: string,
		label: string,
		more: { autocomplete: string; placeholder: string; wide?: boolean; max: number },
	) =>
		html`<div class="${more.wide ? 'wide' : ''}">
<label for="${id}">${label}</label>
<input type="text" id="${id}" name="${id}" inputmode="numeric" autocomplete="${more.autocomplete}" placeholder="${more.placeholder}" maxlength="${more.max}" required aria-describedby="${id}-error">
<p class="error" id="${id}-error" aria-live="polite" hidden></p>
</div>`;
	const body = html`<div class="frame">
<form novalidate>
<div class="fields">
${field('number', translate(message`Card number`), { autocomplete: 'cc-number', placeholder: '4242 4242 4242 4242', wide: true, max: 23 })}
${field('expiry', translate(message`Expiry date`), { autocomplete: 'cc-exp', placeholder: translate(message`MM / YY`), max: 9 })}
${field('cvc', translate(message`Security code`), { autocomplete: 'cc-csc', placeholder: '123', max: 4 })}
</div>
<button type="submit" hidden></button>
</form>
<details>
<summary>${translate(message`Test mode`)}</summary>
<p class="hint">${translate(message`No real card is charged. Choose a test card.`)}</p>
<div role="group" aria-label="${translate(message`Test cards`)}">
<div class="row">${testCards.filter(isMain).map(button)}</div>
<details>
<summary>${translate(message`More test cards`)}</summary>
<div class="row">${testCards.filter((card) => !isMain(card)).map(button)}</div>
</details>
</div>
</details>
<p class="hint" id="chosen" role="status"></p>
${embedJson({
	numbers: testCards.map(({ number }) => number),
	tokensUrl,
	exampleExpiry: `12 / ${String(year).padStart(2, '0')}`,
	texts: {
		number: translate(cardRefusals.number),
		expiry: translate(cardRefusals.expMonth),
		cvc: translate(cardRefusals.cvc),
	},
})}
</div>`;
	return await respond(body, { title: translate(message`Test card`), language, scheme, script });
}
