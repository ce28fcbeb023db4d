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

/** What can be done in an organisation; each endpoint with organisation access names one. */
export const organisationActions = [
	'organisation.view',
	'organisation.edit',
	'members.manage',
	'events.view',
	'events.create',
	'events.edit',
	'events.publish',
	'templates.manage',
	'tickets.edit',
	'fundraiser.edit',
	'attendees.view',
	'attendees.edit',
	'attendees.export',
	'orders.view',
	'orders.manage',
	'refunds.make',
	'staff_links.manage',
	'check_ins.view',
	'check_ins.perform',
	'money.view',
	'money.manage',
	'integrations.manage',
	'developer.manage',
] as const;
export type OrganisationAction = (typeof organisationActions)[number];

const everything = new Set<OrganisationAction>(organisationActions);

const grants: Record<OrganisationRole, ReadonlySet<OrganisationAction>> = {
	owner: everything,
	admin: everything,
	event_manager: new Set<OrganisationAction>([
		'organisation.view',
		'events.view',
		'events.create',
		'events.edit',
		'events.publish',
		'templates.manage',
		'tickets.edit',
		'fundraiser.edit',
		'attendees.view',
		'attendees.edit',
		'attendees.export',
		'orders.view',
		'orders.manage',
		'refunds.make',
		'staff_links.manage',
		'check_ins.view',
		'check_ins.perform',
	]),
	finance: new Set<OrganisationAction>([
		'organisation.view',
		'events.view',
		'fundraiser.edit',
		'attendees.view',
		'attendees.export',
		'orders.view',
		'orders.manage',
		'refunds.make',
		'money.view',
		'money.manage',
	]),
	marketing: new Set<OrganisationAction>([
		'organisation.view',
		'events.view',
		'events.edit',
		'templates.manage',
		'fundraiser.edit',
		'check_ins.view',
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
	'members.manage',
	'events.create',
	'templates.manage',
	'integrations.manage',
	'developer.manage',
]);

/** A member as far as their rights go. `isLimited`: their role reaches chosen events only. */
export interface MemberRights {
	role: OrganisationRole;
	isLimited: boolean;
	/** All that an API key may do of it; null or absent: the member themself asks. */
	only?: readonly OrganisationAction[] | null;
}

/** Like `can`, for a member who may be limited to chosen events: those do nothing that reaches beyond, whatever their role. */
export function memberCan(member: MemberRights, action: OrganisationAction): boolean {
	if (member.only && !member.only.includes(action)) return false;
	return can(member.role, action) && !(member.isLimited && wideActions.has(action));
}
