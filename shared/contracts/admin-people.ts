import { z } from '../lib/z.ts';
import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS, VIEW_AS_MINUTES } from '../rules/periods.ts';
import { noContent, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

export const adminUser = z
	.object({
		id: uuid(),
		email: z.string(),
		firstName: z.string(),
		lastName: z.string(),
		isAdmin: z.boolean(),
		isEmailVerified: z.boolean(),
		isDemo: z.boolean(),
		disabledAt: z.string().nullable(),
		lockedAt: z.string().nullable(),
		lockReason: z.string(),
		createdAt: z.string(),
		lastSeenAt: z.string().nullable(),
		organisations: z.array(z.object({ id: uuid(), name: z.string(), role: z.string() })),
	})
	.meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof adminUser>;

export const userFilters = ['all', 'admins', 'unverified', 'locked', 'disabled'] as const;
export type UserFilter = (typeof userFilters)[number];

export const listUsers = endpoint({
	id: 'admin.listUsers',
	method: 'GET',
	path: '/api/admin/users',
	summary: 'List or search accounts by name, email address or organisation, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		filter: z.enum(userFilters).default('all'),
		...paging(50, 100),
	}),
	output: page(adminUser),
});

const userParams = z.object({ user: uuid() });

const act = <const I extends string>(id: I, verb: string, summary: string) =>
	endpoint({
		id: `admin.${id}`,
		method: 'POST',
		path: `/api/admin/users/{user}/${verb}`,
		summary,
		access: adminAccess,
		limit: 'write',
		params: userParams,
		output: adminUser,
	});

export const verifyUser = act('verifyUser', 'verify', 'Mark the email as verified.');
export const unlockUser = act(
	'unlockUser',
	'unlock',
	'Unlock an account, including one locked after failed logins.',
);
export const disableUser = act('disableUser', 'disable', 'Disable an account. Its sessions end immediately.');
export const enableUser = act('enableUser', 'enable', 'Enable a disabled account.');
export const makeAdmin = act('makeAdmin', 'make-admin', 'Grant administrator rights.');
export const removeAdmin = act(
	'removeAdmin',
	'remove-admin',
	'Revoke administrator rights. Not allowed for the last administrator.',
);
export const endSessions = act('endSessions', 'end-sessions', 'End all sessions of a user.');

const link = (id: string, name: string, summary: string) =>
	endpoint({
		id: `admin.${id}`,
		method: 'POST',
		path: `/api/admin/users/{user}/${name}`,
		summary: `${summary} Single use; older links stop working. Only where email is not set up.`,
		access: adminAccess,
		limit: 'write',
		status: 201,
		params: userParams,
		output: z.object({ url: z.string(), expiresAt: z.string() }),
	});

export const makeVerificationLink = link(
	'makeVerificationLink',
	'verification-link',
	`Create a link, valid for ${VERIFY_LINK_HOURS} hours, that verifies the account’s email and logs in.`,
);
export const makeResetLink = link(
	'makeResetLink',
	'reset-link',
	`Create a link, valid for ${RESET_LINK_MINUTES} minutes, that sets a new password.`,
);

export const viewAs = endpoint({
	id: 'admin.viewAs',
	method: 'POST',
	path: '/api/admin/users/{user}/view',
	summary: `View the product as another user for ${VIEW_AS_MINUTES} minutes. The token is read-only.`,
	access: adminAccess,
	limit: 'write',
	status: 201,
	params: userParams,
	output: z.object({ token: z.string(), name: z.string(), startedAt: z.string(), expiresAt: z.string() }),
});

export const stopViewing = endpoint({
	id: 'admin.stopViewing',
	method: 'POST',
	path: '/api/admin/users/{user}/view/stop',
	summary: 'End a session started with `viewAs`. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	status: 204,
	params: userParams,
	output: noContent(),
});

export const lockUser = endpoint({
	id: 'admin.lockUser',
	method: 'POST',
	path: '/api/admin/users/{user}/lock',
	summary: 'Lock an account until it is unlocked. Its sessions end immediately.',
	access: adminAccess,
	limit: 'write',
	params: userParams,
	body: z.object({ reason: text({ max: 500, min: 1, lines: true }) }),
	output: adminUser,
});

export const moderations = ['unlisted', 'taken_down'] as const;

export const adminEvent = z
	.object({
		id: uuid(),
		slug: z.string(),
		title: z.string(),
		organiserName: z.string(),
		status: z.string(),
		visibility: z.string(),
		startsAt: z.string(),
		timeZone: z.string(),
		featuredAt: z.string().nullable(),
		/** `organisation_locked`: closed with its organisation, and open again with it. */
		moderation: z.enum([...moderations, 'organisation_locked']).nullable(),
		moderationReason: z.string(),
	})
	.meta({ id: 'AdminEvent' });
export type AdminEvent = z.output<typeof adminEvent>;

export const listAdminEvents = endpoint({
	id: 'admin.listEvents',
	method: 'GET',
	path: '/api/admin/events',
	summary: 'List events of all organisers, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		filter: z.enum(['all', 'featured', 'moderated']).default('all'),
		...paging(50, 100),
	}),
	output: page(adminEvent),
});

const eventParams = z.object({ listing: uuid() });
const eventAct = (id: string, verb: string, summary: string) =>
	endpoint({
		id: `admin.${id}`,
		method: 'POST',
		path: `/api/admin/events/{listing}/${verb}`,
		summary,
		access: adminAccess,
		limit: 'write',
		params: eventParams,
		output: adminEvent,
	});

export const featureEvent = eventAct('featureEvent', 'feature', 'Feature an event on the landing page.');
export const unfeatureEvent = eventAct('unfeatureEvent', 'unfeature', 'Stop featuring an event.');
export const restoreEvent = eventAct(
	'restoreEvent',
	'restore',
	'Restore the previous visibility of an event.',
);

export const moderateEvent = endpoint({
	id: 'admin.moderateEvent',
	method: 'POST',
	path: '/api/admin/events/{listing}/moderate',
	summary:
		'Remove an event from lists, or hide its page and stop registration. The organiser is notified with the reason.',
	access: adminAccess,
	limit: 'write',
	params: eventParams,
	body: z.object({ moderation: z.enum(moderations), reason: text({ max: 1_000, min: 1, lines: true }) }),
	output: adminEvent,
});

export const systemFinding = z.object({
	name: z.string(),
	state: z.enum(['ok', 'warn', 'fail']),
	text: z.string(),
});

export const checkSystem = endpoint({
	id: 'admin.checkSystem',
	method: 'GET',
	path: '/api/admin/system',
	summary: 'Check database, disk, queues, clock, APP_URL and email now, with advice on what to fix.',
	access: adminAccess,
	limit: 'export',
	output: z.object({ findings: z.array(systemFinding), release: z.string() }),
});

export const sendTestMail = endpoint({
	id: 'admin.sendTestMail',
	method: 'POST',
	path: '/api/admin/system/test-mail',
	summary: 'Send a test email to the administrator’s own address. Returns the reply of the mail server.',
	access: adminAccess,
	limit: 'mail',
	output: z.object({ isSent: z.boolean(), response: z.string() }),
});
