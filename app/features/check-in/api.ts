import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#app/lib/api-client.ts';
import { openEventStream } from '#app/lib/event-stream.ts';
import type { CheckInAnswer, StaffEvent } from '#shared/contracts/check-in.ts';
import * as contracts from '#shared/contracts/check-in.ts';

/** Section 9 of the specification: the event is asked for again every 60 s; live events come in between. */
export const STAFF_REFETCH_MS = 60_000;
/** Section 7: the event is asked for 3 times more before the failure is shown. */
const STAFF_RETRIES = 3;

export const staffEventKey = (token: string) => ['staff-event', token] as const;

/** What the door shows: event, guest list, figures. */
export function useStaffEvent(token: string) {
	return useQuery({
		queryKey: staffEventKey(token),
		queryFn: ({ signal }) =>
			api.call(contracts.getStaffEvent, { params: { token }, signal, hasBearer: false }),
		enabled: token !== '',
		refetchInterval: STAFF_REFETCH_MS,
		retry: STAFF_RETRIES,
	});
}

/** Guests of a large event that are not in the list of the device: found by the server. */
export function useGuestSearch(token: string, q: string, isEnabled: boolean) {
	return useQuery({
		queryKey: ['staff-guests', token, q],
		queryFn: ({ signal }) =>
			api.call(contracts.searchStaffGuests, {
				params: { token },
				query: { q, limit: '50' },
				signal,
				hasBearer: false,
			}),
		enabled: isEnabled && q !== '',
		placeholderData: (previous) => previous,
	});
}

export function checkInByCode(token: string, guestQrData: string, nonce: string): Promise<CheckInAnswer> {
	const scannedAt = new Date().toISOString();
	return api.call(contracts.checkInByCode, {
		params: { token },
		body: { guestQrData, nonce, scannedAt },
		hasBearer: false,
		timeoutMs: 10_000,
	});
}

export function checkInManually(token: string, guestId: string, nonce: string): Promise<CheckInAnswer> {
	const scannedAt = new Date().toISOString();
	return api.call(contracts.checkInManually, {
		params: { token },
		body: { guestId, nonce, scannedAt },
		hasBearer: false,
		timeoutMs: 10_000,
	});
}

export function undoCheckIn(token: string, guestId: string): Promise<CheckInAnswer> {
	return api.call(contracts.undoCheckIn, {
		params: { token },
		body: { guestId, reason: '' },
		hasBearer: false,
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
export function useLiveDoor(token: string, isEnabled: boolean, onEnded: () => void): void {
	const queries = useQueryClient();
	useEffect(() => {
		if (!isEnabled) return;
		const change = (update: (event: StaffEvent) => StaffEvent) =>
			queries.setQueryData<StaffEvent>(staffEventKey(token), (event) => event && update(event));
		return openEventStream({
			path: `/api/staff-access/stream/${encodeURIComponent(token)}`,
			onEvent(message) {
				const data = JSON.parse(message.data);
				if (message.type === 'stats') change((event) => ({ ...event, stats: data }));
				if (message.type === 'check-in')
					change((event) => withCheckIn(event, data.guestId, data.checkedInAt));
				if (message.type === 'undo') change((event) => withCheckIn(event, data.guestId, null));
			},
			onRefused: onEnded,
		});
	}, [queries, token, isEnabled, onEnded]);
}
