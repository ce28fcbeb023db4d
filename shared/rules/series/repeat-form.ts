import { MAX_DATES_AHEAD, MAX_START_TIMES, type Repeat } from './repeat.ts';

/** Days of a week as RFC 5545 names them, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

export const repeatUnits = ['day', 'week', 'month', 'year'] as const;
export type RepeatUnit = (typeof repeatUnits)[number];

/** On which day of a month: its number, the second Tuesday, the last Friday, the last day. */
export const monthlyDays = ['day', 'weekday', 'lastWeekday', 'lastDay'] as const;
export type MonthlyDay = (typeof monthlyDays)[number];

/** How an event repeats, as a form holds it. Weekday, day of the month and time of the first date come from its start. */
export interface RepeatForm {
	kind: 'once' | 'rule' | 'dates';
	every: number;
	unit: RepeatUnit;
	/** Of a week, beside that of the start. */
	otherWeekdays: Weekday[];
	monthly: MonthlyDay;
	/** Starts of a day, beside that of the first date; empty: not chosen yet. */
	otherTimes: string[];
	ends: 'count' | 'until' | 'open';
	count: number;
	until: string;
	/** Manually added dates. */
	dates: string[];
	/** Keys of the rule that are left out. */
	skip: string[];
	/** A rule that this form has no fields for; empty: the fields above say it. */
	otherRule: string;
}

/** The parts of a rule, for its description. */
export type RuleMeaning =
	| { unit: RepeatUnit; every: number; weekdays: Weekday[]; on: MonthlyMeaning | null }
	/** Beyond what the form offers. */
	| { unit: null };
export type MonthlyMeaning =
	| { day: number }
	| { nth: number; weekday: Weekday }
	| { lastWeekday: Weekday }
	| 'lastDay';

const frequencies: Record<RepeatUnit, string> = {
	day: 'DAILY',
	week: 'WEEKLY',
	month: 'MONTHLY',
	year: 'YEARLY',
};

export const emptyRepeatForm: RepeatForm = {
	kind: 'once',
	every: 1,
	unit: 'week',
	otherWeekdays: [],
	monthly: 'day',
	otherTimes: [],
	ends: 'count',
	count: 12,
	until: '',
	dates: [],
	skip: [],
	otherRule: '',
};

const dayMs = 86_400_000;

/** The position of a start in its week and month. @param local `2027-01-29T19:30` */
function dayOf(local: string) {
	const at = new Date(`${local.slice(0, 10)}T00:00Z`);
	const day = at.getUTCDate();
	const isLast = (days: number) => new Date(at.getTime() + days * dayMs).getUTCDate() <= days;
	return {
		weekday: weekdays[(at.getUTCDay() + 6) % 7] as Weekday,
		day,
		nth: Math.ceil(day / 7),
		isLastDay: isLast(1),
		isLastWeekday: isLast(7),
	};
}

/** The days of a month that a start can stand for, `day` first. */
export function monthlyDaysOf(startsAtLocal: string): MonthlyDay[] {
	const { nth, isLastDay, isLastWeekday } = dayOf(startsAtLocal);
	const fits = { day: true, weekday: nth <= 4, lastWeekday: isLastWeekday, lastDay: isLastDay };
	return monthlyDays.filter((one) => fits[one]);
}

/** The weekday of a start. */
export const weekdayOf = (startsAtLocal: string): Weekday => dayOf(startsAtLocal).weekday;

/** The meaning of a monthly option for a start. */
export function monthlyMeaning(monthly: MonthlyDay, startsAtLocal: string): MonthlyMeaning {
	const { weekday, day, nth } = dayOf(startsAtLocal);
	if (monthly === 'lastDay') return 'lastDay';
	if (monthly === 'lastWeekday') return { lastWeekday: weekday };
	return monthly === 'weekday' ? { nth, weekday } : { day };
}

