import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ChangeToPayProps {
	event: MailEvent;
	orderCode: string;
	/** What the buyer has now, and gets for it, each with how many. */
	before: { typeName: string; count: number }[];
	after: { typeName: string; count: number }[];
	currency: string;
	differenceMinor: number;
	/** Until when it can be paid. */
	until: Date;
	/** The built-in gateway: no real money moves. */
	isTest: boolean;
	payLink: string | null;
}

/** An organiser changed tickets of a buyer for ones that cost more: what changes, and where the difference is paid. */
export const changeToPay: MailTemplate<ChangeToPayProps> = {
	name: 'orders/change-to-pay',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		before: [{ typeName: 'Seat', count: 1 }],
		after: [{ typeName: 'Box', count: 1 }],
		currency: 'EUR',
		differenceMinor: 1_600,
		until: new Date('2031-05-01T18:00:00Z'),
		isTest: true,
		payLink: 'https://foyer.example/checkout/sample',
	},
	render({ event, orderCode, before, after, currency, differenceMinor, until, isTest, payLink }, mail) {
		const { t, formats } = mail;
		const values = {
			amount: formats.money(differenceMinor, currency),
			date: formats.dateTime(until, event.timeZone),
			event: event.title,
		};
		const linesOf = (types: ChangeToPayProps['before']) =>
			types.map(({ typeName, count }) => `${formats.number(count)} × ${typeName}`);
		return {
			subject: t(msg({ message: 'Pay {amount} to change your tickets: {event}' }), values),
			preheader: t(msg({ message: 'The new tickets are held until {date}.' }), values),
			heading: t(msg({ message: 'Your tickets can be changed' })),
			...ofEvent(event, mail),
			blocks: [
				...testModeNote(isTest, mail),
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'The organiser would like to change your tickets as below. Pay the difference of {amount} by {date}: the new tickets are held for you until then.',
						}),
						values,
					),
				},
				{
					kind: 'facts',
					rows: [
						...(before.length > 0
							? [{ label: t(msg({ message: 'Your tickets now' })), lines: linesOf(before) }]
							: []),
						{
							label: before.length > 0 ? t(msg({ message: 'Changed to' })) : t(msg({ message: 'Added' })),
							lines: linesOf(after),
						},
						{ label: t(msg({ message: 'Difference' })), lines: [values.amount] },
						{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'Pay {amount}' }), values), url: payLink },
				eventFacts({ ...event, onlineUrl: '' }, mail, []),
			],
			smallPrint: [t(msg({ message: 'If you don’t pay, your tickets stay as they are.' }))],
		};
	},
};
