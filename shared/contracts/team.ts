import { z } from '../lib/z.ts';
import { HISTORY_DAYS, INVITATION_DAYS } from '../rules/periods.ts';
import { adjustableActions, organisationActions, organisationRoles } from '../rules/permissions.ts';
import { newPassword, session } from './auth.ts';
import { cursor, email, instant, noContent, page, pageLimit, text, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess, partialAccess, publicAccess, userAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';
import { ownershipOffer } from './team-ownership.ts';

/** How many addresses one call may invite, and an organisation in a day. */
export const invitationsAtOnce = 20;
export const invitationsPerDay = 50;

const mayManage = organisationAccess('members.manage');
const memberParams = organisationParams.extend({ user: uuid() });
const invitationParams = organisationParams.extend({ invitation: uuid() });

/** Events that can be chosen for a member. */
export const mostEventsOfMember = 200;
/** Events that a role reaches; null: all of them. */
const reach = () => z.array(uuid()).min(1).max(mostEventsOfMember).nullable();
const adjustments = () =>
	z
		.array(z.enum(organisationActions))
		.max(organisationActions.length)
		.refine((list) => list.every((action) => adjustableActions.includes(action)), {
			message: 'One of these rights cannot be granted or removed.',
		});

export const member = z
	.object({
		userId: uuid(),
		name: z.string(),
		email: z.string(),
		photoUrl: z.string().nullable(),
		role: z.enum(organisationRoles),
		/** Null: all events. */
		eventIds: z.array(uuid()).nullable(),
		/** Allowed beyond the role, and not allowed in spite of it. */
		extra: z.array(z.enum(organisationActions)),
		denied: z.array(z.enum(organisationActions)),
		hasTwoFactor: z.boolean(),
		/** Last use of a session, to the hour; null: none that is stored. */
		lastSeenAt: z.string().nullable(),
		joinedAt: z.string(),
		isYou: z.boolean(),
		/** The caller may change or remove this member: nobody changes who may do more than they. */
		isEditable: z.boolean(),
	})
	.meta({ id: 'Member' });
export type Member = z.output<typeof member>;

export const invitation = z
	.object({
		id: uuid(),
		email: z.string(),
		role: z.enum(organisationRoles),
		eventIds: z.array(uuid()).nullable(),
		state: z.enum(['open', 'expired']),
		/** How often its link was sent. */
		sent: z.int(),
		expiresAt: z.string(),
		createdAt: z.string(),
		/** Once, and only where no email can be sent: the link to pass on. */
		link: z.string().nullable(),
	})
	.meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitation>;

export const listMembers = endpoint({
	id: 'accounts.listMembers',
	method: 'GET',
	path: '/api/organisations/{organisation}/members',
	summary: 'List the members of the organisation with their roles, owners first.',
	access: organisationAccess('members.view'),
	limit: 'read',
	params: organisationParams,
	output: z.object({
		data: z.array(member),
		/** From when on members without two factors only read; null: not required. */
		needsTwoFactorFrom: z.string().nullable(),
		/** The offer that is open; null: none. */
		ownershipOffer: ownershipOffer.nullable(),
	}),
});

export const updateMember = endpoint({
	id: 'accounts.updateMember',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/members/{user}',
	summary: 'Update the role, events or individual rights of a member. Takes effect with their next call.',
	access: mayManage,
	limit: 'write',
	params: memberParams,
	body: z.object({
		role: z.enum(organisationRoles).optional(),
		eventIds: reach().optional(),
		extra: adjustments().optional(),
		denied: adjustments().optional(),
	}),
	output: member,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const removeMember = endpoint({
	id: 'accounts.removeMember',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/members/{user}',
	summary: 'Remove a member. Their next call is refused, and their live streams end.',
	access: mayManage,
	limit: 'write',
	status: 204,
	params: memberParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const leaveOrganisation = endpoint({
	id: 'accounts.leaveOrganisation',
	method: 'DELETE',
	path: '/api/account/memberships/{organisation}',
	summary: 'Leave an organisation. The last owner must transfer ownership first.',
	access: userAccess,
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listInvitations = endpoint({
	id: 'accounts.listInvitations',
	method: 'GET',
	path: '/api/organisations/{organisation}/invitations',
	summary: 'List open invitations, newest first.',
	access: mayManage,
	limit: 'read',
	params: organisationParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(invitation),
});

export const inviteMembers = endpoint({
	id: 'accounts.inviteMembers',
	method: 'POST',
	path: '/api/organisations/{organisation}/invitations',
	summary:
		'Invite people by email. An open invitation to the same address is renewed. The response is the same whether or not an address has an account. If email is not set up, it has the links.',
	access: mayManage,
	limit: 'mail',
	status: 202,
	params: organisationParams,
	body: z.object({
		emails: z.array(email()).min(1).max(invitationsAtOnce),
		role: z.enum(organisationRoles),
		eventIds: reach().default(null),
		note: text({ max: 500, lines: true }).default(''),
	}),
	output: wholeList(invitation),
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA'],
});

export const resendInvitation = endpoint({
	id: 'accounts.resendInvitation',
	method: 'POST',
	path: '/api/organisations/{organisation}/invitations/{invitation}/resend',
	summary: `Resend an invitation, valid for another ${INVITATION_DAYS} days. The previous link stops working.`,
	access: mayManage,
	limit: 'mail',
	params: invitationParams,
	output: invitation,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const withdrawInvitation = endpoint({
	id: 'accounts.withdrawInvitation',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/invitations/{invitation}',
	summary: 'Revoke an invitation: its link stops working.',
	access: mayManage,
	limit: 'write',
	status: 204,
	params: invitationParams,
	output: noContent(),
});

const tokenParams = z.object({ token: z.string() });

export const getInvitation = endpoint({
	id: 'accounts.getInvitation',
	method: 'GET',
	path: '/api/invitations/{token}',
	summary: 'Get an invitation by the token of its link.',
	access: publicAccess,
	limit: 'read',
	params: tokenParams,
	output: z.object({
		organisation: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
		role: z.enum(organisationRoles),
		/** Titles of the events that it reaches; null: all of the organisation. */
		events: z.array(z.string()).nullable(),
		invitedBy: z.string(),
		note: z.string(),
		/** The first letter and the domain. */
		address: z.string(),
		state: z.enum(['open', 'accepted', 'expired', 'withdrawn']),
		expiresAt: z.string(),
		/** When members start to need two factors; null: not required. */
		needsTwoFactorFrom: z.string().nullable(),
		/** The address has an account: log in. Otherwise one is made while joining. */
		hasAccount: z.boolean(),
		/** Of the caller: theirs is the address that was invited. Null without a caller. */
		isYours: z.boolean().nullable(),
	}),
});

export const acceptInvitation = endpoint({
	id: 'accounts.acceptInvitation',
	method: 'POST',
	path: '/api/invitations/{token}',
	summary:
		'Accept an invitation: logged in with the invited email address, or with `name` and `password` of a new account for it.',
	access: publicAccess,
	limit: 'signIn',
	params: tokenParams,
	body: z.object({
		firstName: text({ max: 100 }).default(''),
		lastName: text({ max: 100 }).default(''),
		password: newPassword().optional(),
	}),
	output: z.object({
		organisation: z.object({ id: uuid(), name: z.string(), slug: z.string() }),
		role: z.enum(organisationRoles),
		/** Of the new account; null for whoever was logged in. */
		session: session.nullable(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'RESOURCE_ALREADY_EXISTS'],
});

export const organisationAct = z
	.object({
		id: uuid(),
		at: z.string(),
		actor: z.object({ kind: z.enum(['user', 'key']), id: uuid(), name: z.string() }),
		/** Id of the endpoint. */
		action: z.string(),
		/** What the endpoint does, in a few words. */
		summary: z.string(),
		event: z.object({ id: uuid(), title: z.string() }).nullable(),
		/** What else the call was about: a name where there is one, otherwise an id. */
		subject: z.string(),
		/** The request, without typed text. */
		input: z.record(z.string(), z.unknown()),
		outcome: z.int(),
		requestId: z.string(),
	})
	.meta({ id: 'OrganisationAct' });
export type OrganisationAct = z.output<typeof organisationAct>;

const actFilters = {
	actor: uuid().optional(),
	event: uuid().optional(),
	from: instant().optional(),
	to: instant().optional(),
};

export const listActs = endpoint({
	id: 'accounts.listActs',
	method: 'GET',
	path: '/api/organisations/{organisation}/acts',
	summary: `List the activity log of the organisation for the last ${HISTORY_DAYS} days, newest first. Members without the right to see all entries see their own.`,
	access: partialAccess('organisation.view'),
	limit: 'read',
	params: organisationParams,
	query: z.object({ ...actFilters, cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(organisationAct),
});

export const exportActs = endpoint({
	id: 'accounts.exportActs',
	method: 'GET',
	path: '/api/organisations/{organisation}/acts/export',
	summary: 'Export the activity log of the organisation.',
	access: organisationAccess('acts.view'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({ ...actFilters, format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
