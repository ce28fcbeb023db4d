import type { Tx } from '#server/db/client.ts';
import { type MonthlyGiftNews, monthlyGiftNews } from '#server/emails/orders/monthly-gift.ts';
import type { Services } from '#server/services.ts';
import { getDocument } from '../documents/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { getDonation } from '../fundraisers/rows.ts';
import { findOrder } from '../orders/order-record.ts';
import {
	type AgreementRow,
	findAgreementOfGift,
	getAgreement,
} from '../payments/agreements/agreement-record.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

interface GiftNews {
	news: MonthlyGiftNews;
	/** The order of the month that was charged. */
	orderId?: string;
	/** The subject of one email. */
	cause: string;
}

/** Owes a donor an email about their monthly gift, in the transaction of what it reports. */
async function notifyDonor(
	services: Services,
	tx: Tx,
	agreement: AgreementRow,
	{ news, orderId, cause }: GiftNews,
): Promise<void> {
	const { organisationId, eventId, id: agreementId } = agreement;
	if (eventId === null) return;
	const order = await findOrder(services, { organisationId, eventId, orderId: agreement.subjectId });
	if (!order || order.buyer.email === '') return;
	await enqueueMails(tx, [
		{
			template: 'orders/monthly-gift',
			ref: { organisationId, agreementId, news, ...(orderId && { orderId }) },
			recipient: order.buyer.email,
			locale: order.locale,
			organisationId,
			eventId,
			dedupeKey: `orders/monthly-gift:${news}:${cause}`,
		},
	]);
}

const endings = new Set<string>(monthlyGiftNews);
const isNews = (reason: string): reason is MonthlyGiftNews => endings.has(reason);

/** Emails about monthly gifts. */
export const giftListeners: Listener[] = [
	listen({
		fact: 'payments.agreement-paid',
		async inTransaction(tx, { organisationId, payload }, services) {
			if (organisationId === null) return;
			const { agreementId, periodId } = payload;
			const agreement = await getAgreement(tx, { organisationId, agreementId });
			if (agreement.subjectKind !== 'gift' || agreement.state === 'ended') return;
			await notifyDonor(services, tx, agreement, { news: 'charged', orderId: periodId, cause: periodId });
		},
	}),
	listen({
		fact: 'payments.agreement-failed',
		async inTransaction(tx, { organisationId, payload }, services) {
			if (organisationId === null) return;
			const { agreementId, periodId, failures, needsPayer } = payload;
			const agreement = await getAgreement(tx, { organisationId, agreementId });
			// After the last refusal the end is reported instead.
			if (agreement.subjectKind !== 'gift' || agreement.nextAt === null) return;
			const news = needsPayer ? 'confirm' : 'refused';
			await notifyDonor(services, tx, agreement, { news, cause: `${periodId}:${failures}` });
		},
	}),
	listen({
		fact: 'payments.agreement-ended',
		async inTransaction(tx, { organisationId, payload }, services) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'gift' || !isNews(payload.reason)) return;
			await notifyDonor(services, tx, agreement, { news: payload.reason, cause: agreement.id });
		},
	}),
	listen({
		fact: 'fundraisers.receipt-changed',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null || eventId === null) return;
			const { donationId, documentId } = payload;
			const { donorEmail } = await getDonation(tx, { organisationId, eventId, donationId });
			if (donorEmail === '') return;
			await enqueueMails(tx, [
				{
					template: 'orders/gift-receipt',
					ref: { organisationId, eventId, donationId, documentId },
					recipient: donorEmail,
					organisationId,
					eventId,
					dedupeKey: `orders/gift-receipt:${documentId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'fundraisers.declaration-recorded',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null || eventId === null) return;
			const { donationId, declarationId } = payload;
			const { donorEmail } = await getDonation(tx, { organisationId, eventId, donationId });
			await enqueueMails(tx, [
				{
					template: 'fundraisers/gift-aid-record',
					ref: { organisationId, eventId, donationId, declarationId },
					recipient: donorEmail,
					organisationId,
					eventId,
					dedupeKey: `fundraisers/gift-aid-record:${declarationId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.gift-receipt-changed',
		async inTransaction(tx, { organisationId, eventId, payload }, services) {
			if (organisationId === null || eventId === null) return;
			const { orderId, documentId } = payload;
			const order = await findOrder(services, { organisationId, eventId, orderId });
			if (!order || order.buyer.email === '') return;
			const document = await getDocument(tx, { organisationId, documentId });
			// The email about a month that was charged leads to its receipt.
			const agreement = await findAgreementOfGift(tx, { organisationId, orderId });
			const isLaterMonth = agreement !== undefined && agreement.subjectId !== orderId;
			if (isLaterMonth && document.correctsId === null) return;
			await enqueueMails(tx, [
				{
					template: 'orders/gift-receipt',
					ref: { organisationId, eventId, orderId, documentId },
					recipient: order.buyer.email,
					locale: order.locale,
					organisationId,
					eventId,
					dedupeKey: `orders/gift-receipt:${documentId}`,
				},
			]);
		},
	}),
];
