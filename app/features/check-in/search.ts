import type { DoorGuest } from '#shared/contracts/check-in.ts';

const fold = (text: string) =>
	text
		.normalize('NFKD')
		.replaceAll(/\p{Diacritic}/gu, '')
		.toLowerCase();

/** Whether every word that was typed stands in the guest's name or address; accents, case and order do not matter. */
export function matchesGuest(guest: Pick<DoorGuest, 'guestName' | 'guestEmail'>, typed: string): boolean {
	const text = fold(`${guest.guestName} ${guest.guestEmail}`);
	return fold(typed)
		.split(/\s+/)
		.every((word) => text.includes(word));
}
