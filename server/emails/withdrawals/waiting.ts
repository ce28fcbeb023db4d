import { msg } from '#server/platform/messages.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface WaitingWithdrawalProps {
	/** The organisation. */
	organiser: string;
	name: string;
	reference: string;
	receivedAt: Date;
	timeZone: string;
	link: string;
	settingsLink: string;
}

/** To members who make refunds: a statement needs their decision. */
export const waitingWithdrawalMail: MailTemplate<WaitingWithdrawalProps> = {
	name: 'organisers/withdrawal',
	sample: {
		organiser: 'Small Machines e.V.',
		name: 'Ada Lovelace',
		reference: 'K7QX2M',
		receivedAt: new Date('2031-05-02T10:00:00Z'),
		timeZone: 'Europe/Berlin',
		link: 'https://foyer.example/money/withdrawals',
		settingsLink: 'https://foyer.example/settings/notifications',
	},
	render({ organiser, name, reference, receivedAt, timeZone, link, settingsLink }, mail) {
		const { t, formats, productName } = mail;
		const values = {
			organiser,
			days: WITHDRAWAL_DAYS,
			name,
			reference,
			productName,
			time: formats.dateTime(receivedAt, timeZone),
		};
		return {
			subject: t(msg({ message: 'A withdrawal needs your decision: {reference}' }), values),
			preheader: t(msg({ message: 'Accept it, or decline it with a few words.' })),
			heading: t(msg({ message: 'A withdrawal needs your decision' })),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'On {time}, {name} withdrew from contract {reference}. It could not be settled at once. Where the right of withdrawal holds, the refund is due within {days} days of that date.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'View withdrawal' })), url: link },
				{ kind: 'link', label: t(msg({ message: 'Manage email notifications' })), url: settingsLink },
			],
			smallPrint: [
				t(
					msg({
						message: 'You get this email because you can make refunds for {organiser} on {productName}.',
					}),
					values,
				),
			],
		};
	},
};
