import { msg } from '#server/platform/messages.ts';
import {
	calendarFile,
	eventFacts,
	type MailEvent,
	ofEvent,
	sampleEvent,
	ticketButton,
} from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface OrderCancelledProps {
	event: MailEvent;
	orderCode: string;
	/** Who no longer has a place. */
	names: string[];
	/** Whether tickets of the order are left. */
	hasTicketsLeft: boolean;
	/** Null where it is left out. */
	manageLink: string | null;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest: boolean;
	/** Takes the entry out of the calendar; empty while tickets are left. */
	calendar: string;
}

export const orderCancelled: MailTemplate<OrderCancelledProps> = {
	name: 'orders/cancelled',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		names: ['Mary Somerville'],
		hasTicketsLeft: true,
		manageLink: 'https://foyer.example/my-ticket/sample',
		isForGuest: false,
		calendar: '',
	},
	render(props, mail) {
		const { event, names } = props;
		const { t } = mail;
		return {
			subject: t(msg({ message: '{count, plural, one {Ticket} other {# tickets}} cancelled: {event}' }), {
				count: names.length,
				event: event.title,
			}),
			preheader: t(msg({ message: 'Your QR codes no longer work.' })),
			heading: t(
				msg({
					message: '{count, plural, one {Your ticket is cancelled} other {Your tickets are cancelled}}',
				}),
				{
					count: names.length,
				},
			),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: props.hasTicketsLeft
						? t(
								msg({
									message:
										'These tickets for {event} are cancelled. The other tickets in your order are still valid.',
								}),
								{
									event: event.title,
								},
							)
						: t(msg({ message: 'Your registration for {event} is cancelled.' }), { event: event.title }),
				},
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Cancelled tickets' })), lines: names },
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				ticketButton(props.hasTicketsLeft ? props : { event, isForGuest: true, manageLink: null }, mail),
			],
			smallPrint: [
				t(
					msg({
						message: 'Cancelled by mistake? Register again on the event page or contact the organiser.',
					}),
				),
			],
			attachments: calendarFile('CANCEL', props.calendar),
		};
	},
};
