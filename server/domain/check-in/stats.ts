import type { Services } from '../../services.ts';

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
		SELECT
			(SELECT count(*)::int FROM check_ins
				WHERE list_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL) AS checked_in,
			(SELECT coalesce(sum(confirmed), 0)::int FROM capacity_pools
				WHERE organisation_id = (SELECT organisation_id FROM events WHERE id = $1) AND event_id = $1 AND NOT is_shared) AS total`,
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

const present = (kept: Kept): DoorStats => ({
	checkedInCount: kept.checkedIn,
	totalAttendees: kept.total,
	checkInRate: kept.total === 0 ? 0 : Math.round((kept.checkedIn / kept.total) * 100),
});

/** The figures of the door as the database has them now. */
export async function readDoorStats(services: Services, eventId: string): Promise<DoorStats> {
	const { rows } = await services.database.pool.query<{ checked_in: number; total: number }>({
		...readStats,
		values: [eventId],
	});
	const kept = {
		checkedIn: rows[0]?.checked_in ?? 0,
		total: rows[0]?.total ?? 0,
		atMs: performance.now(),
		isRefilling: false,
	};
	const all = keptOf(services);
	if (all.size > 1_000) all.clear();
	all.set(eventId, kept);
	return present(kept);
}

/**
 * The figures for an answer to a scan: at most a second old, plus what this process did since. `change` is what the scan itself
 * did to the number of those inside.
 */
export async function doorStatsAfter(
	services: Services,
	eventId: string,
	change: -1 | 0 | 1,
): Promise<DoorStats> {
	const kept = keptOf(services).get(eventId);
	if (!kept) return readDoorStats(services, eventId);
	kept.checkedIn = Math.max(0, kept.checkedIn + change);
	if (performance.now() - kept.atMs > freshMs && !kept.isRefilling) {
		kept.isRefilling = true;
		readDoorStats(services, eventId).catch(() => {
			kept.isRefilling = false;
		});
	}
	return present(kept);
}
