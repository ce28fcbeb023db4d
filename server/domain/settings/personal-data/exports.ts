import { and, desc, eq, sql } from 'drizzle-orm';
import { dataExports } from '#server/db/tables/settings.ts';
import type { StoredFile } from '#server/platform/file-store.ts';
import type { Services } from '#server/services.ts';
import type { DataExport } from '#shared/contracts/settings.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';

type Row = typeof dataExports.$inferSelect;

export const presentExport = (row: Row, now: Date): DataExport => ({
	id: row.id,
	state: row.status === 'ready' && row.expiresAt && row.expiresAt <= now ? 'expired' : row.status,
	sizeBytes: row.sizeBytes,
	createdAt: row.createdAt.toISOString(),
	expiresAt: row.expiresAt?.toISOString() ?? null,
});

/** The latest data exports of a user, newest first. */
export async function listExports(services: Services, userId: string): Promise<Row[]> {
	return services.database.db
		.select()
		.from(dataExports)
		.where(eq(dataExports.userId, userId))
		.orderBy(desc(dataExports.createdAt), desc(dataExports.id))
		.limit(5);
}

/** Asks for an export. While one is being made, that one is the answer. */
export async function requestExport(services: Services, userId: string): Promise<Row> {
	const { db } = services.database;
	const [made] = await db
		.insert(dataExports)
		.values({ id: newId(), userId, createdAt: services.clock.now() })
		.onConflictDoNothing()
		.returning();
	if (made) return made;
	const [running] = await db
		.select()
		.from(dataExports)
		.where(and(eq(dataExports.userId, userId), eq(dataExports.status, 'queued')));
	if (!running) throw new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 1 });
	return running;
}

/**
 * The file of a data export.
 * @throws not-found for another user’s export, and for one that is not ready or has expired
 */
export async function openExport(
	services: Services,
	owner: { userId: string; exportId: string },
): Promise<StoredFile> {
	const [row] = await services.database.db
		.select()
		.from(dataExports)
		.where(and(eq(dataExports.id, owner.exportId), eq(dataExports.userId, owner.userId)));
	if (!row?.fileName) throw notFound('Export');
	if (row.status !== 'ready' || !row.expiresAt || row.expiresAt <= services.clock.now()) {
		throw new AppError('RESOURCE_DELETED', {
			userMessage: message`This export has expired. Request a new one.`,
		});
	}
	const file = await services.files.find(row.fileName);
	if (!file) throw notFound('Export');
	return file;
}

/** Removes files whose day is over. */
export async function expireExports(services: Services): Promise<void> {
	const due = await services.database.db
		.select()
		.from(dataExports)
		.where(sql`${dataExports.status} = 'ready' AND ${dataExports.expiresAt} <= ${services.clock.now()}`);
	for (const row of due) {
		if (row.fileName) await services.files.remove(row.fileName);
		await services.database.db
			.update(dataExports)
			.set({ status: 'expired', fileName: null })
			.where(eq(dataExports.id, row.id));
	}
}
