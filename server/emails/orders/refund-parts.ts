import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailContext } from '../kit/render-mail.ts';

/** What every mail about a refund says. */
export interface RefundFacts {
	event: MailEvent;
	orderCode: string;
	currency: string;
	amountMinor: number;
	/** The money came when the tickets were gone. */
	isLatePayment: boolean;
	/** The organiser's words. */
	note: string;
	manageLink: string | null;
}

export const sampleRefund: RefundFacts = {
	event: sampleEvent,
	orderCode: 'K7QX2',
	currency: 'EUR',
	amountMinor: 2_400,
	isLatePayment: false,
	note: 'The balcony stays closed that evening.',
	manageLink: 'https://foyer.example/my-ticket/sample',
};

/** Amount and event for the texts of a refund. */
export const refundValues = ({ event, amountMinor, currency }: RefundFacts, { formats }: MailContext) => ({
	amount: formats.money(amountMinor, currency),
	event: event.title,
});

/** Subject, sender and the blocks of a mail about a refund. @param next what happens now: the line below the reason */
export function refundMail(refund: RefundFacts, mail: MailContext, say: { isSent: boolean; next: string }) {
	const { t } = mail;
	const values = refundValues(refund, mail);
	const { event, isLatePayment, note, orderCode } = refund;
	const reason = isLatePayment
		? t(
				msg({
					message:
						'Your payment for {event} came after your hold had ended, and the tickets were gone by then. You get the whole amount back.',
				}),
				values,
			)
		: say.isSent
			? t(msg({ message: 'The organiser of {event} has refunded {amount}.' }), values)
			: t(msg({ message: 'The organiser of {event} refunds {amount}.' }), values);
	return {
		subject: t(msg({ message: 'Refund of {amount}: {event}' }), values),
		preheader: say.next,
		...ofEvent(event, mail),
		blocks: [
			{ kind: 'text' as const, text: reason },
			...(note === '' ? [] : [{ kind: 'quote' as const, text: note }]),
			{ kind: 'text' as const, text: say.next },
			eventFacts({ ...event, onlineUrl: '' }, mail, [
				{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
			]),
		],
	};
}
