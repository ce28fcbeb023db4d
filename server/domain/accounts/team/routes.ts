import { firstSentence } from '#server/http/activity.ts';
import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import * as contract from '#shared/contracts/team.ts';
import * as ownership from '#shared/contracts/team-ownership.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { presentSession } from '../present.ts';
import { findOrganisation, getOrganisation } from '../queries.ts';
import { refuseInSandbox } from '../sandbox.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { exportActs, listActs, noteAct } from './activity-log.ts';
import { leaveOrganisation, removeMember, updateMember } from './change-members.ts';
import { inviteMembers, listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import { listMembers } from './member-rows.ts';
import {
	acceptOwnership,
	cancelOwnershipOffer,
	declineOwnership,
	findOwnershipOffer,
	offerOwnership,
} from './ownership-offers.ts';
import { findRequirement, requireTwoFactor, stopRequiringTwoFactor } from './two-factor-requirement.ts';

const viewerOf = (scope: OrganisationScope, userId: string) => ({
	organisationId: scope.organisationId,
	userId,
	rights: rightsOf(scope),
});

/** A member as they are after the caller changed them, with the rights that the caller has now. */
async function presentMember(services: Services, scope: OrganisationScope, callerId: string, userId: string) {
	const { db } = services.database;
	const [one] = await listMembers(db, viewerOf(scope, callerId), [userId]);
	if (!one) throw notFound('Member');
	return one;
}

const who = (scope: OrganisationScope, callerId: string, targetId: string) => ({
	organisationId: scope.organisationId,
	callerId,
	targetId,
});

/** An organisation that the caller belongs to. @throws not-found */
async function ownOrganisation(services: Services, reference: string, caller: Caller) {
	const found = await findOrganisation(services, reference);
	if (!found || !caller.memberships.some(({ organisationId }) => organisationId === found.organisationId))
		throw notFound('Organisation');
	return found;
}

const teamOwnRoutes: Route[] = [
	handle(contract.leaveOrganisation, async ({ params, caller, context }, services) => {
		const found = await ownOrganisation(services, params.organisation, caller);
		await refuseInSandbox(services.database.db, found.organisationId);
		await leaveOrganisation(services, { ...found, userId: caller.userId });
		await noteOwnAct(services, contract.leaveOrganisation, found.organisationId, caller.userId, context);
		return undefined;
	}),
	handle(ownership.acceptOwnership, async ({ params, caller, context }, services) => {
		const { organisationId } = await ownOrganisation(services, params.organisation, caller);
		const { userId, confirmedAt } = caller;
		await acceptOwnership(services, { organisationId, userId, confirmedAt });
		await noteOwnAct(services, ownership.acceptOwnership, organisationId, userId, context);
		return undefined;
	}),
	handle(ownership.declineOwnership, async ({ params, caller, context }, services) => {
		const { organisationId } = await ownOrganisation(services, params.organisation, caller);
		await declineOwnership(services, { organisationId, userId: caller.userId });
		await noteOwnAct(services, ownership.declineOwnership, organisationId, caller.userId, context);
		return undefined;
	}),
	handle(contract.getInvitation, ({ params, context }, services) =>
		readInvitation(services, params.token, context.caller),
	),
	handle(contract.acceptInvitation, async ({ params, body, context }, services) => {
		const { organisationId, role, userId, session } = await acceptInvitation(services, params.token, {
			caller: context.caller,
			newAccount: { firstName: body.firstName, lastName: body.lastName, password: body.password },
			userAgent: context.userAgent,
		});
		await noteOwnAct(services, contract.acceptInvitation, organisationId, userId, context);
		const { id, name, slug } = await getOrganisation(services.database.db, organisationId);
		return { organisation: { id, name, slug }, role, session: session && presentSession(session) };
	}),
];

/** An act of somebody who joins or leaves: the kernel writes down only what is called within an organisation. */
function noteOwnAct(
	services: Services,
	endpoint: AnyEndpoint,
	organisationId: string,
	userId: string,
	{ requestId }: { requestId: string },
): Promise<void> {
	return noteAct(services, {
		organisationId,
		eventId: null,
		actor: { kind: 'user', id: userId },
		action: endpoint.id,
		summary: firstSentence(endpoint.summary),
		subject: '',
		input: {},
		outcome: 200,
		requestId,
		isRepeatable: false,
	});
}

/** Members of an organisation, invitations to it, and the log of what they did. */
export const teamRoutes: Route[] = [
	handle(contract.listMembers, async ({ scope, caller }, { database: { db }, clock }) => {
		const [data, requirement, ownershipOffer] = await Promise.all([
			listMembers(db, viewerOf(scope, caller.userId)),
			findRequirement(db, scope.organisationId),
			findOwnershipOffer(db, scope.organisationId, clock.now()),
		]);
		return { data, needsTwoFactorFrom: requirement?.toISOString() ?? null, ownershipOffer };
	}),
	handle(contract.updateMember, async ({ scope, caller, params, body }, services) => {
		await refuseInSandbox(services.database.db, scope.organisationId);
		const { confirmedAt } = caller;
		await updateMember(services, who(scope, caller.userId, params.user), { ...body, confirmedAt });
		return presentMember(services, scope, caller.userId, params.user);
	}),
	handle(contract.removeMember, async ({ scope, caller, params }, services) => {
		await refuseInSandbox(services.database.db, scope.organisationId);
		await removeMember(services, who(scope, caller.userId, params.user));
		return undefined;
	}),
	handle(ownership.requireTwoFactor, async ({ scope, caller, body }, services) => {
		const { organisationId } = scope;
		await refuseInSandbox(services.database.db, organisationId);
		const { userId, confirmedAt } = caller;
		const from = await requireTwoFactor(services, { organisationId, userId, confirmedAt }, body.days);
		return { needsTwoFactorFrom: from.toISOString() };
	}),
	handle(ownership.stopRequiringTwoFactor, async ({ scope, caller }, services) => {
		const { organisationId } = scope;
		await refuseInSandbox(services.database.db, organisationId);
		const { userId, confirmedAt } = caller;
		await stopRequiringTwoFactor(services, { organisationId, userId, confirmedAt });
		return undefined;
	}),
	handle(ownership.offerOwnership, async ({ scope, caller, body, context }, services) => {
		const { db } = services.database;
		await refuseInSandbox(db, scope.organisationId);
		await offerOwnership(services, who(scope, caller.userId, body.userId), {
			password: body.password,
			confirmedAt: caller.confirmedAt,
			address: context.address,
		});
		const offer = await findOwnershipOffer(db, scope.organisationId, services.clock.now());
		if (!offer) throw notFound('Offer');
		return offer;
	}),
	handle(ownership.cancelOwnershipOffer, async ({ scope }, services) => {
		await cancelOwnershipOffer(services, scope.organisationId);
		return undefined;
	}),
	handle(contract.listInvitations, ({ scope, query }, services) =>
		listInvitations(services, scope.organisationId, query),
	),
	handle(contract.inviteMembers, async ({ scope, caller, body }, services) => {
		await refuseInSandbox(services.database.db, scope.organisationId);
		const data = await inviteMembers(services, {
			...body,
			organisationId: scope.organisationId,
			callerId: caller.userId,
			confirmedAt: caller.confirmedAt,
			rights: rightsOf(scope),
		});
		return { data };
	}),
	handle(contract.resendInvitation, ({ scope, caller, params }, services) =>
		resendInvitation(
			services,
			{ organisationId: scope.organisationId, invitationId: params.invitation },
			{ userId: caller.userId, rights: rightsOf(scope) },
		),
	),
	handle(contract.withdrawInvitation, async ({ scope, params }, services) => {
		await withdrawInvitation(services, {
			organisationId: scope.organisationId,
			invitationId: params.invitation,
		});
		return undefined;
	}),
	handle(contract.listActs, ({ scope, caller, query }, services) =>
		listActs(
			services,
			{
				organisationId: scope.organisationId,
				onlyActorId: memberCan(rightsOf(scope), 'acts.view') ? null : (caller.key?.id ?? caller.userId),
			},
			query,
		),
	),
	handle(contract.exportActs, ({ scope, query }, services) =>
		exportActs(services, { organisationId: scope.organisationId, onlyActorId: null }, query),
	),
	...teamOwnRoutes,
];
