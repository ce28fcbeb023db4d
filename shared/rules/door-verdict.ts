import { type DoorDirection, type TicketObjection, ticketObjections } from './door-log.ts';

/** What the door says to a scan. `left` and `not_inside` belong to exits. */
export const verdicts = [
	'accepted',
	'already_checked_in',
	'unknown_code',
	'wrong_event',
	...ticketObjections,
	'left',
	'not_inside',
	'conflict',
] as const;
export type Verdict = (typeof verdicts)[number];

/** A ticket as the door's snapshot has it. */
export interface DoorTicket {
	status: 'active' | 'unpaid' | 'cancelled';
	ticketTypeId: string;
}

/** What a check-in list lets in, and when. */
export interface DoorList {
	/** Null: every ticket type. */
	ticketTypeIds: readonly string[] | null;
	opensAtMs: number | null;
	closesAtMs: number | null;
	allowsReentry: boolean;
	countsExits: boolean;
}

/**
 * Whether a ticket that a list accepts is a guest of it. A list for chosen types counts those. One for all types counts those that let
 * somebody in: an add-on such as parking is accepted there once too, and is no guest.
 */
export const countsAt = (
	list: Pick<DoorList, 'ticketTypeIds'>,
	ticket: { ticketTypeId: string; isAdmission: boolean },
): boolean => ticket.isAdmission || (list.ticketTypeIds?.includes(ticket.ticketTypeId) ?? false);

/** Where a guest stands at a list: from the snapshot, with what this device did since on top. */
export interface DoorPresence {
	isInside: boolean;
	/** True when one more entry would be a second one. */
	isUsed: boolean;
}

/** Why this ticket may not come in at this list at this time, its check-ins aside; null: nothing speaks against it. */
export function objectionTo(
	ticket: DoorTicket | null,
	list: DoorList,
	atMs: number,
): TicketObjection | 'unknown_code' | null {
	if (!ticket) return 'unknown_code';
	if (ticket.status === 'cancelled') return 'cancelled';
	if (ticket.status === 'unpaid') return 'unpaid';
	if (list.ticketTypeIds && !list.ticketTypeIds.includes(ticket.ticketTypeId)) return 'wrong_list';
	if (list.opensAtMs !== null && atMs < list.opensAtMs) return 'not_yet_valid';
	if (list.closesAtMs !== null && atMs >= list.closesAtMs) return 'no_longer_valid';
	return null;
}

/**
 * The verdict on a scan: the same on a device without a network and on the server. An exit is refused only to those who are not
 * inside, whatever became of their ticket.
 */
export function judgeScan(scan: {
	ticket: DoorTicket | null;
	list: DoorList;
	presence: DoorPresence;
	direction: DoorDirection;
	atMs: number;
}): Verdict {
	const { ticket, list, presence, direction, atMs } = scan;
	if (direction === 'out') {
		if (!ticket) return 'unknown_code';
		return presence.isInside ? 'left' : 'not_inside';
	}
	const objection = objectionTo(ticket, list, atMs);
	if (objection) return objection;
	return presence.isUsed ? 'already_checked_in' : 'accepted';
}

/** Whether somebody passes on this verdict. */
export const isPassage = (verdict: Verdict): boolean => verdict === 'accepted' || verdict === 'left';
