import { useLingui } from '@lingui/react/macro';
import type { OrganisationAction } from '#shared/rules/permissions.ts';

/** Descriptions of permissions. */
export function useActionLabels(): Record<OrganisationAction, string> {
	const { t } = useLingui();
	return {
		'organisation.view': t`See the organisation`,
		'organisation.edit': t`Change the organisation’s settings`,
		'page.edit': t`Edit the organiser page`,
		'followers.view': t`See followers and their emails`,
		'members.view': t`See the team`,
		'members.manage': t`Invite, change and remove members`,
		'ownership.transfer': t`Hand over ownership`,
		'acts.view': t`See everyone’s activity`,
		'analytics.view': t`See analytics`,
		'events.view': t`See events, drafts too`,
		'events.create': t`Create events`,
		'events.edit': t`Edit events`,
		'events.publish': t`Publish, cancel and delete events`,
		'templates.manage': t`Save and change templates`,
		'tickets.edit': t`Change tickets and capacity`,
		'codes.edit': t`Create and change codes`,
		'fundraiser.edit': t`Run fundraisers`,
		'attendees.view': t`See guests`,
		'attendees.edit': t`Change guests`,
		'attendees.export': t`Download guest lists`,
		'attendees.erase': t`Erase guests’ personal data`,
		'orders.view': t`See orders`,
		'orders.manage': t`Change and cancel orders`,
		'refunds.make': t`Make refunds`,
		'messages.view': t`See messages to guests`,
		'messages.send': t`Write to guests`,
		'staff_links.manage': t`Create check-in links`,
		'check_ins.view': t`See check-in figures`,
		'check_ins.perform': t`Check guests in`,
		'money.view': t`See payments and payouts`,
		'money.manage': t`Change payment settings`,
		'reports.view': t`See reports`,
		'reports.manage': t`Save, share and schedule reports`,
		'integrations.manage': t`Manage integrations`,
		'developer.manage': t`Manage API keys`,
		'sandbox.manage': t`Use the sandbox for developers`,
	};
}
