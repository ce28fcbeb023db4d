import { useLingui } from '@lingui/react/macro';
import type { OrganisationRole } from '#shared/rules/permissions.ts';

/** A description of a role. */
export function useRoleDescriptions(): Record<OrganisationRole, string> {
	const { t } = useLingui();
	return {
		owner: t`Everything, and hands over ownership.`,
		admin: t`Everything except ownership.`,
		event_manager: t`Events, tickets, guests, orders and check-in. Not the bank account.`,
		finance: t`Orders, refunds, payments and reports. Does not edit events.`,
		marketing: t`Event texts, templates and the organiser page. Sees no guests.`,
		check_in: t`Sees guests and checks them in.`,
	};
}
