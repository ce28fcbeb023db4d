import { getOrganisation } from '#server/domain/accounts/queries.ts';
import { attachDocuments } from '#server/domain/documents/attachments.ts';
import { validGiftReceipt } from '#server/domain/documents/gift-documents.ts';
import { getDocument, listDocumentsOf } from '#server/domain/documents/queries.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { type DonorYear, readDonorYear } from '#server/domain/fundraisers/donor-years.ts';
import { getMonthlyGift } from '#server/domain/fundraisers/monthly/queries.ts';
import { getDonation } from '#server/domain/fundraisers/rows.ts';
import { manageTokenOf } from '#server/domain/orders/commands/place-order.ts';
import { getAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { makeAgreementToken } from '#server/domain/payments/agreements/agreement-token.ts';
import { giftReceipt } from '#server/emails/orders/gift-receipt.ts';
import { giftSummary } from '#server/emails/orders/gift-summary.ts';
import { type MonthlyGiftNews, monthlyGift } from '#server/emails/orders/monthly-gift.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type OrderRef, readOrder } from './orders.ts';
import { type SourceOptions, source } from './source.ts';

/** Emails about a monthly donation. A payment request is dropped once it is paid. */
export const monthlyGiftSource = source({
	template: monthlyGift,
	async load(
		services,
		ref: { organisationId: string; agreementId: string; news: MonthlyGiftNews; orderId?: string },
		options,
	) {
		const { organisationId, agreementId, news, orderId } = ref;
		const scope = { organisationId, agreementId };
		const agreement = await getAgreement(services.database.db, scope).catch((error) => {
			if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return null;
			throw error;
		});
		if (!agreement?.eventId) return { obsolete: 'The monthly donation is gone.' };
		const { eventId } = agreement;
		const first = await readOrder(
			services,
			{ organisationId, eventId, orderId: orderId ?? agreement.subjectId },
			options,
		);
		if ('obsolete' in first) return first;
		const isDue = news === 'refused' || news === 'confirm';
		if (options.isForSending && isDue && agreement.state !== 'past_due')
			return { obsolete: 'It was paid or stopped.' };
		const gift = await getMonthlyGift(services, scope);
		const { appUrl } = services.config;
		const { order } = first;
		return {
			news,
			event: first.mailEvent,
			amountMinor: orderId ? order.totalMinor : (gift.dueMinor ?? gift.amountMinor + gift.coverMinor),
			currency: gift.currency,
			nextAt: gift.nextAt && gift.state === 'active' ? new Date(gift.nextAt) : null,
			isTest: gift.isTest,
			giftLink: options.showsSecrets
				? `${appUrl}/agreements/${makeAgreementToken(services.secret, scope)}`
				: null,
			orderLink: options.showsSecrets ? `${appUrl}/my-ticket/${manageTokenOf(services, order)}` : null,
		};
	},
});

type ReceiptRef = (OrderRef | (EventScope & { donationId: string })) & { documentId: string };

/** The event that a receipt is about, and the page of its order, where it has one. */
async function readReceiptSubject(services: Services, ref: ReceiptRef, options: SourceOptions) {
	if ('orderId' in ref) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		return { event: data.mailEvent, orderLink: data.manageLink, hasOrder: true };
	}
	const { donorEmail } = await getDonation(services.database.db, ref);
	if (options.isForSending && donorEmail !== options.recipient) return { obsolete: 'The donor was erased.' };
	const event = toMailEvent(services, await getWholeEvent(services, ref));
	return { event, orderLink: null, hasOrder: false };
}

/** A receipt of a donation that was issued, or one that was cancelled with what replaces it. */
export const giftReceiptSource = source({
	template: giftReceipt,
	async load(services, ref: ReceiptRef, options) {
		const subject = await readReceiptSubject(services, ref, options);
		if ('obsolete' in subject) return subject;
		const { db } = services.database;
		const { organisationId, documentId } = ref;
		const document = await getDocument(db, { organisationId, documentId });
		const { corrects, isTest } = document.content;
		const { subjectId } = document;
		const valid = validGiftReceipt(await listDocumentsOf(db, { organisationId, subjectId }));
		// Of what was cancelled meanwhile another mail says so.
		if (options.isForSending && corrects === null && valid?.id !== documentId)
			return { obsolete: 'The receipt was cancelled meanwhile.' };
		const shown = corrects === null ? document : valid;
		return {
			...subject,
			receipt: shown ? { label: shown.label, statements: shown.content.gift?.statements ?? [] } : null,
			cancelled: corrects?.label ?? null,
			isTest,
			documentIds: [document, ...(shown && shown !== document ? [shown] : [])].map(({ id }) => id),
		};
	},
	complete: async (services, { organisationId }, props) => ({
		...props,
		files: await attachDocuments(services, organisationId, props.documentIds),
	}),
});

/** A donor’s gifts in a year. */
export const giftSummarySource = source({
	template: giftSummary,
	async load(services, ref: DonorYear) {
		const { db } = services.database;
		const gifts = await readDonorYear(db, ref);
		if (gifts.length === 0) return { obsolete: 'The donations are gone, or the donor is.' };
		const { name } = await getOrganisation(db, ref.organisationId);
		return { organiser: name, year: ref.year, gifts, isTest: services.gateway.name === 'test' };
	},
});
