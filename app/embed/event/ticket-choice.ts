import { mostOf, settleQuantity, ticketsIn } from '#app/features/orders/sale-lines.ts';
import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { h } from '../kit/dom.ts';
import { formats } from '../kit/facts.ts';
import { type EmbeddedTicket, onlyTicket, type Quantities } from './choice.ts';

/**
 * What is on offer, each with its price, its state and how many to take. One ticket alone is taken once, and shown only where there is
 * something to say of it.
 * @param chosen is changed as the reader chooses
 */
export function ticketChoice(
	event: EmbeddedEvent,
	chosen: Quantities,
	onChange: () => void,
): HTMLElement | null {
	const only = onlyTicket(event);
	const tickets = ticketsIn(event.tickets);
	const addOns = event.tickets.filter(({ kind }) => kind === 'add_on');
	if (only && addOns.length === 0 && notesOf(only, event.timeZone) === '' && !only.description) return null;
	const list = (of: EmbeddedTicket[]) =>
		h('ul', {}, ...of.map((ticket) => line(ticket, ticket === only, event.timeZone, chosen, onChange)));
	return h(
		'fieldset',
		{ class: 'tickets', part: 'tickets', tabindex: -1, id: 'tickets', 'aria-describedby': 'tickets-error' },
		h('legend', { class: 'unseen' }, 'Tickets'),
		list(tickets),
		addOns.length > 0 && h('p', { class: 'group' }, 'Add-ons'),
		addOns.length > 0 && list(addOns),
	);
}

function line(
	ticket: EmbeddedTicket,
	isOnly: boolean,
	timeZone: string,
	chosen: Quantities,
	onChange: () => void,
): HTMLElement {
	const { id, name, description, totalMinor, kind, currency } = ticket;
	const amount = totalMinor > 0 ? formats().money(totalMinor, currency) : 'Free';
	const price = kind === 'donation' ? (totalMinor > 0 ? `From ${amount}` : 'Donation') : amount;
	const notes = notesOf(ticket, timeZone);
	return h(
		'li',
		{},
		h(
			'div',
			{},
			h('p', { class: 'name', dir: 'auto' }, name),
			h('p', { class: 'muted small' }, price, notes && h('span', {}, ` · ${notes}`)),
			description && h('p', { class: 'muted small about', dir: 'auto' }, description),
		),
		mostOf(ticket) === 0
			? h('span', { class: 'badge' }, gone[ticket.state] ?? 'Not available')
			: !isOnly &&
					stepper(ticket, chosen[id] ?? 0, (quantity) => {
						chosen[id] = quantity;
						onChange();
					}),
	);
}

const gone: Partial<Record<EmbeddedTicket['state'], string>> = {
	sold_out: 'Sold out',
	on_sale: 'Sold out',
	not_yet: 'Not yet',
	ended: 'Ended',
};

/** What is to be known before a ticket is taken, in few words. */
function notesOf(ticket: EmbeddedTicket, timeZone: string): string {
	const { left, admits, minPerOrder, needsApproval, state, salesStartAt } = ticket;
	return [
		state === 'on_sale' && left !== null && `${formats().number(left)} left`,
		state === 'not_yet' && salesStartAt && `Opens ${formats().dateTime(salesStartAt, timeZone)}`,
		admits > 1 && `Admits ${admits}`,
		minPerOrder > 1 && `At least ${minPerOrder}`,
		needsApproval && 'Needs approval',
	]
		.filter(Boolean)
		.join(' · ');
}

/** A number between two buttons. By keyboard it is one stop, which arrows and digits change. */
function stepper(ticket: EmbeddedTicket, before: number, onChange: (quantity: number) => void): HTMLElement {
	let quantity = before;
	const set = (wanted: number) => {
		quantity = settleQuantity(ticket, wanted, quantity);
		input.value = String(quantity);
		less.setAttribute('aria-disabled', String(quantity === 0));
		more.setAttribute('aria-disabled', String(quantity >= mostOf(ticket)));
		onChange(quantity);
	};
	const button = (label: string, sign: string, step: number, isOff: boolean) =>
		h(
			'button',
			{
				type: 'button',
				tabindex: -1,
				'aria-label': `${label}, ${ticket.name}`,
				'aria-disabled': String(isOff),
				onClick: () => set(quantity + step),
			},
			sign,
		);
	const less = button('Fewer', '−', -1, before === 0);
	const more = button('More', '+', 1, before >= mostOf(ticket));
	const input = h('input', {
		type: 'number',
		inputmode: 'numeric',
		min: 0,
		max: mostOf(ticket),
		step: 1,
		value: before,
		autocomplete: 'off',
		'aria-label': `Quantity, ${ticket.name}`,
		onChange: () => set(input.valueAsNumber || 0),
		onKeydown: (event) => {
			const step = { ArrowUp: 1, ArrowDown: -1 }[(event as KeyboardEvent).key];
			if (step === undefined) return;
			event.preventDefault();
			set(quantity + step);
		},
	});
	return h('div', { class: 'stepper' }, less, input, more);
}
