import { type RememberedBuyer, readBuyer, saveBuyer } from './remembered-buyer.ts';

/** A correction on a ticket is one of the saved buyer too, where this device has saved that very name or address. */
export function correctBuyer(
	field: keyof RememberedBuyer,
	wrong: string,
	right: string,
	storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
): void {
	const stored = readBuyer(storage);
	if (stored?.[field] === wrong) saveBuyer({ ...stored, [field]: right }, storage);
}
