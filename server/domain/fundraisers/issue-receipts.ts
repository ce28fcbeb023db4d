import { sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import { readGiftReceiptSettings } from '#server/domain/documents/gift-settings.ts';
import type { DocumentRow } from '#server/domain/documents/issue.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { issueGiftReceipt } from '#server/domain/orders/documents/gift-receipts.ts';
import { ERASED_NAME } from '#server/domain/settings/personal-data/erase-account.ts';
import type { Services } from '#server/services.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { issueGiftReceipts, listMissingReceipts as missing } from '#shared/contracts/gift-receipts.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { isReceiptCurrency } from '#shared/rules/gift-receipts.ts';
import { isGiven } from './donor-years.ts';
import { holdPaidDonations, issueDonationReceipt } from './receipts.ts';

const mostMissing = 1_000;

/** Of a receipt `r`. */
const isValid = sql`NOT EXISTS (SELECT FROM documents c
	WHERE c.organisation_id = r.organisation_id AND c.corrects_id = r.id AND c.kind = 'gift_cancellation')`;

/** Donations to an event that have no valid receipt and can have one, the oldest first. */
export async function listMissingReceipts(
	services: Services,
	{ organisationId, eventId }: EventScope,
): Promise<ResultOf<typeof missing>> {
	const { db } = services.database;
	const { settings } = await readGiftReceiptSettings(db, organisationId, services.clock.now());
	const { regime } = settings;
	if (regime === null || settings.missing.length > 0)
		return { canIssue: false, donations: [], hasMore: false };
	const { rows } = await db.execute<{ id: string; currency: string }>(sql`
		SELECT d.id, d.currency FROM donations d
		WHERE d.organisation_id = ${organisationId} AND d.event_id = ${eventId} AND ${isGiven} AND d.donor_name <> ${ERASED_NAME}
			${regime === 'de' ? sql`AND d.ticket_type_id IS NULL` : sql``}
			AND NOT EXISTS (SELECT FROM documents r WHERE r.organisation_id = d.organisation_id AND r.subject_id = coalesce(d.order_id, d.id)
				AND r.kind = 'gift_receipt' AND r.content->'gift'->>'over' IS DISTINCT FROM 'year' AND ${isValid})
			AND NOT EXISTS (SELECT FROM gift_receipt_parts g
				JOIN documents r ON r.organisation_id = g.organisation_id AND r.id = g.document_id
				WHERE g.organisation_id = d.organisation_id AND g.subject_id = coalesce(d.order_id, d.id) AND ${isValid})
		ORDER BY d.id LIMIT ${mostMissing + 1}`);
	const found = rows.filter(({ currency }) => isReceiptCurrency(regime, currency)).map(({ id }) => id);
	return { canIssue: true, donations: found.slice(0, mostMissing), hasMore: rows.length > mostMissing };
}

interface Donation {
	donationId: string;
	eventId: string;
	orderId: string | null;
}

/**
 * Issues the receipts of donations, as each would be issued alone: one that is there is answered again, and what is refused for one does
 * not keep the others from theirs. All are one transaction, so they are few.
 * @throws not-found: one of them is not of this organisation, and none is issued
 */
export function issueReceipts(
	services: Services,
	organisationId: string,
	donationIds: readonly string[],
): Promise<ResultOf<typeof issueGiftReceipts>['data']> {
	return services.database.unitOfWork((database) =>
		database.transaction(async (tx) => {
			const unit = { ...services, database };
			const ids = plainArray(donationIds);
			const { rows: found } = await tx.execute<Donation & Record<string, unknown>>(sql`
				SELECT id AS "donationId", event_id AS "eventId", order_id AS "orderId" FROM donations
				WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::uuid[])`);
			const donations = new Map(found.map((row) => [row.donationId, row]));
			await holdPaidDonations(tx, organisationId, found);
			const subjects = plainArray(found.map(({ donationId, orderId }) => orderId ?? donationId));
			const { rows: issued } = await tx.execute<{ id: string }>(sql`
				SELECT id FROM documents WHERE organisation_id = ${organisationId} AND kind = 'gift_receipt'
					AND subject_id = ANY(${subjects}::uuid[])`);
			const known = new Set(issued.map(({ id }) => id));
			const results: ResultOf<typeof issueGiftReceipts>['data'] = [];
			for (const donationId of donationIds) {
				const donation = donations.get(donationId);
				if (!donation) throw notFound('Donation');
				try {
					const { id, label } = await issueOne(unit, organisationId, donation);
					results.push({ donationId, receipt: { id, label, isNew: !known.has(id) }, rule: null });
					known.add(id);
				} catch (error) {
					const rule = error instanceof AppError && error.metadata?.rule;
					if (typeof rule !== 'string') throw error;
					results.push({ donationId, receipt: null, rule });
				}
			}
			return results;
		}),
	);
}

const issueOne = (
	services: Services,
	organisationId: string,
	{ donationId, eventId, orderId }: Donation,
): Promise<DocumentRow> =>
	orderId === null
		? issueDonationReceipt(services, { organisationId, eventId, donationId }, null)
		: issueGiftReceipt(services, { organisationId, eventId, orderId }, null, { isAnnounced: true });
