import { z } from '../lib/z.ts';
import { staffAbilities } from '../rules/staff-abilities.ts';
import { instant, noContent, page, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';

export const staffLink = z
	.object({
		id: uuid(),
		label: z.string(),
		shortCode: z.string(),
		abilities: z.array(z.enum(staffAbilities)),
		startsAt: z.string().nullable(),
		endsAt: z.string().nullable(),
		hasPin: z.boolean(),
		deviceLimit: z.number().int().nullable(),
		deviceCount: z.number().int(),
		createdAt: z.string(),
		lastUsedAt: z.string().nullable(),
		revokedAt: z.string().nullable(),
	})
	.meta({ id: 'StaffLink' });
export type StaffLink = z.output<typeof staffLink>;

/** The token and its address are told once, when the link is made or rotated. */
export const newStaffLink = staffLink.extend({ token: z.string(), url: z.string() });

export const staffLinkParams = eventParams.extend({ staffLink: uuid() });

const editable = {
	label: text({ max: 100, min: 1 }),
	abilities: z.array(z.enum(staffAbilities)).min(1),
	startsAt: instant().nullable(),
	endsAt: instant().nullable(),
	deviceLimit: z.number().int().min(1).max(1_000).nullable(),
	pin: z
		.string()
		.regex(/^\d{4,8}$/, '4 to 8 digits.')
		.nullable(),
};

export const createStaffLink = endpoint({
	id: 'staff.createStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links',
	summary: 'Make a way to the door without a login.',
	access: { kind: 'organisation', action: 'staff_links.manage', via: 'event' },
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.object(editable).partial().required({ label: true }),
	output: newStaffLink,
});

export const listStaffLinks = endpoint({
	id: 'staff.listStaffLinks',
	method: 'GET',
	path: '/api/events/{event}/staff-links',
	summary: 'The staff links of an event, revoked ones last.',
	access: { kind: 'organisation', action: 'staff_links.manage', via: 'event' },
	limit: 'read',
	params: eventParams,
	output: page(staffLink),
});

export const revokeStaffLink = endpoint({
	id: 'staff.revokeStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links/{staffLink}/revoke',
	summary: 'End a link and all its devices at once. Twice is once.',
	access: { kind: 'organisation', action: 'staff_links.manage', via: 'event' },
	limit: 'write',
	params: staffLinkParams,
	output: staffLink,
});

export const rotateStaffLink = endpoint({
	id: 'staff.rotateStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links/{staffLink}/rotate',
	summary: 'A new token and short code for the link; the old ones end at once.',
	access: { kind: 'organisation', action: 'staff_links.manage', via: 'event' },
	limit: 'write',
	params: staffLinkParams,
	output: newStaffLink,
});

export const deleteStaffLink = endpoint({
	id: 'staff.deleteStaffLink',
	method: 'DELETE',
	path: '/api/events/{event}/staff-links/{staffLink}',
	summary: 'Delete a link that was never used.',
	access: { kind: 'organisation', action: 'staff_links.manage', via: 'event' },
	limit: 'write',
	status: 204,
	params: staffLinkParams,
	output: noContent(),
});

export const openStaffAccess = endpoint({
	id: 'staff.openStaffAccess',
	method: 'POST',
	path: '/api/staff-access/open',
	summary: 'Enter with the typed short code (and PIN): gives this device a token of its own.',
	access: { kind: 'public' },
	limit: 'signIn',
	body: z.object({
		code: text({ max: 20, min: 1 }),
		pin: z.string().max(8).optional(),
		deviceName: text({ max: 60 }).default(''),
	}),
	output: z.object({ token: z.string(), label: z.string(), eventTitle: z.string(), needsPin: z.boolean() }),
	errors: ['AUTH_INVALID_CREDENTIALS'],
});
