import { expect, test } from 'vitest';
import type { DateOutcome, SeriesPlan } from '#app/features/events/series-api.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SeriesDate } from '#shared/contracts/series.ts';
import { drawPart } from '#tests/support/draw-part.tsx';
import { DateRow } from './date-row.tsx';
import { PlannedChanges, RefusedDates } from './planned-changes.tsx';
import { lengthOf, RepeatFields } from './repeat-fields.tsx';
import { useRepeatTexts } from './use-repeat-texts.ts';

const event = { timeZone: 'Europe/Berlin', currency: 'EUR' } as PublicEvent;
const outcome = (changes: Partial<DateOutcome>): DateOutcome => ({
	...{ eventId: null, key: '2027-01-12/1', keyBefore: null, startsAtLocal: '2027-01-12T19:30' },
	...{ startsAtLocalBefore: null, outcome: 'changed', effects: [], keeps: [], guests: 0 },
	...{ rule: null, message: null, ...changes },
});
const plan = (dates: DateOutcome[]) => ({ dates }) as SeriesPlan;

function RuleText({ rule }: { rule: string }) {
	return useRepeatTexts().ruleText(rule);
}

test.each([
	['FREQ=WEEKLY;BYDAY=TU', 'Every Tuesday'],
	['FREQ=WEEKLY;BYDAY=TU,TH', 'Every Tuesday and Thursday'],
	['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks on Tuesday'],
	['FREQ=DAILY', 'Every day'],
	['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
	['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Friday'],
	['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
	['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31', 'Every 3 months on day 31'],
	['FREQ=YEARLY;BYMONTH=3', 'Custom rule'],
	['', 'Dates chosen one by one'],
])('%s in words: %s', (rule, words) => {
	expect(drawPart(<RuleText rule={rule} />)).toBe(words);
});

test('a rule has its weekday on, its end and its starts; once has nothing more', () => {
	const start = { startsAtLocal: '2027-01-12T19:30', endsAtLocal: '', timeZone: 'Europe/Berlin' };
	const fields = (value: string) => drawPart(<RepeatFields value={value} onChange={() => {}} {...start} />);
	expect(fields('')).not.toContain('Number of dates');
	const weekly = fields('{"rule":"FREQ=WEEKLY;BYDAY=TU","count":12}');
	const tuesday = weekly.split('<button').find((button) => button.includes('>Tuesday<'));
	expect(tuesday).toContain('aria-pressed="true"');
	expect(weekly).toContain('Number of dates');
	expect(fields('{"rule":"FREQ=YEARLY;BYMONTH=3"}')).toContain('FREQ=YEARLY;BYMONTH=3');
	expect(
		drawPart(<RepeatFields value='{"rule":""}' onChange={() => {}} {...start} startsAtLocal="" />),
	).toContain('Choose the start of the first date');
});

test('the length of a date is that between its times, two hours without an end', () => {
	const startsAtLocal = '2027-01-12T19:30';
	expect(lengthOf({ startsAtLocal, endsAtLocal: '2027-01-12T21:00' })).toBe(90);
	expect(lengthOf({ startsAtLocal, endsAtLocal: '' })).toBe(120);
	expect(lengthOf({ startsAtLocal: '', endsAtLocal: '' })).toBe(120);
});

test('a plan says what changes, what stays, and what becomes of the dates of another rule', () => {
	const effects: DateOutcome['effects'] = [
		{ path: 'event.venueName', subject: '', before: 'Old school', after: 'Town hall', verdict: 'notice' },
		{ path: 'ticket.1.priceMinor', subject: 'Standard', before: 1000, after: 1200, verdict: 'allowed' },
	];
	const html = drawPart(
		<PlannedChanges
			event={event}
			plan={plan([
				outcome({ effects, guests: 2 }),
				outcome({ key: '2027-01-19/1', outcome: 'same' }),
				outcome({ key: '2027-01-26/1', outcome: 'moved', startsAtLocalBefore: '2027-01-25T19:30' }),
				outcome({ key: '2027-02-02/1', outcome: 'single' }),
			])}
		/>,
	);
	for (const text of ['Town hall', 'Standard: Price', '€12.00', '1 date changes', '1 date stays as it is'])
		expect(html).toContain(text);
	expect(html).toContain('1 date moves, with its guests');
	expect(html).toContain('1 date with guests stays as it is');
	expect(drawPart(<PlannedChanges event={event} plan={plan([])} />)).toContain('Nothing changes.');
});

test('dates that refuse are named with their reason', () => {
	const refused = plan([outcome({ outcome: 'refused', message: 'At least 41: 38 sold, 3 being bought.' })]);
	const html = drawPart(<RefusedDates plan={refused} isSkipped={false} />);
	expect(html).toContain('1 date can’t be changed');
	expect(html).toContain('At least 41: 38 sold, 3 being bought.');
	expect(drawPart(<RefusedDates plan={refused} isSkipped />)).toContain('1 date stays as it is');
});

test('a date says what is taken, its state, and what it has of its own', () => {
	const date = {
		...{ id: '1', startsAtLocal: '2027-01-12T19:30', timeZone: 'Europe/Berlin', currency: 'EUR' },
		...{ status: 'draft', isSoldOut: true, own: ['event.venueName', 'ticket.1.priceMinor', 'times'] },
		figures: { confirmed: 14, capacity: 20 },
	} as unknown as SeriesDate;
	const html = drawPart(<DateRow date={date} />);
	for (const text of ['14 of 20', 'Sold out', 'Draft', 'Differs: Venue, Price, Start and end'])
		expect(html).toContain(text);
	expect(html).not.toContain('<button');
	expect(drawPart(<DateRow date={date} onRemove={() => {}} />)).toContain('<button');
});
