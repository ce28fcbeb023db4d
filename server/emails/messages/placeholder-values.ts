import { msg } from '#server/platform/messages.ts';
import type { Block } from '../kit/content.ts';
import { type MailEvent, ticketButton, whenLines } from '../kit/event-facts.ts';
import type { MailContext } from '../kit/render-mail.ts';
import { firstNameOf, type PlaceholderValues } from './prose.ts';

/** Who reads words of an organiser. */
export interface Reader {
	event: MailEvent;
	/** Empty: not known. */
	name: string;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest?: boolean | undefined;
	ticketCount?: number;
	/** The page of their tickets; null: they have none, or it is left out. */
	manageLink: string | null;
}

/** The values of placeholders for a reader, in their language. */
export function placeholderValues(
	{ event, name, isForGuest = false, ticketCount, manageLink }: Reader,
	mail: MailContext,
): PlaceholderValues {
	const ticket = { event, isForGuest, manageLink, ...(ticketCount !== undefined && { ticketCount }) };
	const button = ticketButton(ticket, mail) as Extract<Block, { kind: 'button' }>;
	const fallback = mail.t(
		msg({ message: 'there', comment: 'Stands for the first name of a guest without one: Hello there' }),
	);
	return {
		firstName: firstNameOf(name, fallback),
		eventTitle: event.title,
		eventDate: whenLines(event, mail).join(', '),
		organiser: event.organiserName,
		ticketLink: button.url,
		ticketLabel: button.label,
	};
}
