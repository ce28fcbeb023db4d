import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { listCheckInLists, listGates } from '#shared/contracts/door-lists.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { getSeries } from '#shared/contracts/series.ts';
import * as ofSeries from '#shared/contracts/series-staff-links.ts';
import * as contracts from '#shared/contracts/staff.ts';

export type StaffLinkBody = CallBodyOf<typeof contracts.createStaffLink>;

const linksKey = (event: string) => ['staff-links', event] as const;
const devicesKey = (event: string, link: string) => [...linksKey(event), link, 'devices'] as const;
/** How often the list of devices is read while somebody looks at it. */
const DEVICES_REFETCH_MS = 10_000;

export function useStaffLinks(event: string, enabled = true) {
	return useApiQuery(contracts.listStaffLinks, linksKey(event), { params: { event }, enabled });
}

/** The lists and gates that a link can be tied to; the same keys as at the door, so one reading serves both. */
export function useDoorPlaces(event: string) {
	const lists = useApiQuery(listCheckInLists, ['check-in-lists', event], { params: { event } });
	const gates = useApiQuery(listGates, ['gates', event], { params: { event } });
	return {
		lists: lists.data?.data ?? [],
		gates: gates.data?.data ?? [],
		isPending: lists.isPending || gates.isPending,
	};
}

/** The devices of a link, read anew while they are looked at. */
export function useStaffDevices(event: string, staffLink: string) {
	return useApiQuery(contracts.listStaffDevices, devicesKey(event, staffLink), {
		params: { event, staffLink },
		refetchInterval: DEVICES_REFETCH_MS,
	});
}

/** Makes, changes, renews, shares and ends links; the list follows. */
export function useStaffLinkActions(event: string) {
	const stale = linksKey(event);
	return {
		create: useChange(
			(body: StaffLinkBody) =>
				api.call(contracts.createStaffLink, { params: { event }, body, idempotencyKey: newIdempotencyKey() }),
			stale,
		),
		update: useChange(
			({ staffLink, body }: { staffLink: string; body: StaffLinkBody }) =>
				api.call(contracts.updateStaffLink, { params: { event, staffLink }, body }),
			stale,
		),
		rotate: useChange(
			(staffLink: string) => api.call(contracts.rotateStaffLink, { params: { event, staffLink } }),
			stale,
		),
		revoke: useChange(
			(staffLink: string) => api.call(contracts.revokeStaffLink, { params: { event, staffLink } }),
			stale,
		),
		share: useChange(({ staffLink, ...body }: { staffLink: string; email: string; note: string }) =>
			api.call(contracts.shareStaffLink, {
				params: { event, staffLink },
				body,
				idempotencyKey: newIdempotencyKey(),
			}),
		),
		endDevice: useChange(
			({ staffLink, device }: { staffLink: string; device: string }) =>
				api.call(contracts.endStaffDevice, { params: { event, staffLink, device } }),
			stale,
		),
	};
}

export type SeriesLinkBody = CallBodyOf<typeof ofSeries.createSeriesStaffLink>;

const seriesLinksKey = (series: string) => ['series', series, 'staff-links'] as const;

/** The staff links of a series, with the date that each opens. */
export function useSeriesStaffLinks(series: string) {
	return useApiQuery(ofSeries.listSeriesStaffLinks, seriesLinksKey(series), { params: { series } });
}

/** The series itself, for its title. */
export function useSeriesTitle(series: string) {
	return useApiQuery(getSeries, ['series', series], { params: { series } });
}

/** Makes, changes, renews and ends links of a series; the list follows. */
export function useSeriesLinkActions(series: string) {
	const stale = seriesLinksKey(series);
	return {
		create: useChange(
			(body: SeriesLinkBody) =>
				api.call(ofSeries.createSeriesStaffLink, {
					params: { series },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		update: useChange(
			({ staffLink, body }: { staffLink: string; body: SeriesLinkBody }) =>
				api.call(ofSeries.updateSeriesStaffLink, { params: { series, staffLink }, body }),
			stale,
		),
		rotate: useChange(
			(staffLink: string) => api.call(ofSeries.rotateSeriesStaffLink, { params: { series, staffLink } }),
			stale,
		),
		revoke: useChange(
			(staffLink: string) => api.call(ofSeries.revokeSeriesStaffLink, { params: { series, staffLink } }),
			stale,
		),
	};
}
