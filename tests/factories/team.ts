import { findInvitation, invitationToken, inviteMembers } from '#server/domain/accounts/team/invitations.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { OrganisationRole } from '#shared/rules/permissions.ts';
import type { TestUser } from './accounts.ts';

/** An open invitation of an owner, with the secret of its link. */
export async function makeInvitation(
	services: Services,
	owner: TestUser,
	options: { email?: string; role?: OrganisationRole; eventIds?: string[] | null } = {},
): Promise<{ id: string; email: string; token: string }> {
	const {
		email = `invited-${newId().slice(-8)}@example.org`,
		role = 'event_manager',
		eventIds = null,
	} = options;
	const [made] = await inviteMembers(services, {
		organisationId: owner.organisationId,
		callerId: owner.userId,
		confirmedAt: services.clock.now(),
		rights: { role: 'owner', isLimited: false },
		emails: [email],
		note: '',
		role,
		eventIds,
	});
	const row = made && (await findInvitation(services.database.db, made.id));
	if (!row) throw new Error('No invitation was made.');
	return { id: row.id, email, token: invitationToken(services.secret, row) };
}
