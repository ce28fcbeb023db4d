import { expect, test } from 'vitest';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { draftOf, isComplete, moved, newDraft, queryOf, retainFilters } from './draft.ts';

const query: ReportQuery = {
	dataset: 'attendees',
	columns: ['name', 'email'],
	groups: [],
	measures: [],
	filters: [],
	order: [{ by: 'name', descending: false }],
	timeZone: 'UTC',
};

test('a list asks for its columns, a summary for groups and measures; the order follows what is shown', () => {
	const draft = draftOf(query, 'auto');
	expect(queryOf(draft)).toEqual(query);
	const summary = { ...draft, mode: 'summary' as const };
	expect(queryOf(summary)).toBeNull();
	const requested = queryOf({
		...summary,
		query: { ...query, groups: ['createdAt.month'], measures: ['tickets'] },
	});
	expect(requested).toMatchObject({
		columns: [],
		groups: ['createdAt.month'],
		measures: ['tickets'],
		order: [],
	});
});

test('filters without their values are not part of the query', () => {
	const filters = [
		{ column: 'name', is: 'contains' as const, values: [''] },
		{ column: 'status', is: 'is' as const, values: [] },
		{ column: 'name', is: 'empty' as const, values: [] },
		{ column: 'createdAt', is: 'between' as const, values: ['2027-01-01', '2027-02-01'] },
	];
	expect(filters.map(isComplete)).toEqual([false, false, true, true]);
	expect(queryOf(draftOf({ ...query, filters }, 'auto'))?.filters).toHaveLength(2);
});

test('what is left of filters that are joined by or stays one group, and joins no other', () => {
	const named = (value: string, or = false) => ({
		...{ column: 'name', is: 'is' as const, values: value ? [value] : [] },
		...(or && { or }),
	});
	const filters = [named('a'), named(''), named('b', true), named('c', true), named('d')];
	expect(queryOf(draftOf({ ...query, filters }, 'auto'))?.filters).toEqual([
		named('a'),
		named('b'),
		named('c', true),
		named('d'),
	]);
	expect(retainFilters(filters, (_, index) => index !== 4)).toEqual(filters.slice(0, 4));
});

test('a new report is a list of the first columns, a saved one opens as what it is', () => {
	const column = { label: '', type: 'text' as const, grains: [], choices: [], isPersonal: false };
	const { query: first, chart } = newDraft(
		{
			...{ id: 'attendees', label: '', description: '', isAllowed: true },
			columns: [
				{ ...column, id: 'name', isAllowed: false },
				{ ...column, id: 'event', isAllowed: true },
			],
			measures: [{ id: 'tickets', label: '', type: 'number', isAllowed: true, forms: [] }],
		},
		'UTC',
	);
	expect(queryOf(draftOf(first, chart))).toMatchObject({ columns: ['event'], measures: [] });
	const summary = { ...query, columns: [], order: [], measures: ['tickets'] };
	expect(queryOf(draftOf(summary, 'auto'))).toEqual(summary);
});

test('moves one item by a place', () => {
	expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
	expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
});
