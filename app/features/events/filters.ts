/** Filters of /events, as in the URL; an empty string means all. */
export interface EventFilters {
	q: string;
	when: When;
	from: string;
	to: string;
	country: string;
	city: string;
	category: string;
	online: boolean;
	free: boolean;
	past: boolean;
	organiser: string;
	sort: '' | 'soonest' | 'newest' | 'relevance';
}

export const whens = ['', 'today', 'tomorrow', 'weekend', 'week', 'month', 'dates'] as const;
export type When = (typeof whens)[number];

const texts = ['q', 'from', 'to', 'country', 'city', 'category', 'organiser'] as const;
const flags = ['online', 'free', 'past'] as const;
/** Every parameter of an address that `readFilters` reads. */
export const filterNames: readonly string[] = [...texts, ...flags, 'when', 'sort'];

/** Reads the filters of an address; what it does not know it leaves out. */
export function readFilters(search: URLSearchParams): EventFilters {
	const text = (name: string) => search.get(name)?.trim() ?? '';
	const when = text('when') as When;
	const sort = text('sort') as EventFilters['sort'];
	const isDated = text('from') !== '' || text('to') !== '';
	return {
		...(Object.fromEntries(texts.map((name) => [name, text(name).slice(0, 200)])) as Pick<
			EventFilters,
			(typeof texts)[number]
		>),
		...(Object.fromEntries(flags.map((name) => [name, ['true', '1', 'on'].includes(text(name))])) as Pick<
			EventFilters,
			(typeof flags)[number]
		>),
		when: when !== '' && whens.includes(when) ? when : isDated ? 'dates' : '',
		sort: ['soonest', 'newest', 'relevance'].includes(sort) ? sort : '',
	};
}

/** The shortest address of these filters. */
export function writeFilters(filters: EventFilters): URLSearchParams {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(filters)) {
		if ((name === 'from' || name === 'to') && filters.when !== 'dates') continue;
		if (name === 'when' && value === 'dates') continue;
		if (value === true) search.set(name, 'true');
		else if (typeof value === 'string' && value !== '') search.set(name, value);
	}
	return search;
}

/** How many filters narrow the list, the words of the search left out. */
export function countFilters(filters: EventFilters): number {
	return [...writeFilters(filters).keys()].filter((name) => !['q', 'sort', 'to'].includes(name)).length;
}

const dayMs = 86_400_000;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** First and last day of a preset, both inclusive, counted from `today` (YYYY-MM-DD). Weeks begin on Monday (ISO 8601). */
export function daysOf(
	filters: Pick<EventFilters, 'when' | 'from' | 'to'>,
	today: string,
): { from?: string; to?: string } {
	const day = (offset: number) => new Date(Date.parse(today) + offset * dayMs).toISOString().slice(0, 10);
	const weekday = (new Date(Date.parse(today)).getUTCDay() + 6) % 7;
	switch (filters.when) {
		case 'today':
			return { from: day(0), to: day(0) };
		case 'tomorrow':
			return { from: day(1), to: day(1) };
		case 'weekend':
			return { from: day(Math.max(0, 5 - weekday)), to: day(6 - weekday) };
		case 'week':
			return { from: day(0), to: day(6 - weekday) };
		case 'month': {
			const [year = 0, month = 1] = today.split('-').map(Number);
			return { from: day(0), to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
		}
		case 'dates':
			return {
				...(isDay(filters.from) ? { from: filters.from } : {}),
				...(isDay(filters.to) ? { to: filters.to } : {}),
			};
		default:
			return {};
	}
}

/** The filters as the API's query. */
export function apiQuery(filters: EventFilters, today: string): Record<string, string> {
	const { q, country, city, category, organiser, sort } = filters;
	const query: Record<string, string> = {
		q,
		country,
		city,
		category,
		organiser,
		sort,
		...daysOf(filters, today),
	};
	for (const flag of flags) if (filters[flag]) query[flag] = 'true';
	// The API's `past` lets in what is over beside what is to come; the page shows the past alone.
	if (filters.past && !query.to) query.to = today;
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
