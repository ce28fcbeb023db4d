import { type Component, find, findAll } from '../calendar/components.ts';
import { makeRule } from '../calendar/repeat-rule.ts';
import { allZones, fixedZone, zoneOffsetAt } from './zone-with-offset.ts';

/** A change of clocks: from this instant on the offset holds. */
interface Change {
	at: number;
	offsetMinutes: number;
}

/** What a VTIMEZONE says, when its name says nothing. */
export interface DescribedZone {
	/**
	 * The IANA zone for a wall time: one whose clock agrees with the description all through that year and at that time. The
	 * description may be of another year than the event (Outlook writes the rules of today under the year 1601), so agreeing on
	 * most days will do. An invented zone that agrees with none becomes the fixed offset that it has at the time.
	 */
	zoneAt(local: string): string | null;
}

/** Dates of a year at which zones are compared: the 1st and the 15th of each month. */
const SAMPLES = 24;
/** On so many of them a zone must agree. */
const ENOUGH = 20;

/** @param preferred zones to try first */
export function describedZone(part: Component, preferred: string[]): DescribedZone {
	const years = new Map<number, { changes: Change[]; ranking: { zone: string; agreeing: number }[] }>();
	function yearOf(year: number) {
		const known = years.get(year);
		if (known) return known;
		const changes = changesOf(part, year);
		const samples = Array.from({ length: SAMPLES }, (_, index) => {
			const at = Date.UTC(year, Math.floor(index / 2), index % 2 === 0 ? 1 : 15, 12);
			return { instant: new Date(at).toISOString(), offset: offsetAt(changes, at) };
		});
		const ranking = [...new Set([...preferred, ...allZones()])]
			.map((zone) => ({
				zone,
				agreeing: samples.filter((sample) => zoneOffsetAt(sample.instant, zone) === sample.offset).length,
			}))
			.filter(({ agreeing }) => agreeing >= ENOUGH)
			.sort((a, b) => b.agreeing - a.agreeing);
		const found = { changes, ranking };
		years.set(year, found);
		return found;
	}
	return {
		zoneAt(local) {
			const { changes, ranking } = yearOf(Number(local.slice(0, 4)));
			if (changes.length === 0) return null;
			const wall = Date.parse(`${local}Z`);
			const offset = offsetAtWall(changes, wall);
			const instant = new Date(wall - offset * 60_000).toISOString();
			return ranking.find(({ zone }) => zoneOffsetAt(instant, zone) === offset)?.zone ?? fixedZone(offset);
		},
	};
}

/** How many changes one rule of a description can have in the years that matter. */
const MAX_CHANGES = 8;

/** The changes that matter for a year, oldest first; each rule of the description gives those up to it. */
function changesOf(part: Component, year: number): Change[] {
	const changes: Change[] = [];
	for (const observance of part.children) {
		const offsetMinutes = readOffset(find(observance, 'TZOFFSETTO')?.value ?? '');
		const from = readOffset(find(observance, 'TZOFFSETFROM')?.value ?? '');
		const start = readWall(find(observance, 'DTSTART')?.value ?? '');
		if (offsetMinutes === null || start === null) continue;
		const add = (wall: number) =>
			changes.push({ at: wall - (from ?? offsetMinutes) * 60_000, offsetMinutes });
		add(start);
		for (const { value } of findAll(observance, 'RDATE')) {
			for (const date of value.split(',')) {
				const wall = readWall(date);
				if (wall !== null) add(wall);
			}
		}
		const rule = find(observance, 'RRULE')?.value;
		if (rule) for (const wall of repeatsAround(rule, start, year)) add(wall);
	}
	return changes.sort((a, b) => a.at - b.at);
}

/** The dates of a rule in the year and the one before, as wall times counted in milliseconds. */
function repeatsAround(rule: string, start: number, year: number): number[] {
	const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC');
	try {
		const from = Temporal.PlainDateTime.from({ year: year - 1, month: 1, day: 1 }).toZonedDateTime('UTC');
		return makeRule(rule, first)
			.between(from, from.add({ years: 2 }), true)
			.slice(0, MAX_CHANGES)
			.map((date) => date.epochMilliseconds);
	} catch {
		return [];
	}
}

/** Before the first change the first offset holds: descriptions often begin with the year in which they were made. */
function offsetAt(changes: Change[], at: number): number {
	return (changes.findLast((change) => change.at <= at) ?? changes[0])?.offsetMinutes ?? 0;
}

/** The offset at a wall time; of one that happens twice the first is meant (RFC 5545 §3.3.5). */
function offsetAtWall(changes: Change[], wall: number): number {
	const offsets = [...new Set(changes.map(({ offsetMinutes }) => offsetMinutes))];
	const possible = offsets.filter((offset) => offsetAt(changes, wall - offset * 60_000) === offset);
	return possible.length > 0 ? Math.max(...possible) : offsetAt(changes, wall);
}

function readOffset(text: string): number | null {
	const match = /^([+-])(\d{2})(\d{2})(?:\d{2})?$/.exec(text.trim());
	if (!match) return null;
	const minutes = Number(match[2]) * 60 + Number(match[3]);
	return match[1] === '-' ? -minutes : minutes;
}

function readWall(text: string): number | null {
	const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(text.trim());
	if (!match) return null;
	const [, year, month, day, hour = '0', minute = '0', second = '0'] = match;
	return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
