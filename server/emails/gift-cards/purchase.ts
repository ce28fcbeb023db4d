import { msg } from '#server/platform/messages.ts';
import { fromOrganiser } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { withdrawalBlock } from '../withdrawals/link-block.ts';

export interface GiftCardPurchaseProps {
	/** By which people name the purchase. */
	number: string;
	/** The page for withdrawals; null: this seller’s buyers have no such right. */
	withdrawalLink: string | null;
	organiser: string;
	currency: string;
	totalMinor: number;
	/** `sendOn`: the day on which it is sent, in UTC; null: at once. */
	cards: { amountMinor: number; recipient: string; isForBuyer: boolean; sendOn: Date | null }[];
	isTest: boolean;
	/** Null where it is left out. */
	purchaseLink: string | null;
}

/** To whoever bought gift cards, once they are paid for. */
export const giftCardPurchaseMail: MailTemplate<GiftCardPurchaseProps> = {
	name: 'gift-cards/purchase',
	sample: {
		number: 'GC-4K7Q-X2MB',
		withdrawalLink: 'https://foyer.example/withdraw/analytical-society',
		organiser: 'Analytical Society',
		currency: 'EUR',
		totalMinor: 7_500,
		cards: [
			{ amountMinor: 2_500, recipient: 'Grace Hopper', isForBuyer: false, sendOn: new Date('2026-12-24') },
			{ amountMinor: 5_000, recipient: '', isForBuyer: true, sendOn: null },
		],
		isTest: true,
		purchaseLink: 'https://foyer.example/gift-card-orders/sample',
	},
	render(props, mail) {
		const { organiser, currency, totalMinor, cards, isTest, purchaseLink, number, withdrawalLink } = props;
		const { t, formats } = mail;
		const values = { organiser, count: cards.length, total: formats.money(totalMinor, currency) };
		return {
			subject: t(
				msg({
					message:
						'{count, plural, one {Your gift card for {organiser}} other {Your # gift cards for {organiser}}}',
				}),
				values,
			),
			preheader: t(msg({ message: 'Paid: {total}. See codes and recipients on your page.' }), values),
			heading: t(msg({ message: 'Thank you for your purchase' })),
			fromName: fromOrganiser({ organiserName: organiser }, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{count, plural, one {Your gift card for {organiser} is paid. It can be used for all of their events.} other {Your # gift cards for {organiser} are paid. They can be used for all of their events.}}',
						}),
						values,
					),
				},
				{
					kind: 'facts',
					rows: [
						...cards.map(({ amountMinor, recipient, isForBuyer, sendOn }) => ({
							label: formats.money(amountMinor, currency),
							lines: [
								recipient === ''
									? t(msg({ message: 'Gift card' }))
									: t(msg({ message: 'Gift card for {recipient}' }), { recipient }),
								sendOn !== null
									? t(msg({ message: 'Sent by email on {day}' }), { day: formats.date(sendOn, 'UTC') })
									: isForBuyer
										? t(msg({ message: 'Sent to you by email' }))
										: t(msg({ message: 'Sent by email now' })),
							],
						})),
						{ label: t(msg({ message: 'Total' })), lines: [values.total] },
						{ label: t(msg({ message: 'Number' })), lines: [number] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View gift cards' })), url: purchaseLink },
				{
					kind: 'note',
					text: t(
						msg({
							message:
								'On that page you see the codes, change recipients and send cards again. Gift cards come without a tax invoice: tax is charged when a card is used.',
						}),
					),
				},
				...withdrawalBlock(withdrawalLink, mail),
				...testModeNote(isTest, mail),
			],
			smallPrint: [
				t(
					msg({
						message:
							'You get this email because you bought gift cards of {organiser}. Don’t share the link: anyone who has it can see the codes.',
					}),
					values,
				),
			],
		};
	},
};
