import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { hasWords } from '#server/db/search-words.ts';
import { errorReports } from '#server/db/tables/error-log.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import { presentError } from './present.ts';

export interface ErrorFilters {
	state: 'open' | 'resolved' | 'all';
	source?: 'browser' | 'server' | undefined;
	/** Part of the message, the name or the route, or a request id. */
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** The error log, what happened last first. */
export async function listErrors(services: Services, filters: ErrorFilters) {
	const conditions: (SQL | undefined)[] = [];
	if (filters.state !== 'all') {
		conditions.push((filters.state === 'open' ? isNull : isNotNull)(errorReports.resolvedAt));
	}
	if (filters.source) conditions.push(eq(errorReports.source, filters.source));
	const q = filters.q?.replaceAll('\0', '').trim();
	if (q) {
		const { message, name, route, requestId } = errorReports;
		conditions.push(or(hasWords(sql`${message}, ${name}, ${route}`, q), eq(requestId, q)));
	}
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(
			sql`(${errorReports.lastSeenAt}, ${errorReports.id}) < (${at}::timestamptz, ${id}::uuid)`,
		);
	}
	const rows = await services.database.db
		.select()
		.from(errorReports)
		.where(and(...conditions))
		.orderBy(desc(errorReports.lastSeenAt), desc(errorReports.id))
		.limit(filters.limit + 1);
	return pageOf(rows, filters.limit, presentError, (row) => [row.lastSeenAt, row.id]);
}
