import { and, eq, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { memberships, users } from '#server/db/tables/accounts.ts';
import { type Caller, type OrganisationScope, rightsOf } from '#server/http/handler.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import type { ReportRights } from './plan-query.ts';
import type { ReportReader } from './queries.ts';

/** Whoever calls, as far as saved reports are theirs. */
export const readerOf = (scope: OrganisationScope, caller: Caller): ReportReader => ({
	organisationId: scope.organisationId,
	userId: caller.userId,
});

/** The rights of whoever calls, as a report minds them. */
export function reportRightsOf(scope: Omit<OrganisationScope, 'eventId'>): ReportRights {
	const { organisationId, eventIds } = scope;
	const member = rightsOf(scope);
	return { organisationId, eventIds, can: (action) => memberCan(member, action) };
}

/** The rights of a member as they are now; null when they left, or their account was closed. */
export async function rightsOfMember(
	db: DbOrTx,
	{ organisationId, userId }: { organisationId: string; userId: string },
): Promise<ReportRights | null> {
	const [row] = await db
		.select({ member: memberships })
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.where(
			and(
				eq(memberships.organisationId, organisationId),
				eq(memberships.userId, userId),
				isNull(users.disabledAt),
				isNull(users.erasedAt),
			),
		);
	if (!row) return null;
	const { role, eventIds, extraActions: extra, deniedActions: denied } = row.member;
	return reportRightsOf({ organisationId, role, eventIds, extra, denied });
}
