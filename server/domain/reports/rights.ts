import type { DbOrTx } from '#server/db/client.ts';
import { readMakers } from '#server/domain/accounts/handing-on.ts';
import { type Caller, type OrganisationScope, rightsOf } from '#server/http/handler.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import type { ReportRights } from './plan-query.ts';
import type { ReportReader } from './queries.ts';

/** Whoever calls, as far as saved reports are theirs. */
export const readerOf = (scope: OrganisationScope, caller: Caller): ReportReader => ({
	organisationId: scope.organisationId,
	userId: caller.userId,
});

/** The rights of the caller that apply to reports. */
export function reportRightsOf(scope: Omit<OrganisationScope, 'eventId'>): ReportRights {
	const { organisationId, eventIds } = scope;
	const member = rightsOf(scope);
	return { organisationId, eventIds, can: (action) => memberCan(member, action) };
}

/** The rights of a member as they are now; null when they left, or their account was closed or locked. */
export async function rightsOfMember(
	db: DbOrTx,
	member: { organisationId: string; userId: string },
): Promise<ReportRights | null> {
	const [membership] = await readMakers(db, [member]);
	return membership ? reportRightsOf(membership) : null;
}
