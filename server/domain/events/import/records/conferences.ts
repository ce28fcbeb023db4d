import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { type ImportWarning, makeDraft, type RawEvent, RowProblem } from '../draft.ts';
import { findCountryCode } from '../places/country-names.ts';
import { guessTimeZone } from '../places/guess-time-zone.ts';
import { oneLine } from '../texts.ts';
import type { ConferenceRecord } from './conference-record.ts';
import { conferenceDescription, conferenceSummary } from './conference-texts.ts';

/** Topics that are not about technology in the first place. */
const businessTopics = new Set(['leadership', 'product']);

/** A conference has days, no times and no zone: whole days in the zone of its place. */
export function draftOfConference(record: ConferenceRecord, defaults: { timeZone: string }) {
	const warnings: ImportWarning[] = [];
	const { city, region } = splitCity(record.city ?? '');
	const countryCode = findCountryCode(record.country ?? '') ?? '';
	if (countryCode === '' && (record.country ?? '') !== '') {
		warnings.push({ code: 'place-unknown', detail: record.country ?? '' });
	}
	const guessed = guessTimeZone({ countryCode, city, region });
	warnings.push(
		guessed ? { code: 'zone-guessed', detail: guessed } : { code: 'zone-assumed', detail: defaults.timeZone },
	);
	const format = record.online ? (city === '' ? 'online' : 'hybrid') : 'in_person';
	if (format === 'in_person' && city === '' && countryCode === '') {
		warnings.push({ code: 'place-unknown', detail: '' });
	}
	const topics = record.topics ?? [];
	const start = readDay(record.startDate);
	const end = record.endDate ? readDay(record.endDate) : start;
	const raw: RawEvent = {
		sourceName: 'conferences',
		sourceId: record.id,
		title: record.name,
		summary: conferenceSummary(topics),
		description: conferenceDescription(record, warnings),
		category:
			topics.length > 0 && topics.every((topic) => businessTopics.has(topic)) ? 'business' : 'technology',
		tags: topics,
		format,
		city,
		region,
		countryCode,
		externalUrl: record.url ?? '',
		timeZone: canonicalTimeZone(guessed ?? defaults.timeZone) ?? 'UTC',
		start: { local: `${start}T00:00` },
		end: { local: `${end.add({ days: 1 })}T00:00` },
		isAllDay: true,
		warnings,
	};
	return makeDraft(raw);
}

function readDay(text: string): Temporal.PlainDate {
	try {
		return Temporal.PlainDate.from(text, { overflow: 'reject' });
	} catch {
		throw new RowProblem('bad-date', `“${oneLine(text).slice(0, 40)}” is not a date.`);
	}
}

/** `San Francisco, CA` is a city and its state. */
function splitCity(text: string): { city: string; region: string } {
	const [city = '', ...rest] = oneLine(text).split(/ ?, ?/);
	return { city, region: rest.join(', ') };
}
