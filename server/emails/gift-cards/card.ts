import { msg } from '#server/platform/messages.ts';
import { withoutLinks } from '../kit/escape.ts';
import { fromOrganiser } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GiftCardProps {
	organiser: string;
	organiserUrl: string;
	/** Who the card is for, and from whom; both may be empty. */
	recipient: string;
	from: string;
	/** Of whoever gives it. */
	message: string;
	currency: string;
	amountMinor: number;
	/** The last day, in UTC; null: it does not expire. */
	expiresOn: Date | null;
	/** Null where it is left out. */
	code: string | null;
	isTest: boolean;
	/** What was refunded; null: the card is no refund. */
	refundOf: { orderCode: string; event: string } | null;
}

/** A gift card, for its recipient, else for whoever bought it. */
export const giftCardMail: MailTemplate<GiftCardProps> = {
	name: 'gift-cards/card',
	sample: {
		organiser: 'Analytical Society',
		organiserUrl: 'https://foyer.example/organisers/analytical-society',
		recipient: 'Grace Hopper',
		from: 'Ada Lovelace',
		message: 'Happy birthday!\nLet’s go together.',
		currency: 'EUR',
		amountMinor: 2_500,
		expiresOn: new Date('2029-12-31'),
		code: '3QSX-8H2K-4M6N-7P9R',
		isTest: false,
		refundOf: null,
	},
	render(props, mail) {
		const { organiser, organiserUrl, recipient, from, message, currency, amountMinor, code } = props;
		const { t, formats } = mail;
		const amount = formats.money(amountMinor, currency);
		const { refundOf } = props;
		const values = {
			...{ organiser, from, recipient, amount },
			...{ order: refundOf?.orderCode ?? '', event: refundOf?.event ?? '' },
		};
		const isGiven = from !== '';
		const expiresOn = props.expiresOn === null ? null : formats.date(props.expiresOn, 'UTC');
		return {
			subject: refundOf
				? t(msg({ message: 'Your refund from {organiser} is a gift card' }), values)
				: isGiven
					? t(msg({ message: 'A gift card from {from}' }), values)
					: t(msg({ message: 'Your gift card for {organiser}' }), values),
			preheader: t(msg({ message: '{amount} for all events of {organiser}.' }), values),
			heading: refundOf
				? t(msg({ message: 'Your refund is a gift card' }))
				: isGiven
					? t(msg({ message: 'A gift card from {from}' }), values)
					: t(msg({ message: 'Your gift card for {organiser}' }), values),
			fromName: fromOrganiser({ organiserName: organiser }, mail),
			blocks: [
				{
					kind: 'text',
					text: refundOf
						? t(
								msg({
									message:
										'Your refund of {amount} for order {order} ({event}) is on this gift card for {organiser}.',
								}),
								values,
							)
						: isGiven
							? recipient === ''
								? t(msg({ message: '{from} gives you a gift card of {amount} for {organiser}.' }), values)
								: t(
										msg({
											message: 'Hello {recipient}, {from} gives you a gift card of {amount} for {organiser}.',
										}),
										values,
									)
							: t(msg({ message: 'Here is a gift card of {amount} for {organiser}.' }), values),
				},
				// Whoever gives it is not the organiser: nothing they wrote becomes a link.
				...(message.trim() === '' ? [] : [{ kind: 'quote' as const, text: withoutLinks(message) }]),
				{ kind: 'code', label: t(msg({ message: 'Gift card code' })), code },
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Amount' })), lines: [amount] },
						{
							label: t(msg({ message: 'Valid until' })),
							lines: [expiresOn ?? t(msg({ message: 'Does not expire' }))],
						},
					],
				},
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Enter the code at checkout, for any event of {organiser}. You can use it several times, until nothing is left.',
						}),
						values,
					),
				},
				{
					kind: 'button',
					label: t(msg({ message: 'View events of {organiser}' }), values),
					url: organiserUrl,
				},
				...testModeNote(props.isTest, mail),
			],
			smallPrint: [
				t(msg({ message: 'Keep this email safe: anyone who has the code can use the gift card.' })),
				...(isGiven ? [t(msg({ message: 'Don’t know {from}? You can ignore this email.' }), values)] : []),
			],
		};
	},
};
