import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import {
	type MonthlyMeaning,
	meaningOf,
	type RuleMeaning,
	type Weekday,
	weekdays,
} from '#shared/rules/series/repeat-form.ts';

/** A Monday. */
const someMonday = Date.UTC(2027, 0, 4);

/** Weekdays, days of months and rules in words, in the language of the page. */
export function useRepeatTexts() {
	const { t } = useLingui();
	const formats = useFormats();
	const locale = useFormatLocale();
	const dayName = (day: Weekday, weekday: 'long' | 'short' = 'long') =>
		new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
			new Date(someMonday + weekdays.indexOf(day) * 86_400_000),
		);

	/** `on the last Friday` */
	function monthlyText(on: MonthlyMeaning): string {
		if (on === 'lastDay') return t`on the last day`;
		if ('day' in on) return t`on day ${on.day}`;
		if ('lastWeekday' in on) return t`on the last ${dayName(on.lastWeekday)}`;
		const day = dayName(on.weekday);
		return [t`on the first ${day}`, t`on the second ${day}`, t`on the third ${day}`, t`on the fourth ${day}`][
			on.nth - 1
		] as string;
	}
	function meaningText(meaning: RuleMeaning): string {
		if (meaning.unit === null) return t`Custom rule`;
		const { unit, every, on } = meaning;
		if (unit === 'day') return t`${plural(every, { one: 'Every day', other: 'Every # days' })}`;
		if (unit === 'year') return t`${plural(every, { one: 'Every year', other: 'Every # years' })}`;
		if (unit === 'week') {
			const days = formats.list(meaning.weekdays.map((day) => dayName(day)));
			if (days === '') return t`${plural(every, { one: 'Every week', other: 'Every # weeks' })}`;
			return every === 1
				? t`Every ${days}`
				: t`${plural(every, { one: 'Every week', other: 'Every # weeks' })} on ${days}`;
		}
		const months = t`${plural(every, { one: 'Every month', other: 'Every # months' })}`;
		return on ? `${months} ${monthlyText(on)}` : months;
	}
	/** `Every Tuesday`; Manually added dates alone have no rule. */
	const ruleText = (rule: string) =>
		rule === '' ? t`Dates chosen one by one` : meaningText(meaningOf(rule));
	/** `19:30` as the reader writes times. */
	const timeText = (time: string) => formats.time(`2027-01-04T${time.slice(0, 5)}Z`, 'UTC');
	/** A wall time with its weekday: `Tue, 12 Jan`, and its time. */
	function dateText(local: string): string {
		const at = asIfUtc(local.slice(0, 16));
		return at ? `${formats.shortDate(at, 'UTC')}, ${formats.time(at, 'UTC')}` : local;
	}
	return { dayName, monthlyText, ruleText, timeText, dateText };
}
