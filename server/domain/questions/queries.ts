import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import type { GuestAnswers, ManagedQuestions } from '#shared/contracts/question-answers.ts';
import type { EditedQuestion } from '#shared/contracts/questions.ts';
import { getDoorEvent } from '../events/door-event.ts';
import {
	answererOf,
	countMissing,
	getOrderOf,
	type OrderScope,
	owedQuestions,
	readAnswers,
	readAskedAttendees,
} from './answer-rows.ts';
import { presentFile, readNamedFiles } from './files/file-rows.ts';
import { nothingAsked, presentQuestion } from './present.ts';
import { type QuestionRow, readQuestions } from './question-rows.ts';

/** Leaves out questions that apply to no ticket of the order, whatever is answered. */
const forTickets = (rows: QuestionRow[], typeIds: readonly string[]) =>
	rows.filter(({ ticketTypeIds }) => !ticketTypeIds || ticketTypeIds.some((id) => typeIds.includes(id)));

/** Questions and answers of the "my ticket" page. Those of a transferred ticket are only visible to its holder. */
export async function getManagedQuestions(services: Services, scope: OrderScope): Promise<ManagedQuestions> {
	const { db } = services.database;
	const rows = await readQuestions(db, scope);
	if (rows.length === 0) return nothingAsked();
	const [event, attendees, answers] = await Promise.all([
		getDoorEvent(services, scope),
		readAskedAttendees(db, scope),
		readAnswers(db, scope),
	]);
	const own = attendees.filter(({ holderVersion }) => holderVersion === null);
	const typeIds = attendees.map(({ ticketTypeId }) => ticketTypeId);
	const questionIds = new Set(rows.map(({ id }) => id));
	const current = (given: Record<string, unknown> | undefined) =>
		Object.fromEntries(
			Object.entries(given ?? {}).filter(([id]) => questionIds.has(id)),
		) as typeof answers.order;
	const shown = [answers.order, ...own.map(({ id }) => answers.people.get(id) ?? {})];
	const files = await readNamedFiles(db, scope, rows, shown);
	return {
		isEditable: own.length > 0 && event.startsAt > services.clock.now(),
		questions: forTickets(rows, typeIds).map((row) =>
			presentQuestion(
				row,
				shown.map((given) => given[row.id]),
			),
		),
		order: { answers: current(answers.order) },
		attendees: own.map(({ id, holderVersion, ...attendee }) => ({
			attendeeId: id,
			...attendee,
			answers: current(answers.people.get(id)),
		})),
		missingCount: countMissing(rows, attendees, answers, own),
		files: files.map(presentFile),
	};
}

/** The labels of those of the questions whose answers an order and its people still owe. */
export async function findOwedQuestions(
	services: Services,
	scope: OrderScope,
	questionIds: readonly string[],
): Promise<string[]> {
	const { db } = services.database;
	const rows = await readQuestions(db, scope);
	const [attendees, answers] = await Promise.all([readAskedAttendees(db, scope), readAnswers(db, scope)]);
	const owed = new Set(owedQuestions(rows, attendees, answers).map(({ id }) => id));
	return rows.flatMap(({ id, label }) => (questionIds.includes(id) && owed.has(id) ? [label] : []));
}

/** The questions of a guest as the organiser sees them: active ones, and answers to removed ones. */
export async function getGuestAnswers(
	services: Services,
	scope: EventScope,
	attendeeId: string,
): Promise<GuestAnswers> {
	const { db } = services.database;
	const { orderId, ticketTypeId, isCancelled } = await getOrderOf(db, scope, attendeeId);
	const order = { ...scope, orderId };
	const rows = await readQuestions(db, scope, { withArchived: true });
	const [attendees, answers] = await Promise.all([readAskedAttendees(db, order), readAnswers(db, order)]);
	const own = answers.people.get(attendeeId) ?? {};
	const files = await readNamedFiles(db, scope, rows, [own, answers.order]);
	const { orderTicketTypeIds } = answererOf(attendees, answers, null);
	const hasAnswer = ({ id }: QuestionRow) => own[id] !== undefined || answers.order[id] !== undefined;
	return {
		attendeeId,
		orderId,
		ticketTypeId,
		orderTicketTypeIds: [...orderTicketTypeIds],
		questions: rows
			.filter((row) => row.archivedAt === null || hasAnswer(row))
			.map((row) => ({
				...presentQuestion(row, [own[row.id], answers.order[row.id]]),
				isArchived: row.archivedAt !== null,
				isAskedAtDoor: row.isAskedAtDoor,
			})),
		answers: own,
		orderAnswers: answers.order,
		missingCount: isCancelled
			? 0
			: countMissing(
					rows.filter(({ scope }) => scope === 'attendee'),
					attendees.filter(({ id }) => id === attendeeId),
					answers,
				),
		files: files.map(presentFile),
	};
}

/** The questions of an event for the editor, archived ones last. */
export async function listEditedQuestions(services: Services, scope: EventScope): Promise<EditedQuestion[]> {
	const rows = await readQuestions(services.database.db, scope, { withArchived: true });
	if (rows.length === 0) return [];
	const { rows: counts } = await services.database.pool.query<{ question_id: string; answers: number }>(
		`SELECT question_id, count(*)::int AS answers FROM answers
		WHERE organisation_id = $2 AND question_id = ANY ($1::uuid[]) GROUP BY 1`,
		[rows.map(({ id }) => id), scope.organisationId],
	);
	const answers = new Map(counts.map((row) => [row.question_id, row.answers]));
	return rows.map((row) => ({
		...presentQuestion(row),
		isAskedAtDoor: row.isAskedAtDoor,
		isArchived: row.archivedAt !== null,
		answerCount: answers.get(row.id) ?? 0,
		version: row.version,
	}));
}
