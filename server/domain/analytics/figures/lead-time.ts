import type { FigureDay } from '#shared/contracts/figures.ts';

/** Days before the start, the nearest first; the last group has no end. */
const groups = [
	[0, 0],
	[1, 1],
	[2, 3],
	[4, 7],
	[8, 14],
	[15, 30],
	[31, 60],
	[61, null],
] as const;

const dayMs = 86_400_000;

/** Registrations that came so many days before the start of their event. */
export interface Lead {
	daysBefore: number;
	registrations: number;
}

/** The registrations of an event by days before its start, the latest first. */
export function leadsOf(startsOn: string, days: readonly Pick<FigureDay, 'day' | 'registrations'>[]): Lead[] {
	// Who registers while the event is on has no days to go.
	return days
		.filter(({ registrations }) => registrations > 0)
		.map(({ day, registrations }) => ({
			daysBefore: Math.max(0, Math.round((Date.parse(startsOn) - Date.parse(day)) / dayMs)),
			registrations,
		}))
		.toSorted((a, b) => a.daysBefore - b.daysBefore);
}

/** Quartiles of the days before the start, and how many registrations there were by groups of days. @param leads the latest first */
export function leadTimeOf(leads: readonly Lead[]): {
	registrations: number;
	quartiles: { lower: number; median: number; upper: number } | null;
	groups: { from: number; to: number | null; registrations: number }[];
} {
	const total = leads.reduce((sum, lead) => sum + lead.registrations, 0);
	const counted = groups.map(([from, to]) => ({
		...{ from, to },
		registrations: leads
			.filter(({ daysBefore }) => daysBefore >= from && (to === null || daysBefore <= to))
			.reduce((sum, lead) => sum + lead.registrations, 0),
	}));
	/** The smallest lead that at least this share of the registrations do not exceed. */
	const quantile = (share: number) => {
		let sum = 0;
		for (const lead of leads) {
			sum += lead.registrations;
			if (sum >= share * total) return lead.daysBefore;
		}
		return 0;
	};
	return {
		registrations: total,
		quartiles: total === 0 ? null : { lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75) },
		groups: counted,
	};
}
