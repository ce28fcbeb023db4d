import { z } from '../lib/z.ts';
import { instant, page, text, uuid } from './common.ts';
import { endpoint, seriesAccess } from './endpoint.ts';
import { seriesParams } from './series.ts';
import { staffLink, staffLinkEdit } from './staff.ts';

/** Minutes before the start of a date, and after its end, at which it is open unless the organiser says otherwise. */
export const DEFAULT_OPENS_BEFORE = 120;
export const DEFAULT_CLOSES_AFTER = 120;

/** A staff link that works at all dates of a series. */
export const seriesStaffLink = staffLink
	.omit({ listIds: true, gateId: true, seriesLinkId: true })
	.extend({
		/** Each date is open from so many minutes before its start. */
		opensBeforeMinutes: z.int(),
		/** And until so many minutes after its end. */
		closesAfterMinutes: z.int(),
		/** Devices allowed at each date. */
		deviceLimit: z.int().nullable(),
		/** Devices that came in, at all dates. */
		deviceCount: z.int(),
		/** The date that it opens at the moment, or the next one; null: none is ahead. */
		date: z
			.object({
				eventId: uuid(),
				title: z.string(),
				startsAt: z.string(),
				opensAt: z.string(),
				closesAt: z.string(),
				timeZone: z.string(),
			})
			.nullable(),
	})
	.meta({ id: 'SeriesStaffLink' });
export type SeriesStaffLink = z.output<typeof seriesStaffLink>;

/** The token and its address are shown once, when the link is made or rotated. */
export const newSeriesStaffLink = seriesStaffLink.extend({ token: z.string(), url: z.string() });

const editable = {
	label: text({ max: 100, min: 1 }),
	abilities: staffLinkEdit.abilities,
	/** The season: nothing opens before and after. */
	startsAt: instant().nullable(),
	endsAt: instant().nullable(),
	opensBeforeMinutes: z.int().min(0).max(2_880),
	closesAfterMinutes: z.int().min(0).max(1_440),
	/** Devices at each date. */
	deviceLimit: staffLinkEdit.deviceLimit,
	pin: staffLinkEdit.pin,
};

const params = seriesParams.extend({ staffLink: uuid() });
const manage = seriesAccess('staff_links.manage');

export const createSeriesStaffLink = endpoint({
	id: 'staff.createSeriesLink',
	method: 'POST',
	path: '/api/series/{series}/staff-links',
	summary:
		'Create a staff link for all dates of a series. It opens the current date, from `opensBeforeMinutes` before its start to `closesAfterMinutes` after its end.',
	access: manage,
	limit: 'write',
	status: 201,
	params: seriesParams,
	body: z.object(editable).partial().required({ label: true }),
	output: newSeriesStaffLink,
	errors: ['INSUFFICIENT_QUOTA'],
});

export const listSeriesStaffLinks = endpoint({
	id: 'staff.listSeriesLinks',
	method: 'GET',
	path: '/api/series/{series}/staff-links',
	summary: 'List the staff links of a series, revoked ones last.',
	access: manage,
	limit: 'read',
	params: seriesParams,
	output: page(seriesStaffLink),
});

export const updateSeriesStaffLink = endpoint({
	id: 'staff.updateSeriesLink',
	method: 'PATCH',
	path: '/api/series/{series}/staff-links/{staffLink}',
	summary:
		'Update label, abilities, season, opening times, device limit or PIN. Takes effect at all dates with the next call of each device.',
	access: manage,
	limit: 'write',
	params,
	body: z.object(editable).partial(),
	output: seriesStaffLink,
});

export const revokeSeriesStaffLink = endpoint({
	id: 'staff.revokeSeriesLink',
	method: 'POST',
	path: '/api/series/{series}/staff-links/{staffLink}/revoke',
	summary: 'Revoke a staff link of a series and its devices at all dates. Repeating it changes nothing.',
	access: manage,
	limit: 'write',
	params,
	output: seriesStaffLink,
});

export const rotateSeriesStaffLink = endpoint({
	id: 'staff.rotateSeriesLink',
	method: 'POST',
	path: '/api/series/{series}/staff-links/{staffLink}/rotate',
	summary:
		'Rotate the token and short code of a staff link of a series. The old ones stop working immediately, and so do its devices at all dates.',
	access: manage,
	limit: 'write',
	params,
	output: newSeriesStaffLink,
});
