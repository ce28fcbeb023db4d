import { hash } from 'node:crypto';
import { findOpenDoorQuestions } from '#server/domain/questions/door.ts';
import type { Services } from '#server/services.ts';
import type { FeedGuest, FeedPresence } from '#shared/contracts/door-sync.ts';
import { type AttendeeDetails, type FieldIn, fieldsIn } from '#shared/rules/attendee-fields.ts';
import { CODE_HASH_BYTES, saltedCode } from '#shared/rules/door-hash.ts';
import type { DoorCaller } from '../door-caller.ts';
import { type DoorFrame, putAtDoor } from '../lists/setup.ts';

/** A guest as the feed's queries read them. */
export interface GuestRow extends Pick<AttendeeDetails, FieldIn<'check-in'>> {
	id: string;
	name: string;
	status: 'held' | 'active' | 'cancelled';
	ticket_code: string;
	ticket_type_id: string;
	order_id: string;
	group_id: string | null;
	/** Comes with others of the order. */
	is_party: boolean;
}

export const packed = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
export const hashCode = (salt: string, code: string) =>
	hash('sha256', saltedCode(salt, code), 'buffer').subarray(0, CODE_HASH_BYTES).toString('base64url');

const standings = {
	name: 'check-in.feed-standings',
	text: `
SELECT attendee_id, list_id, occurred_at, left_at, device, nonce FROM check_ins
WHERE attendee_id = ANY ($2::uuid[]) AND organisation_id = $3 AND event_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL
ORDER BY occurred_at`,
};

const stateOf = { active: 0, held: 1, cancelled: 2 } as const;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);

/** Attendee fields that are shown to who sees names. */
export const shownFields = fieldsIn('check-in');

/**
 * Data shared by guests who come together. Of a group also while one is alone in it: who joins later is no change of those before.
 * The last 48 bits of a UUIDv7 are random: enough to distinguish the orders and groups of one event.
 */
function partyKey({ group_id: group, order_id: order, is_party: isParty }: GuestRow): string {
	const shared = group ?? (isParty ? order : null);
	return shared === null ? '' : packed(shared).slice(14);
}

/** A guest in 60 bytes or so. */
export function presentGuest(
	row: GuestRow,
	frame: DoorFrame,
	{ salt, hasName }: { salt: string; hasName: boolean },
	open?: number[],
): FeedGuest {
	const guest: FeedGuest = [
		packed(row.id),
		hashCode(salt, row.ticket_code),
		hasName ? row.name : '',
		frame.ticketTypes.findIndex((type) => type.id === row.ticket_type_id),
		stateOf[row.status],
		partyKey(row),
	];
	const details = hasName ? shownFields.map((field) => row[field]) : [];
	const hasDetails = details.some((text) => text !== '');
	if (hasDetails || (open && open.length > 0)) guest.push(open ?? []);
	if (hasDetails) guest.push(details);
	return guest;
}

/** Unanswered check-in questions of these guests, by guest id, as indexes into the questions of the setup. */
export async function readOpenQuestions(
	services: Services,
	door: DoorCaller,
	frame: DoorFrame,
	rows: readonly GuestRow[],
): Promise<Map<string, number[]>> {
	const put = putAtDoor(frame.questions).map(({ id }) => id);
	if (put.length === 0) return new Map();
	const people = rows
		.filter(({ status }) => status !== 'cancelled')
		.map((row) => ({ id: row.id, orderId: row.order_id, ticketTypeId: row.ticket_type_id }));
	const open = await findOpenDoorQuestions(services, door, frame.questions, people);
	return new Map([...open].map(([id, questions]) => [id, questions.map((one) => put.indexOf(one))]));
}

/** Check-in state of these guests at the device’s lists; for `moved` guests also when they are no longer checked in anywhere. */
export async function readPresences(
	services: Services,
	door: DoorCaller,
	frame: DoorFrame,
	ids: string[],
	moved: string[],
): Promise<FeedPresence[]> {
	if (ids.length === 0) return [];
	const { rows } = await services.database.pool.query<{
		attendee_id: string;
		list_id: string;
		occurred_at: Date;
		left_at: Date | null;
		device: string;
		nonce: string | null;
	}>({ ...standings, values: [door.eventId, [...new Set(ids)], door.organisationId] });
	const found = new Map<string, FeedPresence>();
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
