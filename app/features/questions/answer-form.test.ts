import { describe, expect, test } from 'vitest';
import { answerOf, draftOf } from '#app/ui/answer-drafts.ts';
import type { Question } from '#shared/contracts/questions.ts';
import { answersWith, changedAnswers, type Drafts } from './answer-form.ts';

const question = (id: string, more: Partial<Question> = {}): Question => ({
	id,
	label: id,
	help: '',
	kind: 'text',
	scope: 'attendee',
	choices: [],
	isRequired: false,
	ticketTypeIds: null,
	shownWhen: null,
	asksForNews: false,
	...more,
});
const changed = (questions: Question[], saved: Record<string, string>, drafts: Drafts) =>
	changedAnswers(questions, saved, drafts, {
		orderTicketTypeIds: ['t'],
		orderAnswers: {},
		attendee: { ticketTypeId: 't', answers: answersWith(questions, saved, drafts) },
	});

describe('what is sent', () => {
	test('is what differs from what is saved', () => {
		const questions = [question('a'), question('b'), question('c')];
		expect(changed(questions, { a: 'one', b: 'two' }, { a: 'one ', b: '', c: ' ' })).toEqual({ b: null });
	});

	test('leaves out what must be answered and never was, so that the rest is saved', () => {
		const must = [question('a', { isRequired: true }), question('b', { kind: 'consent', isRequired: true })];
		expect(changed(must, {}, { a: ' ', b: false })).toEqual({});
		expect(changed(must, { a: 'one' }, { a: '' })).toEqual({ a: null });
	});

	test('leaves out what is not put by the answers of the same form', () => {
		const questions = [
			question('vegan', { kind: 'consent' }),
			question('milk', { shownWhen: { questionId: 'vegan', equals: 'yes' } }),
		];
		expect(changed(questions, {}, { vegan: false, milk: 'oat' })).toEqual({});
		expect(changed(questions, {}, { vegan: true, milk: 'oat' })).toEqual({ vegan: true, milk: 'oat' });
	});
});

test('drafts become answers of their kind; what is no number is sent as typed', () => {
	expect(answerOf('number', '1 234,5', undefined)).toBe(1234.5);
	expect(answerOf('number', 'many', undefined)).toBe('many');
	expect(answerOf('consent', false, undefined)).toBeNull();
	expect(answerOf('consent', false, true)).toBe(false);
	expect(answerOf('multiple_choice', [], undefined)).toBeNull();
	expect(draftOf('number', 12)).toBe('12');
	expect(draftOf('multiple_choice', undefined)).toEqual([]);
});
