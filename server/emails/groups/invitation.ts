import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type GroupPrice, priceFact } from './price.ts';

export interface GroupInvitationProps {
	event: MailEvent;
	groupName: string;
	leaderName: string;
	/** Of the ticket. */
	type: string;
	isReminder: boolean;
	/** What the reader pays, all in; null: their ticket is paid. */
	price: GroupPrice | null;
	/** Until when places are held; null: as long as there are some. */
	deadlineAt: Date | null;
	/** Null where it is left out. */
	claimLink: string | null;
}

/** The leader of a group invites the reader to claim a place of it. */
export const groupInvitationMail: MailTemplate<GroupInvitationProps> = {
	name: 'groups/invitation',
	sample: {
		event: sampleEvent,
		groupName: 'Table of the Lovelaces',
		leaderName: 'Ada Lovelace',
		type: 'Standard',
		isReminder: false,
		price: null,
		deadlineAt: null,
		claimLink: 'https://foyer.example/claim/sample',
	},
	render({ event, groupName, leaderName, type, isReminder, price, deadlineAt, claimLink }, mail) {
		const { t, formats } = mail;
		const values = {
			event: event.title,
			group: groupName,
			leader: leaderName,
			until: deadlineAt ? formats.dateTime(deadlineAt, event.timeZone) : '',
		};
		const invited = price
			? t(
					msg({
						message:
							'{leader} invites you to come to {event} with “{group}”. A number of spots is held for the group. Order yours, and we’ll email you your ticket.',
					}),
					values,
				)
			: t(
					msg({
						message:
							'{leader} has a ticket for {event} for you, with “{group}”. Enter your name to claim it, and we’ll email you your QR code.',
					}),
					values,
				);
		const cost = !price
			? t(msg({ message: 'It is already paid for: it costs you nothing.' }))
			: price.totalMinor === 0
				? t(msg({ message: 'It costs you nothing.' }))
				: t(msg({ message: 'Your spot costs {price}. You pay for it yourself.' }), {
						price: formats.money(price.totalMinor, price.currency),
					});
		return {
			subject: isReminder
				? t(msg({ message: 'Reminder: {leader} invites you to {event}' }), values)
				: t(msg({ message: '{leader} invites you to {event}' }), values),
			preheader: cost,
			heading: t(msg({ message: '{leader} invites you' }), values),
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text: invited },
				{ kind: 'text', text: cost },
				{ kind: 'button', label: t(msg({ message: 'Claim my spot' })), url: claimLink },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Group' })), lines: [groupName] },
					{ label: t(msg({ message: 'Ticket' })), lines: [type] },
					...(price ? [priceFact(price, mail)] : []),
					...(deadlineAt ? [{ label: t(msg({ message: 'Held until' })), lines: [values.until] }] : []),
				]),
			],
			smallPrint: [
				t(
					msg({
						message:
							'Spots go to those who claim them first. Don’t know {leader}, or can’t come? Ignore this email. Don’t share the link: anyone who has it can claim your spot.',
					}),
					values,
				),
			],
		};
	},
};
