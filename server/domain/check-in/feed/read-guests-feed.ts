import { committedSince } from '#server/db/commits.ts';
import { ticketColumns } from '#server/domain/orders/attendee-columns.ts';
import type { Services } from '#server/services.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import { type DoorCaller, doorSalt, presentLink, seesNames } from '../door-caller.ts';
import { readOpenConflicts } from '../figures/conflicts.ts';
import { readDoorStats } from '../figures/stats.ts';
import { isClosed, readFrame } from '../lists/setup.ts';
import {
	type Cursor,
	firstCursor,
	frameKey,
	nextCursor,
	pageSize,
	readCursor,
	readDatabaseState,
	writeCursor,
} from './cursor.ts';
import {
	type GuestRow,
	hashCode,
	packed,
	presentGuest,
	readOpenQuestions,
	readPresences,
	shownFields,
} from './present-guests.ts';

const details = shownFields.map((field) => `${ticketColumns[field]} AS "${field}",`).join(' ');
const guestColumns = `
SELECT a.id, a.name, a.status, a.ticket_code, a.ticket_type_id, a.order_id, a.group_id, ${details} a.group_id IS NULL AND a.holder_version IS NULL AND EXISTS (
	SELECT FROM attendees o
	WHERE o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.order_id = a.order_id AND o.id <> a.id
		AND o.holder_version IS NULL AND o.group_id IS NULL
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

const branch = (table: string, id: string, kind: string, where: string) => `
(SELECT DISTINCT transaction_id, ${id} AS id, ${kind} AS is_scan FROM ${table}
WHERE organisation_id = $5 AND event_id = $1 AND ${committedSince('transaction_id', '$2::pg_snapshot')} AND (transaction_id, ${id}) > ($3::xid8, $4::uuid) ${where}
ORDER BY transaction_id, id LIMIT ${pageSize})`;

const changes = {
	name: 'check-in.feed-changes',
	text: `
SELECT transaction_id, id, bool_or(is_scan) AS is_scan, bool_or(NOT is_scan) AS is_changed FROM (
${[
	branch('attendees', 'id', 'false', `AND NOT (status = 'cancelled' AND cancelled_at IS NULL)`),
	branch('door_changes', 'attendee_id', 'false', ''),
	// Scans of codes that are nobody's name no guest.
	branch('check_ins', 'attendee_id', 'true', 'AND attendee_id IS NOT NULL'),
].join(' UNION ALL ')}) found
GROUP BY transaction_id, id ORDER BY transaction_id, id LIMIT ${pageSize}`,
};

interface ChangeRow {
	transaction_id: string;
	id: string;
	is_scan: boolean;
	is_changed: boolean;
}

const allRetired = {
	name: 'check-in.feed-retired',
	text: 'SELECT ticket_code FROM retired_ticket_codes WHERE organisation_id = $1 AND event_id = $2',
};
const retiredOfThese = {
	name: 'check-in.feed-retired-of',
	text: `${allRetired.text} AND attendee_id = ANY ($3::uuid[])`,
};

/**
 * The guests of an event for a device that works by itself: page by page all of them, then what changed, by one cursor. Each part
 * walks an index from the place where the last answer ended.
 */
export async function readGuestsFeed(
	services: Services,
	door: DoorCaller,
	cursorText: string | undefined,
): Promise<DoorFeed> {
	const empty = {
		link: presentLink(door),
		guests: [],
		gone: [],
		retired: [],
		standings: [],
		conflicts: [],
		stats: { checkedInCount: 0, totalAttendees: 0, checkInRate: 0 },
		now: services.clock.now().toISOString(),
	};
	if (isClosed(door)) return { ...empty, cursor: cursorText ?? '', isUpToDate: true, mustReset: false };
	// Before anything else is read: what is committed after it belongs to the next pass.
	const state = await readDatabaseState(services);
	const frame = await readFrame(services, door);
	const key = frameKey(frame, door, state);
	const from = cursorText ? readCursor(cursorText, key, state) : firstCursor(key, state);
	if (!from) return { ...empty, cursor: '', isUpToDate: false, mustReset: true };
	const page = await (from.since === '' ? readGuests : readChanges)(services, door, from);
	const isMore = page.last !== undefined;
	const salt = doorSalt(services, door);
	const open = await readOpenQuestions(services, door, frame, page.guests);
	const ids = [...page.guests.map((row) => row.id), ...page.moved];
	return {
		...empty,
		guests: page.guests.map((row) =>
			presentGuest(row, frame, { salt, hasName: seesNames(door) }, open.get(row.id)),
		),
		gone: page.gone.map(packed),
		retired: page.retired.map((row) => hashCode(salt, row.ticket_code)),
		standings: await readPresences(services, door, frame, ids, page.moved),
		conflicts: isMore ? [] : await readOpenConflicts(services, door, frame.lists),
		stats: await readDoorStats(services, { ...door, listId: frame.lists[0]?.id }),
		cursor: writeCursor(nextCursor(from, state, page.last)),
		// After a pass of several pages there is what was committed meanwhile.
		isUpToDate: !isMore && from.until === '',
		mustReset: false,
	};
}

interface Page {
	guests: GuestRow[];
	/** Ids of guests that no longer exist. */
	gone: string[];
	/** Ids of those who were scanned. */
	moved: string[];
	retired: { ticket_code: string }[];
	/** Of a full page. */
	last: { transaction_id?: string; id: string } | undefined;
}

const lastOf = <T>(rows: T[]) => (rows.length === pageSize ? rows.at(-1) : undefined);

async function readGuests(services: Services, door: DoorCaller, from: Cursor): Promise<Page> {
	const { pool } = services.database;
	const scope = [door.organisationId, door.eventId];
	const { rows } = await pool.query<GuestRow>({ ...nextGuests, values: [...scope, from.guestId] });
	const retired =
		from.until === ''
			? (await pool.query<{ ticket_code: string }>({ ...allRetired, values: scope })).rows
			: [];
	return { guests: rows, gone: [], moved: [], retired, last: lastOf(rows) };
}

async function readChanges(services: Services, door: DoorCaller, from: Cursor): Promise<Page> {
	const { pool } = services.database;
	const scope = [door.organisationId, door.eventId];
	const { rows } = await pool.query<ChangeRow>({
		...changes,
		values: [door.eventId, from.since, from.transactionId, from.guestId, door.organisationId],
	});
	const changed = [...new Set(rows.filter((row) => row.is_changed).map((row) => row.id))];
	const moved = [...new Set(rows.filter((row) => row.is_scan).map((row) => row.id))];
	const last = lastOf(rows);
	if (changed.length === 0) return { guests: [], gone: [], moved, retired: [], last };
	const values = [...scope, changed];
	const [guests, retired] = await Promise.all([
		pool.query<GuestRow>({ ...theseGuests, values }),
		pool.query<{ ticket_code: string }>({ ...retiredOfThese, values }),
	]);
	const present = new Set(guests.rows.map((row) => row.id));
	return {
		guests: guests.rows,
		gone: changed.filter((id) => !present.has(id)),
		moved,
		retired: retired.rows,
		last,
	};
}
