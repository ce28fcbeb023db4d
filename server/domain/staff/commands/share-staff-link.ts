import { requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { getStaffLink } from '../queries.ts';
import { requireOpenDoor, requireOwnLink } from './make-staff-link.ts';

/**
 * Emails a staff link to someone. Only an active link can be shared.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`, `staff-link-ended`, `event-over`
 */
export async function shareStaffLink(
	services: Services,
	scope: { organisationId: string; eventId: string },
	command: { staffLinkId: string; rights: MemberRights; email: string; note: string },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const link = await getStaffLink(tx, scope, command.staffLinkId);
		requireOwnLink(link);
		requireOwnRights('ability', link.abilities, command.rights);
		if (link.revokedAt || (link.endsAt && link.endsAt <= services.clock.now()))
			throw ruleViolation('staff-link-ended', message`This link has ended. Reactivate it before sharing it.`);
		await requireOpenDoor(tx, scope);
		await services.facts.publish(
			tx,
			{
				name: 'staff.link-shared',
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				payload: {
					staffLinkId: link.id,
					shortCode: link.shortCode,
					email: command.email,
					note: command.note,
					shareId: newId(),
				},
			},
			services,
		);
	});
}
