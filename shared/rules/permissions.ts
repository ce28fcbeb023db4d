/** Roles of a member in an organisation. */
export const organisationRoles = [
	'owner',
	'admin',
	'event_manager',
	'finance',
	'marketing',
	'check_in',
] as const;
export type OrganisationRole = (typeof organisationRoles)[number];

/** Permissions in an organisation; each endpoint with organisation access names one. */
export const organisationActions = [
	'organisation.view',
	'organisation.edit',
	'page.edit',
	'followers.view',
	'members.view',
	'members.manage',
	'ownership.transfer',
	'acts.view',
	'events.view',
	'events.create',
	'events.edit',
	'events.publish',
	'templates.manage',
	'tickets.edit',
	'codes.edit',
	'fundraiser.edit',
	'attendees.view',
	'attendees.edit',
	'attendees.export',
	'attendees.erase',
	'orders.view',
	'orders.manage',
	'refunds.make',
	'messages.view',
	'messages.send',
	'staff_links.manage',
	'check_ins.view',
	'check_ins.perform',
	'analytics.view',
	'money.view',
	'money.manage',
	'reports.view',
	'reports.manage',
	'integrations.manage',
	'developer.manage',
	'sandbox.manage',
] as const;
export type OrganisationAction = (typeof organisationActions)[number];

const everything = new Set<OrganisationAction>(organisationActions);

/** What an owner alone may do: an administrator cannot take the organisation from its owner. */
const ofOwners: readonly OrganisationAction[] = ['ownership.transfer'];

const grants: Record<OrganisationRole, ReadonlySet<OrganisationAction>> = {
	owner: everything,
	admin: new Set(organisationActions.filter((action) => !ofOwners.includes(action))),
	event_manager: new Set<OrganisationAction>([
		'organisation.view',
		'page.edit',
		'followers.view',
		'members.view',
		'events.view',
		'events.create',
		'events.edit',
		'events.publish',
		'templates.manage',
		'tickets.edit',
		'codes.edit',
		'fundraiser.edit',
		'attendees.view',
		'attendees.edit',
		'attendees.export',
		'attendees.erase',
		'orders.view',
		'orders.manage',
		'refunds.make',
		'messages.view',
		'messages.send',
		'staff_links.manage',
		'check_ins.view',
		'check_ins.perform',
		'analytics.view',
		'reports.view',
		'reports.manage',
	]),
	finance: new Set<OrganisationAction>([
		'organisation.view',
		'members.view',
		'events.view',
		'fundraiser.edit',
		'attendees.view',
		'attendees.export',
		'orders.view',
		'orders.manage',
		'refunds.make',
		'messages.view',
		'analytics.view',
		'money.view',
		'money.manage',
		'reports.view',
		'reports.manage',
	]),
	marketing: new Set<OrganisationAction>([
		'organisation.view',
		'page.edit',
		'events.view',
		'events.edit',
		'codes.edit',
		'templates.manage',
		'fundraiser.edit',
		'messages.view',
		'messages.send',
		'check_ins.view',
		'analytics.view',
		'reports.view',
		'reports.manage',
	]),
	check_in: new Set<OrganisationAction>([
		'organisation.view',
		'events.view',
		'attendees.view',
		'check_ins.view',
		'check_ins.perform',
	]),
};

/** The one table of permissions: may a member with this role do this? Enforced on the server, mirrored in the screens. */
export function can(role: OrganisationRole, action: OrganisationAction): boolean {
	return grants[role].has(action);
}

/** What reaches beyond single events. */
const wideActions: ReadonlySet<OrganisationAction> = new Set<OrganisationAction>([
	'organisation.edit',
	'page.edit',
	'followers.view',
	'members.view',
	'members.manage',
	'ownership.transfer',
	'acts.view',
	'events.create',
	'templates.manage',
	'integrations.manage',
	'developer.manage',
	'sandbox.manage',
]);

/** What can be given to one member beyond their role, or taken from them. */
export const adjustableActions: readonly OrganisationAction[] = organisationActions.filter(
	(action) => !['organisation.view', 'events.view', 'ownership.transfer'].includes(action),
);

/** A member as far as their rights go. `isLimited`: their role reaches chosen events only. */
export interface MemberRights {
	role: OrganisationRole;
	isLimited: boolean;
	/** Allowed beyond the role. */
	extra?: readonly OrganisationAction[] | undefined;
	/** Not allowed, whatever the role; an owner is denied nothing. */
	denied?: readonly OrganisationAction[] | undefined;
	/** All that an API key may do of it; null or absent: the member themself asks. */
	only?: readonly OrganisationAction[] | null | undefined;
}

/** Like `can`, for a member: (role and extra) without denied, and nothing that reaches beyond their events when they are limited. */
export function memberCan(member: MemberRights, action: OrganisationAction): boolean {
	const { role, extra = [], denied = [] } = member;
	if (member.only && !member.only.includes(action)) return false;
	if (member.isLimited && wideActions.has(action)) return false;
	if (role !== 'owner' && denied.includes(action)) return false;
	return can(role, action) || extra.includes(action);
}

/** All that a member may do. */
export const actionsOfMember = (member: MemberRights): OrganisationAction[] =>
	organisationActions.filter((action) => memberCan(member, action));

/**
 * Whether a member may give these rights, or change somebody who has them: only an owner gives, takes or changes what they do not
 * have themself.
 */
export function isWithinRights(giver: MemberRights, given: MemberRights): boolean {
	if (giver.role === 'owner' && !giver.isLimited && !giver.only) return true;
	return given.role !== 'owner' && actionsOfMember(given).every((action) => memberCan(giver, action));
}
