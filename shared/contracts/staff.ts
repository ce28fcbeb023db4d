import { z } from '../lib/z.ts';
import { staffAbilities } from '../rules/staff-abilities.ts';
import { email, instant, noContent, page, text, uuid, wholeList } from './common.ts';
import { endpoint, eventAccess, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

export const staffLink = z
	.object({
		id: uuid(),
		label: z.string(),
		/** Empty to a member who may not do all that the link does. */
		shortCode: z.string(),
		abilities: z.array(z.enum(staffAbilities)),
		/** Abilities that do not work at the moment, since the member below may not hand them on any more. */
		withheld: z.array(z.enum(staffAbilities)),
		/** The member whose rights the link has at most: who made or renewed it, or gave it its last ability. */
		createdBy: uuid().nullable(),
		startsAt: z.string().nullable(),
		endsAt: z.string().nullable(),
		hasPin: z.boolean(),
		/** Too many wrong PINs: nobody comes in until another is set. */
		isPinLocked: z.boolean(),
		deviceLimit: z.int().nullable(),
		deviceCount: z.int(),
		createdAt: z.string(),
		lastUsedAt: z.string().nullable(),
		revokedAt: z.string().nullable(),
		/** Null: all lists of the event. */
		listIds: z.array(uuid()).nullable(),
		gateId: uuid().nullable(),
		/** The staff link of a series that this one belongs to: it is changed and renewed there. */
		seriesLinkId: uuid().nullable(),
	})
	.meta({ id: 'StaffLink' });
export type StaffLink = z.output<typeof staffLink>;

/** The token and its address are shown once, when the link is made or rotated. */
export const newStaffLink = staffLink.extend({ token: z.string(), url: z.string() });

export const staffLinkParams = eventParams.extend({ staffLink: uuid() });

/** The fields of a staff link. */
export const staffLinkEdit = {
	label: text({ max: 100, min: 1 }),
	abilities: z.array(z.enum(staffAbilities)).min(1),
	startsAt: instant().nullable(),
	endsAt: instant().nullable(),
	deviceLimit: z.int().min(1).max(1_000).nullable(),
	pin: z
		.string()
		.regex(/^\d{4,8}$/, '4 to 8 digits.')
		.meta({ examples: ['4821'] })
		.nullable(),
	listIds: z.array(uuid()).min(1).max(50).nullable(),
	gateId: uuid().nullable(),
};

export const createStaffLink = endpoint({
	id: 'staff.createStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links',
	summary: 'Create a staff link: check-in without a login.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.object(staffLinkEdit).partial().required({ label: true }),
	output: newStaffLink,
	errors: ['INSUFFICIENT_QUOTA'],
});

export const listStaffLinks = endpoint({
	id: 'staff.listStaffLinks',
	method: 'GET',
	path: '/api/events/{event}/staff-links',
	summary: 'List the staff links of an event, revoked ones last.',
	access: eventAccess('staff_links.manage'),
	limit: 'read',
	params: eventParams,
	output: page(staffLink),
});

export const revokeStaffLink = endpoint({
	id: 'staff.revokeStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links/{staffLink}/revoke',
	summary: 'Revoke a staff link and all its devices. Repeating it changes nothing.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	params: staffLinkParams,
	output: staffLink,
});

export const rotateStaffLink = endpoint({
	id: 'staff.rotateStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links/{staffLink}/rotate',
	summary: 'Rotate the token and short code of a staff link. The old ones stop working immediately.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	params: staffLinkParams,
	output: newStaffLink,
});

export const deleteStaffLink = endpoint({
	id: 'staff.deleteStaffLink',
	method: 'DELETE',
	path: '/api/events/{event}/staff-links/{staffLink}',
	summary: 'Delete a link that was never used.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	status: 204,
	params: staffLinkParams,
	output: noContent(),
});

export const updateStaffLink = endpoint({
	id: 'staff.updateStaffLink',
	method: 'PATCH',
	path: '/api/events/{event}/staff-links/{staffLink}',
	summary:
		'Update label, abilities, lists, gate, times, device limit or PIN. Takes effect with the next call of each device.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	params: staffLinkParams,
	body: z.object(staffLinkEdit).partial(),
	output: staffLink,
});

export const shareStaffLink = endpoint({
	id: 'staff.shareStaffLink',
	method: 'POST',
	path: '/api/events/{event}/staff-links/{staffLink}/share',
	summary: 'Email a staff link to someone, with its short code. The PIN is never included.',
	access: eventAccess('staff_links.manage'),
	limit: 'mail',
	status: 202,
	params: staffLinkParams,
	body: z.object({ email: email(), note: text({ max: 500, lines: true }).default('') }),
	output: z.object({ message: z.string() }),
});

/** A device that works at the door by a staff link. */
export const staffDevice = z
	.object({
		/** Ends this device with `endStaffDevice`; null for one that came by the link's own token, which has no entry of its own. */
		id: uuid().nullable(),
		name: z.string(),
		lastSeenAt: z.string(),
		/** Scans queued on the device at its last contact. */
		queued: z.int(),
		scansLastHour: z.int(),
		scansInAll: z.int(),
	})
	.meta({ id: 'StaffDevice' });
export type StaffDevice = z.output<typeof staffDevice>;

export const listStaffDevices = endpoint({
	id: 'staff.listStaffDevices',
	method: 'GET',
	path: '/api/events/{event}/staff-links/{staffLink}/devices',
	summary: 'List the devices of a staff link, last seen first.',
	access: eventAccess('staff_links.manage'),
	limit: 'read',
	params: staffLinkParams,
	output: wholeList(staffDevice),
});

export const endStaffDevice = endpoint({
	id: 'staff.endStaffDevice',
	method: 'DELETE',
	path: '/api/events/{event}/staff-links/{staffLink}/devices/{device}',
	summary: 'Revoke one device. Another can take its place.',
	access: eventAccess('staff_links.manage'),
	limit: 'write',
	status: 204,
	params: staffLinkParams.extend({ device: uuid() }),
	output: noContent(),
});

export const openStaffAccess = endpoint({
	id: 'staff.openStaffAccess',
	method: 'POST',
	path: '/api/staff-access/open',
	summary:
		'Register a device with the short code or token of a staff link (and PIN). Returns a token for this device. A link of a series opens the current date; before that it is refused as `date-not-open`, with `opensAt` in the metadata. A device whose date is over can send its own token as the code to continue with the next date without the PIN.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({
		/** The short code, or the token of a /scan/{token} address; of a device that came by a link of a series its own token. */
		code: text({ max: 200, min: 1 }),
		pin: z.string().max(8).optional(),
		deviceName: text({ max: 60 }).default(''),
		/** Made once by the device and stored: entering again takes no second place of the device limit. */
		deviceKey: z
			.string()
			.regex(/^[\w-]{16,64}$/)
			.meta({ examples: ['b0a9c1f2-6f0e-4a8b-9a51-2d9a4f7c1e10'] })
			.optional(),
	}),
	output: z.object({
		/** Empty while a PIN is to be requested. */
		token: z.string(),
		label: z.string(),
		eventTitle: z.string(),
		needsPin: z.boolean(),
		/** When the link begins and ends, in UTC. */
		startsAt: z.string().nullable(),
		endsAt: z.string().nullable(),
		timeZone: z.string(),
		/** Name of the gate that the link states. */
		gate: z.string().nullable(),
		/** The date of the series that it opened; null: the link is one of a single event. */
		date: z.object({ eventId: uuid(), startsAt: z.string(), closesAt: z.string() }).nullable(),
	}),
	errors: ['AUTH_INVALID_CREDENTIALS'],
});
