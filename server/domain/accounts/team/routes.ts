import { firstSentence } from '#server/http/activity.ts';
import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import * as contract from '#shared/contracts/team.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { presentSession } from '../present.ts';
import { findOrganisation, getOrganisation } from '../queries.ts';
import { refuseInSandbox } from '../sandbox.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { exportActs, listActs, noteAct } from './activity-log.ts';
import { leaveOrganisation, removeMember, transferOwnership, updateMember } from './change-members.ts';
import { inviteMembers, listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import { listMembers } from './member-rows.ts';

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

const teamOwnRoutes: Route[] = [
	handle(contract.leaveOrganisation, async ({ params, caller, context }, services) => {
		const found = await findOrganisation(services, params.organisation);
		if (!found || !caller.memberships.some(({ organisationId }) => organisationId === found.organisationId))
			throw notFound('Organisation');
		await refuseInSandbox(services.database.db, found.organisationId);
		await leaveOrganisation(services, { ...found, userId: caller.userId });
		await noteOwnAct(services, contract.leaveOrganisation, found.organisationId, caller.userId, context);
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
	handle(contract.listMembers, async ({ scope, caller }, services) => ({
		data: await listMembers(services.database.db, viewerOf(scope, caller.userId)),
	})),
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
	handle(contract.transferOwnership, async ({ scope, caller, body, context }, services) => {
		await refuseInSandbox(services.database.db, scope.organisationId);
		await transferOwnership(services, who(scope, caller.userId, body.userId), {
			password: body.password,
			confirmedAt: caller.confirmedAt,
			address: context.address,
		});
		return presentMember(services, { ...scope, role: 'admin' }, caller.userId, body.userId);
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
