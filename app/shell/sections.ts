import { msg } from '@lingui/core/macro';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan, type OrganisationAction } from '#shared/rules/permissions.ts';
import type { ShellLink } from './links.ts';

/** A part of the organiser's side of the product, and the pages that lie in it. */
export interface Section extends ShellLink {
	/** Any of these, in any organisation, opens it. */
	needs: readonly OrganisationAction[];
	/** It is about an organisation as a whole: nothing for a member of chosen events. */
	isWide?: true;
	pages: RegExp;
}

const sections: readonly Section[] = [
	{
		label: msg`Events`,
		to: '/dashboard/events',
		needs: ['events.view'],
		pages: /^\/(dashboard\/events|events\/[^/]+\/.+)$/,
	},
	{ label: msg`Analytics`, to: '/analytics', needs: ['analytics.view'], pages: /^\/analytics$/ },
	{ label: msg`Reports`, to: '/custom-reports', needs: ['reports.view'], pages: /^\/custom-reports(\/|$)/ },
	{
		label: msg`Money`,
		to: '/money',
		needs: ['money.view'],
		isWide: true,
		pages: /^\/(money(\/.+)?|stripe-connect-demo)$/,
	},
	{
		label: msg`Team`,
		to: '/staff-management',
		needs: ['members.view', 'staff_links.manage'],
		pages: /^\/staff-management$/,
	},
	{
		label: msg`Integrations`,
		to: '/integrations',
		needs: ['integrations.manage'],
		pages: /^\/integrations$/,
	},
	{
		label: msg`Developer`,
		to: '/developer-portal',
		needs: ['developer.manage'],
		pages: /^\/developer-portal$/,
	},
];

/** What a user's memberships open, in the order of the bar. */
export function sectionsOf(user: Pick<CurrentUser, 'organisations'>): Section[] {
	return sections.filter(({ needs, isWide }) =>
		user.organisations.some(
			(one) => !(isWide && one.isLimited) && needs.some((action) => memberCan(one, action)),
		),
	);
}
