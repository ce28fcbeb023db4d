import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { memberships } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { OrganisationAction, OrganisationRole } from '#shared/rules/permissions.ts';
import {
	lockMembers,
	type Membership,
	refuseBeyond,
	refuseLimitedOwner,
	refuseStaleForMoney,
	requireAnOwner,
	requireOwnEvents,
	rightsOfRow,
} from './member-rows.ts';

interface Who {
	organisationId: string;
	/** Who changes. */
	callerId: string;
	/** Who is changed. */
	targetId: string;
}

export interface MemberChange {
	role?: OrganisationRole | undefined;
	eventIds?: string[] | null | undefined;
	extra?: OrganisationAction[] | undefined;
	denied?: OrganisationAction[] | undefined;
}

const isRow = ({ organisationId, userId }: Pick<Membership, 'organisationId' | 'userId'>) =>
	and(eq(memberships.organisationId, organisationId), eq(memberships.userId, userId));

/**
 * Changes what a member may do. Nobody gives what they lack or changes who may do more, and nobody changes themself.
 * @param change.confirmedAt when the caller last proved who they are: wanted lately for the right to manage money
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, `own-rights`, `owner-unlimited`, `last-owner`; AUTH_REQUIRED (`confirm-sign-in`)
 */
export async function updateMember(
	services: Services,
	who: Who,
	change: MemberChange & { confirmedAt: Date },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const { caller, target } = await lockMembers(tx, who);
		if (caller.userId === target.userId)
			throw ruleViolation(
				'own-rights',
				message`You can’t change your own rights. You can leave, or hand over ownership.`,
			);
		refuseBeyond(rightsOfRow(caller), rightsOfRow(target));
		const role = change.role ?? target.role;
		const next = {
			role,
			eventIds: change.eventIds === undefined ? target.eventIds : change.eventIds,
			extraActions: [...new Set(change.extra ?? target.extraActions)],
			deniedActions: [...new Set(change.denied ?? (role === 'owner' ? [] : target.deniedActions))],
		};
		refuseLimitedOwner({ ...next, denied: next.deniedActions });
		refuseBeyond(rightsOfRow(caller), rightsOfRow({ ...target, ...next }));
		refuseStaleForMoney(
			{ confirmedAt: change.confirmedAt, now: services.clock.now() },
			rightsOfRow({ ...target, ...next }),
			rightsOfRow(target),
		);
		await requireOwnEvents(tx, who.organisationId, next.eventIds);
		await tx.update(memberships).set(next).where(isRow(target));
		await requireAnOwner(tx);
		await publish(tx, services, 'accounts.member-changed', who);
	});
}

/**
 * Removes a member; their next call is refused by every process.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, `last-owner`
 */
export async function removeMember(services: Services, who: Who): Promise<void> {
	await services.database.transaction(async (tx) => {
		const { caller, target } = await lockMembers(tx, who);
		refuseBeyond(rightsOfRow(caller), rightsOfRow(target));
		await tx.delete(memberships).where(isRow(target));
		await requireAnOwner(tx);
		await publish(tx, services, 'accounts.member-removed', who);
	});
}

/** Leaves an organisation. @throws not-found for who is no member, BUSINESS_RULE_VIOLATION `last-owner` */
export async function leaveOrganisation(
	services: Services,
	who: { organisationId: string; userId: string },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const gone = await tx.delete(memberships).where(isRow(who)).returning({ userId: memberships.userId });
		if (gone.length === 0) throw notFound('Organisation');
		await requireAnOwner(tx);
		await publish(tx, services, 'accounts.member-removed', {
			organisationId: who.organisationId,
			callerId: who.userId,
			targetId: who.userId,
		});
	});
}

function publish(
	tx: Tx,
	services: Services,
	name: 'accounts.member-changed' | 'accounts.member-removed',
	{ organisationId, callerId, targetId }: Who,
): Promise<void> {
	return services.facts.publish(
		tx,
		{ name, organisationId, eventId: null, payload: { userId: targetId, byId: callerId } },
		services,
	);
}
