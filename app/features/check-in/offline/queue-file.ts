import { z } from '#shared/lib/z.ts';
import { verdicts } from '#shared/rules/door-verdict.ts';
import type { QueuedScan } from './model.ts';

/** A queue as a file: for a device that finds no network any more, to be taken in on one that does. */

const scan = z.object({
	nonce: z.string().min(8).max(64),
	kind: z.enum(['scan', 'manual', 'undo']),
	direction: z.enum(['in', 'out']),
	text: z.string().max(4_000).nullable(),
	guestId: z.string().max(64).nullable(),
	target: z.string().max(64).nullable(),
	reason: z.string().max(300),
	scannedAt: z.iso.datetime({ offset: true }),
	offsetMs: z.number().nullable(),
	deviceId: z.string().regex(/^[\w-]{8,64}$/),
	device: z.string().max(60),
	listId: z.string().max(64).nullable(),
	gateId: z.string().max(64).nullable(),
	told: z.enum(verdicts).nullable(),
	guestName: z.string().max(400),
	ticketTypeName: z.string().max(400),
});

const queueFile = z.object({
	kind: z.literal('foyer-door-queue'),
	version: z.literal(1),
	/** Scans of one event are of no use at another. */
	eventId: z.string(),
	device: z.string(),
	writtenAt: z.string(),
	scans: z.array(scan).max(100_000),
});

/** Why a file is not taken in. */
export type QueueFileProblem = 'unreadable' | 'other-event' | 'empty';

/** @returns the text of the file; it holds ticket codes, and no way into the door */
export function writeQueueFile(
	scans: readonly QueuedScan[],
	about: { eventId: string; device: string; nowMs: number },
): string {
	const { eventId, device, nowMs } = about;
	return JSON.stringify({
		kind: 'foyer-door-queue',
		version: 1,
		eventId,
		device,
		writtenAt: new Date(nowMs).toISOString(),
		scans,
	});
}

/** Reads a file of another device. */
export function readQueueFile(
	text: string,
	eventId: string,
): { scans: QueuedScan[] } | { problem: QueueFileProblem } {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return { problem: 'unreadable' };
	}
	const file = queueFile.safeParse(parsed);
	if (!file.success) return { problem: 'unreadable' };
	if (file.data.eventId !== eventId) return { problem: 'other-event' };
	return file.data.scans.length === 0 ? { problem: 'empty' } : { scans: file.data.scans };
}
