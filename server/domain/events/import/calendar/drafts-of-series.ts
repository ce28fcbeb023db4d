import { type EventDraft, type ImportItem, type ImportWarning, makeDraft, RowProblem } from '../draft.ts';
import { findAll } from './components.ts';
import { type Entry, idOfContent } from './entries.ts';
import { type EventFields, isMarkedPrivate, readFields } from './event-fields.ts';
import type { SeriesEntries } from './group-series.ts';
import { lengthOf } from './moments.ts';
import { datesOf, hasEnd, keyOf } from './series.ts';

/** What one entry gives to the dates made from it. */
interface Content {
	entry: Entry;
	fields: EventFields;
	length: Temporal.Duration | null;
}

/** The events of one UID: a single one, or the dates of a series with the changes that apply to each. */
export function draftsOfSeries(series: SeriesEntries, now: Temporal.Instant): ImportItem[] {
	const { master, changed } = series;
	if (!master) return changed.map((entry) => attempt(entry, () => single(entry, [])));
	const isRepeating = ['RRULE', 'RDATE'].some((name) =>
		findAll(master.event, name).some(({ value }) => value.trim() !== ''),
	);
	if (!isRepeating) {
		return [
			attempt(master, () => single(master, [])),
			...changed.map((entry) => attempt(entry, () => single(entry, []))),
		];
	}
	return repeating(master, changed, now);
}

function attempt(entry: Entry, make: () => ReturnType<typeof makeDraft>): ImportItem {
	try {
		return { row: entry.row, draft: make() };
	} catch (error) {
		if (error instanceof RowProblem) {
			return { row: entry.row, problem: { code: error.code, message: error.message } };
		}
		if (!(error instanceof RangeError)) throw error;
		return { row: entry.row, problem: { code: 'bad-date', message: 'The event has a date that cannot be.' } };
	}
}

function contentOf(entry: Entry): Content {
	const fields = readFields(entry.event, entry.isCancelled ? 'CANCEL' : entry.method);
	const length = lengthOf(entry.event, entry.start, entry.zones, entry.warnings);
	return { entry, fields, length };
}

function single(entry: Entry, warnings: ImportWarning[]) {
	const id = entry.uid === '' ? idOfContent(entry) : entry.uid;
	const key = entry.changes ? `/${keyOf(entry.changes.moment.at, entry.changes.moment)}` : '';
	return draftAt(contentOf(entry), entry.start.at, `${id}${key}`, warnings);
}

function draftAt(content: Content, at: Temporal.ZonedDateTime, sourceId: string, warnings: ImportWarning[]) {
	const { entry, fields, length } = content;
	const { isAllDay, timeZone } = entry.start;
	const time = (moment: Temporal.ZonedDateTime) =>
		isAllDay
			? { local: `${moment.toPlainDate()}T00:00` }
			: { instant: moment.toInstant().toString({ smallestUnit: 'millisecond' }) };
	return makeDraft({
		...fields,
		sourceName: 'ical',
		sourceId,
		timeZone,
		start: time(at),
		end: length ? time(at.add(length)) : null,
		isAllDay,
		warnings: [...(fields.warnings ?? []), ...entry.warnings, ...warnings],
	});
}