function ruleOf(form: RepeatForm, startsAtLocal: string): string {
	if (form.otherRule !== '') return form.otherRule;
	const parts = [`FREQ=${frequencies[form.unit]}`];
	if (form.every > 1) parts.push(`INTERVAL=${form.every}`);
	if (form.unit === 'week') {
		const own = weekdayOf(startsAtLocal);
		const days = weekdays.filter((one) => one === own || form.otherWeekdays.includes(one));
		parts.push(`BYDAY=${days.join(',')}`);
	}
	if (form.unit === 'month') {
		const monthly = monthlyDaysOf(startsAtLocal).includes(form.monthly) ? form.monthly : 'day';
		const on = monthlyMeaning(monthly, startsAtLocal);
		if (on === 'lastDay') parts.push('BYMONTHDAY=-1');
		else if ('day' in on) parts.push(`BYMONTHDAY=${on.day}`);
		else if ('nth' in on) parts.push(`BYDAY=${on.nth}${on.weekday}`);
		else parts.push(`BYDAY=-1${on.lastWeekday}`);
	}
	return parts.join(';');
}

const isWallTime = (local: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local);
const isClockTime = (time: string) => /^\d{2}:\d{2}$/.test(time);

/**
 * What a form asks for, by the start of its first date.
 * @returns null: it does not repeat, or nothing that could is typed yet
 */
export function toRepeat(form: RepeatForm, startsAtLocal: string): Repeat | null {
	if (form.kind === 'once' || !isWallTime(startsAtLocal)) return null;
	const time = startsAtLocal.slice(11, 16);
	const dates = [...new Set(form.dates.filter(isWallTime).map((one) => one.slice(0, 16)))].sort();
	if (form.kind === 'dates') return dates.length === 0 ? null : { rule: '', dates };
	const times = [...new Set([time, ...form.otherTimes.filter(isClockTime)])].sort();
	return {
		rule: ruleOf(form, startsAtLocal),
		...(form.ends === 'count' ? { count: Math.min(Math.max(form.count, 1), MAX_DATES_AHEAD) } : {}),
		...(form.ends === 'until' && form.until !== '' ? { until: form.until } : {}),
		...(times.length > 1 ? { startTimes: times.slice(0, MAX_START_TIMES) } : {}),
		...(dates.length > 0 ? { dates } : {}),
		...(form.skip.length > 0 ? { skip: form.skip } : {}),
	};
}

/** Reads the parts of a rule; null for one that is none. */
function partsOf(rule: string): Map<string, string> | null {
	const parts = new Map<string, string>();
	for (const part of rule.toUpperCase().split(';')) {
		const [name = '', value = ''] = part.trim().split('=');
		if (name === '' || value === '' || parts.has(name)) return null;
		parts.set(name, value);
	}
	return parts;
}

const isWeekday = (text: string): text is Weekday => (weekdays as readonly string[]).includes(text);

function monthlyIn(byDay: string | undefined, byMonthDay: string | undefined): MonthlyMeaning | null {
	if (byMonthDay !== undefined && byDay !== undefined) return null;
	if (byMonthDay === '-1') return 'lastDay';
	if (byMonthDay !== undefined)
		return /^([1-9]|[12]\d|3[01])$/.test(byMonthDay) ? { day: Number(byMonthDay) } : null;
	const [, nth = '', weekday = ''] = /^(-1|[1-4])([A-Z]{2})$/.exec(byDay ?? '') ?? [];
	if (!isWeekday(weekday)) return null;
	return nth === '-1' ? { lastWeekday: weekday } : { nth: Number(nth), weekday };
}

