import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { codes } from '#server/db/tables/codes.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Code, CodeBatch } from '#shared/contracts/codes.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { codeKey } from '#shared/rules/code-key.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';
import { type CodeRow, countCodes, ofEvent } from './code-rows.ts';
import { type CodedEvent, codeState, presentCode, presentTerms } from './present.ts';

/** Data shared by the codes of an event. @throws not-found */
export async function getCodedEvent(
	services: Services,
	scope: EventScope,
): Promise<CodedEvent & { title: string }> {
	const { rows } = await services.database.db.execute<{ slug: string; title: string; currency: string }>(sql`
		SELECT slug, title, currency FROM events WHERE organisation_id = ${scope.organisationId} AND id = ${scope.eventId}`);
	const [event] = rows;
	if (!event) throw notFound('Event');
	return {
		title: event.title,
		currency: event.currency,
		url: `${services.config.appUrl}${canonicalPath(event)}`,
		now: services.clock.now(),
	};
}

interface CodeQuery {
	limit: number;
	cursor?: string | undefined;
	batch?: string | undefined;
	search?: string | undefined;
	/** Of batches and of none. */
	isAll?: boolean;
}

/** A page of codes, the newest first. */
export async function listCodes(
	services: Services,
	scope: EventScope,
	query: CodeQuery,
): Promise<{ data: Code[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const key = codeKey(query.search ?? '');
	const rows = await services.database.db
		.select()
		.from(codes)
		.where(
			and(
				ofEvent(scope),
				query.batch ? eq(codes.batchId, query.batch) : query.isAll || key ? undefined : isNull(codes.batchId),
				key ? sql`starts_with(${codes.key}, ${key})` : undefined,
				after ? lt(codes.id, sql`${after}::uuid`) : undefined,
			),
		)
		.orderBy(desc(codes.id))
		.limit(query.limit + 1);
	const event = await getCodedEvent(services, scope);
	return pageOf(
		rows,
		query.limit,
		(row) => presentCode(row, event),
		(row) => [row.id],
	);
}

/** A page of codes, and how many the event has. */
export async function listCodesWithTotal(services: Services, scope: EventScope, query: CodeQuery) {
	const [listed, total] = await Promise.all([
		listCodes(services, scope, query),
		countCodes(services.database.db, scope),
	]);
	return { ...listed, total };
}

/** A code as it was just written. */
export async function showCode(services: Services, scope: EventScope, row: CodeRow): Promise<Code> {
	return presentCode(row, await getCodedEvent(services, scope));
}

interface BatchRow {
	id: string;
	label: string;
	createdAt: Date;
	codeId: string;
	codes: number;
	usedCodes: number;
	used: number;
	savedMinor: number;
}

/** The batches of an event, the newest first; there are few. */
export async function listBatches(
	services: Services,
	scope: EventScope,
	batchId?: string,
): Promise<CodeBatch[]> {
	const { db } = services.database;
	const { rows } = await db.execute<BatchRow & Record<string, unknown>>(sql`
		SELECT b.id, b.label, b.created_at AS "createdAt", s.*
		FROM code_batches b CROSS JOIN LATERAL (
			SELECT (array_agg(c.id ORDER BY c.id))[1] AS "codeId", count(*)::int AS codes, (count(*) FILTER (WHERE c.used > 0))::int AS "usedCodes",
				sum(c.used)::int AS used, sum(c.saved_minor)::float8 AS "savedMinor"
			FROM codes c WHERE c.organisation_id = b.organisation_id AND c.event_id = b.event_id AND c.batch_id = b.id
		) s
		WHERE b.organisation_id = ${scope.organisationId} AND b.event_id = ${scope.eventId}
			${batchId ? sql`AND b.id = ${batchId}` : sql``}
		ORDER BY b.id DESC`);
	if (rows.length === 0) return [];
	const ids = rows.map(({ codeId }) => codeId);
	const ones = await db
		.select()
		.from(codes)
		.where(and(ofEvent(scope), sql`${codes.id} = ANY(${`{${ids.join(',')}}`}::uuid[])`));
	const oneOf = new Map(ones.map((one) => [one.id, one]));
	const { currency, now } = await getCodedEvent(services, scope);
	return rows.flatMap(({ codeId, createdAt, ...row }) => {
		const one = oneOf.get(codeId);
		if (!one) return [];
		const uses = row.codes * (one.uses ?? Number.POSITIVE_INFINITY);
		return {
			...row,
			terms: presentTerms(one, currency),
			state: codeState({ ...one, uses, used: row.used, budgetMinor: null }, now),
			createdAt: new Date(createdAt).toISOString(),
		};
	});
}

/** One batch. @throws not-found */
export async function getBatch(services: Services, scope: EventScope, batchId: string): Promise<CodeBatch> {
	const [batch] = await listBatches(services, scope, batchId);
	if (!batch) throw notFound('Batch');
	return batch;
}
