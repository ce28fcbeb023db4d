import type { Services } from '../../services.ts';

/** What a door or an organiser hears while it happens. */
export type FeedItem =
	| {
			kind: 'check-in' | 'undo';
			guestId: string;
			guestName: string;
			checkedInAt: string;
			device: string;
			listId: string;
	  }
	/** Somebody was let in who should not have been, or twice; or something else that a device asks the guests' feed for. */
	| { kind: 'conflict' | 'change'; listId: string };

/** What one look at the database brought: as server-sent events, written once for everybody who listens. */
type Listener = (news: Uint8Array) => void;

interface Watched {
	listeners: Set<Listener>;
	/** Highest sequence that everybody has heard of for good. */
	floor: bigint;
	/** Sequences heard since the floor, and when; a row may commit after one with a higher number. */
	heard: Map<bigint, number>;
}

interface FeedRow {
	event_id: string;
	sequence: string;
	attendee_id: string | null;
	name: string | null;
	list_id: string;
	verdict: string;
	occurred_at: Date;
	annulled_at: Date | null;
	left_at: Date | null;
	device: string;
}

/** Other devices hear of a check-in within this, plus what the query and the network take. */
const pollMs = 250;
/** How long a transaction may stay open behind a later one before its row would be missed; check-ins are one statement. */
const lateMs = 10_000;

const readNew = {
	name: 'check-in.feed',
	text: `
SELECT c.event_id, c.sequence, c.attendee_id, a.name, c.list_id, c.verdict, c.occurred_at, c.annulled_at, c.left_at, c.device
FROM unnest($1::uuid[], $2::bigint[]) AS w(event_id, floor)
JOIN check_ins c ON c.event_id = w.event_id AND c.sequence > w.floor
LEFT JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
WHERE c.verdict IN ('accepted', 'left', 'conflict')
ORDER BY c.sequence
LIMIT 5000`,
};

function writeEvents(items: FeedItem[]): Uint8Array {
	const events = items.map(({ kind, ...what }) => `event: ${kind}\ndata: ${JSON.stringify(what)}\n\n`);
	return Buffer.from(events.join(''));
}

/**
 * Tells listeners of the check-ins of an event, whichever process took them. It asks the database for what is new, once for
 * all events that somebody watches: no NOTIFY, which would take a global lock in the statements of the door, and no session
 * state, so it works through a pooler.
 */
function createCheckInFeed(services: Services) {
	const watched = new Map<string, Watched>();
	let timer: NodeJS.Timeout | undefined;

	async function highestSequence(eventId: string): Promise<bigint> {
		const { rows } = await services.database.pool.query<{ highest: string | null }>(
			'SELECT max(sequence) AS highest FROM check_ins WHERE event_id = $1',
			[eventId],
		);
		return BigInt(rows[0]?.highest ?? 0);
	}

	/** @returns what is to be told of a row; null: it was told already. */
	function hear(one: Watched, row: FeedRow, nowMs: number): FeedItem | null {
		const sequence = BigInt(row.sequence);
		if (one.heard.has(sequence)) return null;
		one.heard.set(sequence, nowMs);
		if (row.verdict === 'accepted' && row.attendee_id && !row.left_at) {
			return {
				kind: row.annulled_at ? 'undo' : 'check-in',
				guestId: row.attendee_id,
				guestName: row.name ?? '',
				checkedInAt: row.occurred_at.toISOString(),
				device: row.device,
				listId: row.list_id,
			};
		}
		const isConflict = row.verdict === 'conflict' && !row.annulled_at;
		return { kind: isConflict ? 'conflict' : 'change', listId: row.list_id };
	}

	function raiseFloor(one: Watched, nowMs: number): void {
		for (const [sequence, atMs] of one.heard) {
			if (nowMs - atMs < lateMs) continue;
			if (sequence > one.floor) one.floor = sequence;
			one.heard.delete(sequence);
		}
	}

	async function poll(): Promise<void> {
		timer = undefined;
		try {
			const { rows } = await services.database.pool.query<FeedRow>({
				...readNew,
				values: [[...watched.keys()], [...watched.values()].map((one) => one.floor.toString())],
			});
			const nowMs = performance.now();
			const news = new Map<Watched, FeedItem[]>();
			for (const row of rows) {
				const one = watched.get(row.event_id);
				const item = one && hear(one, row, nowMs);
				if (!item) continue;
				const items = news.get(one);
				if (items) items.push(item);
				else news.set(one, [item]);
			}
			for (const [one, items] of news) {
				const written = writeEvents(items);
				for (const listener of one.listeners) listener(written);
			}
			for (const one of watched.values()) raiseFloor(one, nowMs);
		} catch (error) {
			services.log.warn({ error }, 'check-in.feed-failed');
		}
		schedule();
	}

	function schedule(): void {
		if (timer || watched.size === 0) return;
		timer = setTimeout(() => void poll(), pollMs);
		timer.unref();
	}

	return {
		/** Starts telling of an event from now on. @returns the function that ends it. */
		async subscribe(eventId: string, listener: Listener): Promise<() => void> {
			if (!watched.has(eventId)) {
				const floor = await highestSequence(eventId);
				if (!watched.has(eventId)) watched.set(eventId, { listeners: new Set(), floor, heard: new Map() });
			}
			const one = watched.get(eventId) as Watched;
			one.listeners.add(listener);
			schedule();
			return () => {
				one.listeners.delete(listener);
				if (one.listeners.size === 0 && watched.get(eventId) === one) watched.delete(eventId);
			};
		},
	};
}

type CheckInFeed = ReturnType<typeof createCheckInFeed>;

const feeds = new WeakMap<object, CheckInFeed>();

/** The feed of this process and database. */
export function checkInFeed(services: Services): CheckInFeed {
	let feed = feeds.get(services.database.pool);
	if (!feed) {
		feed = createCheckInFeed(services);
		feeds.set(services.database.pool, feed);
	}
	return feed;
}
