import type { Refusal } from '../kit/call.ts';
import { formats } from '../kit/facts.ts';
import type { Complaints } from './check-order.ts';
import type { EmbeddedTicket } from './choice.ts';
import type { Order } from './send.ts';

/** Why the order was refused, each reason at its part of the form. */
export function complaintsOf(
	refusal: Refusal,
	{ items, tickets, timeZone }: { items: Order['items']; tickets: EmbeddedTicket[]; timeZone: string },
): Complaints {
	const complaints: Complaints = {};
	const rule = ruleText(refusal, tickets, timeZone);
	if (rule) return { [refusal.metadata.ticketTypeId ? 'tickets' : 'form']: rule };
	for (const { field, message } of refusal.details) {
		const line = /^items\.(\d+)\b/.exec(field)?.[1];
		const name = tickets.find(({ id }) => id === items[Number(line)]?.ticketTypeId)?.name;
		const place = field.startsWith('items')
			? 'tickets'
			: field.startsWith('buyer.name')
				? 'name'
				: field.startsWith('buyer.email')
					? 'email'
					: 'form';
		complaints[place] ??= name ? `${name}: ${message}` : message;
	}
	return refusal.details.length > 0 ? complaints : { form: codeText(refusal) };
}

/** Rules by their stable names; one that is not known here is shown in the server's own sentence. */
function ruleText({ metadata, code, message }: Refusal, tickets: EmbeddedTicket[], timeZone: string) {
	const name = tickets.find(({ id }) => id === metadata.ticketTypeId)?.name ?? 'This ticket';
	const count = (key: string) => formats().number(Number(metadata[key] ?? 0));
	switch (metadata.rule) {
		case 'sold-out':
			return Number(metadata.left ?? 0) > 0
				? `Only ${count('left')} left of ${name}.`
				: `${name} is sold out.`;
		case 'price-changed':
			return 'The price has changed. Check your choice. Tickets that cost money are sold on the event page.';
		case 'not-on-sale-yet':
			return `${name} isn’t on sale yet. It opens ${formats().dateTime(String(metadata.salesStartAt), timeZone)}.`;
		case 'sale-ended':
			return `Registration for ${name} has ended.`;
		case 'ticket-type-closed':
			return `${name} is no longer available.`;
		case 'below-minimum':
			return `${name}: minimum ${count('minPerOrder')} per order.`;
		case 'above-maximum':
			return `${name}: limit ${count('maxPerOrder')} per order.`;
		default:
			return code === 'BUSINESS_RULE_VIOLATION' ? message : '';
	}
}

/** What passes says when to try again; whatever was typed is still there, and the key of the order with it. */
function codeText({ code, message, retryAfterSeconds }: Refusal): string {
	const isBusy = code.startsWith('RATE_LIMIT');
	if (isBusy || retryAfterSeconds > 0) {
		const when = retryAfterSeconds > 0 ? `in ${waitText(retryAfterSeconds)}` : 'in a minute';
		return isBusy
			? `Too many registrations from your network right now. Try again ${when}.`
			: `The site is very busy right now. Try again ${when}.`;
	}
	if (code === 'NETWORK_ERROR')
		return 'No connection. Your details are still here, and trying again won’t register you twice.';
	return message || 'Something went wrong. Please try again.';
}

function waitText(seconds: number): string {
	if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
