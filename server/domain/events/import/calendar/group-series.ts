import type { Entry } from './entries.ts';
import { keyOf } from './series.ts';

/** Events that belong together: a repeating event and its changed dates. */
export interface SeriesEntries {
	/** Null when the file has only changed dates of it. */
	master: Entry | null;
	changed: Entry[];
}

/** Sorts entries into series by their UID; an entry without one stands alone. */
export function groupSeries(entries: Entry[]): SeriesEntries[] {
	const series: SeriesEntries[] = [];
	const byUid = Map.groupBy(
		entries.filter(({ uid }) => uid !== ''),
		({ uid }) => uid,
	);
	for (const entry of entries) if (entry.uid === '') series.push({ master: entry, changed: [] });
	for (const same of byUid.values()) {
		const masters = same.filter(({ changes }) => changes === null);
		const changed = same.filter(({ changes }) => changes !== null);
		// Events that share a UID without being versions of each other are distinguished by their starts.
		if (masters.length > 1)
			for (const master of masters) master.uid += `/${keyOf(master.start.at, master.start)}`;
		const [first = null, ...others] = masters;
		series.push({ master: first, changed }, ...others.map((master) => ({ master, changed: [] })));
	}
	return series;
}
