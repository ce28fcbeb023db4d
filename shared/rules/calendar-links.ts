/** The data of an event’s calendar entry. */
export interface CalendarEntry {
	title: string;
	/** Plain text. */
	details: string;
	location: string;
	startsAt: string;
	endsAt: string;
	/** Wall times in the event's zone. */
	startsAtLocal: string;
	endsAtLocal: string;
	timeZone: string;
	isAllDay: boolean;
}

export interface CalendarLinks {
	google: string;
	outlook: string;
	office365: string;
}

/** Longer details make links that mail programs and some servers cut. */
const MAX_DETAILS = 1_000;

/** Links that open the entry, filled in, in the calendars that have such links; the others take the .ics file. */
export function calendarLinks(entry: CalendarEntry): CalendarLinks {
	const details =
		entry.details.length > MAX_DETAILS ? `${entry.details.slice(0, MAX_DETAILS).trimEnd()}…` : entry.details;
	const days = entry.isAllDay ? allDaySpan(entry) : null;
	const outlook = (host: string) =>
		link(`https://${host}/calendar/0/deeplink/compose`, {
			path: '/calendar/action/compose',
			rru: 'addevent',
			subject: entry.title,
			startdt: days ? days.first : entry.startsAt,
			enddt: days ? days.after : entry.endsAt,
			...(days ? { allday: 'true' } : {}),
			body: details,
			location: entry.location,
		});
	return {
		google: link('https://calendar.google.com/calendar/render', {
			action: 'TEMPLATE',
			text: entry.title,
			dates: days
				? `${compact(days.first)}/${compact(days.after)}`
				: `${compact(entry.startsAt)}/${compact(entry.endsAt)}`,
			ctz: entry.timeZone,
			details,
			location: entry.location,
		}),
		outlook: outlook('outlook.live.com'),
		office365: outlook('outlook.office.com'),
	};
}

/** First day and the day after the last one: calendars write all-day spans with an end that is not part of them. */
export function allDaySpan(times: { startsAtLocal: string; endsAtLocal: string }): {
	first: string;
	after: string;
} {
	const [first = ''] = times.startsAtLocal.split('T');
	const [last = '', time = ''] = times.endsAtLocal.split('T');
	const endsAtMidnight = /^00:00(:00)?$/.test(time) && last > first;
	const after = new Date(`${last}T00:00:00Z`);
	if (!endsAtMidnight) after.setUTCDate(after.getUTCDate() + 1);
	return { first, after: after.toISOString().slice(0, 10) };
}

/** `2027-05-01T18:00:00.000Z` as `20270501T180000Z`. */
function compact(value: string): string {
	return value.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** Blanks as `%20`: Outlook shows the `+` of forms. */
function link(base: string, query: Record<string, string>): string {
	const fields = Object.entries(query).map(
		([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
	);
	return `${base}?${fields.join('&')}`;
}
