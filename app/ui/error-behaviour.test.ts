import { expect, test } from 'vitest';
import { newEntries } from './error-behaviour.ts';

const title = '1 title';
const starts = '1 starts';

test('a list that only shrinks has no new entry, so the focus stays', () => {
	expect(newEntries([starts], [title, starts])).toEqual([]);
	expect(newEntries([], [title])).toEqual([]);
});

test('the same error after another sending is new', () => {
	expect(newEntries(['2 title'], [title])).toHaveLength(1);
	expect(newEntries([title, starts], [starts])).toEqual([title]);
});
