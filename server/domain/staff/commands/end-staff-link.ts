import { and, isNull, sql } from 'drizzle-orm';
import { staffLinks } from '#server/db/tables/staff.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getStaffLink, isLink } from '../queries.ts';

/** Ends a link and all its devices on the very next call. Idempotent: the first end stands. */
export async function revokeStaffLink(
	services: Services,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
) {
	const link = await getStaffLink(services.database.db, scope, staffLinkId);
	await services.database.db
		.update(staffLinks)
		.set({ revokedAt: sql`now()` })
		.where(and(isLink(link), isNull(staffLinks.revokedAt)));
	return getStaffLink(services.database.db, scope, staffLinkId);
}

/** Deletes a link that was never used; a used one is retained as the record of its scans. */
export async function deleteStaffLink(
	services: Services,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
): Promise<void> {
	const link = await getStaffLink(services.database.db, scope, staffLinkId);
	const deleted = await services.database.db
		.delete(staffLinks)
		.where(and(isLink(link), isNull(staffLinks.lastUsedAt)))
		.returning({ id: staffLinks.id });
	if (deleted.length === 0) {
		throw ruleViolation(
			'staff-link-in-use',
			message`This link has been used for check-in. Revoke it instead.`,
		);
	}
}
