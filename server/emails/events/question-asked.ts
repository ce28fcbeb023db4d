import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface QuestionAskedProps {
	event: MailEvent;
	/** The questions, as they are written. */
	questions: readonly string[];
	orderCode: string;
	/** Where they are answered; null where it is left out. */
	manageLink: string | null;
}

/** A question became required after people registered: what they still owe an answer to. */
export const questionAsked: MailTemplate<QuestionAskedProps> = {
	name: 'events/question-asked',
	sample: {
		event: sampleEvent,
		questions: ['Do you need a parking space?'],
		orderCode: 'K7QX2',
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render(props, mail) {
		const { event, questions } = props;
		const { t } = mail;
		const of = { event: event.title, organiser: event.organiserName };
		return {
			subject: t(msg({ message: 'Please answer: {event}' }), of),
			preheader: questions.join(', '),
			heading: t(msg({ message: '{organiser} has a question for you' }), of),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({ message: 'Your tickets are valid either way. Please answer before the event starts.' }),
					),
				},
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'To answer' })), lines: [...questions] },
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'Answer' })), url: props.manageLink },
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
		};
	},
};
