import type { EventRow } from '#server/domain/events/event-rows.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { dateTimes } from '#shared/rules/series/date-times.ts';
import { type Segment, segmentOf } from '../series-record.ts';
import type { DateRef } from './dates-in-scope.ts';
import type { Outcome } from './plan.ts';

export const startOf = ({ startsAt, timeZone }: Pick<EventRow, 'startsAt' | 'timeZone'>) =>
	wallTimeOf(startsAt, timeZone);

export interface OldDate {
	ref: DateRef;
	key: string;
	row: EventRow;
	hasGuests: boolean;
}

export const pick = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({ startsAt, endsAt });

const blank = {
	effects: [],
	keeps: [],
	guests: 0,
	refusal: null,
	keyBefore: null,
	startsAtLocalBefore: null,
};

export const newOutcome = (
	eventId: string | null,
	{ key, startsAtLocal }: { key: string; startsAtLocal?: string },
	segments: readonly Segment[],
): Outcome => {
	const segment = segmentOf(key, segments);
	const local = startsAtLocal ?? wallTimeOf(dateTimes(key, segment).startsAt, segment.timeZone);
	return { ...blank, eventId, key, startsAtLocal: local, outcome: 'new' };
};

export const stayingOutcome = (date: OldDate, outcome: 'removed' | 'single', key: string): Outcome => ({
	...blank,
	eventId: date.row.id,
	key,
	keyBefore: key === date.key ? null : date.key,
	startsAtLocal: startOf(date.row),
	guests: date.hasGuests ? 1 : 0,
	outcome,
});

export const pastOutcome = (ref: DateRef): Outcome => ({
	...blank,
	eventId: ref.id,
	key: ref.key,
	startsAtLocal: wallTimeOf(ref.startsAt, ref.timeZone),
	outcome: 'past',
});
