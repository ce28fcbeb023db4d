import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface RefundRequestProps {
	event: MailEvent;
	orderCode: string;
	currency: string;
	/** The refundable amount of the tickets at the time of the request. */
	wantedMinor: number;
	state: 'open' | 'declined' | 'withdrawn';
	/** The organiser's words. */
	answer: string;
	manageLink: string | null;
	/** The organiser has not decided for days; null: a request that was just made, or answered. */
	waiting: {
		requestedAt: Date;
		/** Where answers to this mail go; null: nowhere. */
		replyTo: string | null;
		/** A page to write to the organiser at; null: there is none. */
		contactLink: string | null;
	} | null;
}

/** Tells a buyer how their request for a refund stands. Of a granted one the refund itself tells. */
export const refundRequest: MailTemplate<RefundRequestProps> = {
	name: 'orders/refund-request',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		currency: 'EUR',
		wantedMinor: 2_400,
		state: 'declined',
		answer: 'The deadline passed last week, and the kitchen has ordered for you.',
		manageLink: 'https://foyer.example/my-ticket/sample',
		waiting: null,
	},
	render({ event, orderCode, currency, wantedMinor, state, answer, manageLink, waiting }, mail) {
		const { t, formats } = mail;
		const values = {
			...{ amount: formats.money(wantedMinor, currency), event: event.title },
			day: waiting ? formats.date(waiting.requestedAt, event.timeZone) : '',
		};
		const next = t(msg({ message: 'Your tickets are still valid.' }));
		const allTexts = {
			open: {
				subject: t(msg({ message: 'Refund requested: {event}' }), values),
				heading: t(msg({ message: 'Your request is with the organiser' })),
				text: t(
					msg({
						message:
							'You asked for a refund of up to {amount} for {event}. Your tickets are valid until the organiser has decided. We email you then.',
					}),
					values,
				),
			},
			declined: {
				subject: t(msg({ message: 'Refund declined: {event}' }), values),
				heading: t(msg({ message: 'The organiser declined your refund' })),
				text: t(msg({ message: 'The organiser of {event} answered your request for a refund:' }), values),
			},
			waiting: {
				subject: t(msg({ message: 'Refund not decided yet: {event}' }), values),
				heading: t(msg({ message: 'Your request is still with the organiser' })),
				text: t(
					msg({
						message:
							'On {day} you asked for a refund of up to {amount} for {event}. The organiser hasn’t decided yet, and we have reminded them. Your tickets are valid until they decide. We email you then.',
					}),
					values,
				),
			},
			withdrawn: {
				subject: t(msg({ message: 'Refund request cancelled: {event}' }), values),
				heading: t(msg({ message: 'You keep your tickets' })),
				text: t(msg({ message: 'You cancelled your request for a refund for {event}.' }), values),
			},
		};
		const texts = allTexts[waiting ? 'waiting' : state] ?? allTexts.open;
		return {
			subject: texts.subject,
			preheader: next,
			heading: texts.heading,
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text: texts.text },
				...(answer === '' ? [] : [{ kind: 'quote' as const, text: answer }]),
				...(state === 'open' ? [] : [{ kind: 'text' as const, text: next }]),
				...(waiting?.replyTo
					? [
							{
								kind: 'text' as const,
								text: t(
									msg({ message: 'To reach the organiser, reply to this email or write to {replyTo}.' }),
									waiting,
								),
							},
						]
					: []),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'My order' })), url: manageLink },
				...(waiting?.contactLink
					? [
							{
								kind: 'link' as const,
								label: t(msg({ message: 'Contact {organiser}' }), { organiser: event.organiserName }),
								url: waiting.contactLink,
							},
						]
					: []),
			],
			smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
		};
	},
};
