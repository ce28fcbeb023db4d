import { msg } from '#server/platform/messages.ts';
import { REFUND_REMINDER_DAYS } from '#shared/rules/periods.ts';
import type { Block } from '../kit/content.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';

interface MoneyProps {
	/** The organisation. */
	name: string;
	amountMinor: number;
	currency: string;
	isTest: boolean;
	moneyLink: string;
	settingsLink: string;
}

const sampleMoney: MoneyProps = {
	name: 'Small Machines e.V.',
	amountMinor: 4_800,
	currency: 'EUR',
	isTest: false,
	moneyLink: 'https://foyer.example/money',
	settingsLink: 'https://foyer.example/settings/notifications',
};

/** The closing lines of all of them. */
function ending(
	{ name, isTest, settingsLink }: MoneyProps,
	mail: MailContext,
	why = msg({ message: 'You get this email because you see the money of {name} on {productName}.' }),
) {
	const { t, productName } = mail;
	const settings: Block = {
		kind: 'link',
		label: t(msg({ message: 'Manage email notifications' })),
		url: settingsLink,
	};
	const smallPrint = [t(why, { name, productName })];
	return { blocks: [...testModeNote(isTest, mail), settings], smallPrint };
}

export interface DisputeProps extends MoneyProps {
	/** Null for a payment that belongs to no order. */
	orderCode: string | null;
	/** The event; '' without one. */
	event: string;
	/** Until when the bank takes an answer; null where it waits for none. */
	answerBy: Date | null;
	timeZone: string;
}

/** A buyer's bank takes a payment back, or asks about it. */
export const disputeMail: MailTemplate<DisputeProps> = {
	name: 'organisers/dispute',
	sample: {
		...sampleMoney,
		orderCode: 'K7QX2',
		event: 'Robots for beginners',
		answerBy: new Date('2031-05-15T10:00:00Z'),
		timeZone: 'Europe/Berlin',
	},
	render(props, mail) {
		const { t, formats } = mail;
		const { name, event, orderCode, answerBy } = props;
		const values = {
			...{ amount: formats.money(props.amountMinor, props.currency), about: event || name },
			day: answerBy ? formats.date(answerBy, props.timeZone) : '',
		};
		const end = ending(props, mail);
		return {
			subject: answerBy
				? t(msg({ message: 'Dispute over {amount}: answer by {day}' }), values)
				: t(msg({ message: 'Dispute over {amount}: {about}' }), values),
			preheader: t(msg({ message: 'A buyer’s bank disputes a payment.' })),
			heading: t(msg({ message: 'A payment of {amount} is disputed' }), values),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'A buyer’s bank disputes a payment of {amount} for {about}. Answer with what shows that the buyer got what they paid for. Without an answer in time, it may be lost.',
						}),
						values,
					),
				},
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Amount' })), lines: [values.amount] },
						...(orderCode ? [{ label: t(msg({ message: 'Order' })), lines: [orderCode] }] : []),
						...(answerBy ? [{ label: t(msg({ message: 'Answer by' })), lines: [values.day] }] : []),
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View dispute' })), url: props.moneyLink },
				...end.blocks,
			],
			smallPrint: end.smallPrint,
		};
	},
};

/** The bank did not take a payout: its money is back at the provider. */
export const payoutFailedMail: MailTemplate<MoneyProps> = {
	name: 'organisers/payout-failed',
	sample: sampleMoney,
	render(props, mail) {
		const { t, formats } = mail;
		const values = { amount: formats.money(props.amountMinor, props.currency), name: props.name };
		const end = ending(props, mail);
		return {
			subject: t(msg({ message: 'A payout of {amount} failed' }), values),
			preheader: t(msg({ message: 'Check the bank account.' })),
			heading: t(msg({ message: 'A payout of {amount} failed' }), values),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'The bank did not take a payout of {amount} to {name}. The money is not lost: it is back at the payment provider. Check the bank account there.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'View payout' })), url: props.moneyLink },
				...end.blocks,
			],
			smallPrint: end.smallPrint,
		};
	},
};

export interface WaitingRequestProps extends MoneyProps {
	event: string;
	buyer: string;
	orderCode: string;
	requestedAt: Date;
	timeZone: string;
}

/** Nobody has decided about a buyer's request for a refund. The amount is what they ask for at most. */
export const waitingRequestMail: MailTemplate<WaitingRequestProps> = {
	name: 'organisers/refund-request',
	sample: {
		...sampleMoney,
		event: 'Robots for beginners',
		buyer: 'Ada Lovelace',
		orderCode: 'K7QX2',
		requestedAt: new Date('2031-05-02T10:00:00Z'),
		timeZone: 'Europe/Berlin',
	},
	render(props, mail) {
		const { t, formats } = mail;
		const { buyer, event, orderCode } = props;
		const amount = formats.money(props.amountMinor, props.currency);
		const day = formats.date(props.requestedAt, props.timeZone);
		const values = { buyer, event, amount, day, days: REFUND_REMINDER_DAYS };
		const end = ending(
			props,
			mail,
			msg({ message: 'You get this email because you can make refunds for {name} on {productName}.' }),
		);
		return {
			subject: t(msg({ message: 'Refund request waiting for {days} days: {event}' }), values),
			preheader: t(msg({ message: 'Refund it, or decline it with a few words.' })),
			heading: t(msg({ message: 'A buyer is waiting for your answer' })),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'On {day}, {buyer} asked for a refund of up to {amount} for {event}. The request is still open. Their tickets stay valid until you refund or decline it. We let them know that you haven’t decided yet.',
						}),
						values,
					),
				},
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Amount' })), lines: [amount] },
						{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View request' })), url: props.moneyLink },
				...end.blocks,
			],
			smallPrint: end.smallPrint,
		};
	},
};
