import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StaticPath } from '#shared/rules/routes.ts';

/** Every target of navigation bar and footer (section 2), in order. */
export interface ShellLink {
	label: MessageDescriptor;
	to: StaticPath;
}

export const createEventLink: ShellLink = { label: msg`Create Event`, to: '/templates' };
const dashboard: ShellLink = { label: msg`Dashboard`, to: '/dashboard' };
const scanner: ShellLink = { label: msg`QR Scanner`, to: '/qr-scanner' };

export const guestLinks: ShellLink[] = [
	{ label: msg`Browse Events`, to: '/events' },
	{ label: msg`Plan Great Events`, to: '/blog' },
];
export const loginLink: ShellLink = { label: msg`Login`, to: '/login' };

export const userLinks: ShellLink[] = [dashboard, createEventLink, scanner];
export const adminLink: ShellLink = { label: msg`Admin`, to: '/admin' };

export const avatarLinks: ShellLink[] = [
	dashboard,
	createEventLink,
	scanner,
	{ label: msg`Custom Reports`, to: '/custom-reports' },
	{ label: msg`Staff Management`, to: '/staff-management' },
	{ label: msg`Settings`, to: '/settings' },
];

export const footerColumns: { title: MessageDescriptor; links: ShellLink[] }[] = [
	{
		title: msg`Product`,
		links: [
			{ label: msg`Browse Events`, to: '/events' },
			{ label: msg`Templates`, to: '/templates' },
			{ label: msg`Pricing`, to: '/pricing' },
			{ label: msg`Analytics`, to: '/analytics' },
		],
	},
	{
		title: msg`Company`,
		links: [
			{ label: msg`About Us`, to: '/about' },
			{ label: msg`Careers`, to: '/careers' },
			{ label: msg`Press`, to: '/press' },
			{ label: msg`Contact`, to: '/contact' },
			{ label: msg`Blog`, to: '/blog' },
		],
	},
	{
		title: msg`Support`,
		links: [
			{ label: msg`Help Center`, to: '/help' },
			{ label: msg`API Docs`, to: '/api-docs' },
			{ label: msg`Status Page`, to: '/status' },
			{ label: msg`Privacy Policy`, to: '/privacy' },
			{ label: msg`Terms of Service`, to: '/terms' },
		],
	},
];

/** The page that a link leads to: the Dashboard asks visitors without a token to log in. */
export function targetOf(link: ShellLink, hasToken: boolean): StaticPath {
	return link === dashboard && !hasToken ? loginLink.to : link.to;
}
