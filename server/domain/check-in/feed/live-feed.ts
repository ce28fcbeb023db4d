import { committedSince } from '#server/db/commits.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';

/** An item of the live feed of an event, for check-in devices and organisers. */
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

/**
 * Subscribers of a live feed. Organisers also get an item-less notice when guests register or change; subscribers without the right to
 * see names get none.
 */
export type Audience = 'organiser' | 'nameless organiser' | 'door' | 'nameless';

const isOrganiser = (audience: Audience) => audience === 'organiser' || audience === 'nameless organiser';
const isNameless = (audience: Audience) => audience === 'nameless' || audience === 'nameless organiser';

/** What one poll brought: as server-sent events, written once for everybody of an audience; empty when only figures changed. */
type Listener = (news: Uint8Array) => void;

interface FeedRow {
	event_id: string;
	/** Null: guests registered or changed. */
	verdict: string | null;
	attendee_id: string | null;
	name: string | null;
	list_id: string;
	occurred_at: Date;
	annulled_at: Date | null;
	left_at: Date | null;
	device: string;
}

/** Other devices receive a check-in within this, plus what the query and the network take. */
const pollMs = 250;
/** More than that in one poll is sent as a change, which sends devices to the guests' feed. */
const mostRows = 5_000;

const readSnapshot = 'SELECT pg_current_snapshot()::text AS snapshot';

// What is new, and the snapshot in which it was read: the next poll begins there.
const readNew = {
	name: 'check-in.feed',
	text: `
SELECT now_read.snapshot, news.* FROM (${readSnapshot}) now_read
LEFT JOIN LATERAL (
	(SELECT c.event_id, c.verdict, c.attendee_id, a.name, c.list_id, c.occurred_at, c.annulled_at, c.left_at, c.device
	FROM unnest($4::uuid[], $1::uuid[]) AS w(organisation_id, event_id)
	JOIN check_ins c ON c.organisation_id = w.organisation_id AND c.event_id = w.event_id
	LEFT JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
	WHERE ${committedSince('c.transaction_id', '$3::pg_snapshot')}
		AND c.verdict IN ('accepted', 'left', 'conflict')
	ORDER BY c.sequence LIMIT ${mostRows})
	UNION ALL
	SELECT w.event_id, NULL, NULL, NULL, w.event_id, NULL, NULL, NULL, '' FROM unnest($5::uuid[], $2::uuid[]) AS w(organisation_id, event_id)
	WHERE EXISTS (SELECT FROM attendees n WHERE n.organisation_id = w.organisation_id AND n.event_id = w.event_id AND ${committedSince('n.transaction_id', '$3::pg_snapshot')})
		OR EXISTS (SELECT FROM door_changes d WHERE d.organisation_id = w.organisation_id AND d.event_id = w.event_id AND ${committedSince('d.transaction_id', '$3::pg_snapshot')})
) news ON true`,
};

function itemOf(row: FeedRow): FeedItem {
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

function writeEvents(items: FeedItem[], audience: Audience): Uint8Array {
	const events = items.map((item) => {
		const { kind, ...what } = item;
		const message = isNameless(audience) && 'guestName' in what ? { ...what, guestName: '' } : what;
		return `event: ${kind}\ndata: ${JSON.stringify(message)}\n\n`;
	});
	return Buffer.from(events.join(''));
}

/**
 * Notifies listeners of the check-ins of an event, whichever process took them. It asks the database for what was committed since it
 * queried last, once for all events that somebody watches: no NOTIFY, which would take a global lock in the statements of the door, and
 * no session state, so it works through a pooler.
 */
function createCheckInFeed(services: Services) {
	const { pool } = services.database;
	const watched = new Map<string, Map<Listener, Audience>>();
	/** Whose the events are; that never changes. */
	const organisations = new Map<string, string>();
	let timer: NodeJS.Timeout | undefined;
	let since: string | undefined;

	const hasOrganiser = (listeners: Map<Listener, Audience>) => [...listeners.values()].some(isOrganiser);

	const owners = (events: string[]) => events.map((event) => organisations.get(event));

	async function poll(): Promise<void> {
		timer = undefined;
		try {
			const events = [...watched.keys()];
			const ofOrganisers = events.filter((event) =>
				hasOrganiser(watched.get(event) as Map<Listener, Audience>),
			);
			const { rows } = await pool.query<FeedRow & { snapshot: string }>({
				...readNew,
				values: [events, ofOrganisers, since, owners(events), owners(ofOrganisers)],
			});
			since = rows[0]?.snapshot ?? since;
			const found = rows.filter((row) => row.event_id !== null);
			const scans = found.filter((row) => row.verdict !== null);
			const isCut = scans.length >= mostRows;
			const requested = new Set(events);
			for (const [event, listeners] of watched) {
				// Whoever came while the question was under way may have missed what it did not cover: they read anew.
				const items =
					isCut || !requested.has(event)
						? [{ kind: 'change' as const, listId: event }]
						: scans.filter((row) => row.event_id === event).map(itemOf);
				const hasOtherNews = found.some((row) => row.event_id === event && row.verdict === null);
				const written = new Map<Audience, Uint8Array>();
				for (const [listener, audience] of listeners) {
					if (items.length === 0 && !(hasOtherNews && isOrganiser(audience))) continue;
					const news = written.get(audience) ?? writeEvents(items, audience);
					written.set(audience, news);
					listener(news);
				}
			}
		} catch (error) {
			services.log.warn({ error }, 'check-in.feed-failed');
		}
		schedule();
	}

	function schedule(): void {
		if (timer) return;
		if (watched.size === 0) {
			since = undefined;
			return;
		}
		timer = setTimeout(() => void poll(), pollMs);
		timer.unref();
	}

	return {
		/** Starts notifying about an event from now on. @returns the function that ends it. */
		async subscribe(
			{ organisationId, eventId }: { organisationId: string; eventId: string },
			audience: Audience,
			listener: Listener,
		): Promise<() => void> {
			if (since === undefined) {
				const { rows } = await pool.query<{ snapshot: string }>(readSnapshot);
				since ??= rows[0]?.snapshot;
			}
			const listeners = watched.get(eventId) ?? new Map<Listener, Audience>();
			watched.set(eventId, listeners);
			organisations.set(eventId, organisationId);
			listeners.set(listener, audience);
			schedule();
			return () => {
				listeners.delete(listener);
				if (listeners.size === 0 && watched.get(eventId) === listeners) {
					watched.delete(eventId);
					organisations.delete(eventId);
				}
			};
		},
	};
}

/** The feed of this process and database. */
export const checkInFeed = createPoolMemo(createCheckInFeed);
