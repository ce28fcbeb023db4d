import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';

/** Whether a member may have followers sent to a list; null: no member any more. */
export const maySendFollowers = (rights: MemberRights | null): boolean =>
	rights !== null && memberCan(rights, 'followers.view');

/** Refuses who may not see followers. @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, with the right in `lacking` */
export function requireFollowers(rights: MemberRights): void {
	if (!maySendFollowers(rights))
		throw ruleViolation(
			'beyond-own-rights',
			message`You need the right to see followers. Ask an owner of the organisation.`,
			{ lacking: ['followers.view'] },
		);
}
