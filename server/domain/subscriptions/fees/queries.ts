import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { documents } from '#server/db/tables/documents.ts';
import { feeMonths } from '#server/db/tables/subscriptions.ts';
import type { DocumentRow } from '#server/domain/documents/issue.ts';
import { OPERATOR_BOOKS } from '#server/domain/ledger/post.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { FeeInvoice } from '#shared/contracts/fee-invoices.ts';
import { notFound } from '#shared/errors/app-error.ts';

/** A document of the operator about a month of an organisation. */
const isAbout = and(eq(documents.organisationId, OPERATOR_BOOKS), eq(documents.subjectId, feeMonths.id));
const selectOf = (db: DbOrTx) =>
	db.select({ document: documents }).from(feeMonths).innerJoin(documents, isAbout);

/** A page of the invoices and credit notes for the fees of an organisation, the newest first. */
export async function listFeeInvoices(
	db: DbOrTx,
	organisationId: string,
	query: { limit: number; cursor?: string | undefined },
): Promise<{ data: FeeInvoice[]; nextCursor: string | null }> {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await selectOf(db)
		.where(
			and(
				eq(feeMonths.organisationId, organisationId),
				before === undefined ? undefined : lt(documents.id, before),
			),
		)
		.orderBy(desc(documents.id))
		.limit(query.limit + 1);
	return pageOf(
		rows.map(({ document }) => document as DocumentRow),
		query.limit,
		presentFeeInvoice,
		({ id }) => [id],
	);
}

function presentFeeInvoice(row: DocumentRow): FeeInvoice {
	const { id, kind, label, netMinor, taxMinor, grossMinor, currency } = row;
	const { startsAt, endsAt = startsAt } = row.content.subject;
	return {
		...{ id, label, netMinor, taxMinor, grossMinor, currency },
		kind: kind === 'credit_note' ? kind : 'invoice',
		issuedAt: row.issuedAt.toISOString(),
		from: startsAt.slice(0, 10),
		to: endsAt.slice(0, 10),
		isTest: row.content.isTest,
	};
}

/** @throws not-found, also for a document about another organisation */
export async function getFeeInvoice(
	db: DbOrTx,
	scope: { organisationId: string; documentId: string },
): Promise<DocumentRow> {
	const [row] = await selectOf(db).where(
		and(eq(feeMonths.organisationId, scope.organisationId), eq(documents.id, scope.documentId)),
	);
	if (!row) throw notFound('Document');
	return row.document as DocumentRow;
}

/** An invoice with what of it is not credited yet, in minor units. */
export interface OpenInvoice {
	invoice: DocumentRow;
	openMinor: number;
}

/** The invoices for fees of an organisation that are not credited whole, the newest first. */
export async function readOpenInvoices(
	tx: Tx,
	organisationId: string,
	currency: string,
): Promise<OpenInvoice[]> {
	const open = sql<string>`${documents.grossMinor} + (SELECT coalesce(sum(n.gross_minor), 0) FROM documents n
		WHERE n.organisation_id = ${documents.organisationId} AND n.subject_id = ${documents.subjectId} AND n.corrects_id = ${documents.id})`;
	const rows = await tx
		.select({ invoice: documents, open })
		.from(feeMonths)
		.innerJoin(documents, isAbout)
		.where(
			and(
				eq(feeMonths.organisationId, organisationId),
				eq(documents.kind, 'invoice'),
				eq(documents.currency, currency),
				sql`${open} > 0`,
			),
		)
		.orderBy(desc(documents.id));
	return rows.map((row) => ({ invoice: row.invoice as DocumentRow, openMinor: Number(row.open) }));
}
