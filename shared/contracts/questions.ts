import { z } from '../lib/z.ts';
import { answerFileTypes, mostAnswerFileBytes } from '../rules/answer-files.ts';
import { questionKinds, questionScopes } from '../rules/questions.ts';
import { text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';

/** A choice of a question; its id stays when its words are mended. */
export const questionChoice = z.object({ id: z.string(), label: z.string() });

const shownWhen = z.object({
	questionId: uuid(),
	/** The id of a choice, or `yes` for consent. */
	equals: z.string().min(1).max(40),
});

/** A question as those who answer it see it. */
export const question = z
	.object({
		id: uuid(),
		label: z.string(),
		help: z.string(),
		kind: z.enum(questionKinds),
		/** Asked once of an order, or of each person in it. */
		scope: z.enum(questionScopes),
		choices: z.array(questionChoice),
		isRequired: z.boolean(),
		/** Null: every ticket type. */
		ticketTypeIds: z.array(uuid()).nullable(),
		/** Asked only where this earlier question has this answer. */
		shownWhen: shownWhen.nullable(),
		/** Of a consent: it is to news of the organiser by email, which asks to confirm. */
		asksForNews: z.boolean(),
	})
	.meta({ id: 'Question' });
export type Question = z.output<typeof question>;

/** The same for who wrote it. */
export const editedQuestion = question
	.extend({
		/** Who comes to the door without an answer is asked there. */
		isAskedAtDoor: z.boolean(),
		/** Asked no more; its answers are kept. */
		isArchived: z.boolean(),
		answerCount: z.number().int(),
		version: z.number().int(),
	})
	.meta({ id: 'EditedQuestion' });
export type EditedQuestion = z.output<typeof editedQuestion>;

const editable = {
	label: text({ max: 300, min: 1 }),
	help: text({ max: 1_000, lines: true }),
	kind: z.enum(questionKinds),
	scope: z.enum(questionScopes),
	/** Those with an id are choices that the question has; the others are new. */
	choices: z
		.array(z.object({ id: z.string().max(40).optional(), label: text({ max: 200, min: 1 }) }))
		.max(100),
	isRequired: z.boolean(),
	ticketTypeIds: z.array(uuid()).min(1).max(100).nullable(),
	shownWhen: shownWhen.nullable(),
	isAskedAtDoor: z.boolean(),
	/** Of an optional consent: whoever agrees is asked by email to confirm, and then follows the organiser. */
	asksForNews: z.boolean(),
	/** Email buyers who still owe the answer. Only when the question becomes required. Ten minutes later, so that it can be undone before. */
	notify: z.boolean(),
};

const ways = { kind: 'organisation', via: 'event' } as const;
export const questionParams = eventParams.extend({ question: uuid() });

export const listQuestions = endpoint({
	id: 'questions.listQuestions',
	method: 'GET',
	path: '/api/events/{event}/questions',
	summary: 'List the questions of an event in order, then archived ones that have answers.',
	access: { ...ways, action: 'events.view' },
	limit: 'read',
	params: eventParams,
	output: z.object({ data: z.array(editedQuestion), nextCursor: z.string().nullable() }),
});

export const createQuestion = endpoint({
	id: 'questions.createQuestion',
	method: 'POST',
	path: '/api/events/{event}/questions',
	summary: 'Add a question at the end.',
	access: { ...ways, action: 'tickets.edit' },
	limit: 'write',
	status: 201,
	hasVersion: true,
	params: eventParams,
	body: z.strictObject(editable).partial().required({ label: true, kind: true }),
	output: editedQuestion,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateQuestion = endpoint({
	id: 'questions.updateQuestion',
	method: 'PATCH',
	path: '/api/events/{event}/questions/{question}',
	summary:
		'Change a question, or ask an archived one again (`isArchived: false`). What it is and whom it asks stay as they are once it has answers.',
	access: { ...ways, action: 'tickets.edit' },
	limit: 'write',
	hasVersion: true,
	params: questionParams,
	body: z.strictObject({ ...editable, isArchived: z.literal(false) }).partial(),
	output: editedQuestion,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const reorderQuestions = endpoint({
	id: 'questions.reorderQuestions',
	method: 'PUT',
	path: '/api/events/{event}/questions/order',
	summary: 'Reorder the questions. All active questions must be listed.',
	access: { ...ways, action: 'tickets.edit' },
	limit: 'write',
	params: eventParams,
	body: z.strictObject({ ids: z.array(uuid()).max(100) }),
	output: z.object({ data: z.array(editedQuestion), nextCursor: z.string().nullable() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteQuestion = endpoint({
	id: 'questions.deleteQuestion',
	method: 'DELETE',
	path: '/api/events/{event}/questions/{question}',
	summary: 'Remove a question. It is archived if it has answers, deleted otherwise.',
	access: { ...ways, action: 'tickets.edit' },
	limit: 'write',
	params: questionParams,
	output: z.object({ outcome: z.enum(['archived', 'deleted']) }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

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
		bytes: z.number().int(),
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

/** One who is asked: a person with a ticket. */
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
		missingCount: z.number().int(),
		/** The files that these answers name. */
		files,
	})
	.meta({ id: 'ManagedQuestions' });
export type ManagedQuestions = z.output<typeof managedQuestions>;

const orderParams = z.object({ manageToken: z.string().min(20).max(200) });

export const getManagedQuestions = endpoint({
	id: 'questions.getManagedQuestions',
	method: 'GET',
	path: '/api/orders/{manageToken}/questions',
	summary: 'Get the questions for an order and its attendees, with their answers.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams,
	output: managedQuestions,
});

export const saveManagedAnswers = endpoint({
	id: 'questions.saveManagedAnswers',
	method: 'PATCH',
	path: '/api/orders/{manageToken}/answers',
	summary:
		'Answer, until the event starts: all that is sent or nothing. A refused answer is named as `people.0.answers.{question}`.',
	access: { kind: 'order' },
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

const ticketParams = z.object({ ticketToken: z.string().max(200) });

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
	summary: 'Answer as the guest of a ticket that was transferred or claimed, until the event starts.',
	access: { kind: 'ticket' },
	limit: 'order',
	params: ticketParams,
	maxBodyBytes: 400_000,
	body: z.strictObject({ answers: newAnswers }),
	output: managedQuestions,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** What an organiser sees of one guest: what is put to them now, and kept answers to what is asked no more. */
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
		missingCount: z.number().int(),
		/** The files that these answers name. */
		files,
	})
	.meta({ id: 'GuestAnswers' });
export type GuestAnswers = z.output<typeof guestAnswers>;

const attendeeParams = eventParams.extend({ attendee: uuid() });

export const getGuestAnswers = endpoint({
	id: 'questions.getGuestAnswers',
	method: 'GET',
	path: '/api/events/{event}/attendees/{attendee}/answers',
	summary: 'Get the answers of a guest and of their order.',
	access: { ...ways, action: 'attendees.view' },
	limit: 'read',
	params: attendeeParams,
	output: guestAnswers,
});

export const saveGuestAnswers = endpoint({
	id: 'questions.saveGuestAnswers',
	method: 'PATCH',
	path: '/api/events/{event}/attendees/{attendee}/answers',
	summary: 'Update the answers of a guest at any time. Only the answers sent change; null removes one.',
	access: { ...ways, action: 'attendees.edit' },
	limit: 'write',
	params: attendeeParams,
	maxBodyBytes: 400_000,
	body: z.strictObject({ answers: newAnswers.optional(), orderAnswers: newAnswers.optional() }),
	output: guestAnswers,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/*
 * Files are uploaded before they are an answer: the upload answers with an id, and saving the answer with that id keeps the file. One
 * that no answer names is removed after a day.
 */
const fileUpload = {
	field: 'file',
	maxBytes: mostAnswerFileBytes,
	description: 'PDF, JPEG, PNG, WebP or HEIC, up to 10 MB',
} as const;
const uploadQuery = z.object({ question: uuid() });
/** Spread where it is used: the build of the app keeps an output that is an object literal, and takes a name for a schema. */
const fileAnswer = {
	contentType: 'application/octet-stream',
	description: 'The file, as an attachment',
} as const;
const fileId = { file: uuid() };

export const uploadManagedFile = endpoint({
	id: 'questions.uploadManagedFile',
	method: 'POST',
	path: '/api/orders/{manageToken}/answer-files',
	summary:
		'Upload a file as the answer to a question of kind `file`, until the event starts. Save the answer with its id within a day.',
	access: { kind: 'order' },
	limit: 'upload',
	status: 201,
	params: orderParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getManagedFile = endpoint({
	id: 'questions.getManagedFile',
	method: 'GET',
	path: '/api/orders/{manageToken}/answer-files/{file}',
	summary: 'Download a file that was uploaded for an order.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams.extend(fileId),
	output: { ...fileAnswer },
});

export const uploadTicketFile = endpoint({
	id: 'questions.uploadTicketFile',
	method: 'POST',
	path: '/api/tickets/{ticketToken}/answer-files',
	summary: 'Upload a file as the guest of a ticket that was transferred or claimed, until the event starts.',
	access: { kind: 'ticket' },
	limit: 'upload',
	status: 201,
	params: ticketParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getTicketFile = endpoint({
	id: 'questions.getTicketFile',
	method: 'GET',
	path: '/api/tickets/{ticketToken}/answer-files/{file}',
	summary: 'Download a file that the guest of a ticket uploaded.',
	access: { kind: 'ticket' },
	limit: 'read',
	params: ticketParams.extend(fileId),
	output: { ...fileAnswer },
});

export const uploadGuestFile = endpoint({
	id: 'questions.uploadGuestFile',
	method: 'POST',
	path: '/api/events/{event}/attendees/{attendee}/answer-files',
	summary: 'Upload a file as the answer of a guest or of their order, at any time.',
	access: { ...ways, action: 'attendees.edit' },
	limit: 'upload',
	status: 201,
	params: attendeeParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getGuestFile = endpoint({
	id: 'questions.getGuestFile',
	method: 'GET',
	path: '/api/events/{event}/attendees/{attendee}/answer-files/{file}',
	summary: 'Download a file of a guest or of their order.',
	access: { ...ways, action: 'attendees.view' },
	limit: 'read',
	isHiddenFromViewers: true,
	params: attendeeParams.extend(fileId),
	output: { ...fileAnswer },
});

export const exportQuestionFiles = endpoint({
	id: 'questions.exportQuestionFiles',
	method: 'GET',
	path: '/api/events/{event}/questions/{question}/files',
	summary: 'Download all files that answer a question, as a ZIP file named by guest.',
	access: { ...ways, action: 'attendees.export' },
	limit: 'export',
	isHiddenFromViewers: true,
	params: questionParams,
	output: { contentType: 'application/zip', description: 'A ZIP file with one file for each answer' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});
