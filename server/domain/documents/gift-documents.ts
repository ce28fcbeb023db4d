import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { documents, giftReceiptParts } from '#server/db/tables/documents.ts';
import type { Services } from '#server/services.ts';
import type { DocumentRecipient } from './content.ts';
import { writeCancellation } from './gift-texts.ts';
import { type DocumentRow, issueDocument } from './issue.ts';
import { listDocumentsOf } from './queries.ts';

export type Recipient = Omit<DocumentRecipient, 'salt'>;

export const nobody: Recipient = { name: '', company: '', address: '', countryCode: '', vatNumber: '' };

/** Who a receipt was issued to, without the salt of its hash. */
export function recipientOf({ recipient }: DocumentRow): Recipient {
	if (!recipient) return nobody;
	const { salt: _, ...to } = recipient;
	return to;
}

export const isSameRecipient = (a: Recipient, b: Recipient) =>
	[...new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Recipient)[])].every(
		(key) => (a[key] ?? '') === (b[key] ?? ''),
	);

/** The receipt of a donation that is valid: the last one, unless it was cancelled. */
export function validGiftReceipt(issued: readonly DocumentRow[]): DocumentRow | undefined {
	const receipt = issued.findLast(({ kind }) => kind === 'gift_receipt');
	return issued.some(({ correctsId }) => correctsId === receipt?.id) ? undefined : receipt;
}

/** The valid receipt over a year that an order or an offline donation is part of. */
export async function findYearReceipt(
	db: DbOrTx,
	{ organisationId, subjectId }: { organisationId: string; subjectId: string },
): Promise<DocumentRow | undefined> {
	const [found] = await db
		.select({ document: documents })
		.from(giftReceiptParts)
		.innerJoin(
			documents,
			and(
				eq(documents.organisationId, giftReceiptParts.organisationId),
				eq(documents.id, giftReceiptParts.documentId),
			),
		)
		.where(
			and(
				eq(giftReceiptParts.organisationId, organisationId),
				eq(giftReceiptParts.subjectId, subjectId),
				sql`NOT EXISTS (SELECT FROM documents c WHERE c.organisation_id = ${documents.organisationId}
					AND c.corrects_id = ${documents.id} AND c.kind = 'gift_cancellation')`,
			),
		);
	return found?.document as DocumentRow | undefined;
}

/** The valid receipt of an order or an offline donation: its own, or the one over a year that it is part of. */
export async function findGiftReceipt(
	db: DbOrTx,
	subject: { organisationId: string; subjectId: string },
): Promise<DocumentRow | undefined> {
	return validGiftReceipt(await listDocumentsOf(db, subject)) ?? (await findYearReceipt(db, subject));
}

/** Notes which orders and offline donations a receipt over a year is about. */
export async function addReceiptParts(
	tx: Tx,
	{ organisationId, id: documentId }: DocumentRow,
	subjectIds: readonly string[],
): Promise<void> {
	await tx
		.insert(giftReceiptParts)
		.values(subjectIds.map((subjectId) => ({ organisationId, documentId, subjectId })));
}

/** Cancels a receipt as a whole, by a document of its own. One over a year is then issued anew over what is left of it. */
export async function cancelGiftReceipt(
	services: Services,
	tx: Tx,
	receipt: DocumentRow,
): Promise<DocumentRow> {
	const { organisationId, eventId, subjectId, language, currency, content, label, issuedAt } = receipt;
	const { gift } = content;
	if (!gift) throw new Error(`${label} is no receipt of a donation`);
	const cancellation = await issueDocument(tx, services.clock.now(), {
		...{ organisationId, eventId, subjectId, language, currency },
		kind: 'gift_cancellation',
		correctsId: receipt.id,
		content: {
			...content,
			lines: content.lines.map((line) => ({
				...line,
				netMinor: 0 - line.netMinor,
				taxMinor: 0 - line.taxMinor,
				grossMinor: 0 - line.grossMinor,
			})),
			corrects: { label, issuedAt: issuedAt.toISOString() },
			gift: writeCancellation(gift, { ...receipt, timeZone: content.subject.timeZone }),
		},
		recipient: recipientOf(receipt),
	});
	if (gift.over === 'year')
		await services.facts.publish(
			tx,
			{
				name: 'documents.year-receipt-cancelled',
				...{ organisationId, eventId },
				payload: { documentId: cancellation.id },
			},
			services,
		);
	return cancellation;
}
