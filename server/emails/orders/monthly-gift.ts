import { msg } from '#server/platform/messages.ts';
import { type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';

/**
 * What happened to a monthly donation: charged, refused by the card, in need of a confirmation by the bank, stopped by its donor, ended
 * after the last refusal, stopped by the organiser or with the event.
 */
export const monthlyGiftNews = [
	'charged',
	'refused',
	'confirm',
	'payer',
	'unpaid',
	'organiser',
	'event-cancelled',
] as const;
export type MonthlyGiftNews = (typeof monthlyGiftNews)[number];

export interface MonthlyGiftProps {
	news: MonthlyGiftNews;
	event: MailEvent;
	/** What the card is charged each month. */
	amountMinor: number;
	currency: string;
	/** When the card is charged next; null: no more, or not known. */
	nextAt: Date | null;
	isTest: boolean;
	/** The donor's page of the monthly donation; null where links are left out. */
	giftLink: string | null;
	/** The donation that was charged, with its receipt; null: none. */
	orderLink: string | null;
}

function textsOf({ news, event, currency, amountMinor, nextAt }: MonthlyGiftProps, mail: MailContext) {
	const { t, formats } = mail;
	const values = {
		amount: formats.money(amountMinor, currency),
		event: event.title,
		organiser: event.organiserName,
		next: nextAt ? formats.date(nextAt, event.timeZone) : '',
	};
	const open = t(msg({ message: 'Manage monthly donation' }));
	const again = t(msg({ message: 'Your card won’t be charged any more. Thank you for what you gave.' }));
	switch (news) {
		case 'charged':
			return {
				subject: t(msg({ message: 'Thank you for your monthly donation: {event}' }), values),
				body: nextAt
					? t(
							msg({
								message:
									'Your donation of {amount} to {event} has arrived. Your card is charged next on {next}.',
							}),
							values,
						)
					: t(msg({ message: 'Your donation of {amount} to {event} has arrived.' }), values),
				button: open,
			};
		case 'refused':
			return {
				subject: t(msg({ message: 'Your monthly donation was declined: {event}' }), values),
				body: t(
					msg({
						message:
							'Your card was declined for {amount}. We’ll try it again in the next days. You can also pay with another card, change the amount, or stop.',
					}),
					values,
				),
				button: t(msg({ message: 'Pay with another card' })),
			};
		case 'confirm':
			return {
				subject: t(msg({ message: 'Confirm your monthly donation: {event}' }), values),
				body: t(
					msg({
						message: 'Your bank asks you to confirm the payment of {amount}. Open your donation to do that.',
					}),
					values,
				),
				button: t(msg({ message: 'Confirm payment' })),
			};
		case 'unpaid':
			return {
				subject: t(msg({ message: 'Your monthly donation has ended: {event}' }), values),
				body: t(
					msg({
						message:
							'Your card was declined again for {amount}, so your monthly donation to {event} has ended. Nothing more is charged. You can start a new one on the event page.',
					}),
					values,
				),
				button: t(msg({ message: 'View event' })),
			};
		case 'organiser':
			return {
				subject: t(msg({ message: 'Your monthly donation has ended: {event}' }), values),
				body: `${t(msg({ message: '{organiser} has stopped your monthly donation to {event}.' }), values)} ${again}`,
				button: t(msg({ message: 'View event' })),
			};
		case 'event-cancelled':
			return {
				subject: t(msg({ message: 'Your monthly donation has ended: {event}' }), values),
				body: `${t(msg({ message: '{event} was cancelled, so your monthly donation has ended.' }), values)} ${again}`,
				button: t(msg({ message: 'View event' })),
			};
		default:
			return {
				subject: t(msg({ message: 'Your monthly donation has ended: {event}' }), values),
				body: `${t(msg({ message: 'You stopped your monthly donation to {event}.' }), values)} ${again}`,
				button: t(msg({ message: 'View event' })),
			};
	}
}

/** To a donor who gives each month. */
export const monthlyGift: MailTemplate<MonthlyGiftProps> = {
	name: 'orders/monthly-gift',
	sample: {
		news: 'charged',
		event: sampleEvent,
		amountMinor: 2_000,
		currency: 'EUR',
		nextAt: new Date('2027-04-12T18:30:00Z'),
		isTest: false,
		giftLink: 'https://foyer.example/agreements/sample',
		orderLink: 'https://foyer.example/my-ticket/sample',
	},
	render(props, mail) {
		const { event, news, giftLink, orderLink } = props;
		const { t } = mail;
		const { subject, body, button } = textsOf(props, mail);
		const isOver = !['charged', 'refused', 'confirm'].includes(news);
		return {
			subject,
			preheader: body,
			heading: event.title,
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text: body },
				...testModeNote(props.isTest, mail),
				...(news === 'charged'
					? [
							{
								kind: 'button' as const,
								label: t(msg({ message: 'View donation and receipt' })),
								url: orderLink,
							},
						]
					: []),
				{ kind: 'button', label: button, url: isOver ? event.url : giftLink },
			],
			smallPrint: [
				isOver
					? t(msg({ message: 'You get this email because you gave monthly to {organiser}.' }), {
							organiser: event.organiserName,
						})
					: t(
							msg({
								message:
									'You get this email because you give monthly to {organiser}. Change, pause or stop it with the link above.',
							}),
							{ organiser: event.organiserName },
						),
			],
		};
	},
};
