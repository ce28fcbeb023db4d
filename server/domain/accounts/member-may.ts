import { can, type OrganisationAction, organisationRoles } from '#shared/rules/permissions.ts';

/**
 * `memberCan` as a condition of SQL about the row `m` of memberships, without the reach: who asks says which events it is about.
 * Both parts are constants of the code, so that nothing of a caller gets into the statement.
 */
export function memberMaySql(action: OrganisationAction): string {
	const roles = organisationRoles.filter((role) => can(role, action)).map((role) => `'${role}'`);
	return `((m.role IN (${roles.join(', ')}) OR '${action}' = ANY (m.extra_actions))
		AND (m.role = 'owner' OR '${action}' <> ALL (m.denied_actions)))`;
}
