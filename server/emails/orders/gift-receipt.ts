import { msg } from '#server/platform/messages.ts';
import type { MailAttachment } from '#server/platform/mime.ts';
import { withoutLinks } from '../kit/escape.ts';
import { type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';

/** A receipt of a donation: its number and what it says. */
export interface MailReceipt {
	label: string;
	statements: string[];
}

export interface GiftReceiptProps {
	event: MailEvent;
	/** The receipt that is valid; null: it was cancelled and there is no other. */
	receipt: MailReceipt | null;
	/** The number of the one that was cancelled; null: none. */
	cancelled: string | null;
	isTest: boolean;
	/** Of an online donation: it has an order. */
	hasOrder: boolean;
	/** The page of the order, where the PDF is; null where links are left out. */
	orderLink: string | null;
	/** What the email is about: the receipt, or its cancellation and what replaces it. */
	documentIds: string[];
	/** The same as PDFs; absent: for a reader other than the donor, or they could not be attached. */
	files?: MailAttachment[];
}

function textOf({ event, receipt, cancelled }: GiftReceiptProps, { t }: MailContext): string {
	const values = { event: event.title, cancelled: cancelled ?? '', label: receipt?.label ?? '' };
	if (cancelled === null)
		return t(msg({ message: 'Here is receipt {label} for your donation to {event}.' }), values);
	return receipt === null
		? t(
				msg({
					message:
						'Your donation to {event} was refunded or charged back, so receipt {cancelled} is cancelled. Please don’t use it any more.',
				}),
				values,
			)
		: t(
				msg({
					message:
						'Part of your donation to {event} was refunded. Receipt {label} replaces {cancelled}, which is cancelled. Please don’t use that one any more.',
				}),
				values,
			);
}

/** To a donor: the receipt of a donation, or that one was cancelled. */
export const giftReceipt: MailTemplate<GiftReceiptProps> = {
	name: 'orders/gift-receipt',
	sample: {
		event: sampleEvent,
		receipt: {
			label: 'DON-000042',
			statements: [
				'Analytical Society, registered charity number 1234567, received €20.00 from you on 12 March 2027.',
				'You received no benefit in return for this donation.',
				'This receipt is not a Gift Aid declaration.',
			],
		},
		cancelled: null,
		isTest: false,
		hasOrder: true,
		orderLink: 'https://foyer.example/my-ticket/sample',
		documentIds: [],
		files: [{ filename: 'DON-000042.pdf', contentType: 'application/pdf', content: '%PDF-' }],
	},
	render(props, mail) {
		const { event, receipt, cancelled, files = [] } = props;
		const { t } = mail;
		const text = textOf(props, mail);
		return {
			subject:
				cancelled === null
					? t(msg({ message: 'Donation receipt: {event}' }), { event: event.title })
					: t(msg({ message: 'Your donation receipt has changed: {event}' }), { event: event.title }),
			preheader: text,
			heading: event.title,
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text },
				...(receipt ? [{ kind: 'quote' as const, text: withoutLinks(receipt.statements.join('\n\n')) }] : []),
				...(files.length > 0
					? [
							{
								kind: 'note' as const,
								text: t(msg({ message: 'Attached as PDF: {names}' }), {
									// A name with an ending is a link to some mailboxes.
									names: mail.formats.list(files.map(({ filename }) => filename.replace(/\.pdf$/, ''))),
								}),
							},
						]
					: []),
				...testModeNote(props.isTest, mail),
				...(props.hasOrder
					? [
							{
								kind: 'button' as const,
								label: receipt
									? t(msg({ message: 'Download receipt' }))
									: t(msg({ message: 'View your donation' })),
								url: props.orderLink,
							},
						]
					: []),
			],
			attachments: files,
			smallPrint: [
				t(msg({ message: 'You get this email because you gave to {organiser}.' }), {
					organiser: event.organiserName,
				}),
			],
		};
	},
};
