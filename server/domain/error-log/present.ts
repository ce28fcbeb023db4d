import type { errorReports } from '#server/db/tables/error-log.ts';
import type { LoggedError } from '#shared/contracts/error-log.ts';

export function presentError(row: typeof errorReports.$inferSelect): LoggedError {
	const { fingerprint: _, firstSeenAt, lastSeenAt, resolvedAt, ...rest } = row;
	return {
		...rest,
		firstSeenAt: firstSeenAt.toISOString(),
		lastSeenAt: lastSeenAt.toISOString(),
		resolvedAt: resolvedAt?.toISOString() ?? null,
	};
}
