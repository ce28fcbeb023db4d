import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { listEvents } from '#shared/contracts/event-lists.ts';
import type { WordQuery } from './search-words.ts';

export type EventFilters = Omit<QueryOf<typeof listEvents>, 'organiser'> & {
	/** Id of the organisation behind `organiser`. */
	organisationId?: string | undefined;
};

/** Collects values for a hand-written statement: `add(value)` gives the `$n` that stands for it. */
export class Parameters {
	readonly values: unknown[] = [];
	add(value: unknown): string {
		this.values.push(value);
		return `$${this.values.length}`;
	}
}

/** Word for word the condition of the partial indexes. */
export const isListed = `status = 'published' AND visibility = 'public'`;

/** Events that last longer are looked up apart (is_long): so a list by start need only look back this far. */
const longestUsualDays = 14;
const dayMs = 86_400_000;

const iso = (ms: number) => new Date(ms).toISOString();
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** Everything but the time and the words: which events a filter lets through. */
export function placeConditions(filters: EventFilters, parameters: Parameters): string[] {
	const conditions = [isListed];
	if (filters.country) conditions.push(`country_code = ${parameters.add(filters.country.toUpperCase())}`);
	if (filters.city) conditions.push(`city_key = foyer_fold(${parameters.add(filters.city.trim())})`);
	if (filters.category) conditions.push(`category = ${parameters.add(filters.category)}`);
	if (filters.online === true) conditions.push(`format <> 'in_person'`);
	if (filters.online === false) conditions.push(`format <> 'online'`);
	if (filters.free === true) conditions.push('min_price_minor = 0');
	if (filters.free === false) conditions.push('min_price_minor > 0');
	if (filters.featured) conditions.push('featured_at IS NOT NULL');
	if (filters.organisationId) conditions.push(`organisation_id = ${parameters.add(filters.organisationId)}`);
	return conditions;
}

/**
 * When. Days are those of each event's own zone: an event is in the span when one of its days is. Without a first day, what
 * is over is left out, or what is not over when past events are requested.
 */
export function timeConditions(
	filters: EventFilters,
	now: Date,
	parameters: Parameters,
	isByWords: boolean,
): string[] {
	const conditions: string[] = [];
	if (filters.to) {
		conditions.push(`starts_on <= ${parameters.add(filters.to)}::date`);
		// No zone is further than 14 hours from UTC.
		conditions.push(`starts_at < ${parameters.add(iso(day(filters.to) + 2 * dayMs))}::timestamptz`);
	}
	if (filters.from) {
		conditions.push(`ends_on >= ${parameters.add(filters.from)}::date`);
		conditions.push(`ends_at >= ${parameters.add(iso(day(filters.from) - dayMs))}::timestamptz`);
	} else if (filters.past) {
		conditions.push(`ends_at < ${parameters.add(now.toISOString())}::timestamptz`);
		// What is over has begun: lists by start begin there.
		conditions.push(`starts_at <= ${parameters.add(now.toISOString())}::timestamptz`);
	} else {
		const ahead = `ends_at >= ${parameters.add(now.toISOString())}::timestamptz`;
		// Beside NOT is_over it takes nearly nothing away; the planner must not think that an index of ends helps.
		conditions.push(isByWords ? `(${ahead}) IS TRUE` : ahead);
	}
	return conditions;
}

/** Searches for what is ahead look at those events only that are not marked as over: the condition of the partial indexes. */
export function isAheadOnly(filters: EventFilters): boolean {
	return !filters.from && !filters.past;
}

/** How far back the start of all but the long events can lie; null when the filter goes back for ever. */
export function earliestStart(filters: EventFilters, now: Date): string | null {
	if (filters.from) return iso(day(filters.from) - (longestUsualDays + 1) * dayMs);
	return filters.past ? null : iso(now.getTime() - longestUsualDays * dayMs);
}

/** Where the words must stand: anywhere, in the short fields, or only in the long ones. */
export function wordCondition(
	words: WordQuery,
	place: 'anywhere' | 'title' | 'text',
	parameters: Parameters,
): string {
	const inTitle = () => `title_vector @@ ${parameters.add(words.inTitle)}::tsquery`;
	const anywhere = () => `search_vector @@ ${parameters.add(words.anywhere)}::tsquery`;
	if (place === 'title') return inTitle();
	if (place === 'text') return `${anywhere()} AND NOT (${inTitle()})`;
	return words.isTitleLooser ? `(${inTitle()} OR ${anywhere()})` : anywhere();
}
