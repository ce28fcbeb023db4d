import { msg } from '#server/platform/messages.ts';
import type { RefundWay } from '#shared/rules/payment-states.ts';
import { CARD_REFUND_DAYS } from '#shared/rules/periods.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type RefundFacts, refundMail, refundValues, sampleRefund } from './refund-parts.ts';

export interface RefundedProps extends RefundFacts {
	isTest: boolean;
	/** It is on the gift card again that paid. */
	isToGiftCard: boolean;
	/** It is on a new gift card. */
	isOnNewGiftCard: boolean;
	/** How the organiser sent it; null: it goes back the way it came. */
	sentWay: RefundWay | null;
}

/** Money is on its way back to a buyer. */
export const orderRefunded: MailTemplate<RefundedProps> = {
	name: 'orders/refunded',
	sample: { ...sampleRefund, isTest: false, isToGiftCard: false, isOnNewGiftCard: false, sentWay: null },
	render({ isTest, isToGiftCard, isOnNewGiftCard, sentWay, ...refund }, mail) {
		const { t } = mail;
		const next = isToGiftCard
			? t(msg({ message: 'It is on your gift card again. Use it with the same code.' }))
			: isOnNewGiftCard
				? t(
						msg({
							message: 'It is on a gift card. You get its code in another email, and it is with your order.',
						}),
					)
				: sentWay === null
					? t(msg({ message: 'It is refunded the way you paid, usually within {days} days.' }), {
							days: CARD_REFUND_DAYS,
						})
					: sentWay === 'transfer'
						? t(msg({ message: 'The organiser sent it to your bank account.' }))
						: sentWay === 'cash'
							? t(msg({ message: 'The organiser paid it in cash.' }))
							: t(msg({ message: 'The organiser returned it.' }));
		const { blocks, ...parts } = refundMail(refund, mail, { isSent: true, next });
		return {
			...parts,
			heading: isOnNewGiftCard
				? t(msg({ message: '{amount} is on a gift card for you' }), refundValues(refund, mail))
				: t(msg({ message: '{amount} is on its way back to you' }), refundValues(refund, mail)),
			blocks: [
				...blocks,
				...testModeNote(isTest, mail),
				{ kind: 'button', label: t(msg({ message: 'My order' })), url: refund.manageLink },
			],
			smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
		};
	},
};
