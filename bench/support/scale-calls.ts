import type { StockedStage } from './dataset/stocked-stage.ts';
import { cities, firstNames, forms, lastNames, manners, topics } from './dataset/vocabulary.ts';
import type { Call } from './latency.ts';

/* What people ask of a large list, each call a little different from the one before. */

const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i));
const cursorOf = (parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

const guests = ({ dataset }: StockedStage, query: Record<string, string> = {}): Call => ({
	method: 'GET',
	path: `/api/events/${dataset.eventId}/attendees?${new URLSearchParams(query)}`,
	token: dataset.token,
});

interface GuestPlace {
	id: string;
	search_text: string;
	ticket_code: string;
}

async function anyGuests({ stage, dataset }: StockedStage, count: number): Promise<GuestPlace[]> {
	const { rows } = await stage.database.pool.query<GuestPlace>(
		`SELECT id, search_text, ticket_code FROM attendees WHERE organisation_id = $1 AND event_id = $2
		ORDER BY random() LIMIT $3`,
		[dataset.organisationId, dataset.eventId, count],
	);
	return rows;
}

/** Pages of the largest event's list, half of them by name, from anywhere in it. */
export async function guestPages(at: StockedStage, count: number): Promise<Call[]> {
	const places = await anyGuests(at, Math.min(count, at.dataset.largest));
	return times(count, (i) => {
		const { id, search_text } = places[i % places.length] as GuestPlace;
		return i % 2 === 0
			? guests(at, { cursor: cursorOf([id]) })
			: guests(at, { sort: 'name', cursor: cursorOf([search_text, id]) });
	});
}

/** First names, last names, both, beginnings of names, parts of addresses. */
export async function guestSearches(at: StockedStage, count: number): Promise<Call[]> {
	const queries = [
		() => any(firstNames),
		() => any(lastNames),
		() => `${any(firstNames)} ${any(lastNames)}`,
		() => any(lastNames).slice(0, 4),
		() => `${any(lastNames)}${Math.floor(Math.random() * 100)}`.toLowerCase(),
	];
	return times(count, (i) => guests(at, { q: (queries[i % queries.length] as () => string)() }));
}

/** Words of titles alone and together, in a city, mistyped. */
export async function eventSearches(_at: StockedStage, count: number): Promise<Call[]> {
	const topic = () => any(topics)[0];
	const queries: (() => Record<string, string>)[] = [
		() => ({ q: topic() }),
		() => ({ q: `${topic()} ${any(forms)}` }),
		() => ({ q: `${any(manners)} ${topic()}` }),
		() => ({ q: topic(), city: any(cities)[0] }),
		() => ({ q: topic().replace(/.(?=.$)/, 'x') }),
	];
	return times(count, (i) => ({
		method: 'GET',
		path: `/api/events?${new URLSearchParams((queries[i % queries.length] as () => Record<string, string>)())}`,
	}));
}

/** Tickets of the largest event, some of them inside already. */
export async function scans(at: StockedStage, count: number): Promise<Call[]> {
	return (await anyGuests(at, count)).map(({ ticket_code }) => ({
		method: 'POST',
		path: `/api/staff-access/checkin/${at.dataset.staffToken}`,
		body: JSON.stringify({ guestQrData: ticket_code }),
	}));
}

export const firstPage = async (at: StockedStage, count: number): Promise<Call[]> =>
	times(count, () => guests(at, { limit: '50' }));

/** The page after 999 pages of fifty. */
export async function deepPage(at: StockedStage, count: number): Promise<Call[]> {
	const { rows } = await at.stage.database.pool.query<{ id: string }>(
		'SELECT id FROM attendees WHERE organisation_id = $1 AND event_id = $2 ORDER BY id DESC OFFSET 49949 LIMIT 1',
		[at.dataset.organisationId, at.dataset.eventId],
	);
	const [last] = rows;
	if (!last) throw new Error('The largest event has fewer than 1 000 pages.');
	return times(count, () => guests(at, { limit: '50', cursor: cursorOf([last.id]) }));
}
