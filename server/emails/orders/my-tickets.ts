import { msg } from '#server/platform/messages.ts';
import type { Block } from '../kit/content.ts';
import { eventFacts, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface MyTicketsProps {
	events: MailEvent[];
	/** The link of each event's order; null where they are left out. */
	manageLinks: string[] | null;
}

export const myTickets: MailTemplate<MyTicketsProps> = {
	name: 'orders/my-tickets',
	sample: { events: [sampleEvent], manageLinks: ['https://foyer.example/my-ticket/sample'] },
	render(props, mail) {
		const { t, productName } = mail;
		const count = props.events.length;
		return {
			subject: t(msg({ message: '{count, plural, one {Your ticket} other {Your tickets}}' }), { count }),
			preheader: props.events.map(({ title }) => title).join(', '),
			heading: t(msg({ message: '{count, plural, one {Your ticket} other {Your tickets}}' }), { count }),
			blocks: [
				{
					kind: 'text',
					text: t(msg({ message: 'You (or someone) asked for the tickets registered with this email.' })),
				},
				...props.events.flatMap((event, index): Block[] => [
					{ kind: 'facts', rows: [{ label: t(msg({ message: 'Event' })), lines: [event.title] }] },
					eventFacts(event, mail, []),
					{
						kind: 'button',
						label: t(msg({ message: 'My ticket' })),
						url: props.manageLinks?.[index] ?? null,
					},
				]),
			],
			smallPrint: [
				t(
					msg({
						message:
							'Don’t share these links: anyone who has them can use your tickets. Didn’t ask {productName} for this? Ignore this email.',
					}),
					{ productName },
				),
			],
		};
	},
};
