/**
 * What a door's log means. Scans come in late, twice and in any order; the meaning depends on what happened, never on when the
 * server heard of it. Server and device run these same rules.
 */

/** Why a ticket of the event may not come in at a list, by the ticket, the list and the time alone (`objectionTo`). */
export const ticketObjections = [
	'cancelled',
	'unpaid',
	'wrong_list',
	'not_yet_valid',
	'no_longer_valid',
] as const;
export type TicketObjection = (typeof ticketObjections)[number];

/** Why a ticket should not have been let in; stored with the scan as it stood when the scan happened. */
export const doorObjections = [
	'unknown_code',
	'wrong_event',
	...ticketObjections,
	'link_ended',
	/** Valid when it was scanned, cancelled or refunded before the server received the scan. Lets in, and is named. */
	'cancelled_later',
] as const;
export type DoorObjection = (typeof doorObjections)[number];

/** Why an admission is a conflict: somebody was let in who should not have been, or twice. */
export const conflictKinds = ['double_admission', 'after_exit', ...doorObjections] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export type DoorDirection = 'in' | 'out';

/** One scan of one ticket at one list, as the door decided it. */
export interface DoorScan {
	/** Made by the device; the same nonce twice is the same scan. */
	nonce: string;
	deviceId: string;
	direction: DoorDirection;
	/** True when the person passed, whatever the server would have said. */
	isAdmitted: boolean;
	objection: DoorObjection | null;
	/** The device's time, put right by what it knew of its clock. */
	occurredAtMs: number;
}

/** Takes back one scan, or, without a target, the latest entry of the guest before it. */
export interface DoorUndo {
	nonce: string;
	target: string | null;
	occurredAtMs: number;
}

/** How a list lets people out and in again. Without exits an entry holds permanently. */
export interface PassageRules {
	allowsReentry: boolean;
}

export type ScanOutcome = 'accepted' | 'conflict' | 'left' | 'not_inside' | 'refused';

/** The meaning of a scan given all others of its guest. */
export interface ScanMeaning {
	outcome: ScanOutcome;
	conflict: { kind: ConflictKind; withNonce: string | null } | null;
	/** Nonce of the undo that took it back. */
	annulledBy: string | null;
	/** For an accepted entry: when the guest left again. */
	leftAtMs: number | null;
	/** For an accepted entry: which visit of the guest it begins, counted from 0. */
	visit: number;
}

export interface DoorState {
	meanings: Map<string, ScanMeaning>;
	/** Nonce of the latest accepted entry, whether or not the guest left since. */
	latestEntry: string | null;
	/** Nonce of the entry by which the guest is inside now. */
	insideBy: string | null;
	insideSinceMs: number | null;
	/** First accepted entry that nobody took back. */
	firstInAtMs: number | null;
	/** True when one more entry would be a conflict. */
	isUsed: boolean;
}

type Step =
	| { at: number; order: 0; nonce: string; scan: DoorScan }
	| { at: number; order: 1; nonce: string; undo: DoorUndo };

const byTime = (a: Step, b: Step) =>
	a.at - b.at || a.order - b.order || (a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0);

const meaning = (outcome: ScanOutcome, conflict: ScanMeaning['conflict'] = null): ScanMeaning => ({
	outcome,
	conflict,
	annulledBy: null,
	leftAtMs: null,
	visit: 0,
});

/** An entry with everything that hangs on it: double admissions beside it, the exit after it. */
interface Episode {
	entry: DoorScan;
	nonces: string[];
	hasLeft: boolean;
}

/**
 * Reads the whole log of one guest at one list. The result is a function of the set of scans and undos alone: order and number of
 * deliveries change nothing.
 */
export function readDoorLog(
	scans: Iterable<DoorScan>,
	undos: Iterable<DoorUndo>,
	rules: PassageRules,
): DoorState {
	const meanings = new Map<string, ScanMeaning>();
	const targeted = new Map<string, string>();
	const steps: Step[] = [];
	// What was delivered twice counts once.
	for (const undo of new Map([...undos].map((one) => [one.nonce, one])).values()) {
		if (undo.target === null) steps.push({ at: undo.occurredAtMs, order: 1, nonce: undo.nonce, undo });
		else {
			const known = targeted.get(undo.target);
			if (known === undefined || undo.nonce < known) targeted.set(undo.target, undo.nonce);
		}
	}
	for (const scan of new Map([...scans].map((one) => [one.nonce, one])).values()) {
		const annulledBy = targeted.get(scan.nonce);
		if (annulledBy !== undefined) {
			const outcome = !scan.isAdmitted ? 'refused' : scan.direction === 'in' ? 'accepted' : 'left';
			meanings.set(scan.nonce, { ...meaning(outcome), annulledBy });
		} else steps.push({ at: scan.occurredAtMs, order: 0, nonce: scan.nonce, scan });
	}
	steps.sort(byTime);

	const episodes: Episode[] = [];
	for (const step of steps) {
		if (step.order === 1) takeBack(episodes, meanings, step.nonce);
		else meanings.set(step.nonce, place(step.scan, episodes, meanings, rules));
	}

	const last = episodes.at(-1);
	const isInside = last !== undefined && !last.hasLeft;
	return {
		meanings,
		latestEntry: last?.entry.nonce ?? null,
		insideBy: isInside ? last.entry.nonce : null,
		insideSinceMs: isInside ? last.entry.occurredAtMs : null,
		firstInAtMs: episodes[0]?.entry.occurredAtMs ?? null,
		isUsed: last !== undefined && (isInside || !rules.allowsReentry),
	};
}

function takeBack(episodes: Episode[], meanings: Map<string, ScanMeaning>, undo: string): void {
	for (const nonce of episodes.pop()?.nonces ?? []) {
		const one = meanings.get(nonce);
		if (one) meanings.set(nonce, { ...one, annulledBy: undo, leftAtMs: null });
	}
}

/** The meaning of a scan after everything before it; enters it into its episode. */
function place(
	scan: DoorScan,
	episodes: Episode[],
	meanings: Map<string, ScanMeaning>,
	rules: PassageRules,
): ScanMeaning {
	if (!scan.isAdmitted) return meaning('refused');
	const last = episodes.at(-1);
	if (scan.direction === 'out') {
		if (!last || last.hasLeft) return meaning('not_inside');
		last.hasLeft = true;
		last.nonces.push(scan.nonce);
		const entry = meanings.get(last.entry.nonce);
		if (entry) {
			meanings.set(last.entry.nonce, {
				...entry,
				leftAtMs: scan.occurredAtMs,
			});
		}
		return meaning('left');
	}
	const isNotice = scan.objection === 'cancelled_later';
	if (scan.objection && !isNotice) {
		return meaning('conflict', { kind: scan.objection, withNonce: last?.entry.nonce ?? null });
	}
	if (last && (!last.hasLeft || !rules.allowsReentry)) {
		last.nonces.push(scan.nonce);
		const kind = last.hasLeft ? 'after_exit' : 'double_admission';
		return meaning('conflict', { kind, withNonce: last.entry.nonce });
	}
	episodes.push({ entry: scan, nonces: [scan.nonce], hasLeft: false });
	const notice = isNotice ? ({ kind: 'cancelled_later', withNonce: null } as const) : null;
	return { ...meaning('accepted', notice), visit: episodes.length - 1 };
}

/** The time of a scan, from the device's clock and what the device knew to be wrong with it. */
export function occurredAtMs(scannedAtMs: number, clockOffsetMs: number): number {
	return scannedAtMs + clockOffsetMs;
}
