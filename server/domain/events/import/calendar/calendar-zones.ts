import type { ImportWarning } from '../draft.ts';
import { type DescribedZone, describedZone } from '../zones/described-zone.ts';
import { zoneOfName } from '../zones/named-zone.ts';
import { type Component, find } from './components.ts';
import { readText } from './content-lines.ts';
import type { CalendarTime } from './times.ts';

/** Finds the IANA zone of a time of one calendar; remembers what it found. */
export interface ZoneFinder {
	/** @param warnings gets what had to be assumed */
	zoneOf(time: CalendarTime, warnings: ImportWarning[]): string;
	/** The same for an event at a place whose zone is known, which helps where the file says nothing. */
	at(place: string | null): ZoneFinder;
}

/**
 * Zones of a calendar: by the name (TZID, or the X-LIC-LOCATION of its description), by the description, by the calendar's own
 * zone (X-WR-TIMEZONE), by the place of the event, else the default. Times in UTC are shown in the calendar's own zone.
 * @param descriptions the VTIMEZONEs of the calendar, wherever in it they stand
 */
export function createZoneFinder(
	calendar: Component,
	descriptions: Component[],
	defaults: { timeZone: string },
): ZoneFinder {
	const own = zoneOfName(readText(find(calendar, 'X-WR-TIMEZONE')?.value ?? ''));
	const byName = new Map(descriptions.map((part) => [nameOf(part), part]));
	const described = new Map<string, DescribedZone>();
	// A calendar that describes one zone only means it for its floating times too.
	const single = byName.size === 1 ? [...byName.keys()][0] : undefined;

	function named(name: string, local: string): string | null {
		const meant = zoneOfName(name);
		const part = byName.get(name.trim());
		if (meant || !part) return meant;
		const location = zoneOfName(readText(find(part, 'X-LIC-LOCATION')?.value ?? ''));
		if (location) return location;
		const description = described.get(name) ?? describedZone(part, [own ?? defaults.timeZone]);
		described.set(name, description);
		return description.zoneAt(local);
	}
	function zoneOfTzid(name: string, local: string, warnings: ImportWarning[]): string | null {
		const zone = named(name, local);
		if (!zone) warnings.push({ code: 'zone-unknown', detail: name.slice(0, 60) });
		else if (zoneOfName(name) === null) {
			warnings.push({ code: 'zone-matched', detail: `${name.trim().slice(0, 60)} → ${zone}` });
		}
		return zone;
	}
	function finderAt(place: string | null): ZoneFinder {
		return {
			at: finderAt,
			zoneOf(time, warnings) {
				if (time.kind === 'time' && time.place === 'utc') return own ?? place ?? defaults.timeZone;
				const local =
					time.kind === 'date' ? `${time.date}T00:00:00` : time.wall.toString({ smallestUnit: 'second' });
				if (time.zoneName !== '') {
					return zoneOfTzid(time.zoneName, local, warnings) ?? own ?? place ?? defaults.timeZone;
				}
				const zone = own ?? (single === undefined ? null : named(single, local));
				if (zone) return zone;
				warnings.push(
					place
						? { code: 'zone-guessed', detail: place }
						: { code: 'zone-assumed', detail: defaults.timeZone },
				);
				return place ?? defaults.timeZone;
			},
		};
	}
	return finderAt(null);
}

function nameOf(part: Component): string {
	return (find(part, 'TZID')?.value ?? '').trim();
}
