import { msg } from '#server/platform/messages.ts';
import { eventFacts, fromOrganiser, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface RefundOwedProps {
	event: MailEvent;
	orderCode: string;
	currency: string;
	amountMinor: number;
	/** The money came when the tickets were gone. */
	isLatePayment: boolean;
	/** The organiser's words. */
	note: string;
	/** The buyer has said before where money is to be sent. */
	hasAccount: boolean;
	manageLink: string | null;
}

/** An organiser owes a buyer money that no provider returns, and asks where it is to be sent. */
export const refundOwed: MailTemplate<RefundOwedProps> = {
	name: 'orders/refund-owed',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		currency: 'EUR',
		amountMinor: 2_400,
		isLatePayment: false,
		note: 'The balcony stays closed that evening.',
		hasAccount: false,
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render({ event, orderCode, currency, amountMinor, isLatePayment, note, hasAccount, manageLink }, mail) {
		const { t, formats } = mail;
		const values = { amount: formats.money(amountMinor, currency), event: event.title };
		const next = hasAccount
			? t(msg({ message: 'The organiser sends it to the account that you entered.' }))
			: t(msg({ message: 'Enter the bank account that the organiser should send it to.' }));
		return {
			subject: hasAccount
				? t(msg({ message: 'Refund of {amount}: {event}' }), values)
				: t(msg({ message: 'Where should {amount} go? Refund: {event}' }), values),
			preheader: next,
			heading: t(msg({ message: 'You get {amount} back' }), values),
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
						: t(msg({ message: 'The organiser of {event} refunds {amount}.' }), values),
				},
				...(note === '' ? [] : [{ kind: 'quote' as const, text: note }]),
				{ kind: 'text', text: next },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				{
					kind: 'button',
					label: hasAccount ? t(msg({ message: 'My order' })) : t(msg({ message: 'Enter bank details' })),
					url: manageLink,
				},
			],
			smallPrint: [t(msg({ message: 'You get another email when the money was sent.' }))],
		};
	},
};
