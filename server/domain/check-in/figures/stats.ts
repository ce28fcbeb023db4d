import { isAdmissionPool } from '#server/db/admissions.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { readLists } from '../lists/lists.ts';

export interface DoorStats {
	checkedInCount: number;
	totalAttendees: number;
	/** Percent, rounded; 0 without guests. */
	checkInRate: number;
}

/** Counting a hundred thousand rows costs milliseconds, so a busy door asks once a second for all its devices. */
const freshMs = 1_000;

/**
 * SQL: who is checked in at a list, or at any of several: guests who hold a valid ticket and have an entry that was not taken back, each
 * counted once. Whoever gave a ticket back after they came in is no guest any more; they are few and found by an index of their own, and
 * their entries one by one (`OFFSET 0`): joined by a plan that expects a single entry at the list, as it does before statistics know of
 * them, thousands of cancelled guests beside thousands of entries took 22 s. So are the ticket types that let nobody in, whose tickets
 * count only where a list was made for chosen types.
 * @param lists SQL of an array of lists
 * @param who `inside` leaves out those who were scanned out and did not come back
 * @param hasTypes SQL: whether the list is for chosen types
 */
export const countCheckedIn = (
	lists: string,
	organisation: string,
	event: string,
	{ who = 'everybody', hasTypes = 'false' }: { who?: 'everybody' | 'inside'; hasTypes?: string } = {},
): string => {
	// Who comes in again is still one guest: of everybody, the first visit counts.
	const visit = who === 'inside' ? 'left_at IS NULL' : 'visit = 0';
	const entries = (of = '') =>
		`${of}organisation_id = ${organisation} AND ${of}list_id = ANY (${lists}) AND ${of}verdict = 'accepted' AND ${of}annulled_at IS NULL AND ${of}${visit}`;
	const ofEvent = `a.organisation_id = ${organisation} AND a.event_id = ${event}`;
	return `((SELECT count(DISTINCT attendee_id)::int FROM check_ins WHERE ${entries()})
	- (SELECT count(*)::int FROM attendees a WHERE ${ofEvent} AND a.status <> 'active'
		AND EXISTS (SELECT FROM check_ins WHERE attendee_id = a.id AND ${entries()} OFFSET 0))
	- CASE WHEN ${hasTypes} OR NOT EXISTS (SELECT FROM ticket_types n
		WHERE n.organisation_id = ${organisation} AND n.event_id = ${event} AND NOT n.is_admission) THEN 0
	ELSE (SELECT count(DISTINCT i.attendee_id)::int FROM check_ins i
		JOIN attendees a ON ${ofEvent} AND a.id = i.attendee_id AND a.status = 'active'
		JOIN ticket_types n ON n.organisation_id = ${organisation} AND n.event_id = ${event} AND n.id = a.ticket_type_id AND NOT n.is_admission
		WHERE ${entries('i.')}) END)`;
};

// How many are expected stands in the pools of the ticket types (invariant orders.pools-match-tickets).
const readStats = {
	name: 'check-in.stats',
	text: `
WITH list AS (SELECT ticket_type_ids FROM check_in_lists WHERE organisation_id = $2 AND id = $1)
SELECT
	${countCheckedIn('ARRAY[$1::uuid]', '$2', '$3', { hasTypes: '(SELECT ticket_type_ids FROM list) IS NOT NULL' })} AS checked_in,
	(SELECT coalesce(sum(p.confirmed), 0)::int FROM ticket_types t
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id AND p.id = t.pool_id
		WHERE t.organisation_id = $2 AND t.event_id = $3
			AND coalesce(t.id = ANY ((SELECT ticket_type_ids FROM list)::uuid[]), t.is_admission)) AS total`,
};

const readAnyList = {
	name: 'check-in.stats-any-list',
	text: `
SELECT
	${countCheckedIn('$3::uuid[]', '$1', '$2')} AS checked_in,
	(SELECT coalesce(sum(p.confirmed), 0)::int FROM capacity_pools p
		WHERE p.organisation_id = $1 AND p.event_id = $2 AND NOT p.is_shared AND ${isAdmissionPool('p')}) AS total`,
};

interface Counts {
	checkedIn: number;
	total: number;
}

const present = ({ checkedIn, total }: Counts): DoorStats => ({
	checkedInCount: checkedIn,
	totalAttendees: total,
	checkInRate: total === 0 ? 0 : Math.round((checkedIn / total) * 100),
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
	if (lists.length === 1 && !lists[0]?.ticketTypeIds) return readDoorStats(services, of);
	const { rows } = await services.database.pool.query<{ checked_in: number; total: number }>({
		...readAnyList,
		values: [of.organisationId, of.eventId, lists.map(({ id }) => id)],
	});
	return present({ checkedIn: rows[0]?.checked_in ?? 0, total: rows[0]?.total ?? 0 });
}

async function readCounts(services: Services, of: StatsOf): Promise<Counts> {
	const { rows } = await services.database.pool.query<{ checked_in: number; total: number }>({
		...readStats,
		values: [of.listId ?? of.eventId, of.organisationId, of.eventId],
	});
	return { checkedIn: rows[0]?.checked_in ?? 0, total: rows[0]?.total ?? 0 };
}

/** The figures of the door as the database has them now. */
export const readDoorStats = async (services: Services, of: StatsOf): Promise<DoorStats> =>
	present(await readCounts(services, of));

interface RequestedCounts {
	atMs: number;
	/** Counted on by what this process does before they are requested again. */
	counts: Promise<Counts>;
}

const requestedCounts = createPoolMemo(() => new Map<string, RequestedCounts>());

/** @param sinceMs counts that were requested earlier are requested again */
function askShared(
	services: Services,
	of: StatsOf,
	sinceMs: number,
): { counts: Promise<Counts>; isNew: boolean } {
	const all = requestedCounts(services);
	const key = of.listId ?? of.eventId;
	const known = all.get(key);
	if (known && known.atMs >= sinceMs) return { counts: known.counts, isNew: false };
	const counts = readCounts(services, of);
	all.delete(key);
	all.set(key, { atMs: performance.now(), counts });
	if (all.size > 1_000) all.delete(all.keys().next().value as string);
	// What failed is requested again by the next.
	counts.catch(() => all.delete(key));
	return { counts, isNew: true };
}

/**
 * Figures shared by all subscribers that are notified at the same time, so that 500 devices cause one query.
 * @param sinceMs when the change was noticed; figures that were requested earlier may lack it
 */
export const readSharedStats = async (services: Services, of: StatsOf, sinceMs: number): Promise<DoorStats> =>
	present(await askShared(services, of, sinceMs).counts);

/**
 * The figures for an answer to a scan: at most a second old, plus what this process did since. `change` is what the scan itself
 * did to the number of its guests who are checked in; it is committed.
 */
export async function doorStatsAfter(
	services: Services,
	of: StatsOf,
	change: -1 | 0 | 1,
): Promise<DoorStats> {
	const { counts, isNew } = askShared(services, of, performance.now() - freshMs);
	const known = await counts;
	if (!isNew) known.checkedIn = Math.max(0, known.checkedIn + change);
	return present(known);
}
