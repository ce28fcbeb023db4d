import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { DoorGuest } from '#shared/contracts/check-in.ts';
import { type DoorAccess, useGuestSearch, useGuestsInView } from './api.ts';
import type { DoorInfo } from './door-info.ts';
import type { GuestsByArrival } from './offline/guest-book.ts';
import type { DoorPerson } from './offline/model.ts';
import type { SessionView } from './offline/session-view.ts';
import type { Door } from './use-door.ts';
import { useIsOnline } from './use-session.ts';

export interface GuestFinderOptions {
	access: DoorAccess;
	info: DoorInfo;
	door: Door;
	view: SessionView;
	/** Guests whom only the server knew. */
	onFound(guests: readonly DoorGuest[]): void;
}

const NONE: readonly string[] = [];

/** More arrivals than this at once, and the list is made anew instead of keeping their rows. */
const MOST_STAYING = 20;

/** The search over the guest list of the door, on the device and, for what it does not know, on the server. */
export function useGuestFinder({ access, info, door, view, onFound }: GuestFinderOptions) {
	const [typed, setTyped] = useState('');
	const q = useDeferredValue(typed.trim());
	const isOnline = useIsOnline();
	const maySearch = info.abilities.includes('search');
	// Addresses are not on the device as a whole, and masked ones are found by the whole address only: the server knows.
	const asksServer = maySearch && isOnline && (info.hasMoreGuests || q.includes('@'));
	const remote = useGuestSearch(access, q, asksServer);
	const known = asksServer ? remote.data : undefined;
	useEffect(() => {
		if (known) onFound(known);
	}, [known, onFound]);
	const [bare, setBare] = useState<readonly string[]>(NONE);
	const inView = useGuestsInView(access, isOnline && info.hasMoreGuests ? bare : NONE);
	useEffect(() => {
		if (inView) onFound(inView);
	}, [inView, onFound]);
	const { guests: onDevice, ...fold } = useGuestsByArrival(view, q, door.highlightedId);
	const { book, list } = view;
	const found = useMemo(() => {
		if (!known || onDevice.count > 0) return onDevice;
		return byArrival(known.map(({ id }) => book.get(id, list?.id ?? '')).filter((guest) => guest !== null));
	}, [known, onDevice, book, list]);
	return {
		typed,
		setTyped,
		q,
		isSearching: typed.trim() !== '',
		found,
		...fold,
		/** How many the server has found so far. */
		loaded: known?.length ?? 0,
		onBare: setBare,
		onEnd() {
			if (asksServer && remote.hasNextPage && !remote.isFetching) void remote.fetchNextPage();
		},
	};
}

export type GuestFinder = ReturnType<typeof useGuestFinder>;

/**
 * The guests of the device's list, those to come apart from those who are in. Rows change places only where nobody is about to press
 * one: with another search, when those who are in are unfolded, and below the verdict of the next check-in here. Until then whoever
 * comes in stays where they are.
 */
function useGuestsByArrival(view: SessionView, q: string, highlightedId: string | null) {
	const { book, bookVersion, list } = view;
	const listId = list?.id ?? '';
	const [isUnfolded, setUnfolded] = useState(false);
	const [lastIn, setLastIn] = useState(highlightedId);
	/** Let in here last: highlighted where their row was. */
	const [stayingId, setStayingId] = useState(highlightedId);
	if (highlightedId !== null && highlightedId !== lastIn) {
		setLastIn(highlightedId);
		setStayingId(isUnfolded ? null : highlightedId);
	}
	const seen = useMemo(
		() => book.arrivals(listId, stayingId),
		[book, listId, q, lastIn, stayingId, isUnfolded],
	);
	const guests = useMemo(
		() => book.findByArrival(q, listId, seen, MOST_STAYING),
		[book, bookVersion, listId, q, seen],
	);
	const fold = () => {
		setUnfolded(!isUnfolded);
		setStayingId(null);
	};
	return { guests, isUnfolded, fold };
}

function byArrival(people: readonly DoorPerson[]): GuestsByArrival {
	const rows = (of: readonly DoorPerson[]) => ({ length: of.length, at: (index: number) => of[index]! });
	const toCome = people.filter(({ firstInMs }) => firstInMs === 0);
	const arrived = people.filter(({ firstInMs }) => firstInMs > 0);
	return { toCome: rows(toCome), arrived: rows(arrived), arrivedCount: arrived.length, count: people.length };
}
