import { createHash } from 'node:crypto';
import { isAhead, isSnapshot, shortSnapshot } from '#server/db/commits.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import { feedFormat } from '#shared/contracts/door-sync.ts';
import { type DoorCaller, seesNames } from '../door-caller.ts';
import type { DoorFrame } from '../lists/setup.ts';

/** Guests in one answer: some 200 kB packed, and the event loop is free in between. */
export const pageSize = 5_000;
/** Cursors of devices that were last connected longer ago are reset; changes are stored for as long (jobs.ts). */
export const oldestCursorDays = 30;
const oldestCursorMs = oldestCursorDays * 86_400_000;

/** The database’s identity and current position. */
export interface DatabaseState {
	snapshot: string;
	nowMs: number;
	/** Another one after the tables were restored: transactions are counted anew there. */
	lineage: string;
}

/**
 * Where a device is. It is sent in passes: first all guests in the order of their ids, then what was committed since the snapshot of
 * the pass before, in the order of transaction and guest. A pass may take several pages; its own snapshot is taken before its first.
 */
export interface Cursor {
	frame: string;
	/** Of the pass, by the database's clock. */
	atMs: number;
	/** What the device knows; empty while the list is on its way for the first time. */
	since: string;
	/** What the device will know after this pass. */
	until: string;
	/** Place in the pass. */
	transactionId: string;
	guestId: string;
}

const zeroId = '00000000-0000-0000-0000-000000000000';

const readState = {
	name: 'check-in.feed-state',
	text: `
SELECT pg_current_snapshot()::text AS snapshot, now() AS now, concat_ws('.', 'attendees'::regclass::oid, 'check_ins'::regclass::oid,
	(SELECT system_identifier FROM pg_control_system()), (SELECT timeline_id FROM pg_control_checkpoint())) AS lineage`,
};

export async function readDatabaseState(services: Services): Promise<DatabaseState> {
	const { rows } = await services.database.pool.query<{ snapshot: string; now: Date; lineage: string }>(
		readState,
	);
	const row = rows[0] as (typeof rows)[number];
	return { snapshot: shortSnapshot(row.snapshot), nowMs: row.now.getTime(), lineage: row.lineage };
}

/** @returns null when the device has to begin anew: its cursor is old, of another format, another frame or another life of the database */
export function readCursor(text: string, frame: string, state: DatabaseState): Cursor | null {
	const [given, ofFrame, at, since, until, transactionId, guestId] = partsOf(text);
	const atMs = Number(at);
	if (given !== feedFormat || ofFrame !== frame || !(state.nowMs - atMs <= oldestCursorMs)) return null;
	if (!/^\d{1,18}$/.test(transactionId) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guestId))
		return null;
	for (const snapshot of [since, until])
		if (snapshot !== '' && (!isSnapshot(snapshot) || isAhead(snapshot, state.snapshot))) return null;
	return { frame, atMs, since, until, transactionId, guestId };
}

type Parts = [string, string, string, string, string, string, string];

function partsOf(text: string): Parts {
	try {
		return decodeCursor(text, 7) as Parts;
	} catch {
		return ['', '', '', '', '', '', ''];
	}
}

export const writeCursor = (cursor: Cursor): string =>
	encodeCursor([
		feedFormat,
		cursor.frame,
		String(cursor.atMs),
		cursor.since,
		cursor.until,
		cursor.transactionId,
		cursor.guestId,
	]);

/** Changes if indexes into lists, ticket types or questions change their meaning, or if the guest fields of the feed change. */
export const frameKey = (frame: DoorFrame, door: DoorCaller, { lineage }: DatabaseState): string =>
	createHash('sha256')
		.update(
			JSON.stringify([
				lineage,
				seesNames(door),
				frame.lists.map((list) => list.id),
				frame.ticketTypes.map(({ id, isAdmission }) => (isAdmission ? id : [id])),
				...frame.questions.map(
					({ label: _, help: __, choices: ___, version: ____, updatedAt: _____, ...question }) => question,
				),
			]),
		)
		.digest('base64url')
		.slice(0, 12);

/** The cursor of a device that has no guests yet. */
export const firstCursor = (frame: string, state: DatabaseState): Cursor => ({
	...startOfPass,
	frame,
	atMs: state.nowMs,
	since: '',
});

const startOfPass = { until: '', transactionId: '0', guestId: zeroId };

/** @param last what a full page ended with; undefined: the pass is over */
export function nextCursor(
	from: Cursor,
	state: DatabaseState,
	last: { transaction_id?: string; id: string } | undefined,
): Cursor {
	const until = from.until || state.snapshot;
	if (last) return { ...from, until, transactionId: last.transaction_id ?? '0', guestId: last.id };
	return { ...startOfPass, frame: from.frame, atMs: state.nowMs, since: until };
}
