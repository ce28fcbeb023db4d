import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { documents } from '#server/db/tables/documents.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Document } from '#shared/contracts/documents.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { DocumentKind } from '#shared/rules/document-kinds.ts';
import { eInvoiceOffer } from './e-invoice/needs.ts';
import type { DocumentRow } from './issue.ts';

/** A document as answers show it. */
export function presentDocument(row: DocumentRow): Document {
	const { id, kind, label, eventId, correctsId, netMinor, taxMinor, grossMinor, currency } = row;
	return {
		...{ id, kind, label, eventId, correctsId, netMinor, taxMinor, grossMinor, currency },
		issuedAt: row.issuedAt.toISOString(),
		orderId: row.content.gift?.over === undefined ? row.subjectId : null,
		subject: row.content.subject.title,
		recipient: row.recipient?.company || row.recipient?.name || '',
		hash: row.hash.toString('hex'),
		isTest: row.content.isTest,
		eInvoice: eInvoiceOffer(row),
	};
}

/** The documents of an order, oldest first. */
export async function listDocumentsOf(
	db: DbOrTx,
	scope: { organisationId: string; subjectId: string },
): Promise<DocumentRow[]> {
	const rows = await db
		.select()
		.from(documents)
		.where(and(eq(documents.organisationId, scope.organisationId), eq(documents.subjectId, scope.subjectId)))
		.orderBy(asc(documents.id));
	return rows as DocumentRow[];
}

/** @throws not-found; with `subjectId` also for a document about something else */
export async function getDocument(
	db: DbOrTx,
	scope: { organisationId: string; documentId: string; subjectId?: string },
): Promise<DocumentRow> {
	const [row] = await db
		.select()
		.from(documents)
		.where(and(eq(documents.organisationId, scope.organisationId), eq(documents.id, scope.documentId)));
	if (!row || (scope.subjectId !== undefined && row.subjectId !== scope.subjectId))
		throw notFound('Document');
	return row as DocumentRow;
}

/** Filters of lists and exports: a kind, and days of issue in UTC. */
export interface DocumentFilters {
	kind?: DocumentKind | undefined;
	order?: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
}

function conditionsOf(organisationId: string, { kind, order, from, to }: DocumentFilters): SQL[] {
	return [
		eq(documents.organisationId, organisationId),
		...(kind ? [eq(documents.kind, kind)] : []),
		...(order ? [eq(documents.subjectId, order)] : []),
		...(from ? [gte(documents.issuedAt, new Date(`${from}T00:00:00Z`))] : []),
		...(to ? [lt(documents.issuedAt, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`)] : []),
	];
}

/** A page of the documents of an organisation, newest first. */
export async function listDocuments(
	db: DbOrTx,
	organisationId: string,
	query: DocumentFilters & { limit: number; cursor?: string | undefined },
): Promise<{ data: Document[]; nextCursor: string | null }> {
	const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [];
	const rows = await db
		.select()
		.from(documents)
		.where(
			and(
				...conditionsOf(organisationId, query),
				at && id
					? sql`(${documents.issuedAt}, ${documents.id}) < (${at}::timestamptz, ${id}::uuid)`
					: undefined,
			),
		)
		.orderBy(desc(documents.issuedAt), desc(documents.id))
		.limit(query.limit + 1);
	return pageOf(rows as DocumentRow[], query.limit, presentDocument, (row) => [row.issuedAt, row.id]);
}

/** Up to `limit` documents, oldest first, after a given one. */
export async function readDocuments(
	db: DbOrTx,
	how: { organisationId: string; filters: DocumentFilters; after?: DocumentRow | undefined; limit: number },
): Promise<DocumentRow[]> {
	const { after } = how;
	const rows = await db
		.select()
		.from(documents)
		.where(
			and(
				...conditionsOf(how.organisationId, how.filters),
				after &&
					sql`(${documents.issuedAt}, ${documents.id}) > (${after.issuedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
			),
		)
		.orderBy(asc(documents.issuedAt), asc(documents.id))
		.limit(how.limit);
	return rows as DocumentRow[];
}
