import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useCursorPages } from '#app/lib/cursor-list.ts';
import { openEventStream } from '#app/lib/event-stream.ts';
import { tokens } from '#app/lib/token-store.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { CheckInAnswer, DoorGuest, StaffEvent } from '#shared/contracts/check-in.ts';
import * as contracts from '#shared/contracts/check-in.ts';
import * as doorAllotments from '#shared/contracts/door-allotments.ts';
import * as doorExport from '#shared/contracts/door-export.ts';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import * as doorPayments from '#shared/contracts/door-payments.ts';
import type { CashDrawer, DoorAllotment, DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import * as sales from '#shared/contracts/door-sales.ts';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed, DoorSync } from '#shared/contracts/door-sync.ts';
import * as sync from '#shared/contracts/door-sync.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import * as guests from '#shared/contracts/guest-list.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Section 9 of the specification: the event is requested again every 60 s; live events come in between. */
export const STAFF_REFETCH_MS = 60_000;
/** Section 7: the event is requested 3 times more before the failure is shown. */
const STAFF_RETRIES = 3;
/** A refusal will not change its mind while somebody looks at a spinner. */
const REFUSED_RETRY_MS = 200;
const CHECK_IN_TIMEOUT_MS = 10_000;

/** The way to one event's door: through a staff link, or as a signed-in member. */
export interface DoorAccess {
	/** Names the door in the query cache. */
	id: string;
	kind: 'staff' | 'member';
	/** The page from which one comes to the door. */
	backTo: string;
	load(signal: AbortSignal): Promise<StaffEvent>;
	/** A page of those who fit, in the order of their names. */
	search(q: string, cursor: string, signal: AbortSignal): Promise<GuestPage>;
	/** Guests by their ids, 50 at the most. */
	lookUp(ids: readonly string[], signal: AbortSignal): Promise<DoorGuest[]>;
	scan(guestQrData: string, facts: ScanFacts): Promise<CheckInAnswer>;
	checkIn(guestId: string, facts: ScanFacts): Promise<CheckInAnswer>;
	undo(undo: { guestId: string; reason: string; nonce: string; listId?: string }): Promise<CheckInAnswer>;
	/** What a device needs to work without a network. */
	setup(signal?: AbortSignal): Promise<DoorSetup>;
	feed(cursor: string | null, signal?: AbortSignal): Promise<DoorFeed>;
	sync(body: SyncBody): Promise<DoorSync>;
	/** Selling at the door, behind links with that ability. */
	sales: SalesAccess;
	/** Lists as files, behind links with that ability. */
	download?: (what: 'guests' | 'scans') => Promise<Response>;
	stream: { path: string; token?: () => string | null };
}

type GuestPage = ResultOf<typeof contracts.searchStaffGuests>;
type ScanBody = CallBodyOf<typeof contracts.checkInByCode>;
/** What a scan says beside who it is about. */
export type ScanFacts = Omit<ScanBody, 'guestQrData'> & { nonce: string };
export type SyncBody = CallBodyOf<typeof sync.syncStaffDoor>;
export type SellBody = CallBodyOf<typeof sales.sellAsStaff>;
export type PaymentBody = CallBodyOf<typeof doorPayments.takePaymentAsStaff>;
export type CashBody = CallBodyOf<typeof sales.countCashAsStaff>;
export type TopUpBody = CallBodyOf<typeof doorAllotments.topUpAsStaff>;

/** The calls of a device that sells. */
export interface SalesAccess {
	shop(deviceId: string): Promise<DoorShop>;
	sell(body: SellBody): Promise<DoorSale>;
	/** Orders that wait for their payment, by code or name. */
	unpaid(q: string): Promise<UnpaidOrder[]>;
	takePayment(body: PaymentBody): Promise<DoorSale>;
	/** A sale as it is now: whether its money has come. */
	sale(saleId: string): Promise<DoorSale>;
	cancelSale(saleId: string): Promise<DoorSale>;
	/** Opens or closes the cash drawer. */
	cash(body: CashBody): Promise<CashDrawer>;
	/** Sets tickets aside for when there is no network; null: this event sets none aside. */
	topUp(body: TopUpBody): Promise<DoorAllotment | null>;
}

const FEED_TIMEOUT_MS = 60_000;
const DOWNLOAD_TIMEOUT_MS = 600_000;

