import { eq } from 'drizzle-orm';
import { errorReports } from '#server/db/tables/error-log.ts';
import type { Services } from '#server/services.ts';
import type { LoggedError } from '#shared/contracts/error-log.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { presentError } from '../present.ts';

/** Marks a kind of crash as resolved. Idempotent. It reopens when it happens again. */
export async function resolveError(services: Services, errorId: string): Promise<LoggedError> {
	const [row] = await services.database.db
		.update(errorReports)
		.set({ resolvedAt: services.clock.now() })
		.where(eq(errorReports.id, errorId))
		.returning();
	if (!row) throw notFound('Error');
	return presentError(row);
}
