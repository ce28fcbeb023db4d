import { type Comparison, comparisons } from '#shared/contracts/figures.ts';

/** What /analytics shows, as it stands in the address: `?range=30&compare=year&event=…`. */
const rangePresets = ['7', '30', '90', 'year', 'own'] as const;
export type RangePreset = (typeof rangePresets)[number];

export interface AnalyticsView {
	preset: RangePreset;
	/** First and last day, the last included. */
	from: string;
	to: string;
	compare: Comparison;
	/** Null: all events. */
	event: string | null;
	/** The series of which all dates are added up; null where an event is chosen. */
	series: string | null;
	/** The other event, when `compare` is `event`. */
	with: string | null;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The day at an instant, `2026-11-24`, where it is latest among the zones of events, whose days figures go by; without any, on this
 * device. An organiser in New York sees what was sold this evening in Berlin, where it is tomorrow.
 */
export function latestDay(at: Date, zones: readonly string[]): string {
	const days = (zones.length > 0 ? [...new Set(zones)] : [undefined]).map((timeZone) =>
		new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
			at,
		),
	);
	return days.sort().at(-1) as string;
}

export const shiftDay = (from: string, days: number) =>
	new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** Reads the address; anything it does not know is the usual: the last 30 days beside those before, all events. */
export function readView(search: URLSearchParams, today: string): AnalyticsView {
	const requested = search.get('range') as RangePreset;
	const preset = rangePresets.includes(requested) ? requested : '30';
	const comparison = comparisons.find((one) => one === search.get('compare')) ?? 'before';
	const event = search.get('event');
	const other = event === null ? null : search.get('with');
	// Two events are compared once both are known.
	const compare = comparison === 'event' && other === null ? 'before' : comparison;
	return {
		preset,
		...daysOf(preset, search, today),
		compare,
		event,
		series: event === null ? search.get('series') : null,
		with: compare === 'event' ? other : null,
	};
}

function daysOf(preset: RangePreset, search: URLSearchParams, today: string): { from: string; to: string } {
	if (preset === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
	if (preset !== 'own') return { from: shiftDay(today, 1 - Number(preset)), to: today };
	const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
	return {
		from: day.test(from) ? from : shiftDay(today, -29),
		to: day.test(to) ? to : today,
	};
}

/** The address of a view; what is usual is left out. */
export function writeView(search: URLSearchParams, view: AnalyticsView): URLSearchParams {
	const next = new URLSearchParams(search);
	const isOwn = view.preset === 'own';
	const values = {
		range: view.preset === '30' ? '' : view.preset,
		from: isOwn ? view.from : '',
		to: isOwn ? view.to : '',
		compare: view.compare === 'before' ? '' : view.compare,
		event: view.event ?? '',
		series: view.event === null ? (view.series ?? '') : '',
		with: view.compare === 'event' ? (view.with ?? '') : '',
	};
	for (const [name, value] of Object.entries(values)) {
		if (value) next.set(name, value);
		else next.delete(name);
	}
	return next;
}

/** How much of something there was before: a share of change, or null where nothing was. */
export const changeOf = (now: number, before: number) => (before === 0 ? null : (now - before) / before);
