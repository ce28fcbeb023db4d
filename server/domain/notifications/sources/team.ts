import { readMakerRights } from '#server/domain/accounts/handing-on.ts';
import { findUser, getOrganisation } from '#server/domain/accounts/queries.ts';
import { findInvitation, invitationLink } from '#server/domain/accounts/team/invitations.ts';
import { listMembers, listTitles } from '#server/domain/accounts/team/member-rows.ts';
import { findRequirement, meetsRequirement } from '#server/domain/accounts/team/two-factor-requirement.ts';
import {
	invitationMail,
	type MembershipChange,
	membershipMail,
	twoFactorRequiredMail,
} from '#server/emails/accounts/team.ts';
import { source } from './source.ts';

const fullName = (user: { firstName: string; lastName: string } | null) =>
	user ? `${user.firstName} ${user.lastName}`.trim() : '';

export const invitationSource = source({
	template: invitationMail,
	async load(services, ref: { invitationId: string; sent: number }, options) {
		const { db } = services.database;
		const row = await findInvitation(db, ref.invitationId);
		if (!row) return { obsolete: 'The invitation is gone.' };
		if (options.isForSending) {
			if (row.acceptedAt) return { obsolete: 'The invitation was accepted.' };
			if (row.endedAt) return { obsolete: 'The invitation was revoked.' };
			if (row.sent !== ref.sent) return { obsolete: 'The invitation was sent again.' };
			if (row.expiresAt <= services.clock.now()) return { obsolete: 'The invitation has expired.' };
		}
		const [organisation, inviter, events] = await Promise.all([
			getOrganisation(db, row.organisationId),
			findUser(db, row.invitedBy),
			row.eventIds ? listTitles(db, row.organisationId, row.eventIds) : null,
		]);
		return {
			organisation: organisation.name,
			invitedBy: fullName(inviter),
			role: row.role,
			events,
			note: row.note,
			// The link lets somebody in: it is for its mailbox alone.
			link: options.showsSecrets && options.isForSending ? invitationLink(services, row) : null,
		};
	},
});

interface MembershipRef {
	change: MembershipChange;
	organisationId: string;
	/** The member whose role is named. */
	userId: string;
	/** Whose name is said. */
	personId: string;
}

export const membershipSource = source({
	template: membershipMail,
	async load(services, ref: MembershipRef) {
		const { db } = services.database;
		const viewer = {
			organisationId: ref.organisationId,
			userId: '',
			rights: { role: 'check_in', isLimited: true },
		} as const;
		const [organisation, person, [member]] = await Promise.all([
			getOrganisation(db, ref.organisationId),
			findUser(db, ref.personId),
			listMembers(db, viewer, [ref.userId]),
		]);
		return {
			change: ref.change,
			organisation: organisation.name,
			person: fullName(person),
			role: member?.role ?? null,
			link: `${services.config.appUrl}/staff-management`,
		};
	},
});

/** Not sent to whoever has set them up or left, or once they are not required any more. */
export const twoFactorRequiredSource = source({
	template: twoFactorRequiredMail,
	async load(services, ref: { organisationId: string; userId: string }, options) {
		const { db } = services.database;
		const [organisation, from, isMet, member] = await Promise.all([
			getOrganisation(db, ref.organisationId),
			findRequirement(db, ref.organisationId),
			meetsRequirement(db, ref.userId),
			readMakerRights(db, ref),
		]);
		if (!from) return { obsolete: 'Two factors are not required any more.' };
		if (options.isForSending && (isMet || !member)) return { obsolete: 'They have two factors, or left.' };
		return {
			organisation: organisation.name,
			from,
			link: `${services.config.appUrl}/settings/security#two-factor`,
		};
	},
});
