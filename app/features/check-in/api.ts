import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '#app/lib/api-client.ts';
import { openEventStream } from '#app/lib/event-stream.ts';
import { tokens } from '#app/lib/token-store.ts';
import type { CheckInAnswer, DoorGuest, StaffEvent } from '#shared/contracts/check-in.ts';
import * as contracts from '#shared/contracts/check-in.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Section 9 of the specification: the event is asked for again every 60 s; live events come in between. */
export const STAFF_REFETCH_MS = 60_000;
/** Section 7: the event is asked for 3 times more before the failure is shown. */
const STAFF_RETRIES = 3;
/** A refusal will not change its mind while somebody looks at a spinner. */
const REFUSED_RETRY_MS = 200;
const CHECK_IN_TIMEOUT_MS = 10_000;

/** The way to one event's door: through a staff link, or as a signed-in member. */
export interface DoorAccess {
	/** Names the door in the query cache. */
	id: string;
	load(signal: AbortSignal): Promise<StaffEvent>;
	search(q: string, signal: AbortSignal): Promise<DoorGuest[]>;
	scan(guestQrData: string, nonce: string): Promise<CheckInAnswer>;
	checkIn(guestId: string, nonce: string): Promise<CheckInAnswer>;
	undo(guestId: string): Promise<CheckInAnswer>;
	stream: { path: string; token?: () => string | null };
}

/** The door behind a staff link: its token in the path, no sign-in. */
export function staffDoor(token: string): DoorAccess {
	const params = { token };
	const sent = { hasBearer: false, timeoutMs: CHECK_IN_TIMEOUT_MS };
	const facts = (nonce: string) => ({ nonce, scannedAt: new Date().toISOString() });
	return {
		id: `staff:${token}`,
		load: (signal) => api.call(contracts.getStaffEvent, { params, signal, hasBearer: false }),
		search: async (q, signal) =>
			(
				await api.call(contracts.searchStaffGuests, {
					params,
					query: { q, limit: '50' },
					signal,
					hasBearer: false,
				})
			).data,
		scan: (guestQrData, nonce) =>
			api.call(contracts.checkInByCode, { params, body: { guestQrData, ...facts(nonce) }, ...sent }),
		checkIn: (guestId, nonce) =>
			api.call(contracts.checkInManually, { params, body: { guestId, ...facts(nonce) }, ...sent }),
		undo: (guestId) => api.call(contracts.undoCheckIn, { params, body: { guestId, reason: '' }, ...sent }),
		stream: { path: `/api/staff-access/stream/${encodeURIComponent(token)}` },
	};
}

/** The door as a member of the event's organisation. */
export function memberDoor(event: string): DoorAccess {
	const params = { event };
	const sent = { timeoutMs: CHECK_IN_TIMEOUT_MS };
	const facts = (nonce: string) => ({ nonce, scannedAt: new Date().toISOString() });
	return {
		id: `member:${event}`,
		load: (signal) => api.call(contracts.getDoor, { params, signal }),
		search: async (q, signal) => {
			const { data } = await api.call(contracts.listAttendees, {
				params,
				query: { q, status: 'active', sort: 'name', limit: '50' },
				signal,
			});
			return data.map((guest) => ({
				id: guest.id,
				guestName: guest.name,
				guestEmail: guest.email,
				checkedInAt: guest.checkedInAt,
				ticketTypeName: guest.ticketTypeName,
			}));
		},
		scan: (guestQrData, nonce) =>
			api.call(contracts.checkInAsMember, { params, body: { guestQrData, ...facts(nonce) }, ...sent }),
		checkIn: (guestId, nonce) =>
			api.call(contracts.checkInAsMember, { params, body: { guestId, ...facts(nonce) }, ...sent }),
		undo: (guestId) =>
			api.call(contracts.undoCheckInAsMember, { params, body: { guestId, reason: '' }, ...sent }),
		stream: { path: `/api/events/${encodeURIComponent(event)}/stream`, token: () => tokens.get() },
	};
}

export function useStaffDoor(token: string): DoorAccess {
	return useMemo(() => staffDoor(token), [token]);
}

export function useMemberDoor(event: string): DoorAccess {
	return useMemo(() => memberDoor(event), [event]);
}

export const doorKey = (door: DoorAccess) => ['door', door.id] as const;

/** Whether the door is closed to this device for good: link revoked or ended, no right to the event. */
export const isRefused = (error: unknown) =>
	error instanceof AppError && [401, 403, 404].includes(error.status);

/** What the door shows: event, guest list, figures. */
export function useDoorData(door: DoorAccess) {
	return useQuery({
		queryKey: doorKey(door),
		queryFn: ({ signal }) => door.load(signal),
		refetchInterval: STAFF_REFETCH_MS,
		retry: STAFF_RETRIES,
		retryDelay: (attempt, error) =>
			isRefused(error) ? REFUSED_RETRY_MS : Math.min(1_000 * 2 ** attempt, 30_000),
	});
}

/** Guests of a large event that are not in the list of the device: found by the server. */
export function useGuestSearch(door: DoorAccess, q: string, isEnabled: boolean) {
	return useQuery({
		queryKey: ['door-search', door.id, q],
		queryFn: ({ signal }) => door.search(q, signal),
		enabled: isEnabled && q !== '',
		placeholderData: (previous) => previous,
	});
}

/** The same list with one guest's check-in set or taken back. */
export function withCheckIn(event: StaffEvent, guestId: string, checkedInAt: string | null): StaffEvent {
	return {
		...event,
		guestList: event.guestList.map((guest) => (guest.id === guestId ? { ...guest, checkedInAt } : guest)),
	};
}

/** Keeps the list and the figures in step with the other devices while the page is open. */
export function useLiveDoor(door: DoorAccess, isEnabled: boolean, onEnded: () => void): void {
	const queries = useQueryClient();
	useEffect(() => {
		if (!isEnabled) return;
		const change = (update: (event: StaffEvent) => StaffEvent) =>
			queries.setQueryData<StaffEvent>(doorKey(door), (event) => event && update(event));
		return openEventStream({
			...door.stream,
			onEvent(message) {
				const data = JSON.parse(message.data);
				if (message.type === 'stats') change((event) => ({ ...event, stats: data }));
				if (message.type === 'check-in')
					change((event) => withCheckIn(event, data.guestId, data.checkedInAt));
				if (message.type === 'undo') change((event) => withCheckIn(event, data.guestId, null));
			},
			onRefused: onEnded,
		});
	}, [queries, door, isEnabled, onEnded]);
}
