export interface DayOf<T> {
	/** `2026-11-28`, in the reader's zone. */
	day: string;
	/** How many days ago, where it has a word: today, yesterday. */
	ago: 0 | 1 | null;
	entries: T[];
}

/** A list of the newest first, by the days of the reader. */
export function byDay<T extends { toldAt: string }>(
	entries: readonly T[],
	timeZone: string,
	now = new Date(),
): DayOf<T>[] {
	// A zone's calendar day without Temporal, which some browsers lack; Sweden writes it as ISO 8601 does.
	const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone });
	const today = calendar.format(now);
	// Noon of a date is that date in UTC, and a day before it the date before, also where clocks change.
	const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
	const days = Map.groupBy(entries, ({ toldAt }) => calendar.format(new Date(toldAt)));
	return [...days].map(([day, entries]) => ({
		day,
		ago: day === today ? 0 : day === yesterday ? 1 : null,
		entries,
	}));
}
