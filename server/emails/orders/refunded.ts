import { msg } from '#server/platform/messages.ts';
import type { RefundWay } from '#shared/rules/payment-states.ts';
import { eventFacts, fromOrganiser, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface RefundedProps {
	event: MailEvent;
	orderCode: string;
	currency: string;
	amountMinor: number;
	/** The money came when the tickets were gone. */
	isLatePayment: boolean;
	/** The organiser's words. */
	note: string;
	isTest: boolean;
	/** How the organiser sent it; null: it goes back the way it came. */
	sentWay: RefundWay | null;
	manageLink: string | null;
}

/** Money is on its way back to a buyer. */
export const orderRefunded: MailTemplate<RefundedProps> = {
	name: 'orders/refunded',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		currency: 'EUR',
		amountMinor: 2_400,
		isLatePayment: false,
		note: 'The balcony stays closed that evening.',
		isTest: false,
		sentWay: null,
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render(
		{ event, orderCode, currency, amountMinor, isLatePayment, note, isTest, sentWay, manageLink },
		mail,
	) {
		const { t, formats } = mail;
		const values = { amount: formats.money(amountMinor, currency), event: event.title };
		const way =
			sentWay === null
				? t(msg({ message: 'It goes back the way you paid, usually within 10 days.' }))
				: sentWay === 'transfer'
					? t(msg({ message: 'The organiser sent it to your bank account.' }))
					: sentWay === 'cash'
						? t(msg({ message: 'The organiser paid it in cash.' }))
						: t(msg({ message: 'The organiser returned it.' }));
		return {
			subject: t(msg({ message: 'Refund of {amount}: {event}' }), values),
			preheader: way,
			heading: t(msg({ message: '{amount} is on its way back to you' }), values),
			hue: event.hue,
			fromName: fromOrganiser(event, mail),
			blocks: [
				{
					kind: 'text',
					text: isLatePayment
						? t(
								msg({
									message:
										'Your payment for {event} came after your hold had ended, and the tickets were gone by then. You get the whole amount back.',
								}),
								values,
							)
						: t(msg({ message: 'The organiser of {event} has refunded {amount}.' }), values),
				},
				...(note === '' ? [] : [{ kind: 'quote' as const, text: note }]),
				{ kind: 'text', text: way },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				...testModeNote(isTest, mail),
				{ kind: 'button', label: t(msg({ message: 'My order' })), url: manageLink },
			],
			smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
		};
	},
};
