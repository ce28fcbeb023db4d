import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { storeAnswer } from './api-query.ts';
import { createQueryClient } from './query-client.ts';

const key = ['overview'];

test('a reading that began before a change does not put the old state back', async () => {
	const queries = createQueryClient();
	queries.setQueryData(key, 'draft');
	const older = Promise.withResolvers<string>();
	const reading = queries.fetchQuery({ queryKey: key, queryFn: () => older.promise });
	storeAnswer(queries, key, 'live');
	older.resolve('draft');
	await reading;
	expect(queries.getQueryData(key)).toBe('live');
});

test('what was being read beside it is read again', async () => {
	const queries = createQueryClient();
	queries.setQueryData(key, { state: 'draft', matches: 0 });
	const older = Promise.withResolvers<object>();
	const answers = [older.promise, Promise.resolve({ state: 'live', matches: 1 })];
	const observer = new QueryObserver(queries, { queryKey: key, queryFn: () => answers.shift()! });
	const leave = observer.subscribe(() => {});
	storeAnswer(queries, key, (before: object | undefined) => ({ ...before, state: 'live' }));
	expect(queries.getQueryData(key)).toEqual({ state: 'live', matches: 0 });
	older.resolve({ state: 'draft', matches: 1 });
	await expect.poll(() => queries.getQueryData(key)).toEqual({ state: 'live', matches: 1 });
	leave();
});
