import type { SalesAccess } from '../api.ts';
import type { DoorStore } from '../offline/door-store.ts';
import type { Lock } from './sales-book.ts';

/** The page that a till runs on. */
export interface TillHost {
	access: SalesAccess;
	store: DoorStore;
	/** Of all pages of this door in this browser. */
	lock: Lock;
	device(): { id: string; name: string };
	/** Where guests go in who enter at once. */
	place(): { listId: string | null; gateId: string | null };
	/** Server's clock minus the device's, in ms; null when never measured. */
	offsetMs(): number | null;
	/** When the event ends, by the server's clock; null: not known. */
	endMs(): number | null;
	isOnline(): boolean;
	now(): number;
	/** The number of sales that wait changed. */
	onLength(sales: number): void;
	/** What is stored changed: other pages read it again. */
	announce?(): void;
}
