import { createHash, hash } from 'node:crypto';
import type { DoorFeed, FeedGuest, FeedStanding } from '#shared/contracts/door-sync.ts';
import { CODE_HASH_BYTES, saltedCode } from '#shared/rules/door-hash.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { Services } from '../../services.ts';
import { listConflicts } from './conflicts.ts';
import { type DoorCaller, doorSalt, presentLink } from './door-caller.ts';
import { type DoorFrame, isClosed, readFrame } from './setup.ts';
import { readDoorStats } from './stats.ts';

/** Guests in one answer: some 200 kB packed, and the event loop is free in between. */
const pageSize = 5_000;
/** Rows may commit this much later than others that came after them; what is younger is told again. */
const lateMs = 20_000;
/** The same for ids of guests, which other machines' clocks have a part in. */
const lateIdsMs = 120_000;
/** Rows before the newest that a first answer counts as not yet told. */
const firstOverlap = 5_000;
const oldestCursorMs = 30 * 86_400_000;
const openConflicts = 50;

/** Where a device is in the changes: all floors are sure, marks become floors once nothing older can come up. */
interface Cursor {
	frame: string;
	atMs: number;
	/** Guests up to this id were told. */
	guestId: string;
	changes: number;
	changesMark: number;
	scans: number;
	scansMark: number;
	markMs: number;
}

const zeroId = '00000000-0000-0000-0000-000000000000';

function readCursor(text: string): Cursor | null {
	const [frame, guestId, ...numbers] = decodeCursor(text, 8);
	const [atMs, changes, changesMark, scans, scansMark, markMs] = numbers.map(Number);
	const all = [atMs, changes, changesMark, scans, scansMark, markMs];
	if (!frame || !/^[0-9a-f-]{36}$/.test(guestId ?? '') || !all.every(Number.isSafeInteger)) return null;
	return {
		frame,
		guestId: guestId as string,
		atMs: atMs as number,
		changes: changes as number,
		changesMark: changesMark as number,
		scans: scans as number,
		scansMark: scansMark as number,
		markMs: markMs as number,
	};
}

const writeCursor = (cursor: Cursor): string =>
	encodeCursor([
		cursor.frame,
		cursor.guestId,
		String(cursor.atMs),
		String(cursor.changes),
		String(cursor.changesMark),
		String(cursor.scans),
		String(cursor.scansMark),
		String(cursor.markMs),
	]);

/** Changes when indexes into lists or ticket types would mean something else. */
const frameKey = (frame: DoorFrame): string =>
	createHash('sha256')
		.update(JSON.stringify([frame.lists.map((list) => list.id), frame.ticketTypes.map((type) => type.id)]))
		.digest('base64url')
		.slice(0, 12);

/** The smallest UUIDv7 of an instant. */
function idAt(ms: number): string {
	const time = Math.max(0, ms).toString(16).padStart(12, '0');
	return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const packed = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
const hashCode = (salt: string, code: string) =>
	hash('sha256', saltedCode(salt, code), 'buffer').subarray(0, CODE_HASH_BYTES).toString('base64url');

interface GuestRow {
	id: string;
	name: string;
	status: 'held' | 'active' | 'cancelled';
	ticket_code: string;
	ticket_type_id: string;
	order_id: string;
	is_party: boolean;
}

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

const highest = {
	name: 'check-in.feed-highest',
	text: `
SELECT (SELECT coalesce(max(sequence), 0) FROM door_changes WHERE event_id = $1) AS changes,
	(SELECT coalesce(max(sequence), 0) FROM check_ins WHERE event_id = $1) AS scans`,
};

const standings = {
	name: 'check-in.feed-standings',
	text: `
SELECT attendee_id, list_id, occurred_at, left_at, device, nonce FROM check_ins
WHERE attendee_id = ANY ($2::uuid[]) AND event_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL
ORDER BY occurred_at`,
};

const retiredCodes = {
	name: 'check-in.feed-retired',
	text: `
SELECT ticket_code FROM retired_ticket_codes
WHERE organisation_id = $1 AND event_id = $2 AND retired_at > $3`,
};

const stateOf = { active: 0, held: 1, cancelled: 2 } as const;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);

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

