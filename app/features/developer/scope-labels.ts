import { useLingui } from '@lingui/react/macro';
import type { ApiScope } from '#shared/rules/api-keys.ts';

/** What each scope lets a key do. */
export function useScopeLabels(): Record<ApiScope, string> {
	const { t } = useLingui();
	return {
		'organisation:read': t`Read the organisation`,
		'events:read': t`Read events, drafts included`,
		'events:write': t`Create, edit and publish events, their tickets and codes`,
		'guests:read': t`Read and export guest lists`,
		'guests:write': t`Add and edit guests`,
		'orders:read': t`Read orders`,
		'orders:write': t`Change and cancel orders, without refunds`,
		'door:read': t`Read check-ins`,
		'door:write': t`Check guests in`,
		'analytics:read': t`Read analytics`,
		'money:read': t`Read balances and payments`,
		'messages:write': t`Write to guests, and read what was sent`,
		'reports:read': t`Read reports`,
		'followers:read': t`Read followers and consents to news`,
		'webhooks:write': t`Manage webhooks`,
		'sandbox:write': t`Move the clock of the sandbox, create test orders, read its emails and reset it`,
	};
}
