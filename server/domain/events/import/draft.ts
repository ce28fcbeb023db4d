import type { EventCategory } from '#shared/rules/event-categories.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { fit, fitMarkdown, httpUrlOrEmpty, oneLine } from './texts.ts';

/** Where an event of a file takes place. */
export interface EventPlace {
	format: 'in_person' | 'online' | 'hybrid';
	venueName: string;
	address: string;
	city: string;
	region: string;
	/** ISO 3166-1 alpha-2, or empty. */
	countryCode: string;
	latitude: number | null;
	longitude: number | null;
	onlineUrl: string;
}

/** An event read from a file, ready to be stored: every text within its limits, every time resolved. */
export interface EventDraft extends EventPlace {
	/** Kind of the source: `conferences`, `meetups`, `ical`. */
	sourceName: string;
	/** The same for the same event of the source each time it is read; a second import finds it again. */
	sourceId: string;
	title: string;
	summary: string;
	/** Markdown. */
	description: string;
	category: EventCategory;
	tags: string[];
	/** Where people register; the event sells nothing here. */
	externalUrl: string;
	/** IANA name. */
	timeZone: string;
	startsAtLocal: string;
	endsAtLocal: string;
	/** UTC. An event of whole days ends at the midnight that ends its last day. */
	startsAt: string;
	endsAt: string;
	isAllDay: boolean;
	visibility: 'public' | 'unlisted';
	/** Drafts: what the file marks as private. */
	status: 'draft' | 'published' | 'cancelled';
	warnings: ImportWarning[];
	/** It is one of the dates of an entry that repeats. */
	series?: DraftSeries;
}

/** Which of the dates of a repeating entry a draft is. */
export interface DraftSeries {
	/** The same for all dates of the entry, in its source. */
	id: string;
	/** RRULE without COUNT and UNTIL; empty: dates that are listed, or more rules than one. */
	rule: string;
	/** Day and time of the entry, `2027-03-28` and `19:30`, also of a date that was moved. */
	day: string;
	time: string;
}

/** What was assumed or left out while a row was taken; the report counts them. */
export const warningTexts = {
	'zone-guessed': 'No time zone in the file; taken from the place.',
	'zone-assumed': 'No time zone and no place in the file; the default zone was taken.',
	'zone-matched': 'The time zone has a name of its own; the zone that its description fits was taken.',
	'zone-unknown': 'The time zone is unknown; that of the calendar, the place or the default was taken.',
	'zone-differs': 'The time and the time zone contradict each other; the time was kept.',
	'no-end': 'No end in the file; two hours were assumed.',
	'end-before-start': 'The end is not after the start; two hours (or one day) were assumed.',
	'title-cut': 'The title is longer than 200 characters and was cut.',
	'title-from-description': 'No title in the file; the first words of the description were taken.',
	'text-cut': 'A text was too long and was cut.',
	'url-dropped': 'A link is not a web address and was left out.',
	'place-from-group': 'No venue in the file; the city of the group was taken.',
	'place-unknown': 'Neither a place nor a link in the file.',
	'coordinates-dropped': 'The coordinates mean nothing and were left out.',
	'handle-dropped': 'A name on a social network is impossible and was left out.',
	'private-draft': 'Marked as private in the file; it came in as a draft that nobody else sees.',
	tentative: 'Marked as tentative in the file.',
	'repeats-limited': 'Repeats without end; only the dates of the next twelve months were taken.',
	'repeats-unreadable': 'The rule by which it repeats cannot be read; only the first date was taken.',
	'date-skipped': 'A further date or exception cannot be read and was left out.',
	'wall-time-skipped':
		'The time does not exist on that day (clocks go forward); the time after the jump was taken.',
	'line-unreadable': 'A line of the event is not written as calendars are; it was left out.',
	'not-closed': 'The event has no END line; it may be incomplete.',
	'damaged-text': 'The file has characters that cannot be read; they show as \ufffd.',
} as const;
export type WarningCode = keyof typeof warningTexts;

export interface ImportWarning {
	code: WarningCode;
	/** What it is about, as `US-Eastern`; may be empty. */
	detail: string;
}

/** Why a row does not come in. `code` is for counting, `message` is a sentence for the person who chose the file. */
export interface ImportProblem {
	code: string;
	message: string;
}

/** One row of a file: the event it became, or why it did not. Row 0 stands for the file as a whole; a note says how it is read. */
export type ImportItem =
	| { row: number; draft: EventDraft }
	| { row: number; problem: ImportProblem }
	| { row: 0; note: string };

