import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import { type AnswerValue, meetsCondition } from '#shared/rules/questions.ts';
import type { GuestBook } from './guest-book.ts';
import type { DoorPerson, DoorQuestion, QueuedScan, ScanPlace } from './model.ts';

/** An answer that a guest gave at check-in. */
export interface GivenAnswer {
	guestId: string;
	questionId: string;
	value: AnswerValue;
}

/** An answer as it waits for the server. */
export function answerScan(
	given: GivenAnswer,
	at: { place: ScanPlace; guest: DoorPerson | null; nowMs: number; offsetMs: number | null },
): QueuedScan {
	const { deviceId, device, list, gateId } = at.place;
	return {
		nonce: newIdempotencyKey(),
		kind: 'answer',
		direction: 'in',
		text: null,
		guestId: given.guestId,
		target: null,
		reason: '',
		scannedAt: new Date(at.nowMs).toISOString(),
		offsetMs: at.offsetMs,
		deviceId,
		device,
		listId: list?.id ?? null,
		gateId,
		told: null,
		guestName: at.guest?.name ?? '',
		ticketTypeName: at.guest?.ticketTypeName ?? '',
		questionId: given.questionId,
		answer: given.value,
	};
}

/** Unanswered check-in questions of a guest, in the organiser's order. */
export function openQuestionsOf(setup: DoorSetup | null, book: GuestBook, guestId: string): DoorQuestion[] {
	const open = new Set(book.openQuestionsOf(guestId));
	return (setup?.questions ?? []).filter(({ id }) => open.has(id));
}

/**
 * Questions that become relevant through an answer. The server's list has the questions that are open now; those that depend on one of
 * them are added here.
 * @param answered the question that was just answered
 */
export function questionsOpenedBy(
	answered: DoorQuestion,
	value: AnswerValue,
	of: { setup: DoorSetup; book: GuestBook; guest: DoorPerson },
): DoorQuestion[] {
	const { setup, book, guest } = of;
	return setup.questions.filter(
		({ id, shownWhen, ticketTypeIds }) =>
			shownWhen?.questionId === answered.id &&
			meetsCondition(answered, value, shownWhen.equals) &&
			(!ticketTypeIds || ticketTypeIds.includes(guest.ticketTypeId)) &&
			!book.hasAnswered(guest.id, id),
	);
}
