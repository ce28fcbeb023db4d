import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type RefundFacts, refundMail, refundValues, sampleRefund } from './refund-parts.ts';

export interface RefundOwedProps extends RefundFacts {
	/** The buyer has said before where money is to be sent. */
	hasAccount: boolean;
}

/** An organiser owes a buyer money that no provider returns, and asks where it is to be sent. */
export const refundOwed: MailTemplate<RefundOwedProps> = {
	name: 'orders/refund-owed',
	sample: { ...sampleRefund, hasAccount: false },
	render({ hasAccount, ...refund }, mail) {
		const { t } = mail;
		const values = refundValues(refund, mail);
		const next = hasAccount
			? t(msg({ message: 'The organiser sends it to the account that you entered.' }))
			: t(msg({ message: 'Enter the bank account that the organiser should send it to.' }));
		const { subject, blocks, ...parts } = refundMail(refund, mail, { isSent: false, next });
		return {
			...parts,
			subject: hasAccount
				? subject
				: t(msg({ message: 'Where should {amount} go? Refund: {event}' }), values),
			heading: t(msg({ message: 'You get {amount} back' }), values),
			blocks: [
				...blocks,
				{
					kind: 'button',
					label: hasAccount ? t(msg({ message: 'My order' })) : t(msg({ message: 'Enter bank details' })),
					url: refund.manageLink,
				},
			],
			smallPrint: [t(msg({ message: 'You get another email when the money was sent.' }))],
		};
	},
};
