import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type GroupPrice, priceFact } from './price.ts';

export interface GroupLeaderProps {
	event: MailEvent;
	groupName: string;
	/** Whether the organiser made it; else the reader shared their order. */
	isByOrganiser: boolean;
	/** How many places there are to claim. */
	places: number;
	/** What each guest pays, all in; null: the places are paid. */
	price: GroupPrice | null;
	/** Until when places are held; null: no deadline. */
	deadlineAt: Date | null;
	/** The page of the leader; null where it is left out. */
	groupLink: string | null;
}

/** Gives the leader of a group the link to its page. */
export const groupLeaderMail: MailTemplate<GroupLeaderProps> = {
	name: 'groups/leader',
	sample: {
		event: sampleEvent,
		groupName: 'Table of the Lovelaces',
		isByOrganiser: true,
		places: 12,
		price: { totalMinor: 2_400, currency: 'EUR' },
		deadlineAt: new Date('2027-02-26T22:59:00Z'),
		groupLink: 'https://foyer.example/group/sample',
	},
	render({ event, groupName, isByOrganiser, places, price, deadlineAt, groupLink }, mail) {
		const { t, formats } = mail;
		const values = {
			event: event.title,
			group: groupName,
			count: places,
			until: deadlineAt ? formats.dateTime(deadlineAt, event.timeZone) : '',
		};
		const text = deadlineAt
			? t(
					msg({
						message:
							'The organiser of {event} holds {count, plural, one {# spot} other {# spots}} for your group until {until}. Share the link on the page of your group, or invite your guests there by email. Each guest orders their own spot. Spots that aren’t taken by then become available to others.',
					}),
					values,
				)
			: isByOrganiser
				? t(
						msg({
							message:
								'The organiser of {event} has set up a group for your order. Share the link on its page, or invite your guests there by email. Each guest enters their name and gets a ticket with a QR code of their own.',
						}),
						values,
					)
				: t(
						msg({
							message:
								'You’ve shared your tickets for {event} as a group. Give your guests the link on its page, or invite them there by email. Each guest enters their name and gets a ticket with a QR code of their own.',
						}),
						values,
					);
		return {
			subject: t(msg({ message: 'Your group for {event}: {group}' }), values),
			preheader: t(msg({ message: 'Share the link with your guests.' })),
			heading: t(msg({ message: 'Your group is ready' })),
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text },
				{ kind: 'button', label: t(msg({ message: 'View my group' })), url: groupLink },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Group' })), lines: [groupName] },
					{ label: t(msg({ message: 'Places' })), lines: [formats.number(places)] },
					...(price ? [priceFact(price, mail)] : []),
					...(deadlineAt ? [{ label: t(msg({ message: 'Held until' })), lines: [values.until] }] : []),
				]),
				...(deadlineAt
					? []
					: [
							{
								kind: 'text' as const,
								text: t(
									msg({
										message: 'Until a spot is claimed, its ticket is yours and valid with your own QR code.',
									}),
								),
							},
						]),
			],
			smallPrint: [
				t(
					msg({
						message:
							'Don’t share the link in this email: anyone who has it can manage the group. The link for your guests is on that page.',
					}),
				),
			],
		};
	},
};