function repeating(master: Entry, changed: Entry[], now: Temporal.Instant): ImportItem[] {
	const items: ImportItem[] = [];
	const id = master.uid === '' ? idOfContent(master) : master.uid;
	let dates: Temporal.ZonedDateTime[];
	try {
		dates = datesOf(master.event, master.start, { zones: master.zones, now, warnings: master.warnings });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return [
			{ row: master.row, problem: { code: 'bad-date', message: 'The event has a date that cannot be.' } },
		];
	}
	if (dates.length === 0 && changed.length === 0) {
		const message = 'The event repeats, but none of its dates is left.';
		return [{ row: master.row, problem: { code: 'no-dates', message } }];
	}
	const isPrivate = isMarkedPrivate(master.event);
	const contents = new Map<Entry, Content>();
	const content = (entry: Entry) => {
		const known = contents.get(entry) ?? contentOf(entry);
		// A changed date of a private series says nothing of that, as a rule.
		if (isPrivate) known.fields = { ...known.fields, visibility: 'unlisted', status: 'draft' };
		contents.set(entry, known);
		return known;
	};
	const keyIn = (entry: Entry) => {
		const moment = entry.changes?.moment;
		return moment ? keyOf(moment.at.withTimeZone(master.start.at.timeZoneId), master.start) : '';
	};
	const exact = new Map(
		changed.filter(({ changes }) => !changes?.isFollowing).map((entry) => [keyIn(entry), entry]),
	);
	const following = changed
		.filter(({ changes }) => changes?.isFollowing)
		.sort((a, b) => compareChanges(a, b));
	const used = new Set<Entry>();
	const cancelled = new Set(
		master.cancelledDates.map(({ at }) => keyOf(at.withTimeZone(master.start.at.timeZoneId), master.start)),
	);

	const rule = ruleOf(master);
	/** Says which date of the series a draft is. */
	const dated = (draft: EventDraft, date: Temporal.ZonedDateTime): EventDraft => ({
		...draft,
		series: {
			id,
			rule,
			day: date.toPlainDate().toString(),
			time: master.start.isAllDay ? '00:00' : date.toPlainTime().toString({ smallestUnit: 'minute' }),
		},
	});

	for (const date of dates) {
		const key = keyOf(date, master.start);
		const one = exact.get(key);
		const range = following.findLast((entry) => isFrom(entry, date));
		const source = one ?? range ?? master;
		used.add(source);
		const at = one ? one.start.at : range ? shifted(date, range) : date;
		items.push(
			attempt(source, () => {
				const draft = dated(draftAt(content(source), at, `${id}/${key}`, []), date);
				return cancelled.has(key) && draft.status !== 'draft' ? { ...draft, status: 'cancelled' } : draft;
			}),
		);
	}
	// Changed dates beside the ones taken: coming ones come in, those of the past do not when the series goes on without end.
	const isEndless = findAll(master.event, 'RRULE').some(({ value }) => value.trim() !== '' && !hasEnd(value));
	for (const entry of changed) {
		if (used.has(entry)) continue;
		const isOver = Temporal.Instant.compare(entry.start.at.toInstant(), now) < 0;
		if (entry.changes?.isFollowing || (isEndless && isOver)) {
			const message = 'A changed date of a repeating event; only its coming dates are taken.';
			items.push({ row: entry.row, problem: { code: 'past-date', message } });
		} else {
			const date = (entry.changes?.moment.at ?? entry.start.at).withTimeZone(master.start.at.timeZoneId);
			items.push(
				attempt(entry, () =>
					dated(draftAt(content(entry), entry.start.at, `${id}/${keyIn(entry)}`, []), date),
				),
			);
		}
	}
	if (!items.some(({ row }) => row === master.row)) {
		const message = 'The event repeats, and each of the dates that are taken is changed by another entry.';
		items.push({ row: master.row, problem: { code: 'no-dates', message } });
	}
	return items;
}

/** The one rule of an entry, without its end; empty when it has none, or several. */
function ruleOf({ event }: Entry): string {
	const [rule = '', ...others] = findAll(event, 'RRULE')
		.map(({ value }) => value.trim().toUpperCase())
		.filter((value) => value !== '');
	if (others.length > 0) return '';
	return rule
		.split(';')
		.filter((part) => !/^\s*(COUNT|UNTIL)=/.test(part))
		.join(';');
}

function compareChanges(a: Entry, b: Entry): number {
	return Temporal.Instant.compare(changedInstant(a), changedInstant(b));
}

function changedInstant(entry: Entry): Temporal.Instant {
	return (entry.changes?.moment.at ?? entry.start.at).toInstant();
}

function isFrom(entry: Entry, date: Temporal.ZonedDateTime): boolean {
	return Temporal.Instant.compare(date.toInstant(), changedInstant(entry)) >= 0;
}

/** A date moved as far as the changed one was: THISANDFUTURE. */
function shifted(date: Temporal.ZonedDateTime, entry: Entry): Temporal.ZonedDateTime {
	const before = entry.changes?.moment.at ?? entry.start.at;
	const shift = before.until(entry.start.at.withTimeZone(before.timeZoneId), { largestUnit: 'days' });
	return date.add(shift);
}
