import type { DoorDirection } from '#shared/rules/door-log.ts';
import { countsAt, judgeScan, type Verdict } from '#shared/rules/door-verdict.ts';
import { parseTicketPayload } from '#shared/rules/ticket-code.ts';
import { type DoorListSetup, type DoorPerson, NEVER_IN, type Presence, type QueuedScan } from './model.ts';

/**
 * The verdict of this device: the server's rules on what this device knows.
 * @param guest null when no guest of this event has the code
 * @param nowMs the server's time as well as this device knows it
 */
export function localVerdict(
	guest: DoorPerson | null,
	list: DoorListSetup,
	direction: DoorDirection,
	nowMs: number,
): Verdict {
	const isInside = guest !== null && guest.insideSinceMs > 0;
	return judgeScan({
		ticket: guest && { status: guest.state, ticketTypeId: guest.ticketTypeId },
		list: {
			...list,
			opensAtMs: list.opensAt === null ? null : Date.parse(list.opensAt),
			closesAtMs: list.closesAt === null ? null : Date.parse(list.closesAt),
		},
		presence: {
			isInside,
			isUsed: guest !== null && guest.firstInMs > 0 && (isInside || !list.allowsReentry),
		},
		direction,
		atMs: nowMs,
	});
}

/** Whether a guest's ticket counts at a list: that of an add-on only where the list was made for it. */
export const isCountedAt = (list: DoorListSetup, guest: DoorPerson): boolean =>
	countsAt(list, { ticketTypeId: guest.ticketTypeId, isAdmission: guest.isAdmission !== false });

/** The canonical code in what was read or typed; empty when it can be none of ours. */
export const codeIn = (text: string): string => parseTicketPayload(text) ?? '';

/**
 * The check-in state of a guest as reported by another device.
 * @param checkedInAt null: undone
 */
export function remotePresence(checkedInAt: string | null, device: string): Presence {
	const inMs = checkedInAt === null ? 0 : Date.parse(checkedInAt);
	return { firstInMs: inMs, insideSinceMs: inMs, device };
}

/** Where a guest stands after a scan that let them pass, or after one was taken back. */
export function presenceAfter(
	before: Presence,
	scan: Pick<QueuedScan, 'kind' | 'direction' | 'scannedAt' | 'device'>,
): Presence {
	if (scan.kind === 'undo') return NEVER_IN;
	if (scan.direction === 'out') return { ...before, insideSinceMs: 0 };
	const atMs = Date.parse(scan.scannedAt);
	return { firstInMs: before.firstInMs || atMs, insideSinceMs: atMs, device: scan.device };
}
