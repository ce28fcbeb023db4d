import { useMutation, useQueryClient } from '@tanstack/react-query';
import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { setOnly, useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as attendees from '#shared/contracts/attendees.ts';
import * as checkIn from '#shared/contracts/check-in.ts';
import * as guestList from '#shared/contracts/guest-list.ts';
import type { AttendeeDetails } from '#shared/rules/attendee-fields.ts';

/** Filters of the guest list; an empty string means all. */
export interface GuestListFilters {
	q: string;
	status: '' | 'active' | 'held' | 'cancelled';
	checkedIn: '' | 'true' | 'false';
	/** Where "checked in" is looked at; empty: at any list. */
	listId: string;
	ticketTypeId: string;
	sort: 'newest' | 'name';
}

export const noFilters: GuestListFilters = {
	q: '',
	status: '',
	checkedIn: '',
	listId: '',
	ticketTypeId: '',
	sort: 'newest',
};

/** How many filters are set, search and order of the list aside. */
export function countFilters(filters: GuestListFilters): number {
	const { q, sort, ...narrowing } = filters;
	return Object.values(narrowing).filter(Boolean).length;
}

/** Under the figures' key, so that live events refresh the list too. */
export const guestsKey = (event: string) => [...figuresKey(event), 'guests'] as const;

export function useGuests(event: string, query: GuestListFilters) {
	return useCursorList(guestList.listAttendees, { key: guestsKey(event), params: { event }, query });
}

/** The fields of a guest that organisers can edit. */
type GuestInput = { name: string; email: string } & AttendeeDetails;

/** Everything that can be done to a guest; each success reads the list and the figures anew. */
export function useGuestActions(event: string) {
	const queries = useQueryClient();
	const onSuccess = () => queries.invalidateQueries({ queryKey: figuresKey(event) });
	return {
		add: useMutation({
			mutationFn: (guest: GuestInput & { ticketTypeId?: string; sendMail: boolean }) =>
				api.call(attendees.addAttendee, {
					params: { event },
					body: guest,
					idempotencyKey: newIdempotencyKey(),
				}),
			onSuccess,
		}),
		update: useMutation({
			mutationFn: ({ guest, ...body }: GuestInput & { guest: attendees.Attendee }) =>
				api.call(attendees.updateAttendee, {
					params: { event, attendee: guest.id },
					body,
					ifMatch: `"${guest.version}"`,
				}),
			onSuccess,
		}),
		cancel: useMutation({
			mutationFn: ({ id, notify }: { id: string; notify: boolean }) =>
				api.call(attendees.cancelAttendee, { params: { event, attendee: id }, body: { notify } }),
			onSuccess,
		}),
		erase: useMutation({
			mutationFn: ({ id, withBuyer }: { id: string; withBuyer: boolean }) =>
				api.call(attendees.eraseAttendee, {
					params: { event, attendee: id },
					body: { withBuyer },
					idempotencyKey: newIdempotencyKey(),
				}),
			onSuccess,
		}),
		resend: useMutation({
			mutationFn: (id: string) => api.call(attendees.resendAttendee, { params: { event, attendee: id } }),
		}),
		checkIn: useMutation({
			mutationFn: (id: string) =>
				api.call(checkIn.checkInAsMember, {
					params: { event },
					body: { guestId: id, nonce: newIdempotencyKey() },
				}),
			onSuccess,
		}),
		undo: useMutation({
			mutationFn: (id: string) =>
				api.call(checkIn.undoCheckInAsMember, { params: { event }, body: { guestId: id, reason: '' } }),
			onSuccess,
		}),
	};
}

/** Fetches the export and hands it to the browser as a download. */
export async function downloadGuests(
	event: string,
	filters: GuestListFilters,
	format: 'csv' | 'xlsx',
): Promise<void> {
	const response = await api.call(guestList.exportAttendees, {
		params: { event },
		query: { ...setOnly(filters), format, answers: 'true' },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `guests.${format}`);
}
