import type { Order } from '#shared/contracts/orders.ts';
import { HOLDS_KEY } from './remembered-buyer.ts';

/** An order of this device that is not paid yet: enough to say so and to lead back to it. */
export interface HeldOrder {
	eventId: string;
	title: string;
	manageToken: string;
	/** ISO 8601: when the places go back. */
	endsAt: string;
	places: number;
}

/** The unfinished orders of this device whose places are still held, the newest first. */
export function readHolds(now = Date.now(), storage: Pick<Storage, 'getItem'> = localStorage): HeldOrder[] {
	try {
		const stored: unknown = JSON.parse(storage.getItem(HOLDS_KEY) ?? '[]');
		return Array.isArray(stored) ? stored.filter((hold) => Date.parse(hold?.endsAt) > now) : [];
	} catch {
		// No storage, or something else wrote there.
		return [];
	}
}

/** Stores an order, or its new end. Those that have ended are forgotten with it. */
export function saveHold(
	hold: HeldOrder,
	storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
	write([hold, ...others(hold.manageToken, storage)], storage);
}

/** Stores an order that was placed and is not paid yet. */
export function saveOrder(
	event: { id: string; title: string },
	{ manageToken, expiresAt, attendees }: Order & { manageToken: string },
): void {
	saveHold({
		eventId: event.id,
		title: event.title,
		manageToken,
		endsAt: expiresAt ?? '',
		places: attendees.length,
	});
}

/** Forgets an order that was paid, cancelled or released. */
export function dropHold(
	manageToken: string,
	storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
	write(others(manageToken, storage), storage);
}

const others = (manageToken: string, storage: Pick<Storage, 'getItem'>) =>
	readHolds(Date.now(), storage).filter((hold) => hold.manageToken !== manageToken);

function write(holds: HeldOrder[], storage: Pick<Storage, 'setItem'>): void {
	try {
		storage.setItem(HOLDS_KEY, JSON.stringify(holds));
	} catch {
		// Without storage the order is still there; only this device does not point to it.
	}
}
