import { msg } from '#server/platform/messages.ts';
import { eventFacts, fromOrganiser, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface EventPostponedProps {
	event: MailEvent;
	/** The organiser's own words, or empty. */
	message: string;
	orderCode: string;
	/** Null where it is left out. */
	manageLink: string | null;
}

export const eventPostponed: MailTemplate<EventPostponedProps> = {
	name: 'events/postponed',
	sample: {
		event: sampleEvent,
		message: '',
		orderCode: 'K7QX2',
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render(props, mail) {
		const { event, message } = props;
		const { t } = mail;
		return {
			subject: t(msg({ message: 'Postponed: {event}' }), { event: event.title }),
			preheader: t(msg({ message: 'Your tickets are still valid for the new date.' })),
			heading: t(msg({ message: '{event} is postponed' }), { event: event.title }),
			hue: event.hue,
			fromName: fromOrganiser(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{organiser} has postponed this event. Your tickets will be valid for the new date. Can’t make it? You can cancel your registration.',
						}),
						{ organiser: event.organiserName },
					),
				},
				...(message.trim() === '' ? [] : [{ kind: 'quote' as const, text: message }]),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'My tickets' })), url: props.manageLink },
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
		};
	},
};
