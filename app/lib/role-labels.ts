import { useLingui } from '@lingui/react/macro';
import type { OrganisationRole } from '#shared/rules/permissions.ts';

/** The roles of members, in words. */
export function useRoleLabels(): Record<OrganisationRole, string> {
	const { t } = useLingui();
	return {
		owner: t`Owner`,
		admin: t`Admin`,
		event_manager: t`Event manager`,
		finance: t`Finance`,
		marketing: t`Marketing`,
		check_in: t`Check-in`,
	};
}
