/** What /analytics shows, as it stands in the address: `?range=30&compare=year&event=…`. */
const rangePresets = ['7', '30', '90', 'year', 'own'] as const;
export type RangePreset = (typeof rangePresets)[number];
export type Comparison = 'before' | 'year' | 'none';

export interface AnalyticsView {
	preset: RangePreset;
	/** First and last day, the last included. */
	from: string;
	to: string;
	compare: Comparison;
	/** Null: all events. */
	event: string | null;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar day of an instant on this device: `2026-11-24`. */
export const dayOf = (at: Date) =>
	`${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

export const shiftDay = (from: string, days: number) =>
	new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** Reads the address; anything it does not know is the usual: the last 30 days beside those before, all events. */
export function readView(search: URLSearchParams, today: string): AnalyticsView {
	const asked = search.get('range') as RangePreset;
	const preset = rangePresets.includes(asked) ? asked : '30';
	const compare =
		(['before', 'year', 'none'] as const).find((one) => one === search.get('compare')) ?? 'before';
	return { preset, ...daysOf(preset, search, today), compare, event: search.get('event') };
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
	};
	for (const [name, value] of Object.entries(values)) {
		if (value) next.set(name, value);
		else next.delete(name);
	}
	return next;
}

/** How much of something there was before: a share of change, or null where nothing was. */
export const changeOf = (now: number, before: number) => (before === 0 ? null : (now - before) / before);