const staffEndpoints = {
	load: contracts.getStaffEvent,
	scan: contracts.checkInByCode,
	checkIn: contracts.checkInManually,
	undo: contracts.undoCheckIn,
	setup: sync.getStaffDoor,
	feed: sync.readStaffFeed,
	sync: sync.syncStaffDoor,
	shop: sales.getStaffShop,
	sell: sales.sellAsStaff,
	unpaid: doorPayments.findUnpaidAsStaff,
	takePayment: doorPayments.takePaymentAsStaff,
	sale: sales.getStaffSale,
	cancelSale: sales.cancelStaffSale,
	cash: sales.countCashAsStaff,
	topUp: doorAllotments.topUpAsStaff,
};
const memberEndpoints = {
	load: contracts.getDoor,
	scan: contracts.checkInAsMember,
	checkIn: contracts.checkInAsMember,
	undo: contracts.undoCheckInAsMember,
	setup: sync.getMemberDoor,
	feed: sync.readMemberFeed,
	sync: sync.syncMemberDoor,
	shop: sales.getMemberShop,
	sell: sales.sellAsMember,
	unpaid: doorPayments.findUnpaidAsMember,
	takePayment: doorPayments.takePaymentAsMember,
	sale: sales.getMemberSale,
	cancelSale: sales.cancelMemberSale,
	cash: sales.countCashAsMember,
	topUp: doorAllotments.topUpAsMember,
};

/** What the two ways to a door differ in. */
interface DoorWay extends Pick<DoorAccess, 'id' | 'kind' | 'backTo' | 'download' | 'stream'> {
	params: { token: string } | { event: string };
	/** Whether calls are sent with the token of the person who is signed in. */
	hasBearer: boolean;
	endpoints: typeof staffEndpoints | typeof memberEndpoints;
	/** Guests by a text that is searched for, or by their ids. */
	find(
		query: { q: string; limit: string; cursor?: string } | { ids: string },
		signal: AbortSignal,
	): Promise<GuestPage>;
}

function openDoor({ params, hasBearer, endpoints, find, ...way }: DoorWay): DoorAccess {
	const sent = { params, hasBearer };
	const checkIn = { ...sent, timeoutMs: CHECK_IN_TIMEOUT_MS };
	const feed = { ...sent, timeoutMs: FEED_TIMEOUT_MS };
	return {
		...way,
		load: (signal) => api.call(endpoints.load, { ...sent, signal }),
		search: (q, cursor, signal) => find({ q, limit: '50', ...(cursor ? { cursor } : {}) }, signal),
		lookUp: async (ids, signal) => (await find({ ids: ids.join(',') }, signal)).data,
		scan: (guestQrData, facts) => api.call(endpoints.scan, { ...checkIn, body: { guestQrData, ...facts } }),
		checkIn: (guestId, facts) => api.call(endpoints.checkIn, { ...checkIn, body: { guestId, ...facts } }),
		undo: (body) => api.call(endpoints.undo, { ...checkIn, body }),
		setup: (signal) => api.call(endpoints.setup, { ...checkIn, signal }),
		feed: (cursor, signal) => api.call(endpoints.feed, { ...feed, query: cursor ? { cursor } : {}, signal }),
		sync: (body) => api.call(endpoints.sync, { ...feed, body }),
		sales: salesAt(checkIn, endpoints),
	};
}

function salesAt(
	sent: { params: DoorWay['params']; hasBearer: boolean; timeoutMs: number },
	endpoints: DoorWay['endpoints'],
): SalesAccess {
	const ofSale = (sale: string) => ({ ...sent, params: { ...sent.params, sale } });
	return {
		shop: (deviceId) => api.call(endpoints.shop, { ...sent, query: { deviceId } }),
		sell: (body) => api.call(endpoints.sell, { ...sent, body }),
		unpaid: async (q) => (await api.call(endpoints.unpaid, { ...sent, query: { q } })).data,
		takePayment: (body) => api.call(endpoints.takePayment, { ...sent, body }),
		sale: (saleId) => api.call(endpoints.sale, ofSale(saleId)),
		cancelSale: (saleId) => api.call(endpoints.cancelSale, ofSale(saleId)),
		cash: (body) => api.call(endpoints.cash, { ...sent, body }),
		topUp: (body) => api.call(endpoints.topUp, { ...sent, body }),
	};
}

