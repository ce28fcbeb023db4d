import { describe, expect, test } from 'vitest';
import {
	type Answerer,
	isAnswered,
	meetsCondition,
	missingAnswers,
	openQuestions,
	type QuestionRules,
	questionsFor,
} from './questions.ts';

const question = (id: string, more: Partial<QuestionRules> = {}): QuestionRules => ({
	id,
	kind: 'text',
	scope: 'attendee',
	choices: [],
	isRequired: false,
	ticketTypeIds: null,
	shownWhen: null,
	...more,
});
const choices = [{ id: 'vegan' }, { id: 'other' }];
const order: Answerer = { orderTicketTypeIds: ['standard', 'vip'], orderAnswers: {} };
const person = (answers: Answerer['orderAnswers'] = {}, ticketTypeId = 'standard'): Answerer => ({
	...order,
	attendee: { ticketTypeId, answers },
});
const ids = (questions: QuestionRules[], who: Answerer) => questionsFor(questions, who).map(({ id }) => id);

describe('what is asked of whom', () => {
	test('the order and each person have their own questions', () => {
		const questions = [question('a'), question('b', { scope: 'order' })];
		expect(ids(questions, order)).toEqual(['b']);
		expect(ids(questions, person())).toEqual(['a']);
	});

	test('a question for some tickets is asked of those, and of orders that have one', () => {
		const questions = [
			question('a', { ticketTypeIds: ['vip'] }),
			question('b', { scope: 'order', ticketTypeIds: ['vip'] }),
			question('c', { scope: 'order', ticketTypeIds: ['crew'] }),
		];
		expect(ids(questions, person())).toEqual([]);
		expect(ids(questions, person({}, 'vip'))).toEqual(['a']);
		expect(ids(questions, order)).toEqual(['b']);
		expect(ids(questions, { ...order, orderTicketTypeIds: [] })).toEqual([]);
	});

	test('a chain of conditions ends where the first is not met', () => {
		const questions = [
			question('diet', { kind: 'single_choice', choices }),
			question('which', {
				kind: 'multiple_choice',
				choices,
				shownWhen: { questionId: 'diet', equals: 'other' },
			}),
			question('more', { shownWhen: { questionId: 'which', equals: 'vegan' } }),
		];
		expect(ids(questions, person())).toEqual(['diet']);
		expect(ids(questions, person({ diet: 'other' }))).toEqual(['diet', 'which']);
		expect(ids(questions, person({ diet: 'other', which: ['other', 'vegan'] }))).toEqual([
			'diet',
			'which',
			'more',
		]);
		// An answer to a question that is not put decides nothing.
		expect(ids(questions, person({ diet: 'vegan', which: ['vegan'] }))).toEqual(['diet']);
	});

	test("a person's question may hang on one of the order; one that is for another ticket is never put", () => {
		const deciding = question('bus', { kind: 'consent', scope: 'order' });
		const hanging = question('seat', { shownWhen: { questionId: 'bus', equals: 'yes' } });
		expect(ids([deciding, hanging], person())).toEqual([]);
		expect(ids([deciding, hanging], { ...person(), orderAnswers: { bus: true } })).toEqual(['seat']);
		const forVip = question('diet', { kind: 'consent', ticketTypeIds: ['vip'] });
		const after = question('more', { shownWhen: { questionId: 'diet', equals: 'yes' } });
		expect(ids([forVip, after], person({ diet: true }))).toEqual([]);
	});

	test('questions that hang on each other, or on nothing, are not asked', () => {
		const circle = [
			question('a', { kind: 'consent', shownWhen: { questionId: 'b', equals: 'yes' } }),
			question('b', { kind: 'consent', shownWhen: { questionId: 'a', equals: 'yes' } }),
			question('c', { shownWhen: { questionId: 'gone', equals: 'yes' } }),
		];
		expect(ids(circle, person({ a: true, b: true }))).toEqual([]);
	});
});

test('conditions are met by the answer they name', () => {
	expect(meetsCondition({ kind: 'consent' }, true, 'yes')).toBe(true);
	expect(meetsCondition({ kind: 'consent' }, false, 'yes')).toBe(false);
	expect(meetsCondition({ kind: 'multiple_choice' }, ['a', 'b'], 'b')).toBe(true);
	expect(meetsCondition({ kind: 'single_choice' }, 'a', 'b')).toBe(false);
	expect(meetsCondition({ kind: 'text' }, 'b', 'b')).toBe(false);
});

test('what is missing is what must be answered, is put and is not answered', () => {
	const questions = [
		question('name', { isRequired: true }),
		question('terms', { kind: 'consent', isRequired: true }),
		question('vip', { isRequired: true, ticketTypeIds: ['vip'] }),
		question('free'),
	];
	const missing = (answers: Answerer['orderAnswers']) =>
		missingAnswers(questions, person(answers)).map(({ id }) => id);
	expect(missing({})).toEqual(['name', 'terms']);
	expect(missing({ name: 'Ada', terms: false })).toEqual(['terms']);
	expect(missing({ name: 'Ada', terms: true })).toEqual([]);
	const open = openQuestions(questions, person({ name: 'Ada', terms: true }));
	expect(open.map(({ id }) => id)).toEqual(['free']);
	expect(isAnswered({ kind: 'consent', isRequired: false }, false)).toBe(true);
});
