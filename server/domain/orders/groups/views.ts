import type { ClaimScope, GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { Group, GroupClaim } from '#shared/contracts/groups.ts';

/** A group, for its leader. */
export async function getGroupView(_services: Services, _scope: GroupScope): Promise<Group> {
	throw new Error('not written yet');
}

/** What a link of a group offers. @param claimed what this call claimed; without it, what the invitation did */
export async function getClaimView(
	_services: Services,
	_claim: ClaimScope,
	_claimed?: { orderId: string; attendeeId?: string },
): Promise<GroupClaim> {
	throw new Error('not written yet');
}