/** The door behind a staff link: its token in the path, no sign-in. */
export function useStaffDoor(token: string): DoorAccess {
	return useMemo(() => {
		const sent = { params: { token }, hasBearer: false };
		const file = { ...sent, query: { format: 'csv' } as const, timeoutMs: DOWNLOAD_TIMEOUT_MS };
		return openDoor({
			...sent,
			id: `staff:${token}`,
			kind: 'staff',
			backTo: `/staff-access/${encodeURIComponent(token)}`,
			endpoints: staffEndpoints,
			find: (query, signal) => api.call(contracts.searchStaffGuests, { ...sent, query, signal }),
			download: (what) =>
				what === 'guests'
					? api.call(doorExport.exportStaffGuests, file)
					: api.call(doorExport.exportStaffScans, file),
			stream: { path: `/api/staff-access/stream/${encodeURIComponent(token)}` },
		});
	}, [token]);
}

/** The door as a member of the event's organisation. */
export function useMemberDoor(event: string): DoorAccess {
	return useMemo(() => {
		const params = { event };
		return openDoor({
			id: `member:${event}`,
			kind: 'member',
			backTo: `/events/${encodeURIComponent(event)}/overview`,
			params,
			hasBearer: true,
			endpoints: memberEndpoints,
			find: async (wanted, signal) => {
				const query = 'q' in wanted ? ({ ...wanted, status: 'active', sort: 'name' } as const) : wanted;
				const { data, nextCursor } = await api.call(guests.listAttendees, { params, query, signal });
				return { data: data.map(guestOf), nextCursor };
			},
			stream: { path: `/api/events/${encodeURIComponent(event)}/stream`, token: () => tokens.get() },
		});
	}, [event]);
}

const guestOf = (guest: Attendee): DoorGuest => ({
	id: guest.id,
	guestName: guest.name,
	guestEmail: guest.email,
	checkedInAt: guest.checkedInAt,
	ticketTypeName: guest.ticketTypeName,
});

/** Figures of an event, and what live events refresh with them. */
export const figuresKey = (event: string) => ['figures', event] as const;
export const doorKey = (door: DoorAccess) => ['door', door.id] as const;

/** Whether the door is closed to this device permanently: link revoked or ended, no right to the event. */
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

/** Guests of a large event that are not in the list of the device, with their addresses: found by the server, page by page. */
export function useGuestSearch(door: DoorAccess, q: string, isEnabled: boolean) {
	return useCursorPages({
		key: ['door-search', door.id, q],
		read: (cursor, signal) => door.search(q, cursor, signal),
		enabled: isEnabled && q !== '',
	});
}

/** Guests of a large event in view whom the device knows without an address, with it; undefined until they are here. */
export function useGuestsInView(door: DoorAccess, ids: readonly string[]): DoorGuest[] | undefined {
	return useQuery({
		queryKey: ['door-rows', door.id, ids],
		queryFn: ({ signal }) => door.lookUp(ids, signal),
		enabled: ids.length > 0,
		staleTime: Number.POSITIVE_INFINITY,
	}).data;
}

/** Updates the list and the figures with the other devices while the page is open. */
export function useLiveDoor(
	door: DoorAccess,
	isEnabled: boolean,
	on: {
		ended(): void;
		checkIn(guestId: string, checkedInAt: string | null, device: string, listId?: string): void;
		/** @param isRemote an event said all that there is to say */
		changed(isRemote: boolean): void;
	},
): void {
	const queries = useQueryClient();
	const latest = useRef(on);
	useLayoutEffect(() => {
		latest.current = on;
	});
	useEffect(() => {
		if (!isEnabled) return;
		return openEventStream({
			...door.stream,
			onEvent(message) {
				if (message.type === 'ended') return latest.current.ended();
				const data = JSON.parse(message.data);
				if (message.type === 'stats') {
					queries.setQueryData<StaffEvent>(doorKey(door), (event) => event && { ...event, stats: data });
					return;
				}
				if (message.type === 'check-in')
					latest.current.checkIn(data.guestId, data.checkedInAt, data.device ?? '', data.listId);
				if (message.type === 'undo') latest.current.checkIn(data.guestId, null, '', data.listId);
				latest.current.changed(message.type === 'check-in' || message.type === 'undo');
			},
			// What happened while the line was down is requested.
			onState: (state) => {
				if (state === 'open') latest.current.changed(false);
			},
			onRefused: () => latest.current.ended(),
		});
	}, [queries, door, isEnabled]);
}
