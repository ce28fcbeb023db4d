import { createHash } from 'node:crypto';
import { type ImportProblem, type ImportWarning, RowProblem } from '../draft.ts';
import { guessTimeZone } from '../places/guess-time-zone.ts';
import type { ZoneFinder } from './calendar-zones.ts';
import { type Component, find } from './components.ts';
import { readText } from './content-lines.ts';
import { readPlace } from './location.ts';
import { type Moment, momentOf, startOf } from './moments.ts';
import { readTime } from './times.ts';

/** An event of the file, its times resolved. */
export interface Entry {
	row: number;
	event: Component;
	method: string;
	zones: ZoneFinder;
	/** Empty when the file gives none. */
	uid: string;
	sequence: number;
	/** When this version was written, as text that sorts. */
	stamp: string;
	start: Moment;
	/** For a changed date of a series: which date it changes. */
	changes: { moment: Moment; isFollowing: boolean } | null;
	/** Cancelled by a later message of the file: the whole event, or some of its dates. */
	isCancelled: boolean;
	cancelledDates: Moment[];
	warnings: ImportWarning[];
}

/** Messages about events that are no events: answers and requests of one guest. */
const correspondence = new Set(['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER']);

/**
 * Reads the times of one VEVENT.
 * @throws RowProblem for what is no event, or has no start
 */
export function readEntry(
	event: Component,
	context: { method: string; zones: ZoneFinder; origin: string },
): Entry {
	const { method, origin } = context;
	if (correspondence.has(method)) {
		throw new RowProblem('correspondence', `A ${method} is a message about an event, not an event.`);
	}
	if (event.endedBy === 'file') throw new RowProblem('cut-off', 'The file ends in the middle of this event.');
	const warnings: ImportWarning[] = [];
	const zones = context.zones.at(guessTimeZone(readPlace(event)));
	const start = startOf(event, zones, warnings);
	const recurrence = find(event, 'RECURRENCE-ID');
	const time = recurrence ? readTime(recurrence) : null;
	return {
		row: event.line,
		event,
		method,
		zones,
		uid: uidOf(event, origin),
		sequence: Number.parseInt(find(event, 'SEQUENCE')?.value ?? '0', 10) || 0,
		stamp: (find(event, 'LAST-MODIFIED') ?? find(event, 'DTSTAMP'))?.value.trim() ?? '',
		start,
		changes: time
			? {
					moment: momentOf(time, zones, []),
					isFollowing: /^THISANDFUTURE$/i.test(recurrence?.params.get('RANGE') ?? ''),
				}
			: null,
		isCancelled: method === 'CANCEL',
		cancelledDates: [],
		warnings,
	};
}

/**
 * The UID of an event. Short ones ("1", "abc") are unique in their calendar at best, so the calendar's name and program
 * become part of them; very long ones are shortened.
 */
export function uidOf(event: Component, origin: string): string {
	const uid = readText(find(event, 'UID')?.value ?? '').trim();
	if (uid === '') return '';
	if (uid.length > 200) return digest(uid);
	return uid.length < 12 ? `${uid}~${digest(origin).slice(0, 8)}` : uid;
}

/** An id for an event that has none: the same as long as its start, title and place are. */
export function idOfContent(entry: Entry): string {
	const text = ['SUMMARY', 'LOCATION', 'DESCRIPTION', 'RECURRENCE-ID'].map(
		(name) => find(entry.event, name)?.value ?? '',
	);
	return `none~${digest([entry.start.at.toString(), ...text].join('\n'))}`;
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export interface Versions {
	latest: Entry[];
	left: { row: number; problem: ImportProblem }[];
}

/**
 * Of several versions of an event (same UID, same changed date) the newest: highest SEQUENCE, then latest stamp, then last in
 * the file. Different starts under one UID and SEQUENCE are different events: some programs give all of theirs one UID.
 */
export function newestVersions(entries: Entry[]): Versions {
	const latest: Entry[] = [];
	const left: Versions['left'] = [];
	const versions = Map.groupBy(entries, (entry) =>
		entry.uid === '' ? entry : `${entry.uid}\n${entry.changes ? entry.changes.moment.at.toInstant() : ''}`,
	);
	for (const same of versions.values()) {
		const highest = Math.max(...same.map(({ sequence }) => sequence));
		const current = same.filter(({ sequence }) => sequence === highest);
		const byStart = Map.groupBy(current, ({ start }) => start.at.toString());
		for (const twins of byStart.values()) {
			const newest = twins.reduce((best, entry) => (entry.stamp >= best.stamp ? entry : best));
			latest.push(newest);
			left.push(...twins.filter((entry) => entry !== newest).map((entry) => superseded(entry, newest)));
		}
		const [newest] = latest.slice(-1) as [Entry];
		left.push(...same.filter(({ sequence }) => sequence < highest).map((entry) => superseded(entry, newest)));
	}
	return { latest, left };
}

function superseded(entry: Entry, newest: Entry) {
	const message =
		entry.sequence === newest.sequence
			? `The same event stands in line ${newest.row} again.`
			: `An older version of the event in line ${newest.row}.`;
	return { row: entry.row, problem: { code: 'older-version', message } };
}
