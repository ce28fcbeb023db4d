import type { SeriesStaffLink } from '#shared/contracts/series-staff-links.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { STAFF_GRACE_HOURS } from '#shared/rules/staff-tokens.ts';

/** Until when the links of an event open it, in milliseconds. */
export const lastMomentMs = (eventEndsAt: string): number =>
	Date.parse(eventEndsAt) + STAFF_GRACE_HOURS * 3_600_000;

/** Whether a link opens nothing any more: revoked, past its own end, or some time after its event. */
export function isOver(
	link: Pick<StaffLink, 'revokedAt' | 'endsAt'>,
	eventEndsAt: string,
	nowMs: number,
): boolean {
	const lastMs = lastMomentMs(eventEndsAt);
	return link.revokedAt !== null || Math.min(lastMs, link.endsAt ? Date.parse(link.endsAt) : lastMs) <= nowMs;
}

/** Whether a link of a series opens nothing any more: revoked, or past its season. That no date is ahead does not end it. */
export const isSeriesLinkOver = (
	link: Pick<SeriesStaffLink, 'revokedAt' | 'endsAt'>,
	nowMs: number,
): boolean => link.revokedAt !== null || (link.endsAt !== null && Date.parse(link.endsAt) <= nowMs);
