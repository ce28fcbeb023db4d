import { currencyDigits } from '#shared/lib/currencies.ts';

/** Beside "exact". */
const MOST_KEYS = 5;
/** Notes of one kind that are counted into a hand. */
const MOST_NOTES = 5;

/**
 * What a guest is likely to give for an amount, in minor units, the least first: the amount rounded up to notes of 5, 10, 20, 50 … For 24.00:
 * 25, 30, 40, 50, 100.
 */
export function cashKeys(dueMinor: number, currency: string): number[] {
	if (dueMinor <= 0) return [];
	const least = 5 * 10 ** currencyDigits(currency);
	const keys = new Set<number>();
	for (
		let note = least, factor = 2;
		keys.size < MOST_KEYS;
		note *= factor, factor = nextFactor(note, least)
	) {
		if (note * MOST_NOTES < dueMinor) continue;
		const given = Math.ceil(dueMinor / note) * note;
		if (given > dueMinor) keys.add(given);
	}
	return [...keys].sort((a, b) => a - b);
}

/** Notes go 5, 10, 20, 50: doubled, doubled, and two and a half times. */
const nextFactor = (note: number, least: number): number =>
	String(note / (least / 5)).startsWith('2') ? 2.5 : 2;

/** What goes back to the guest; null while what was given is no amount or does not cover what is due. */
export function changeOf(dueMinor: number, givenMinor: number | null): number | null {
	return givenMinor === null || givenMinor < dueMinor ? null : givenMinor - dueMinor;
}
