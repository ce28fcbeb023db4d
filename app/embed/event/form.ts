import { mostOf } from '#app/features/orders/sale-lines.ts';
import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { buyerFields } from '#shared/rules/buyer-fields.ts';
import { h, outLink } from '../kit/dom.ts';
import { atHost, host } from '../kit/host.ts';
import { eventLink } from '../kit/links.ts';
import type { Complaints } from './check-order.ts';
import { onlyTicket, type Quantities, verbOf } from './choice.ts';
import { ticketChoice } from './ticket-choice.ts';

const OFFLINE =
	'You’re offline. Keep this page open: your registration is sent as soon as you’re back online.';

/** What the reader has typed and chosen; it outlives the form, which a change of the event makes anew. */
export interface Draft {
	name: string;
	email: string;
	chosen: Quantities;
}

export interface Form {
	element: HTMLFormElement;
	/** Says what is under way, and holds the button meanwhile. */
	progress(phase: 'idle' | 'sending' | 'waiting'): void;
	/** Shows what is wrong, each at its place, and goes to the first. */
	complain(complaints: Complaints): void;
}

/** @param draft is changed as the reader types */
export function makeForm(event: EmbeddedEvent, draft: Draft, onSubmit: () => void): Form {
	const choice = ticketChoice(event, draft.chosen, refresh);
	const typed = (key: 'name' | 'email', value: string) => {
		draft[key] = value;
		say(key, '');
	};
	const ticketsError = errorLine('tickets');
	const formError = h('p', {
		class: 'message danger',
		part: 'message',
		role: 'alert',
		tabindex: -1,
		hidden: true,
	});
	const status = h('p', { class: 'small muted', role: 'status' });
	const label = h('span', {});
	const submit = h('button', { type: 'submit', class: 'button', part: 'button' }, label);
	const page = outLink('', { class: 'button', part: 'button' }, 'Get tickets');
	const promise = h(
		'p',
		{ class: 'small muted' },
		h('bdi', {}, event.organiser.name),
		` will receive your ${buyerFields.join(' and ')}. No account needed. `,
		outLink(atHost('/privacy'), {}, 'Privacy'),
	);
	const fields = h(
		'div',
		{ class: 'fields wide' },
		field('name', 'Name', draft.name, typed, { autocomplete: 'name', maxlength: 200 }),
		emailField(draft.email, typed),
	);
	const element = h(
		'form',
		{
			part: 'form',
			novalidate: true,
			onSubmit: (submitted) => {
				submitted.preventDefault();
				if (submit.getAttribute('aria-disabled') !== 'true' && !submit.hidden) onSubmit();
			},
		},
		choice,
		ticketsError,
		fields,
		formError,
		submit,
		page,
		status,
		promise,
		moreLink(event),
	);

	function say(place: keyof Complaints, text: string) {
		if (place === 'form') {
			formError.textContent = text;
			formError.hidden = text === '';
			return;
		}
		const line = element.querySelector<HTMLElement>(`#${place}-error`);
		if (line) {
			line.textContent = text;
			line.hidden = text === '';
		}
		const input = element.querySelector(`input#${place}`);
		if (text) input?.setAttribute('aria-invalid', 'true');
		else input?.removeAttribute('aria-invalid');
	}

	/** The button and the fields that the choice asks for. */
	function refresh() {
		say('tickets', '');
		const verb = verbOf(event, draft.chosen);
		page.href = eventLink(event.slug, draft.chosen);
		page.hidden = verb !== 'page';
		for (const part of [fields, submit, promise]) part.hidden = verb === 'page';
		label.textContent = verb === 'request' ? 'Send request' : 'Register';
		status.textContent = verb === 'page' ? `You pay at ${new URL(host).host}, in a new tab.` : '';
		status.hidden = verb !== 'page';
	}

	refresh();
	return {
		element,
		progress(phase) {
			submit.setAttribute('aria-disabled', String(phase !== 'idle'));
			status.textContent = { idle: '', sending: 'Registering…', waiting: OFFLINE }[phase];
			status.className = phase === 'waiting' ? 'message warning' : 'small muted';
			status.hidden = phase === 'idle';
		},
		complain(complaints) {
			const places = ['tickets', 'name', 'email', 'form'] as const;
			for (const place of places) say(place, complaints[place] ?? '');
			const first = places.find((place) => complaints[place]);
			if (!first) return;
			const target = first === 'form' ? formError : element.querySelector<HTMLElement>(`#${first}`);
			// What can be had no longer may be gone from the form.
			(target ?? ticketsError).focus();
		},
	};
}

const errorLine = (place: string) =>
	h('p', { class: 'error', id: `${place}-error`, tabindex: -1, hidden: true });

/** Where the one ticket may be taken more than once, the event page has the choice. */
function moreLink(event: EmbeddedEvent): HTMLElement | null {
	const only = onlyTicket(event);
	if (!only || verbOf(event, { [only.id]: only.minPerOrder }) === 'page') return null;
	if (mostOf(only) <= only.minPerOrder) return null;
	return h(
		'p',
		{ class: 'small muted' },
		'Coming with others? ',
		outLink(eventLink(event.slug, { [only.id]: only.minPerOrder + 1 }), {}, 'Register together'),
	);
}

function field(
	key: 'name' | 'email',
	label: string,
	value: string,
	onType: (key: 'name' | 'email', value: string) => void,
	props: Parameters<typeof h>[1],
): HTMLElement {
	const input = h('input', {
		id: key,
		name: key,
		class: 'input',
		part: 'input',
		required: true,
		value,
		'aria-describedby': `${key}-error`,
		onInput: () => onType(key, input.value),
		...props,
	});
	return h('div', { class: 'field', part: 'field' }, h('label', { for: key }, label), input, errorLine(key));
}

/** With a hint for a likely slip of the keys: the tickets go to this address alone. */
function emailField(value: string, onType: (key: 'email', value: string) => void): HTMLElement {
	const hint = h('div', { role: 'status' });
	const suggest = async ({ target }: Event) => {
		const input = target as HTMLInputElement;
		const { suggestEmail } = await import('#app/features/orders/email-typo.ts');
		const meant = suggestEmail(input.value);
		const take = () => {
			input.value = meant ?? '';
			onType('email', input.value);
			hint.replaceChildren();
			input.focus();
		};
		const props = { type: 'button', class: 'suggestion', onClick: take };
		hint.replaceChildren(...(meant ? [h('button', props, `Did you mean ${meant}?`)] : []));
	};
	const element = field('email', 'Email', value, (_, typed) => onType('email', typed), {
		type: 'email',
		autocomplete: 'email',
		maxlength: 254,
		dir: 'ltr',
		// Without the hint where its file cannot be had.
		onChange: (event) => void suggest(event).catch(() => {}),
	});
	element.append(hint);
	return element;
}
