import type { Services } from '../../services.ts';
import { readLists } from './lists.ts';

export interface DoorStats {
	checkedInCount: number;
	totalAttendees: number;
	/** Percent, rounded; 0 without guests. */
	checkInRate: number;
}

/** Counting a hundred thousand rows costs milliseconds, so a busy door asks once a second for all its devices. */
const freshMs = 1_000;

// Those inside are entries of check_ins_admitted_once, one a guest; how many are expected stands in the pools of the ticket types
// (invariant orders.pools-match-tickets).
const readStats = {
	name: 'check-in.stats',
	text: `
WITH list AS (SELECT ticket_type_ids FROM check_in_lists WHERE id = $1)
SELECT
	-- Who comes in again is still one guest: the first visit counts.
	(SELECT count(*)::int FROM check_ins
		WHERE list_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL AND visit = 0) AS checked_in,
	(SELECT coalesce(sum(p.confirmed), 0)::int FROM capacity_pools p
		WHERE p.organisation_id = $2 AND p.event_id = $3 AND NOT p.is_shared AND (
			(SELECT ticket_type_ids FROM list) IS NULL OR p.id IN (
				SELECT t.pool_id FROM ticket_types t
				WHERE t.organisation_id = $2 AND t.event_id = $3 AND t.id = ANY ((SELECT ticket_type_ids FROM list)::uuid[])
			)
		)) AS total`,
};

// The same for an event with several lists: who came in at two of them is one guest.
const readAnyList = {
	name: 'check-in.stats-any-list',
	text: `
SELECT
	(SELECT count(DISTINCT attendee_id)::int FROM check_ins
		WHERE list_id = ANY ($3::uuid[]) AND verdict = 'accepted' AND annulled_at IS NULL AND visit = 0) AS checked_in,
	(SELECT coalesce(sum(p.confirmed), 0)::int FROM capacity_pools p
		WHERE p.organisation_id = $1 AND p.event_id = $2 AND NOT p.is_shared) AS total`,
};

interface Kept {
	checkedIn: number;
	total: number;
	atMs: number;
	isRefilling: boolean;
}

const keptByDatabase = new WeakMap<object, Map<string, Kept>>();

function keptOf(services: Services): Map<string, Kept> {
	let kept = keptByDatabase.get(services.database.pool);
	if (!kept) {
		kept = new Map();
		keptByDatabase.set(services.database.pool, kept);
	}
	return kept;
}

const present = (kept: Pick<Kept, 'checkedIn' | 'total'>): DoorStats => ({
	checkedInCount: kept.checkedIn,
	totalAttendees: kept.total,
	checkInRate: kept.total === 0 ? 0 : Math.round((kept.checkedIn / kept.total) * 100),
});

/** Whose figures: those of a check-in list. */
export interface StatsOf {
	organisationId: string;
	eventId: string;
	/** The event's default list when absent. */
	listId?: string | undefined;
}

/** The figures of an event as a whole: who came in at any of its lists. */
export async function readEventStats(
	services: Services,
	of: { organisationId: string; eventId: string },
): Promise<DoorStats> {
	const lists = await readLists(services.database.db, of);
	if (lists.length === 1) return readDoorStats(services, of);
	const { rows } = await services.database.pool.query<{ checked_in: number; total: number }>({
		...readAnyList,
		values: [of.organisationId, of.eventId, lists.map(({ id }) => id)],
	});
	return present({ checkedIn: rows[0]?.checked_in ?? 0, total: rows[0]?.total ?? 0 });
}

/** The figures of the door as the database has them now. */
export async function readDoorStats(services: Services, of: StatsOf): Promise<DoorStats> {
	const listId = of.listId ?? of.eventId;
	const { rows } = await services.database.pool.query<{ checked_in: number; total: number }>({
		...readStats,
		values: [listId, of.organisationId, of.eventId],
	});
	const kept = {
		checkedIn: rows[0]?.checked_in ?? 0,
		total: rows[0]?.total ?? 0,
		atMs: performance.now(),
		isRefilling: false,
	};
	const all = keptOf(services);
	if (all.size > 1_000) all.clear();
	all.set(listId, kept);
	return present(kept);
}

interface Asked {
	atMs: number;
	answer: Promise<DoorStats>;
}

const askedByDatabase = new WeakMap<object, Map<string, Asked>>();

/**
 * The figures for everybody who hears of a change at the same time: five hundred devices ask the database once.
 * @param sinceMs when the change was heard of; figures that were asked for earlier may lack it
 */
export async function readSharedStats(services: Services, of: StatsOf, sinceMs: number): Promise<DoorStats> {
	const { pool } = services.database;
	const all = askedByDatabase.get(pool) ?? new Map<string, Asked>();
	askedByDatabase.set(pool, all);
	const key = of.listId ?? of.eventId;
	const known = all.get(key);
	if (known && known.atMs >= sinceMs) return known.answer;
	const asked = { atMs: performance.now(), answer: readDoorStats(services, of) };
	all.set(key, asked);
	if (all.size > 1_000) all.delete(all.keys().next().value as string);
	// What failed is asked for again by the next.
	asked.answer.catch(() => all.delete(key));
	return asked.answer;
}

/**
 * The figures for an answer to a scan: at most a second old, plus what this process did since. `change` is what the scan itself
 * did to the number of those inside.
 */
export async function doorStatsAfter(
	services: Services,
	of: StatsOf,
	change: -1 | 0 | 1,
): Promise<DoorStats> {
	const kept = keptOf(services).get(of.listId ?? of.eventId);
	if (!kept) return readDoorStats(services, of);
	kept.checkedIn = Math.max(0, kept.checkedIn + change);
	if (performance.now() - kept.atMs > freshMs && !kept.isRefilling) {
		kept.isRefilling = true;
		readDoorStats(services, of).catch(() => {
			kept.isRefilling = false;
		});
	}
	return present(kept);
}