async function firstCursor(services: Services, door: DoorCaller, frame: string): Promise<Cursor> {
	const { rows } = await services.database.pool.query<{ changes: string; scans: string }>({
		...highest,
		values: [door.eventId],
	});
	const changes = Number(rows[0]?.changes ?? 0);
	const scans = Number(rows[0]?.scans ?? 0);
	const nowMs = services.clock.now().getTime();
	return {
		frame,
		atMs: nowMs,
		guestId: zeroId,
		changes: Math.max(0, changes - firstOverlap),
		changesMark: changes,
		scans: Math.max(0, scans - firstOverlap),
		scansMark: scans,
		markMs: nowMs,
	};
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
	const isMore = isMoreGuests || changes.length === pageSize || scans.length === pageSize;
	return {
		link: presentLink(door),
		guests: guests.map((row) => presentGuest(row, frame, salt)),
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

function presentGuest(row: GuestRow, frame: DoorFrame, salt: string): FeedGuest {
	return [
		packed(row.id),
		hashCode(salt, row.ticket_code),
		row.name,
		frame.ticketTypes.findIndex((type) => type.id === row.ticket_type_id),
		stateOf[row.status],
		// The last 48 bits of a UUIDv7 are random: enough to keep the orders of one event apart.
		row.is_party ? packed(row.order_id).slice(14) : '',
	];
}

/** Where these guests stand at the device's lists; `moved` ones also when they stand nowhere (any more). */
async function readStandings(
	services: Services,
	door: DoorCaller,
	frame: DoorFrame,
	ids: string[],
	moved: string[],
): Promise<FeedStanding[]> {
	if (ids.length === 0) return [];
	const { rows } = await services.database.pool.query<{
		attendee_id: string;
		list_id: string;
		occurred_at: Date;
		left_at: Date | null;
		device: string;
		nonce: string | null;
	}>({ ...standings, values: [door.eventId, [...new Set(ids)]] });
	const found = new Map<string, FeedStanding>();
	for (const id of moved) {
		for (const index of frame.lists.keys()) found.set(`${id}:${index}`, [packed(id), index, 0, 0, '', '']);
	}
	for (const row of rows) {
		const index = frame.lists.findIndex((list) => list.id === row.list_id);
		if (index < 0) continue;
		const key = `${row.attendee_id}:${index}`;
		const at = secondsOf(row.occurred_at);
		found.set(key, [
			packed(row.attendee_id),
			index,
			found.get(key)?.[2] || at,
			row.left_at ? 0 : at,
			row.device,
			row.nonce ?? '',
		]);
	}
	return [...found.values()];
}

/** Moves the floors: past a full page, else to the marks that are old enough. */
function nextCursor(
	from: Cursor,
	nowMs: number,
	fresh: GuestRow[],
	changes: { sequence: string }[],
	scans: { sequence: string }[],
): Cursor {
	const lastGuest = fresh.at(-1)?.id;
	if (fresh.length === pageSize && lastGuest) return { ...from, guestId: lastGuest };
	const isRipe = nowMs - from.markMs > lateMs;
	const next = { ...from, atMs: nowMs };
	const settledId = idAt(nowMs - lateIdsMs);
	next.guestId = settledId > from.guestId ? settledId : from.guestId;
	const last = (rows: { sequence: string }[], fallback: number) => Number(rows.at(-1)?.sequence ?? fallback);
	next.changes = changes.length === pageSize ? last(changes, 0) : isRipe ? from.changesMark : from.changes;
	next.scans = scans.length === pageSize ? last(scans, 0) : isRipe ? from.scansMark : from.scans;
	if (isRipe) {
		next.changesMark = Math.max(from.changesMark, last(changes, 0));
		next.scansMark = Math.max(from.scansMark, last(scans, 0));
		next.markMs = nowMs;
	}
	next.changes = Math.max(from.changes, next.changes);
	next.scans = Math.max(from.scans, next.scans);
	return next;
}
