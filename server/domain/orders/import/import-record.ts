import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { attendeeImports } from '#server/db/tables/orders.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { AttendeeImport } from '#shared/contracts/guest-import.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { GuestMapping } from './guess-columns.ts';

/** How long an import can be taken back. */
export const UNDO_MS = 3_600_000;

/** Imports that the list of an event shows. */
const SHOWN_IMPORTS = 50;

/** How the file was read, and whether its guests were written to. */
export interface ImportTerms {
	columns: GuestMapping;
	encoding: string | null;
	hasHeader: boolean;
	sendMail: boolean;
}

export type ImportRecord = typeof attendeeImports.$inferSelect;

export const ofEvent = (scope: EventScope) => isOfEvent(attendeeImports, scope);

/** The imports of an event, newest first. */
export async function listImports(db: DbOrTx, scope: EventScope): Promise<ImportRecord[]> {
	return db
		.select()
		.from(attendeeImports)
		.where(ofEvent(scope))
		.orderBy(desc(attendeeImports.createdAt))
		.limit(SHOWN_IMPORTS);
}

/** An import with its row held, so that two cannot undo it at once; throws not-found for one of another event. */
export async function lockImport(
	tx: Tx,
	scope: EventScope & { importId: string },
): Promise<ImportRecord & { ageMs: number }> {
	const [row] = await tx
		.select({
			record: attendeeImports,
			ageMs: sql<number>`extract(epoch FROM now() - ${attendeeImports.createdAt})::float8 * 1000`,
		})
		.from(attendeeImports)
		.where(and(ofEvent(scope), eq(attendeeImports.id, scope.importId)))
		.for('update');
	if (!row) throw notFound('Import');
	return { ...row.record, ageMs: Number(row.ageMs) };
}

export function presentImport(record: ImportRecord, now: Date): AttendeeImport {
	return {
		id: record.id,
		fileName: record.fileName,
		taken: record.taken,
		refused: record.refused,
		createdAt: record.createdAt.toISOString(),
		undoneAt: record.undoneAt?.toISOString() ?? null,
		canUndo: record.undoneAt === null && now.getTime() - record.createdAt.getTime() < UNDO_MS,
	};
}
