import { z } from '../lib/z.ts';
import { organisationRoles } from '../rules/permissions.ts';
import { page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

export const organisationFilters = ['all', 'verified', 'locked'] as const;
export type OrganisationFilter = (typeof organisationFilters)[number];

export const adminOrganisation = z
	.object({
		id: uuid(),
		name: z.string(),
		slug: z.string(),
		isDemo: z.boolean(),
		/** The sandbox of another organisation. */
		isSandbox: z.boolean(),
		verifiedAt: z.string().nullable(),
		members: z.int(),
		events: z.int(),
		/** Its events are closed to the public and it publishes none, until it is unlocked. */
		lockedAt: z.string().nullable(),
		lockReason: z.string(),
		createdAt: z.string(),
	})
	.meta({ id: 'AdminOrganisation' });
export type AdminOrganisation = z.output<typeof adminOrganisation>;

export const listOrganisations = endpoint({
	id: 'admin.listOrganisations',
	method: 'GET',
	path: '/api/admin/organisations',
	summary: 'List organisations, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		filter: z.enum(organisationFilters).default('all'),
		...paging(50, 100),
	}),
	output: page(adminOrganisation),
});

const organiserParams = z.object({ organiser: uuid() });

/** One organisation as an administrator looks into it. */
export const adminOrganisationDetail = adminOrganisation
	.extend({
		people: z.array(
			z.object({ userId: uuid(), name: z.string(), email: z.string(), role: z.enum(organisationRoles) }),
		),
		/** The newest ones. */
		newestEvents: z.array(
			z.object({
				id: uuid(),
				slug: z.string(),
				title: z.string(),
				status: z.string(),
				startsAt: z.string(),
				timeZone: z.string(),
			}),
		),
		figures: z.object({
			published: z.int(),
			ahead: z.int(),
			orders: z.int(),
			guests: z.int(),
			checkedIn: z.int(),
		}),
	})
	.meta({ id: 'AdminOrganisationDetail' });
export type AdminOrganisationDetail = z.output<typeof adminOrganisationDetail>;

export const getOrganisation = endpoint({
	id: 'admin.getOrganisation',
	method: 'GET',
	path: '/api/admin/organisations/{organiser}',
	summary: 'Get an organisation with its members, newest events and figures.',
	access: adminAccess,
	limit: 'read',
	params: organiserParams,
	output: adminOrganisationDetail,
});

const act = <const I extends string>(id: I, verb: string, summary: string) =>
	endpoint({
		id: `admin.${id}`,
		method: 'POST',
		path: `/api/admin/organisations/{organiser}/${verb}`,
		summary,
		access: adminAccess,
		limit: 'write',
		params: organiserParams,
		output: adminOrganisationDetail,
	});

export const verifyOrganisation = act(
	'verifyOrganisation',
	'verify',
	'Mark an organisation as verified. Shown on its event pages. Repeating it changes nothing.',
);
export const unverifyOrganisation = act(
	'unverifyOrganisation',
	'unverify',
	'Remove the verification of an organisation.',
);
export const unlockOrganisation = act(
	'unlockOrganisation',
	'unlock',
	'Unlock an organisation and show its events again, except those hidden individually. Its owners are notified.',
);

export const lockOrganisation = endpoint({
	id: 'admin.lockOrganisation',
	method: 'POST',
	path: '/api/admin/organisations/{organiser}/lock',
	summary:
		'Lock an organisation: its events are hidden and it can’t publish. Tickets stay valid and check-in works. Its owners are notified with the reason.',
	access: adminAccess,
	limit: 'write',
	params: organiserParams,
	body: z.object({ reason: text({ max: 500, min: 1, lines: true }) }),
	output: adminOrganisationDetail,
});
