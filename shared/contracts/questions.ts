import { z } from '../lib/z.ts';
import { questionKinds, questionScopes } from '../rules/questions.ts';
import { page, text, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** A choice of a question; its id stays when its text is edited. */
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
		/** Guests without an answer are asked at check-in. */
		isAskedAtDoor: z.boolean(),
		/** Archived; its answers are retained. */
		isArchived: z.boolean(),
		answerCount: z.int(),
		version: z.int(),
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

export const questionParams = eventParams.extend({ question: uuid() });

export const listQuestions = endpoint({
	id: 'questions.listQuestions',
	method: 'GET',
	path: '/api/events/{event}/questions',
	summary: 'List the questions of an event in order, then archived ones that have answers.',
	access: eventAccess('events.view'),
	limit: 'read',
	params: eventParams,
	output: page(editedQuestion),
});

export const createQuestion = endpoint({
	id: 'questions.createQuestion',
	method: 'POST',
	path: '/api/events/{event}/questions',
	summary: 'Add a question at the end.',
	access: eventAccess('tickets.edit'),
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
		'Update a question, or restore an archived one (`isArchived: false`). Its kind and whom it is for can’t be changed once it has answers.',
	access: eventAccess('tickets.edit'),
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
	access: eventAccess('tickets.edit'),
	limit: 'write',
	params: eventParams,
	body: z.strictObject({ ids: z.array(uuid()).max(100) }),
	output: page(editedQuestion),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteQuestion = endpoint({
	id: 'questions.deleteQuestion',
	method: 'DELETE',
	path: '/api/events/{event}/questions/{question}',
	summary: 'Remove a question. It is archived if it has answers, deleted otherwise.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	params: questionParams,
	output: z.object({ outcome: z.enum(['archived', 'deleted']) }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
