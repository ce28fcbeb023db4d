import { verdicts } from '#shared/rules/door-verdict.ts';
import type { QueuedScan } from './model.ts';

/**
 * A queue as a file: for a device that finds no network any more, to be taken in on one that does. Read manually: a schema would
 * bring its library to every page that shares a part with the door.
 */
interface QueueFile {
	kind: 'foyer-door-queue';
	version: 1;
	/** Scans of one event are of no use at another. */
	eventId: string;
	device: string;
	writtenAt: string;
	scans: readonly QueuedScan[];
}

/** Why a file is not taken in. */
export type QueueFileProblem = 'unreadable' | 'other-event' | 'empty';

const MOST_SCANS = 100_000;

type Check = (value: unknown) => boolean;

const text =
	(longest: number, pattern?: RegExp): Check =>
	(value) =>
		typeof value === 'string' && value.length <= longest && (!pattern || pattern.test(value));
const oneOf =
	(...values: readonly unknown[]): Check =>
	(value) =>
		values.includes(value);
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);

const orNone = (check: Check): Check => orNull((value) => value === undefined || check(value));
const isAnswer: Check = (value) =>
	typeof value === 'boolean' ||
	Number.isFinite(value) ||
	text(10_000)(value) ||
	(Array.isArray(value) && value.length <= 100 && value.every(text(40)));

const SCAN: Record<keyof QueuedScan, Check> = {
	nonce: text(64, /^.{8,}$/),
	kind: oneOf('scan', 'manual', 'undo', 'answer'),
	direction: oneOf('in', 'out'),
	text: orNull(text(4_000)),
	guestId: orNull(text(64)),
	target: orNull(text(64)),
	reason: text(300),
	scannedAt: (value) => typeof value === 'string' && Number.isFinite(Date.parse(value)),
	offsetMs: orNull((value) => Number.isFinite(value)),
	deviceId: text(64, /^[\w-]{8,}$/),
	device: text(60),
	listId: orNull(text(64)),
	gateId: orNull(text(64)),
	told: orNull(oneOf(...verdicts)),
	guestName: text(400),
	ticketTypeName: text(400),
	// Files of an earlier build have none of these.
	isCounted: orNone((value) => value === false),
	questionId: orNone(text(64)),
	answer: orNone(isAnswer),
};

function isScan(value: unknown): value is QueuedScan {
	const scan = Object(value) as Record<string, unknown>;
	return Object.entries(SCAN).every(([field, check]) => check(scan[field]));
}

/** @returns the text of the file; it holds ticket codes, and no way into the door */
export function writeQueueFile(
	scans: readonly QueuedScan[],
	about: { eventId: string; device: string; nowMs: number },
): string {
	const { eventId, device, nowMs } = about;
	const file: QueueFile = {
		kind: 'foyer-door-queue',
		version: 1,
		eventId,
		device,
		writtenAt: new Date(nowMs).toISOString(),
		scans,
	};
	return JSON.stringify(file);
}

/** Reads a file of another device. */
export function readQueueFile(
	content: string,
	eventId: string,
): { scans: QueuedScan[] } | { problem: QueueFileProblem } {
	let file: Partial<QueueFile>;
	try {
		file = Object(JSON.parse(content));
	} catch {
		return { problem: 'unreadable' };
	}
	const { kind, version, scans } = file;
	if (kind !== 'foyer-door-queue' || version !== 1) return { problem: 'unreadable' };
	if (!Array.isArray(scans) || scans.length > MOST_SCANS || !scans.every(isScan))
		return { problem: 'unreadable' };
	if (file.eventId !== eventId) return { problem: 'other-event' };
	return scans.length === 0 ? { problem: 'empty' } : { scans };
}
