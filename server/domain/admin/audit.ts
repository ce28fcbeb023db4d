import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { hasWords } from '#server/db/search-words.ts';
import { auditEntries } from '#server/db/tables/admin.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { AccessResolvers } from '#server/http/handler.ts';
import { redactValue } from '#server/platform/redact.ts';
import type { Services } from '#server/services.ts';
import type { AuditEntry } from '#shared/contracts/admin.ts';
import { newId } from '#shared/lib/ids.ts';

/** Longer texts are logged as their length: the log says what was done, the content itself has a history of its own. */
const longestText = 300;

function shorten(value: unknown, depth = 0): unknown {
	if (typeof value === 'string') {
		return value.length > longestText
			? `${value.slice(0, longestText)}… (${value.length} characters)`
			: value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= 2) return '…';
	if (Array.isArray(value)) return value.slice(0, 20).map((one) => shorten(one, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, depth + 1)]));
}

/** Written before the act is tried; without this row there is no act. */
export const startAuditEntry: AccessResolvers['startAuditEntry'] = async (services, act) => {
	const id = newId();
	const params = (act.params ?? {}) as Record<string, string>;
	await services.database.db.insert(auditEntries).values({
		id,
		actorId: act.caller.userId,
		actorEmail: act.caller.email,
		action: act.action,
		subject: Object.values(params).join(' ').slice(0, 200),
		input: redactValue(shorten({ ...params, ...((act.body as object | undefined) ?? {}) })),
		requestId: act.requestId,
		createdAt: services.clock.now(),
	});
	return async (status) => {
		// The act is done or refused either way; a row without an outcome says that nobody knows.
		await services.database.db
			.update(auditEntries)
			.set({ outcome: status })
			.where(eq(auditEntries.id, id))
			.catch((error: unknown) => services.log.error({ error, act: id }, 'admin.outcome-not-stored'));
	};
};

export interface ActFilters {
	/** Part of the act, the actor's address or the subject. */
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** Actions of administrators, newest first. */
export async function listAuditEntries(services: Services, filters: ActFilters) {
	const conditions: (SQL | undefined)[] = [];
	const q = filters.q?.trim();
	if (q) {
		const { action, actorEmail, subject } = auditEntries;
		conditions.push(hasWords(sql`${action}, ${actorEmail}, ${subject}`, q));
	}
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${at}::timestamptz, ${id}::uuid)`);
	}
	const rows = await services.database.db
		.select()
		.from(auditEntries)
		.where(and(...conditions))
		.orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
		.limit(filters.limit + 1);
	return pageOf(rows, filters.limit, present, (row) => [row.createdAt, row.id]);
}

function present(row: typeof auditEntries.$inferSelect): AuditEntry {
	return {
		id: row.id,
		actorEmail: row.actorEmail,
		action: row.action,
		subject: row.subject,
		input: row.input as Record<string, unknown>,
		outcome: row.outcome,
		requestId: row.requestId,
		createdAt: row.createdAt.toISOString(),
	};
}
