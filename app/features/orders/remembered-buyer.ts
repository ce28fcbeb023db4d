/** Name and email that a visitor chose to save on this device. Never sent automatically. */
export interface RememberedBuyer {
	name: string;
	email: string;
}

const KEY = 'foyer.buyer';

/** Where the unfinished orders of this device are (held-orders.ts). */
export const HOLDS_KEY = 'foyer.holds';

export function readBuyer(storage: Pick<Storage, 'getItem'> = localStorage): RememberedBuyer | null {
	try {
		const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
		if (typeof stored !== 'object' || stored === null) return null;
		const { name, email } = stored as Partial<RememberedBuyer>;
		return typeof name === 'string' && typeof email === 'string' ? { name, email } : null;
	} catch {
		// No storage, or something else wrote there.
		return null;
	}
}

/** Saves the buyer on this device, or deletes the saved one. */
export function keepBuyer(
	buyer: RememberedBuyer | null,
	storage: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
	try {
		if (buyer) storage.setItem(KEY, JSON.stringify(buyer));
		else storage.removeItem(KEY);
	} catch {
		// A device that keeps nothing is a device that remembers nobody.
	}
}

/** A correction on a ticket is one of the kept buyer too, where this device keeps that very name or address. */
export function correctBuyer(
	field: keyof RememberedBuyer,
	wrong: string,
	right: string,
	storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
): void {
	const stored = readBuyer(storage);
	if (stored?.[field] === wrong) keepBuyer({ ...stored, [field]: right }, storage);
}
