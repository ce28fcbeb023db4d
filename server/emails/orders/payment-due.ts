import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import { amountFacts, type MailAmounts, sampleAmounts } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface PaymentDueProps {
	event: MailEvent;
	orderCode: string;
	amounts: MailAmounts;
	/** The amount due: less than its price where a gift card or a part of the money came before. */
	dueMinor: number;
	/** Where the money is to be sent; null: it is paid at the door. */
	transfer: { holder: string; iban: string; bic: string; reference: string; until: Date } | null;
	/** Until when the buyer must confirm their address, and the link that does it; null: the tickets are held until the event. */
	confirm: { until: Date; link: string | null } | null;
	manageLink: string | null;
}

/** How a buyer pays who chose a bank transfer or to pay at the door. */
export const paymentDue: MailTemplate<PaymentDueProps> = {
	name: 'orders/payment-due',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		amounts: sampleAmounts,
		dueMinor: sampleAmounts.totalMinor,
		transfer: {
			holder: 'Choir of St Mary',
			iban: 'DE89370400440532013000',
			bic: 'COBADEFFXXX',
			reference: 'RF33CONF26K7QX2',
			until: new Date('2031-05-01T18:00:00Z'),
		},
		confirm: null,
		manageLink: 'https://foyer.example/my-ticket/sample',
	},
	render({ event, orderCode, amounts, dueMinor, transfer, confirm, manageLink }, mail) {
		const { t, formats } = mail;
		const amount = formats.money(dueMinor, amounts.currency);
		const values = { amount, event: event.title };
		const confirmBy = confirm ? formats.dateTime(confirm.until, event.timeZone) : '';
		return {
			subject: transfer
				? t(msg({ message: 'Transfer {amount} for {event}' }), values)
				: confirm
					? t(msg({ message: 'Confirm your tickets for {event}' }), values)
					: t(msg({ message: 'Pay {amount} at the door: {event}' }), values),
			preheader: transfer
				? t(msg({ message: 'Your tickets are held until {date}.' }), {
						date: formats.dateTime(transfer.until, event.timeZone),
					})
				: confirm
					? t(msg({ message: 'Confirm your email address by {date} to keep them.' }), { date: confirmBy })
					: t(msg({ message: 'Your tickets are held until the event.' })),
			heading: t(msg({ message: 'Your tickets are held' })),
			...ofEvent(event, mail),
			blocks: [
				...(confirm
					? [
							{
								kind: 'text' as const,
								text: t(
									msg({
										message:
											'Please confirm your email address by {date}: your tickets are then held until the event. Otherwise they are released.',
									}),
									{ date: confirmBy },
								),
							},
							{ kind: 'button' as const, label: t(msg({ message: 'Keep my tickets' })), url: confirm.link },
						]
					: []),
				{
					kind: 'text',
					text: transfer
						? t(
								msg({
									message:
										'Please transfer {amount} by {date}, with the reference below. Your tickets are sent when the money has arrived.',
								}),
								{ amount, date: formats.dateTime(transfer.until, event.timeZone) },
							)
						: t(
								msg({
									message:
										'Please pay {amount} at the door. Show your order there: your tickets are not valid until it is paid.',
								}),
								{ amount },
							),
				},
				...(transfer
					? [
							{
								kind: 'facts' as const,
								rows: [
									{ label: t(msg({ message: 'Account holder' })), lines: [transfer.holder] },
									{
										label: t(msg({ message: 'IBAN' })),
										lines: [transfer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
									},
									...(transfer.bic === ''
										? []
										: [{ label: t(msg({ message: 'BIC' })), lines: [transfer.bic] }]),
									{ label: t(msg({ message: 'Reference' })), lines: [transfer.reference] },
								],
							},
						]
					: []),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
					...amountFacts(amounts, mail),
				]),
				{ kind: 'button', label: t(msg({ message: 'My order' })), url: manageLink },
			],
			smallPrint: [t(msg({ message: 'Changed your mind? Release the tickets on your order’s page.' }))],
		};
	},
};