export class RowProblem extends Error {
	override name = 'RowProblem';
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** An event as read from a file, in the file's own words; everything but source, title and start may be missing. */
export interface RawEvent {
	sourceName: string;
	sourceId: string;
	title: string;
	summary?: string;
	description?: string;
	category: EventCategory;
	tags?: string[];
	format?: EventDraft['format'];
	venueName?: string;
	address?: string;
	city?: string;
	region?: string;
	countryCode?: string;
	latitude?: number | null;
	longitude?: number | null;
	onlineUrl?: string;
	externalUrl?: string;
	timeZone: string;
	/** An instant, or a wall time in the zone. */
	start: { instant: string } | { local: string };
	end?: { instant: string } | { local: string } | null;
	isAllDay?: boolean;
	visibility?: EventDraft['visibility'];
	status?: EventDraft['status'];
	warnings?: ImportWarning[];
}

const HOUR_MS = 3_600_000;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/**
 * Brings what a reader found into the shape and the limits of an event.
 * @throws RowProblem for rows that cannot be an event: no title, a start outside 1900–2200
 */
export function makeDraft(raw: RawEvent): EventDraft {
	const warnings = new Map((raw.warnings ?? []).map((warning) => [warning.code, warning]));
	const warn = (code: WarningCode, detail = '') => {
		if (!warnings.has(code)) warnings.set(code, { code, detail });
	};
	const short = (text: string | undefined, most: number) => {
		const whole = oneLine(text ?? '');
		if (whole.length > most) warn('text-cut', `${whole.slice(0, 40)}…`);
		return fit(whole, most);
	};

	const title = oneLine(raw.title);
	if (title === '') throw new RowProblem('no-title', 'The event has no title.');
	if (title.length > 200) warn('title-cut', `${title.slice(0, 40)}…`);
	const description = fitMarkdown(raw.description ?? '');
	if (description.isCut) warn('text-cut', 'description');

	const times = timesOf(raw, warn);
	const point = pointOf(raw, warn);
	const url = (text: string | undefined) => {
		const found = httpUrlOrEmpty(text ?? '');
		if (found === '' && (text ?? '').trim() !== '') warn('url-dropped', oneLine(text ?? '').slice(0, 80));
		return found;
	};
	return {
		sourceName: raw.sourceName,
		sourceId: raw.sourceId,
		title: fit(title, 200),
		summary: short(raw.summary, 500),
		description: description.text,
		category: raw.category,
		tags: tagsOf(raw.tags ?? []),
		format: raw.format ?? 'in_person',
		venueName: short(raw.venueName, 200),
		address: short(raw.address, 500),
		city: short(raw.city, 120),
		region: short(raw.region, 120),
		countryCode: raw.countryCode ?? '',
		...point,
		onlineUrl: url(raw.onlineUrl),
		externalUrl: url(raw.externalUrl),
		timeZone: raw.timeZone,
		...times,
		isAllDay: raw.isAllDay ?? false,
		visibility: raw.visibility ?? 'public',
		status: raw.status ?? 'published',
		warnings: [...warnings.values()],
	};
}

type Warn = (code: WarningCode, detail?: string) => void;

function timesOf(raw: RawEvent, warn: Warn) {
	const { timeZone, isAllDay = false } = raw;
	const instantOf = (time: { instant: string } | { local: string }) => {
		if ('instant' in time) return new Date(time.instant).toISOString();
		const resolved = resolveWallTime(time.local, timeZone);
		if (resolved.fit === 'skipped' && !isAllDay) warn('wall-time-skipped', time.local);
		return resolved.instant;
	};
	const startsAt = readInstant(() => instantOf(raw.start));
	let endsAt = raw.end ? readEnd(() => instantOf(raw.end as { local: string })) : null;
	if (endsAt !== null && endsAt <= startsAt) {
		warn(endsAt === startsAt ? 'no-end' : 'end-before-start', endsAt);
		endsAt = null;
	} else if (endsAt === null && !isAllDay) {
		warn('no-end');
	}
	endsAt ??= isAllDay
		? nextMidnight(startsAt, timeZone)
		: new Date(Date.parse(startsAt) + 2 * HOUR_MS).toISOString();
	return {
		startsAt,
		endsAt,
		startsAtLocal: wallTimeOf(startsAt, timeZone),
		endsAtLocal: wallTimeOf(endsAt, timeZone),
	};
}

function readInstant(read: () => string): string {
	let instant: string;
	try {
		instant = read();
	} catch {
		throw new RowProblem('bad-date', 'The event has a date that does not exist.');
	}
	const year = new Date(instant).getUTCFullYear();
	if (year < FIRST_YEAR || year > LAST_YEAR) {
		const message = `The event is in the year ${year}; dates from ${FIRST_YEAR} to ${LAST_YEAR} are taken.`;
		throw new RowProblem('date-out-of-range', message);
	}
	return instant;
}

/** An end that cannot be is no end. */
function readEnd(read: () => string): string | null {
	try {
		return readInstant(read);
	} catch {
		return null;
	}
}

function nextMidnight(instant: string, timeZone: string): string {
	const day = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
	return resolveWallTime(`${day.add({ days: 1 })}T00:00`, timeZone).instant;
}

/** Coordinates of an online event, the zero point and the atoll that stands for "online" on meetup.com mean nothing. */
function pointOf(raw: RawEvent, warn: Warn): Pick<EventDraft, 'latitude' | 'longitude'> {
	const { latitude, longitude } = raw;
	const none = { latitude: null, longitude: null };
	if (latitude === null || latitude === undefined || longitude === null || longitude === undefined)
		return none;
	if (raw.format === 'online') return none;
	const isNear = (lat: number, lon: number) =>
		Math.abs(latitude - lat) < 0.01 && Math.abs(longitude - lon) < 0.01;
	const isPlaceholder = isNear(0, 0) || (isNear(-8.5211, 179.1962) && raw.countryCode !== 'TV');
	if (isPlaceholder || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
		warn('coordinates-dropped', `${latitude}, ${longitude}`);
		return none;
	}
	return { latitude, longitude };
}

function tagsOf(tags: string[]): string[] {
	const found = new Map<string, string>();
	for (const tag of tags) {
		const text = fit(oneLine(tag), 40);
		if (text !== '' && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
	}
	return [...found.values()].slice(0, 20);
}
