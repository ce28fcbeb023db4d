import { createHash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../../http/cursor.ts';
import type { Services } from '../../../services.ts';
import type { DoorCaller } from '../door-caller.ts';
import type { DoorFrame } from '../setup.ts';

/** Guests in one answer: some 200 kB packed, and the event loop is free in between. */
export const pageSize = 5_000;
/** Rows may commit this much later than others that came after them; what is younger is told again. */
const lateMs = 20_000;
/** The same for ids of guests, which other machines' clocks have a part in. */
export const lateIdsMs = 120_000;
/** Rows before the newest that a first answer counts as not yet told. */
const firstOverlap = 5_000;
/** A device that was last here longer ago begins anew; what changed is kept so long (jobs.ts). */
export const oldestCursorDays = 30;

/** Where a device is in the changes: all floors are sure, marks become floors once nothing older can come up. */
export interface Cursor {
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

/** @returns null for what is no cursor of ours */
export function readCursor(text: string): Cursor | null {
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

export const writeCursor = (cursor: Cursor): string =>
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

/** Changes when indexes into lists, ticket types or questions would mean something else, or other guests are asked. */
export const frameKey = (frame: DoorFrame): string =>
	createHash('sha256')
		.update(
			JSON.stringify([
				frame.lists.map((list) => list.id),
				frame.ticketTypes.map((type) => type.id),
				...frame.questions.map(
					({ label: _, help: __, choices: ___, version: ____, updatedAt: _____, ...asked }) => asked,
				),
			]),
		)
		.digest('base64url')
		.slice(0, 12);

/** The smallest UUIDv7 of an instant. */
export function idAt(ms: number): string {
	const time = Math.max(0, ms).toString(16).padStart(12, '0');
	return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const highest = {
	name: 'check-in.feed-highest',
	text: `
SELECT (SELECT coalesce(max(sequence), 0) FROM door_changes WHERE event_id = $1) AS changes,
	(SELECT coalesce(max(sequence), 0) FROM check_ins WHERE event_id = $1) AS scans`,
};

/** Where a device begins that knows nobody. */
export async function firstCursor(services: Services, door: DoorCaller, frame: string): Promise<Cursor> {
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

/** Moves the floors: past a full page, else to the marks that are old enough. */
export function nextCursor(
	from: Cursor,
	nowMs: number,
	fresh: { id: string }[],
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
