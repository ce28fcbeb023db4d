import { expect, test } from 'vitest';
import { newEntries } from './error-behaviour.ts';

const title = { name: 'title', key: '1 title' };
const starts = { name: 'starts', key: '1 starts' };

test('a list that only shrinks has no new entry, so the focus stays', () => {
	expect(newEntries([starts], [title.key, starts.key])).toEqual([]);
	expect(newEntries([], [title.key])).toEqual([]);
});

test('the same error after another sending is new', () => {
	expect(newEntries([{ ...title, key: '2 title' }], [title.key])).toHaveLength(1);
	expect(newEntries([title, starts], [starts.key])).toEqual([title]);
});
