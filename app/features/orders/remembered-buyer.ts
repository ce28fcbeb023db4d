import { type RefObject, useEffect, useState } from 'react';
import { useSession } from '#app/lib/session.ts';

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
export function saveBuyer(
	buyer: RememberedBuyer | null,
	storage: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
	try {
		if (buyer) storage.setItem(KEY, JSON.stringify(buyer));
		else storage.removeItem(KEY);
	} catch {
		// A device without storage has no saved buyer.
	}
}

/**
 * Fills in the buyer that this device has saved, or who is signed in, where nothing was typed yet. `isSaved` is null until the browser
 * says whether it has one.
 */
export function useKnownBuyer(
	name: RefObject<HTMLInputElement | null>,
	email: RefObject<HTMLInputElement | null>,
) {
	const { user } = useSession();
	const [isSaved, setSaved] = useState<boolean | null>(null);
	useEffect(() => {
		const saved = readBuyer();
		setSaved((before) => before ?? saved !== null);
		const known = saved ?? (user && { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email });
		if (known && name.current?.value === '' && email.current?.value === '') {
			name.current.value = known.name;
			email.current.value = known.email;
		}
	}, [user, name, email]);
	return { isSaved, setSaved };
}
