import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerText, checkAnswer } from './answers.ts';
import { type QuestionKind, questionKinds } from './questions.ts';

const choices = [
	{ id: 'a', label: 'Apple' },
	{ id: 'b', label: 'Bread' },
];
const check = (kind: QuestionKind, given: unknown) => checkAnswer({ kind, choices }, given);

test.each<[QuestionKind, unknown, unknown]>([
	['text', '  Ada ', 'Ada'],
	['text', '   ', null],
	['text', null, null],
	['long_text', 'one\ntwo', 'one\ntwo'],
	['number', -3.5, -3.5],
	['single_choice', 'b', 'b'],
	['multiple_choice', ['b', 'a'], ['a', 'b']],
	['multiple_choice', [], null],
	['date', '2028-02-29', '2028-02-29'],
	['phone', '+49 (0)30 123-456', '+49 (0)30 123-456'],
	['country', 'PT', 'PT'],
	['consent', false, false],
])('%s stores %j as %j', (kind, given, stored) => {
	expect(check(kind, given)).toEqual({ value: stored });
});

test.each<[QuestionKind, unknown, string]>([
	['text', 'one\ntwo', 'VALIDATION_INVALID_FORMAT'],
	['text', 'x'.repeat(501), 'VALIDATION_FAILED'],
	['long_text', 'NUL \0', 'VALIDATION_INVALID_FORMAT'],
	['long_text', 'half \ud800', 'VALIDATION_INVALID_FORMAT'],
	['number', '7', 'VALIDATION_INVALID_NUMBER'],
	['number', Number.NaN, 'VALIDATION_INVALID_NUMBER'],
	['number', 1e16, 'VALIDATION_INVALID_NUMBER'],
	['single_choice', 'c', 'VALIDATION_FAILED'],
	['single_choice', ['a'], 'VALIDATION_INVALID_FORMAT'],
	['multiple_choice', 'a', 'VALIDATION_INVALID_FORMAT'],
	['multiple_choice', ['a', 'a'], 'VALIDATION_FAILED'],
	['multiple_choice', ['a', 'c'], 'VALIDATION_FAILED'],
	['date', '2027-02-29', 'VALIDATION_INVALID_DATE'],
	['date', '29.2.2028', 'VALIDATION_INVALID_DATE'],
	['date', '0001-01-01', 'VALIDATION_INVALID_DATE'],
	['phone', 'call me', 'VALIDATION_INVALID_PHONE'],
	['phone', '1234', 'VALIDATION_INVALID_PHONE'],
	['country', 'ZZ', 'VALIDATION_FAILED'],
	['consent', 'yes', 'VALIDATION_INVALID_FORMAT'],
])('%s refuses %j with %s', (kind, given, code) => {
	expect(check(kind, given).refusal?.code).toBe(code);
});

test('whatever comes is stored as its kind, removed or refused, and what is stored is stored again', () => {
	fc.assert(
		fc.property(fc.constantFrom(...questionKinds), fc.jsonValue(), (kind, given) => {
			const checked = check(kind, given);
			if (checked.refusal) return;
			expect(check(kind, checked.value)).toEqual(checked);
			expect(typeof answerText({ kind, choices }, checked.value ?? undefined)).toBe('string');
		}),
		{ numRuns: 500 },
	);
});

test('files read the words of choices, also of those that are offered no more', () => {
	expect(answerText({ kind: 'multiple_choice', choices }, ['a', 'b'])).toBe('Apple; Bread');
	expect(answerText({ kind: 'single_choice', choices }, 'gone')).toBe('gone');
	expect(answerText({ kind: 'consent', choices: [] }, true)).toBe('yes');
	expect(answerText({ kind: 'number', choices: [] }, 3)).toBe('3');
	expect(answerText({ kind: 'text', choices: [] }, undefined)).toBe('');
});
