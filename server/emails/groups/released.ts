import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GroupReleasedProps {
	event: MailEvent;
	groupName: string;
	leaderName: string;
}

/** The leader of a group released the place of the reader. */
export const groupReleasedMail: MailTemplate<GroupReleasedProps> = {
	name: 'groups/released',
	sample: { event: sampleEvent, groupName: 'Table of the Lovelaces', leaderName: 'Ada Lovelace' },
	render({ event, groupName, leaderName }, mail) {
		const { t } = mail;
		const values = { event: event.title, group: groupName, leader: leaderName };
		return {
			subject: t(msg({ message: 'Your ticket is no longer valid: {event}' }), values),
			preheader: t(msg({ message: '{leader} released your spot.' }), values),
			heading: t(msg({ message: 'Your spot was released' })),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{leader}, who leads the group “{group}”, released your spot for {event}. Your ticket and its QR code are no longer valid.',
						}),
						values,
					),
				},
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Group' })), lines: [groupName] },
				]),
				{ kind: 'button', label: t(msg({ message: 'View event' })), url: event.url },
			],
			smallPrint: [t(msg({ message: 'Is this a mistake? Ask {leader} to invite you again.' }), values)],
		};
	},
};
