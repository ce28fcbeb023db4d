import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import type { Services } from '../../../services.ts';
import { listConflicts } from '../conflicts.ts';
import { type DoorCaller, doorSalt, presentLink } from '../door-caller.ts';
import { type DoorFrame, isClosed, readFrame } from '../setup.ts';
import { readDoorStats } from '../stats.ts';
import {
	type Cursor,
	firstCursor,
	frameKey,
	idAt,
	lateIdsMs,
	nextCursor,
	oldestCursorDays,
	pageSize,
	readCursor,
	writeCursor,
} from './cursor.ts';
import {
	type GuestRow,
	hashCode,
	packed,
	presentGuest,
	readOpenQuestions,
	readStandings,
} from './present.ts';

const oldestCursorMs = oldestCursorDays * 86_400_000;
const openConflicts = 50;

const guestColumns = `
SELECT a.id, a.name, a.status, a.ticket_code, a.ticket_type_id, a.order_id, EXISTS (
	SELECT FROM attendees o
	WHERE o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.order_id = a.order_id AND o.id <> a.id
) AS is_party
FROM attendees a
WHERE a.organisation_id = $1 AND a.event_id = $2`;

// Holds that ended were never tickets.
const nextGuests = {
	name: 'check-in.feed-guests',
	text: `${guestColumns} AND a.id > $3::uuid AND NOT (a.status = 'cancelled' AND a.cancelled_at IS NULL)
ORDER BY a.id LIMIT ${pageSize}`,
};
const theseGuests = { name: 'check-in.feed-changed', text: `${guestColumns} AND a.id = ANY ($3::uuid[])` };

const changedGuests = {
	name: 'check-in.feed-changes',
	text: `
SELECT sequence, attendee_id FROM door_changes
WHERE event_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${pageSize}`,
};

const changedScans = {
	name: 'check-in.feed-scans',
	text: `
SELECT sequence, attendee_id FROM check_ins
WHERE event_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${pageSize}`,
};

const retiredCodes = {
	name: 'check-in.feed-retired',
	text: `
SELECT ticket_code FROM retired_ticket_codes
WHERE organisation_id = $1 AND event_id = $2 AND retired_at > $3`,
};

/**
 * The guests of an event for a device that works by itself: page by page all of them, then what changed, by one cursor. Each part
 * walks an index from the place where the last answer ended. What is told twice does no harm, what is late is told again.
 */
export async function readGuestsFeed(
	services: Services,
	door: DoorCaller,
	cursorText: string | undefined,
): Promise<DoorFeed> {
	const now = services.clock.now();
	const empty = {
		link: presentLink(door),
		guests: [],
		gone: [],
		retired: [],
		standings: [],
		conflicts: [],
		stats: { checkedInCount: 0, totalAttendees: 0, checkInRate: 0 },
		now: now.toISOString(),
	};
	if (isClosed(door)) return { ...empty, cursor: cursorText ?? '', isUpToDate: true, mustReset: false };
	const frame = await readFrame(services, door);
	const key = frameKey(frame);
	const given = cursorText ? readCursor(cursorText) : null;
	if (cursorText && (!given || given.frame !== key || now.getTime() - given.atMs > oldestCursorMs)) {
		return { ...empty, cursor: '', isUpToDate: false, mustReset: true };
	}
	return readPage(services, door, frame, given ?? (await firstCursor(services, door, key)), {
		isFirst: !given,
	});
}

async function readPage(
	services: Services,
	door: DoorCaller,
	frame: DoorFrame,
	from: Cursor,
	options: { isFirst: boolean },
): Promise<DoorFeed> {
	const { pool } = services.database;
	const nowMs = services.clock.now().getTime();
	const scope = [door.organisationId, door.eventId];
	const fresh = await pool.query<GuestRow>({ ...nextGuests, values: [...scope, from.guestId] });
	const isMoreGuests = fresh.rows.length === pageSize;
	// While the whole list is on its way there is nothing to say of changes: they come after it.
	const [changes, scans] = isMoreGuests
		? [[], []]
		: await Promise.all([
				pool
					.query<{ sequence: string; attendee_id: string }>({
						...changedGuests,
						values: [door.eventId, from.changes],
					})
					.then((answer) => answer.rows),
				pool
					.query<{ sequence: string; attendee_id: string | null }>({
						...changedScans,
						values: [door.eventId, from.scans],
					})
					.then((answer) => answer.rows),
			]);
	const told = new Set(fresh.rows.map((row) => row.id));
	const changedIds = [...new Set(changes.map((row) => row.attendee_id))].filter((id) => !told.has(id));
	const changed =
		changedIds.length === 0
			? []
			: (await pool.query<GuestRow>({ ...theseGuests, values: [...scope, changedIds] })).rows;
	const present = new Set(changed.map((row) => row.id));
	const guests = [...fresh.rows, ...changed];
	const moved = [...new Set(scans.flatMap((row) => (row.attendee_id ? [row.attendee_id] : [])))];
	const isWhole = from.guestId < idAt(from.atMs - lateIdsMs);
	const retired =
		isMoreGuests && !options.isFirst
			? []
			: (
					await pool.query<{ ticket_code: string }>({
						...retiredCodes,
						values: [...scope, new Date(isWhole ? 0 : from.atMs - lateIdsMs)],
					})
				).rows;
	const salt = doorSalt(services, door);
	const open = await readOpenQuestions(services, door, frame, guests);
	const isMore = isMoreGuests || changes.length === pageSize || scans.length === pageSize;
	return {
		link: presentLink(door),
		guests: guests.map((row) => presentGuest(row, frame, salt, open.get(row.id))),
		gone: changedIds.filter((id) => !present.has(id)).map(packed),
		retired: retired.map((row) => hashCode(salt, row.ticket_code)),
		standings: await readStandings(services, door, frame, [...guests.map((row) => row.id), ...moved], moved),
		conflicts: isMore
			? []
			: await listConflicts(services, door, {
					isSettled: false,
					listIds: frame.lists.map((list) => list.id),
					limit: openConflicts,
				}),
		stats: await readDoorStats(services, { ...door, listId: frame.lists[0]?.id }),
		cursor: writeCursor(nextCursor(from, nowMs, fresh.rows, changes, scans)),
		isUpToDate: !isMore,
		mustReset: false,
		now: new Date(nowMs).toISOString(),
	};
}
