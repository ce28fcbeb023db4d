import { expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { checkInFeed } from './live-feed.ts';

test('an event that is watched from the middle of a poll is read anew: the poll did not cover it', async () => {
	let answerPoll = (_: object) => {};
	const isPolling = Promise.withResolvers<void>();
	let polls = 0;
	const pool = {
		query: ({ values }: { values?: unknown[] }) => {
			if (!values) return Promise.resolve({ rows: [{ snapshot: '1:1:' }] });
			polls += 1;
			if (polls > 1) return new Promise(() => {});
			isPolling.resolve();
			return new Promise((resolve) => {
				answerPoll = resolve;
			});
		},
	};
	const feed = checkInFeed({ database: { pool }, log: { warn() {} } } as unknown as Services);
	const news: Record<string, string> = { first: '', second: '' };
	const listen = (eventId: string) =>
		feed.subscribe({ organisationId: 'o', eventId }, 'door', (bytes) => {
			news[eventId] += Buffer.from(bytes).toString();
		});
	await listen('first');
	await isPolling.promise;
	await listen('second');
	answerPoll({ rows: [{ snapshot: '2:2:', event_id: null, verdict: null }] });
	await expect.poll(() => news.second).toBe('event: change\ndata: {"listId":"second"}\n\n');
	expect(news.first).toBe('');
});
