import { saveAnswers } from '#server/domain/questions/commands/save-answers.ts';
import { readDoorQuestions } from '#server/domain/questions/door.ts';
import type { Services } from '#server/services.ts';
import type { SyncAnswerItem, SyncResult } from '#shared/contracts/door-sync.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { occurredAtMs } from '#shared/rules/door-log.ts';
import { type DoorCaller, nameFor } from '../door-caller.ts';
import { putAtDoor } from '../lists/setup.ts';
import { bounded } from './sync-context.ts';

interface AnsweringGuest {
	id: string;
	order_id: string;
	name: string;
	type_name: string;
}

const findGuests = {
	name: 'check-in.asked-guests',
	text: `
SELECT a.id, a.order_id, a.name, t.name AS type_name FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
WHERE a.organisation_id = $1 AND a.event_id = $2 AND a.id = ANY ($3::uuid[])`,
};

const findLatest = {
	name: 'check-in.latest-answers',
	text: `
SELECT attendee_id, question_id, answered_at FROM answers
WHERE organisation_id = $1 AND event_id = $2 AND attendee_id = ANY ($3::uuid[]) AND question_id = ANY ($4::uuid[])`,
};

const keyOf = (guestId: string, questionId: string) => `${guestId}:${questionId}`;

/**
 * Stores answers that guests gave at check-in. An answer counts from the time it was given, by the corrected clock of the device, so a
 * later answer is never overwritten, whatever the order of arrival. Each is stored in its own transaction, so a rejected one doesn’t
 * affect others.
 * @returns one result for each answer, in their order
 */
export async function applyAnswers(
	services: Services,
	door: DoorCaller,
	items: readonly SyncAnswerItem[],
): Promise<SyncResult[]> {
	if (items.length === 0) return [];
	const { pool } = services.database;
	const scope = [door.organisationId, door.eventId];
	const guestIds = [...new Set(items.map(({ guestId }) => guestId))];
	const questionIds = [...new Set(items.map(({ questionId }) => questionId))];
	const [questions, guests, latest] = await Promise.all([
		readDoorQuestions(services, door),
		pool.query<AnsweringGuest>({ ...findGuests, values: [...scope, guestIds] }),
		pool.query<{ attendee_id: string; question_id: string; answered_at: Date }>({
			...findLatest,
			values: [...scope, guestIds, questionIds],
		}),
	]);
	const atDoor = new Set(putAtDoor(questions).map(({ id }) => id));
	const byId = new Map(guests.rows.map((guest) => [guest.id, guest]));
	const answeredAt = new Map(
		latest.rows.map((row) => [keyOf(row.attendee_id, row.question_id), row.answered_at.getTime()]),
	);
	const results: SyncResult[] = [];
	for (const item of items) {
		const guest = byId.get(item.guestId);
		const key = keyOf(item.guestId, item.questionId);
		const atMs = bounded(occurredAtMs(Date.parse(item.scannedAt), item.clockOffsetMs));
		const known = answeredAt.get(key);
		const isKnown = known !== undefined && known >= atMs;
		const problem =
			refusalOf(door, guest, atDoor.has(item.questionId), atMs) ??
			(guest && !isKnown ? await save(services, door, guest, item, atMs) : null);
		if (problem === null && !isKnown) answeredAt.set(key, atMs);
		results.push(resultOf(door, item, guest, problem, isKnown));
	}
	return results;
}

/** Why this way to the door may not take the answer, or nothing. */
function refusalOf(
	door: DoorCaller,
	guest: AnsweringGuest | undefined,
	isAsked: boolean,
	atMs: number,
): string | null {
	const { abilities, endedAt } = door;
	if (!abilities.includes('scan') && !abilities.includes('manual_check_in'))
		return 'This link may not take answers.';
	if (!guest) return 'This guest is not of this event.';
	if (!isAsked) return 'This question is not asked at the door.';
	return endedAt && atMs > endedAt.getTime() ? 'This link has ended.' : null;
}

/** @returns why the answer is not stored, or nothing */
async function save(
	services: Services,
	door: DoorCaller,
	guest: AnsweringGuest,
	item: SyncAnswerItem,
	atMs: number,
): Promise<string | null> {
	const { organisationId, eventId } = door;
	const people = [{ attendeeId: guest.id, answers: { [item.questionId]: item.value } }];
	try {
		await saveAnswers(
			services,
			{ organisationId, eventId, orderId: guest.order_id },
			{ people, by: 'door', answeredAt: new Date(atMs) },
		);
		return null;
	} catch (error) {
		if (!(error instanceof AppError) || error.status >= 500) throw error;
		return String(error.details[0]?.message ?? error.message);
	}
}

function resultOf(
	door: DoorCaller,
	item: SyncAnswerItem,
	guest: AnsweringGuest | undefined,
	problem: string | null,
	isKnown: boolean,
): SyncResult {
	return {
		nonce: item.nonce,
		outcome: problem ? 'refused' : isKnown ? 'repeated' : 'recorded',
		verdict: null,
		isCounted: true,
		guest: guest
			? nameFor(door, { id: guest.id, guestName: guest.name, ticketTypeName: guest.type_name })
			: null,
		previous: null,
		conflict: null,
		checkInId: null,
		problem,
	};
}