/** The parts of a rule. @param rule as RFC 5545 writes it, `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH` */
export function meaningOf(rule: string): RuleMeaning {
	const parts = partsOf(rule);
	const unit = repeatUnits.find((one) => frequencies[one] === parts?.get('FREQ'));
	const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'WKST']);
	const every = Number(parts?.get('INTERVAL') ?? 1);
	if (!parts || !unit || !Number.isInteger(every) || every < 1) return { unit: null };
	if ([...parts.keys()].some((name) => !known.has(name))) return { unit: null };
	// The first day of the week decides which weeks are meant where several days are, and not every week.
	const [byDay, byMonthDay] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')];
	if (unit === 'week') {
		const days = byDay?.split(',') ?? [];
		const isOther = parts.has('WKST') && parts.get('WKST') !== 'MO' && every > 1 && days.length > 1;
		if (isOther || byMonthDay !== undefined || !days.every(isWeekday)) return { unit: null };
		return { unit, every, weekdays: weekdays.filter((one) => days.includes(one)), on: null };
	}
	if (unit === 'month' && (byDay ?? byMonthDay) !== undefined) {
		const on = monthlyIn(byDay, byMonthDay);
		return on ? { unit, every, weekdays: [], on } : { unit: null };
	}
	if (byDay !== undefined || byMonthDay !== undefined) return { unit: null };
	return { unit, every, weekdays: [], on: null };
}

/** Fills a form with how something repeats. A rule that the form has no fields for stays as it is. */
export function formOf(repeat: Repeat | null, startsAtLocal: string): RepeatForm {
	if (repeat === null) return emptyRepeatForm;
	const dates = repeat.dates ?? [];
	if (repeat.rule === '') return { ...emptyRepeatForm, kind: 'dates', dates };
	const time = startsAtLocal.slice(11, 16);
	const form: RepeatForm = {
		...emptyRepeatForm,
		kind: 'rule',
		otherTimes: (repeat.startTimes ?? []).filter((one) => one !== time),
		ends: repeat.count !== undefined ? 'count' : repeat.until !== undefined ? 'until' : 'open',
		count: repeat.count ?? emptyRepeatForm.count,
		until: repeat.until ?? '',
		dates,
		skip: repeat.skip ?? [],
	};
	const meaning = meaningOf(repeat.rule);
	if (meaning.unit === null) return { ...form, otherRule: repeat.rule };
	const own = isWallTime(startsAtLocal) ? weekdayOf(startsAtLocal) : null;
	const { on } = meaning;
	const monthly =
		on === null || (on !== 'lastDay' && 'day' in on)
			? 'day'
			: on === 'lastDay'
				? 'lastDay'
				: 'nth' in on
					? 'weekday'
					: 'lastWeekday';
	return {
		...form,
		unit: meaning.unit,
		every: meaning.every,
		otherWeekdays: meaning.weekdays.filter((one) => one !== own),
		monthly,
	};
}

/** The same for another start: weekday, day of the month and time go along. What was left out by its day is left out no longer. */
export function moveRepeat(repeat: Repeat | null, from: string, to: string): Repeat | null {
	if (repeat === null || from.slice(0, 16) === to.slice(0, 16)) return repeat;
	const form = formOf(repeat, from);
	return toRepeat({ ...form, skip: from.slice(0, 10) === to.slice(0, 10) ? form.skip : [] }, to) ?? repeat;
}

/** As text, always the same for the same; empty: it does not repeat. */
export function repeatToText(repeat: Repeat | null): string {
	if (repeat === null) return '';
	const { rule, count, until, startTimes, dates, skip } = repeat;
	const listed = (list: readonly string[] | undefined) => (list && list.length > 0 ? [...list] : undefined);
	return JSON.stringify({
		rule,
		count,
		until,
		startTimes: listed(startTimes),
		dates: listed(dates),
		skip: listed(skip),
	});
}

/** What `repeatToText` wrote; null for what it did not write. */
export function textToRepeat(text: string): Repeat | null {
	try {
		const read: unknown = JSON.parse(text);
		return typeof (read as Repeat | null)?.rule === 'string' ? (read as Repeat) : null;
	} catch {
		return null;
	}
}
