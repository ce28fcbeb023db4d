import { and, eq } from 'drizzle-orm';
import { donations } from '#server/db/tables/fundraisers.ts';
import { recipientOf } from '#server/domain/documents/gift-documents.ts';
import { getDocument } from '#server/domain/documents/queries.ts';
import { type Listener, listen } from '#server/domain/facts.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { issueYearReceipt } from './receipts.ts';

/**
 * Issues a receipt over a year anew after it was cancelled: to the same person, over what the donor gave in that year and is not refunded.
 * Nothing where that is nothing, where there is another one by now, or where the organisation issues none any more.
 * @param cancelled.documentId of the cancellation
 */
async function issueAnew(
	services: Services,
	cancelled: { organisationId: string; documentId: string },
): Promise<void> {
	const { db } = services.database;
	const document = await getDocument(db, cancelled);
	const { name, address, countryCode } = recipientOf(document);
	const [donation] = await db
		.select()
		.from(donations)
		.where(and(eq(donations.organisationId, document.organisationId), eq(donations.id, document.subjectId)));
	// The donor or the recipient was erased.
	if (!donation || donation.donorEmail === '' || name === '') return;
	const { organisationId, eventId, id: donationId } = donation;
	const year = Number(document.content.subject.title);
	try {
		await issueYearReceipt(
			services,
			{ organisationId, eventId, donationId },
			{ name, address, countryCode, year },
			{ keepsValid: true },
		);
	} catch (error) {
		if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') return;
		throw error;
	}
}

export const yearReceiptListeners: Listener[] = [
	listen({
		fact: 'documents.year-receipt-cancelled',
		async afterCommit({ organisationId, payload }, services) {
			if (organisationId !== null) await issueAnew(services, { organisationId, ...payload });
		},
	}),
];
