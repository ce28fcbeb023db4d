import { msg } from '#server/platform/messages.ts';
import { APPROVAL_DAYS } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ApprovalsProps {
	event: string;
	/** The orders that wait. */
	ordersLink: string;
	settingsLink: string;
}

/** Orders of an event wait for approval: sent for the first of each day. */
export const approvalsMail: MailTemplate<ApprovalsProps> = {
	name: 'organisers/approvals',
	sample: {
		event: 'Robots for beginners',
		ordersLink: 'https://foyer.example/events/robots/orders?state=awaiting_approval',
		settingsLink: 'https://foyer.example/settings/notifications',
	},
	render({ event, ordersLink, settingsLink }, { t }) {
		const values = { event, days: APPROVAL_DAYS };
		return {
			subject: t(msg({ message: 'An order waits for your approval: {event}' }), values),
			preheader: t(
				msg({ message: 'Its tickets are held until you decide, for {days} days at most.' }),
				values,
			),
			heading: t(msg({ message: 'An order waits for your approval' })),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Approve or decline it: its tickets are held until you decide, for {days} days at most. We send one such email a day for {event}, however many orders come in.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'View orders' })), url: ordersLink },
				{ kind: 'link', label: t(msg({ message: 'Manage email notifications' })), url: settingsLink },
			],
			smallPrint: [t(msg({ message: 'You get this email because you manage orders of {event}.' }), values)],
		};
	},
};
