import { msg } from '#server/platform/messages.ts';
import { eventFacts, headedBy, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ApprovalProps {
	event: MailEvent;
	orderCode: string;
	/** `approved`: of an order that is to be paid; of a free one its confirmation tells. */
	state: 'asked' | 'approved' | 'declined' | 'lapsed';
	/** Ticket types, each with how many. */
	tickets: { typeName: string; count: number }[];
	currency: string;
	totalMinor: number;
	/** `asked`: when the organiser has decided at the latest. `approved`: until when it can be paid. */
	until: Date | null;
	/** The organiser's words. */
	message: string;
	/** `lapsed`: the event was cancelled meanwhile. */
	isEventCancelled: boolean;
	/** The built-in gateway: no real money moves. */
	isTest: boolean;
	manageLink: string | null;
	payLink: string | null;
}

/** Tells a buyer how their order stands that needs the organiser's approval. */
export const orderApproval: MailTemplate<ApprovalProps> = {
	name: 'orders/approval',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		state: 'approved',
		tickets: [{ typeName: 'Standard', count: 2 }],
		currency: 'EUR',
		totalMinor: 4_800,
		until: new Date('2027-03-04T18:00:00Z'),
		message: '',
		isEventCancelled: false,
		isTest: true,
		manageLink: 'https://foyer.example/my-ticket/sample',
		payLink: 'https://foyer.example/checkout/sample',
	},
	render(props, mail) {
		const { event, orderCode, state, tickets, totalMinor, until, message, manageLink, payLink } = props;
		const { t, formats } = mail;
		const values = {
			event: event.title,
			amount: formats.money(totalMinor, props.currency),
			until: until ? formats.dateTime(until, event.timeZone) : '',
		};
		const isPayable = state === 'approved' && totalMinor > 0;
		const allTexts = {
			asked: {
				subject: t(msg({ message: 'Request sent: {event}' }), values),
				heading: t(msg({ message: 'Your request is with the organiser' })),
				text:
					totalMinor > 0
						? t(
								msg({
									message:
										'The organiser approves each order for {event}. Your tickets are held until then, and you pay nothing yet. We email you when they have decided, by {until} at the latest.',
								}),
								values,
							)
						: t(
								msg({
									message:
										'The organiser approves each order for {event}. Your tickets are held until then. We email you when they have decided, by {until} at the latest.',
								}),
								values,
							),
			},
			approved: {
				subject: t(msg({ message: 'Approved, please pay {amount}: {event}' }), values),
				heading: t(msg({ message: 'The organiser approved your request' })),
				text: t(
					msg({
						message: 'Pay {amount} by {until} and your tickets are yours. They are held for you until then.',
					}),
					values,
				),
			},
			declined: {
				subject: t(msg({ message: 'Request declined: {event}' }), values),
				heading: t(msg({ message: 'The organiser declined your request' })),
				text:
					message === ''
						? t(msg({ message: 'Your request for {event} was declined. Nothing was charged.' }), values)
						: t(msg({ message: 'The organiser of {event} wrote:' }), values),
			},
			lapsed: {
				subject: t(msg({ message: 'Request not answered: {event}' }), values),
				heading: t(msg({ message: 'Your request ended without an answer' })),
				text: props.isEventCancelled
					? t(
							msg({
								message: '{event} was cancelled, so your tickets are no longer held. Nothing was charged.',
							}),
							values,
						)
					: t(
							msg({
								message:
									'The organiser of {event} didn’t decide in time, so your tickets are no longer held. Nothing was charged. You can send another request if tickets are left.',
							}),
							values,
						),
			},
		};
		const texts = allTexts[state] ?? allTexts.asked;
		return {
			...headedBy(texts, event, mail),
			blocks: [
				...testModeNote(props.isTest && isPayable, mail),
				{ kind: 'text', text: texts.text },
				...(message === '' ? [] : [{ kind: 'quote' as const, text: message }]),
				...(isPayable
					? [{ kind: 'button' as const, label: t(msg({ message: 'Pay {amount}' }), values), url: payLink }]
					: []),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{
						label: t(msg({ message: 'Tickets' })),
						lines: tickets.map(({ typeName, count }) => `${formats.number(count)} × ${typeName}`),
					},
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				...(isPayable
					? []
					: [{ kind: 'button' as const, label: t(msg({ message: 'View my request' })), url: manageLink }]),
			],
			smallPrint: [
				isPayable
					? t(msg({ message: 'If you don’t pay in time, the tickets go back on sale.' }))
					: t(msg({ message: 'Questions? Reply to the organiser with your order number.' })),
			],
		};
	},
};
