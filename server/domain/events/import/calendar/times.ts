import type { Property } from './content-lines.ts';

/** A DATE or DATE-TIME of a calendar, before its zone is known. */
export type CalendarTime =
	| { kind: 'date'; date: Temporal.PlainDate; zoneName: string }
	| {
			kind: 'time';
			wall: Temporal.PlainDateTime;
			/** `utc`: the value ended with Z or an offset, which is taken off. `named`: TZID says where. `floating`: nobody says. */
			place: 'utc' | 'named' | 'floating';
			zoneName: string;
	  };

const dateForm = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const timeForm =
	/^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2}):?(\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2}){0,2})?$/i;

/**
 * Reads one date or time as files really write them: a date may stand without `VALUE=DATE`, a time behind it, seconds may be
 * missing, hyphens and colons present. What the value looks like counts, not what VALUE calls it.
 * @returns null for anything that is no date of the calendar (30 February too)
 */
export function readTime(property: Property, value = property.value): CalendarTime | null {
	const text = value.trim();
	const zoneName = property.params.get('TZID') ?? '';
	try {
		const date = dateForm.exec(text);
		if (date) {
			const [, year, month, day] = date.map(Number);
			return { kind: 'date', date: Temporal.PlainDate.from(fields({ year, month, day }), reject), zoneName };
		}
		const time = timeForm.exec(text);
		if (!time) return null;
		const [, year, month, day, hour, minute, second] = time.map(Number);
		// Midnight at the end of a day, and leap seconds, are written now and then.
		const isEndOfDay = hour === 24 && minute === 0;
		const wall = Temporal.PlainDateTime.from(
			{
				...fields({ year, month, day }),
				hour: isEndOfDay ? 0 : (hour ?? 0),
				minute: minute ?? 0,
				second: Math.min(59, second || 0),
			},
			reject,
		).add({ days: isEndOfDay ? 1 : 0 });
		const offset = time[7]?.toUpperCase() ?? '';
		if (offset === '') return { kind: 'time', wall, place: zoneName === '' ? 'floating' : 'named', zoneName };
		return { kind: 'time', wall: wall.subtract(durationOf(offset)), place: 'utc', zoneName };
	} catch {
		return null;
	}
}

/** `+0530` and `-05:00` as a duration; Z is none. */
function durationOf(offset: string): Temporal.Duration {
	const [hours = 0, minutes = 0, seconds = 0] = offset.match(/\d{2}/g)?.map(Number) ?? [];
	const duration = Temporal.Duration.from({ hours, minutes, seconds });
	return offset.startsWith('-') ? duration.negated() : duration;
}

const reject = { overflow: 'reject' } as const;

function fields(parts: { year?: number; month?: number; day?: number }) {
	return { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
}

/** All dates of a property that holds a list (RDATE, EXDATE); of a period its start. `broken` counts what is no date. */
export function readTimes(properties: Property[]): { times: CalendarTime[]; broken: string[] } {
	const times: CalendarTime[] = [];
	const broken: string[] = [];
	for (const property of properties) {
		for (const part of property.value.split(',')) {
			const [value = ''] = part.split('/');
			// "20131210Z" is a date with a stray mark.
			const time = readTime(property, value.trim().replace(/^(\d{8})Z$/, '$1'));
			if (time) times.push(time);
			else broken.push(`${property.name}:${part.slice(0, 40)}`);
		}
	}
	return { times, broken };
}
