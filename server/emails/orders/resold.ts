import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ResoldProps {
	event: MailEvent;
	orderCode: string;
	/** Of the ticket. */
	type: string;
	currency: string;
	/** What the next guest paid, and the fee that is retained. */
	priceMinor: number;
	keepMinor: number;
	/** The page of the order; null where it is left out. */
	manageLink: string | null;
}

/** Tells a guest that another one has bought their ticket, and what goes back to them. */
export const ticketResold: MailTemplate<ResoldProps> = {
	name: 'orders/resold',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		type: 'Standard',
		currency: 'EUR',
		priceMinor: 2_400,
		keepMinor: 200,
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render({ event, orderCode, type, currency, priceMinor, keepMinor, manageLink }, mail) {
		const { t, formats } = mail;
		const backMinor = priceMinor - keepMinor;
		const values = {
			event: event.title,
			amount: formats.money(backMinor, currency),
			price: formats.money(priceMinor, currency),
			fee: formats.money(keepMinor, currency),
		};
		const heading = t(msg({ message: 'Your ticket was sold' }));
		const back =
			backMinor === 0
				? t(msg({ message: 'The fee for reselling is {fee}, so nothing is refunded.' }), values)
				: keepMinor === 0
					? t(msg({ message: 'You get {amount} back, the way you paid.' }), values)
					: t(
							msg({
								message:
									'You get {amount} back, the way you paid: {price} less the fee of {fee} for reselling.',
							}),
							values,
						);
		return {
			subject: t(msg({ message: 'Your ticket was sold: {event}' }), values),
			preheader: back,
			heading,
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Another guest has bought your ticket for {event}. It is cancelled, and its QR code no longer works.',
						}),
						values,
					),
				},
				{ kind: 'text', text: back },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Ticket' })), lines: [type] },
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'My order' })), url: manageLink },
			],
			smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
		};
	},
};
