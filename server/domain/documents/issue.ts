import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { documents } from '#server/db/tables/documents.ts';
import { newId } from '#shared/lib/ids.ts';
import { type DocumentKind, documentLabel, retentionYears, seriesOf } from '#shared/rules/document-kinds.ts';
import {
	type DocumentContent,
	type DocumentRecipient,
	hashOf,
	newSalt,
	recipientHashOf,
	taxesOf,
	totalsOf,
} from './content.ts';

/** The form in which documents are drawn today (render/draw.ts); earlier ones stay in theirs. Since 3 invoices hold their e-invoice. */
const templateOf = (kind: DocumentKind) => (kind === 'invoice' || kind === 'credit_note' ? 3 : 2);

/** A document that is to be issued. */
export interface NewDocument {
	organisationId: string;
	kind: DocumentKind;
	eventId: string | null;
	subjectId: string;
	language: string;
	currency: string;
	content: Omit<DocumentContent, 'taxes'>;
	recipient: Omit<DocumentRecipient, 'salt'>;
	correctsId?: string;
}

export type DocumentRow = typeof documents.$inferSelect & {
	content: DocumentContent;
	recipient: DocumentRecipient | null;
};

/**
 * Issues a document in the caller's transaction: takes the next number of its series and writes it with everything that it says. Numbers
 * have no gaps: whoever issues the next one of the series waits until this transaction is over, and a rollback gives the number back. So
 * it is called as late in a transaction as possible, and invoices of an exchange after their credit note.
 */
export async function issueDocument(tx: Tx, now: Date, wanted: NewDocument): Promise<DocumentRow> {
	const { organisationId, kind } = wanted;
	const series = seriesOf(kind, wanted.content.isTest);
	const content: DocumentContent = { ...wanted.content, taxes: taxesOf(wanted.content.lines) };
	const recipient = { ...wanted.recipient, salt: newSalt() };
	const { rows } = await tx.execute<{ number: number }>(sql`
		INSERT INTO document_series AS s (organisation_id, kind, prefix, next) VALUES (${organisationId}, ${kind}, ${series}, 2)
		ON CONFLICT (organisation_id, kind, prefix) DO UPDATE SET next = s.next + 1
		RETURNING next - 1 AS number`);
	const number = rows[0]?.number as number;
	const document = {
		id: newId(),
		organisationId,
		kind,
		series,
		number,
		label: documentLabel(series, number),
		issuedAt: now,
		language: wanted.language,
		eventId: wanted.eventId,
		subjectId: wanted.subjectId,
		correctsId: wanted.correctsId ?? null,
		content,
		recipient,
		...totalsOf(content.lines),
		currency: wanted.currency,
		template: templateOf(kind),
		recipientHash: recipientHashOf(recipient),
		retainUntil: `${now.getUTCFullYear() + retentionYears}-12-31`,
	};
	const [made] = await tx
		.insert(documents)
		.values({ ...document, hash: hashOf(document) })
		.returning();
	return made as DocumentRow;
}
