import type { DoorAccessState, DoorConflict, DoorSetup } from '#shared/contracts/door-setup.ts';
import type { ChosenPlace } from './door-choice.ts';
import { GuestBook } from './guest-book.ts';
import type { Disagreement, DoorListSetup, DoorStats, QueuedScan } from './model.ts';
import type { SnapshotMeta } from './snapshot.ts';

/** An answer to a question that the server did not store. */
export interface LostAnswer {
	nonce: string;
	guestName: string;
	problem: string;
}

/** Everything that a screen shows of the door on this device. */
export interface SessionView {
	/** What was stored by an earlier page has been read. */
	isOpen: boolean;
	setup: DoorSetup | null;
	/** Known also when the list was wiped; empty before anything is known. */
	eventId: string;
	list: DoorListSetup | null;
	gateId: string | null;
	/** The whole guest list is on the device: the door works without a network. */
	isWhole: boolean;
	book: GuestBook;
	bookVersion: number;
	/** Guests that have come so far while the list is fetched; null when it is not. */
	progress: number | null;
	/** Scans that the server has not answered for. */
	waiting: number;
	/** Sales that the server has not answered for. */
	waitingSales: number;
	/** People let in here whom the server has not counted yet. */
	waitingEntries: number;
	/** Time of this device’s last contact with the server, by its own clock. */
	lastSyncAtMs: number | null;
	bytes: number;
	/** False where the browser stores nothing. */
	isLasting: boolean;
	disagreements: readonly Disagreement[];
	/** Answers that the server did not store, until staff have seen it. */
	lostAnswers: readonly LostAnswer[];
	conflicts: readonly DoorConflict[];
	stats: DoorStats | null;
	/** Why the door is closed to this device. */
	ended: Exclude<DoorAccessState, 'open'> | 'unknown' | null;
}

/** Before anything is known. */
export function firstView(): SessionView {
	return {
		isOpen: false,
		setup: null,
		eventId: '',
		list: null,
		gateId: null,
		isWhole: false,
		book: new GuestBook(false),
		bookVersion: 0,
		progress: null,
		waiting: 0,
		waitingSales: 0,
		waitingEntries: 0,
		lastSyncAtMs: null,
		bytes: 0,
		isLasting: true,
		disagreements: [],
		lostAnswers: [],
		conflicts: [],
		stats: null,
		ended: null,
	};
}

/** What a screen shows after something changed. */
export function nextView(
	before: SessionView,
	change: Partial<SessionView>,
	of: {
		meta: SnapshotMeta | null;
		place: ChosenPlace;
		isWhole: boolean;
		book: GuestBook;
		queued: readonly QueuedScan[];
	},
): SessionView {
	const { meta, place, isWhole, book, queued } = of;
	return {
		...before,
		...change,
		...place,
		setup: meta?.setup ?? null,
		eventId: meta?.setup.event.id ?? (change.eventId || before.eventId),
		isWhole,
		book,
		bookVersion: book.version,
		bytes: meta?.bytes ?? 0,
		waiting: queued.length,
		waitingEntries: waitingEntriesIn(queued),
	};
}

/** People whom these scans let in. */
export function waitingEntriesIn(scans: readonly QueuedScan[]): number {
	let entries = 0;
	for (const { kind, direction, told, isCounted } of scans) {
		if (isCounted === false) continue;
		if (kind === 'undo') entries--;
		else if (told === 'accepted' && direction === 'in') entries++;
	}
	return entries;
}
