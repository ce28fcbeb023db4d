import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { readDoorQuestions } from '#server/domain/questions/door.ts';
import { presentQuestion } from '#server/domain/questions/present.ts';
import type { QuestionRow } from '#server/domain/questions/question-rows.ts';
import type { Services } from '#server/services.ts';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import { pick } from '#shared/lib/pick.ts';
import { type DoorCaller, doorSalt, presentLink } from '../door-caller.ts';
import { readDoorStats } from '../figures/stats.ts';
import { listGates } from './gates.ts';
import { type ListRules, openLists, readLists } from './lists.ts';

/** The data that everything sent to a device depends on: its lists and the ticket types, in a stable order. */
export interface DoorFrame {
	lists: ListRules[];
	ticketTypes: { id: string; name: string; isAdmission: boolean }[];
	/** Questions asked at check-in, with the questions that they depend on; nearly always none. */
	questions: QuestionRow[];
}

const readTypes = {
	name: 'check-in.door-types',
	text: `
SELECT id, name, is_admission, EXISTS (
	SELECT FROM questions q
	WHERE q.organisation_id = $1 AND q.event_id = $2 AND q.is_asked_at_door AND q.archived_at IS NULL
) AS has_questions
FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 ORDER BY id`,
};

export async function readFrame(services: Services, door: DoorCaller): Promise<DoorFrame> {
	const [lists, types] = await Promise.all([
		readLists(services.database.db, door),
		services.database.pool.query<{ id: string; name: string; is_admission: boolean; has_questions: boolean }>(
			{
				...readTypes,
				values: [door.organisationId, door.eventId],
			},
		),
	]);
	const isAsking = types.rows[0]?.has_questions ?? false;
	return {
		lists: openLists(lists, door.listIds),
		ticketTypes: types.rows.map(({ id, name, is_admission: isAdmission }) => ({ id, name, isAdmission })),
		questions: isAsking ? await readDoorQuestions(services, door) : [],
	};
}

/** Questions that a device asks at check-in; the feed counts them in this order. */
export const putAtDoor = (questions: readonly QuestionRow[]) =>
	questions.filter((row) => row.isAskedAtDoor && row.scope === 'attendee');

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Whether check-in is closed; then the setup only has the event and the reason. */
export const isClosed = (door: DoorCaller) => door.state !== 'open';

/** Everything but the guests that a device needs before it works by itself. */
export async function getDoorSetup(services: Services, door: DoorCaller): Promise<DoorSetup> {
	const [event, frame, gates] = await Promise.all([
		getDoorEvent(services, door),
		readFrame(services, door),
		listGates(services.database.db, door),
	]);
	const closed = isClosed(door);
	return {
		event: {
			...pick(event, ['id', 'title', 'location', 'timeZone']),
			startDate: event.startsAt.toISOString(),
			endDate: event.endsAt.toISOString(),
		},
		link: presentLink(door),
		salt: closed ? '' : doorSalt(services, door),
		lists: frame.lists.map((list) => ({
			id: list.id,
			name: list.name,
			ticketTypeIds: list.ticketTypeIds ? [...list.ticketTypeIds] : null,
			opensAt: iso(list.opensAtMs),
			closesAt: iso(list.closesAtMs),
			countsExits: list.countsExits,
			allowsReentry: list.allowsReentry,
		})),
		gates,
		gateId: door.gateId,
		ticketTypes: frame.ticketTypes,
		questions: closed ? [] : putAtDoor(frame.questions).map((row) => presentQuestion(row)),
		now: services.clock.now().toISOString(),
		stats: closed
			? { checkedInCount: 0, totalAttendees: 0, checkInRate: 0 }
			: await readDoorStats(services, { ...door, listId: frame.lists[0]?.id }),
	};
}
