import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GroupClosingProps {
	event: MailEvent;
	groupName: string;
	/** How many places nobody has ordered, of how many. */
	open: number;
	places: number;
	deadlineAt: Date;
	/** The page of the leader; null where it is left out. */
	groupLink: string | null;
}

/** The deadline of a group is near, and not all of its places are taken. */
export const groupClosingMail: MailTemplate<GroupClosingProps> = {
	name: 'groups/closing',
	sample: {
		event: sampleEvent,
		groupName: 'Table of the Lovelaces',
		open: 3,
		places: 12,
		deadlineAt: new Date('2027-02-26T22:59:00Z'),
		groupLink: 'https://foyer.example/group/sample',
	},
	render({ event, groupName, open, places, deadlineAt, groupLink }, mail) {
		const { t, formats } = mail;
		const values = {
			event: event.title,
			group: groupName,
			count: open,
			open: formats.number(open),
			places: formats.number(places),
			until: formats.dateTime(deadlineAt, event.timeZone),
		};
		return {
			subject: t(
				msg({ message: '{count, plural, one {# spot is} other {# spots are}} still open: {event}' }),
				values,
			),
			preheader: t(msg({ message: 'Held until {until}.' }), values),
			heading: t(msg({ message: '{open} of {places} spots are still open' }), values),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Spots for {event} are held for your group until {until}. Spots that aren’t taken by then become available to others. You can remind those you invited, or share the link of your group once more.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'View my group' })), url: groupLink },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Group' })), lines: [groupName] },
					{ label: t(msg({ message: 'Held until' })), lines: [values.until] },
				]),
			],
			smallPrint: [
				t(
					msg({
						message: 'Need more time? Reply to the organiser, who can move the deadline.',
					}),
				),
			],
		};
	},
};
