import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorDirection } from '#shared/rules/door-log.ts';
import type { DoorTicket, Verdict } from '#shared/rules/door-verdict.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';

export type DoorListSetup = DoorSetup['lists'][number];
export type DoorQuestion = DoorSetup['questions'][number];

/** A guest as the device has them, apart from where they stand. */
export interface StoredGuest {
	id: string;
	name: string;
	/** Known for the list that the screen asks for, masked where the link does not see addresses; never stored on the disk. */
	email: string;
	ticketTypeId: string;
	ticketTypeName: string;
	/** Of an add-on alone: its ticket lets nobody in. */
	isAdmission?: false;
	/** Salted hash of the ticket code; empty while only the screen's list is known. */
	codeHash: string;
	state: DoorTicket['status'];
	/** Guests who come together share it: of one group, or else of one order; empty for who comes alone. */
	group: string;
	/** Attendee fields that are shown at check-in, in their order; absent where all are empty. */
	details?: readonly string[];
	/** Ids of the check-in questions that they have not answered; absent for none. */
	openQuestions?: readonly string[];
}

/** Where a guest stands at one list. */
export interface Presence {
	/** First entry that counts, epoch ms; 0: never in. */
	firstInMs: number;
	/** Inside since, epoch ms; 0: outside. */
	insideSinceMs: number;
	/** Device of the latest entry. */
	device: string;
}

export const NEVER_IN: Presence = { firstInMs: 0, insideSinceMs: 0, device: '' };

/** A guest at the door's list. */
export interface DoorPerson extends StoredGuest, Presence {}

/** An action of a steward that waits for the server. It is stored until the server has confirmed it. */
export interface QueuedScan {
	/** Made here; the server counts the same nonce once, however often it comes. */
	nonce: string;
	kind: 'scan' | 'manual' | 'undo' | 'answer';
	direction: DoorDirection;
	/** What was read or typed, for scans. */
	text: string | null;
	/** Who it is about, as far as this device knows. */
	guestId: string | null;
	/** Nonce of the scan that an undo takes back, where it is known. */
	target: string | null;
	reason: string;
	/** The device's clock. */
	scannedAt: string;
	/** Server's clock minus the device's, as last measured; null when never. */
	offsetMs: number | null;
	/** Who scanned: stored with the scan, for it may travel in a file. */
	deviceId: string;
	device: string;
	listId: string | null;
	gateId: string | null;
	/** The verdict shown before the server responded; null if none. */
	told: Verdict | null;
	guestName: string;
	ticketTypeName: string;
	/** Of an add-on alone: no guest of the list. */
	isCounted?: false;
	/** The question and what they said, for answers. */
	questionId?: string | null;
	answer?: AnswerValue | null;
}

/** The server's result for a queued scan. */
export interface ScanAnswer {
	/** Why the server does not store this scan; it stays on the device then. */
	problem: string | null;
	verdict: Verdict;
	/** The server's sentence, or null where the screen puts it into words. */
	message: string | null;
	guest: { id: string; guestName: string; ticketTypeName: string } | null;
	/** False: an add-on, accepted and no guest of the list. */
	isCounted?: boolean;
	previous: { checkedInAt: string; device: string } | null;
	stats: DoorStats | null;
	/** The others of the same group or order, where the server named them. */
	party?: readonly { id: string; guestName: string; isCheckedIn: boolean }[];
}

export interface DoorStats {
	checkedInCount: number;
	totalAttendees: number;
	checkInRate: number;
}

/** A scan on which this device and the server do not agree: shown to staff until they have seen it. */
export interface Disagreement {
	nonce: string;
	guestName: string;
	ticketTypeName: string;
	told: Verdict;
	answered: Verdict;
	scannedAt: string;
	previous: { checkedInAt: string; device: string } | null;
}

/** A check-in attempt: a scan or a manual action. */
export type Attempt =
	| { kind: 'scan'; text: string; direction?: DoorDirection }
	/** `isChanged`: the server has just changed the ticket, so it alone can say what is right by now. */
	| { kind: 'manual'; guestId: string; direction?: DoorDirection; isChanged?: boolean }
	| { kind: 'undo'; guestId: string; target: string | null; reason: string };

/** The verdict to show. */
export interface Outcome {
	nonce: string;
	verdict: Verdict;
	/** The server's sentence; null where the screen puts it into words. */
	message: string | null;
	guest: { id: string; guestName: string; ticketTypeName: string } | null;
	/** False: an add-on, accepted and no guest of the list. */
	isCounted?: boolean;
	previous: { checkedInAt: string; device: string } | null;
	source: 'server' | 'device';
}

/** Who scans, where. */
export interface ScanPlace {
	deviceId: string;
	device: string;
	/** The check-in list of this door; null while nothing is known of it. */
	list: DoorListSetup | null;
	gateId: string | null;
}
