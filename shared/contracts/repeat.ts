import { z } from '../lib/z.ts';
import { MAX_DATES_AHEAD, MAX_START_TIMES } from '../rules/series/repeat.ts';
import { calendarDate, localDateTime } from './common.ts';

const clockTime = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time.')
	.meta({ examples: ['19:30'] });
const key = z
	.string()
	.regex(/^\+?\d{4}-\d{2}-\d{2}\/\d{1,3}$/)
	.meta({ examples: ['2027-03-30/1'] });

/** How an event repeats. */
export const repeat = z
	.strictObject({
		/** Empty: the dates of `dates` alone. */
		rule: z
			.string()
			.max(200)
			.meta({ examples: ['FREQ=WEEKLY;BYDAY=TU'] }),
		count: z.int().min(1).max(MAX_DATES_AHEAD),
		until: calendarDate(),
		startTimes: z.array(clockTime).min(1).max(MAX_START_TIMES),
		dates: z.array(localDateTime()).max(MAX_DATES_AHEAD),
		skip: z.array(key).max(MAX_DATES_AHEAD),
	})
	.partial()
	.required({ rule: true })
	.refine(({ count, until }) => count === undefined || until === undefined, {
		path: ['until'],
		message: 'Send either count or until.',
	})
	.meta({
		id: 'Repeat',
		description: 'RRULE of RFC 5545 with a frequency of days or longer, without DTSTART, COUNT and UNTIL',
	});
