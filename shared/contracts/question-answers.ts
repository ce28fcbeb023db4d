import { z } from '../lib/z.ts';
import { answerFileTypes } from '../rules/answer-files.ts';
import { uuid } from './common.ts';
import { endpoint, eventAccess, orderAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { question } from './questions.ts';

/** What an answer may be on the wire; what it must be depends on its question (shared/rules/answers.ts). */
const answerValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** Answers by the id of their question. */
const answers = z.record(z.string(), answerValue);

/** A file that was uploaded as an answer. An answer of kind `file` is its id. */
export const answerFile = z
	.object({
		id: uuid(),
		questionId: uuid(),
		/** As it was called where it was uploaded, without a path. */
		name: z.string(),
		/** Found by its content. */
		type: z.enum(answerFileTypes),
		bytes: z.int(),
	})
	.meta({ id: 'AnswerFile' });

export type AnswerFile = z.output<typeof answerFile>;

const files = z.array(answerFile).max(1_000);

/** Answers to write: only those named are changed, null takes one back. */
const newAnswers = z
	.record(
		uuid(),
		z
			.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(40)).max(100)])
			.nullable(),
	)
	.refine((given) => Object.keys(given).length <= 100, 'At most 100 answers.');

/** A person with a ticket, who answers. */
const answerer = z.object({
	attendeeId: uuid(),
	name: z.string(),
	ticketTypeId: uuid(),
	ticketTypeName: z.string(),
	answers,
});

/**
 * The questions of an order with what was answered. All that may be put stand in `questions`, in their order; which are, follows from
 * the tickets and the answers (questionsFor in shared/rules/questions.ts).
 */
export const managedQuestions = z
	.object({
		/** Until the event starts. */
		isEditable: z.boolean(),
		questions: z.array(question),
		order: z.object({ answers }),
		/** Tickets that are not cancelled. */
		attendees: z.array(answerer),
		/** Required answers that are not there yet. */
		missingCount: z.int(),
		/** The files that these answers name. */
		files,
	})
	.meta({ id: 'ManagedQuestions' });

export type ManagedQuestions = z.output<typeof managedQuestions>;

export const orderParams = z.object({ manageToken: z.string().min(20).max(200) });

export const getManagedQuestions = endpoint({
	id: 'questions.getManagedQuestions',
	method: 'GET',
	path: '/api/orders/{manageToken}/questions',
	summary: 'Get the questions for an order and its attendees, with their answers.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: managedQuestions,
});

export const saveManagedAnswers = endpoint({
	id: 'questions.saveManagedAnswers',
	method: 'PATCH',
	path: '/api/orders/{manageToken}/answers',
	summary:
		'Submit answers, until the event starts: all of them or none. Errors point to an answer as `people.0.answers.{question}`.',
	access: orderAccess,
	limit: 'order',
	params: orderParams,
	maxBodyBytes: 400_000,
	body: z.strictObject({
		people: z
			.array(
				z.strictObject({
					/** Null: the answers of the order itself. */
					attendeeId: uuid().nullable(),
					answers: newAnswers,
				}),
			)
			.min(1)
			.max(50),
	}),
	output: managedQuestions,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const ticketParams = z.object({ ticketToken: z.string().max(200) });

export const getTicketQuestions = endpoint({
	id: 'questions.getTicketQuestions',
	method: 'GET',
	path: '/api/tickets/{ticketToken}/questions',
	summary: 'Get the questions for the guest of a ticket that was transferred or claimed, with their answers.',
	access: { kind: 'ticket' },
	limit: 'read',
	params: ticketParams,
	output: managedQuestions,
});

export const saveTicketAnswers = endpoint({
	id: 'questions.saveTicketAnswers',
	method: 'PATCH',
	path: '/api/tickets/{ticketToken}/answers',
	summary: 'Submit answers as the guest of a ticket that was transferred or claimed, until the event starts.',
	access: { kind: 'ticket' },
	limit: 'order',
	params: ticketParams,
	maxBodyBytes: 400_000,
	body: z.strictObject({ answers: newAnswers }),
	output: managedQuestions,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** Answers of one guest as organisers see them: to current questions, and to archived ones. */
export const guestAnswers = z
	.object({
		attendeeId: uuid(),
		orderId: uuid(),
		ticketTypeId: uuid(),
		/** Of the tickets of the order that are not cancelled. */
		orderTicketTypeIds: z.array(uuid()),
		/** All questions of the event that may be put, and archived ones with an answer of this guest. */
		questions: z.array(question.extend({ isArchived: z.boolean(), isAskedAtDoor: z.boolean() })),
		answers,
		orderAnswers: answers,
		missingCount: z.int(),
		/** The files that these answers name. */
		files,
	})
	.meta({ id: 'GuestAnswers' });

export type GuestAnswers = z.output<typeof guestAnswers>;

export const attendeeParams = eventParams.extend({ attendee: uuid() });

export const getGuestAnswers = endpoint({
	id: 'questions.getGuestAnswers',
	method: 'GET',
	path: '/api/events/{event}/attendees/{attendee}/answers',
	summary: 'Get the answers of a guest and of their order.',
	access: eventAccess('attendees.view'),
	limit: 'read',
	params: attendeeParams,
	output: guestAnswers,
});

export const saveGuestAnswers = endpoint({
	id: 'questions.saveGuestAnswers',
	method: 'PATCH',
	path: '/api/events/{event}/attendees/{attendee}/answers',
	summary: 'Update the answers of a guest at any time. Only the answers sent change; null removes one.',
	access: eventAccess('attendees.edit'),
	limit: 'write',
	params: attendeeParams,
	maxBodyBytes: 400_000,
	body: z.strictObject({ answers: newAnswers.optional(), orderAnswers: newAnswers.optional() }),
	output: guestAnswers,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
