import { expect, test, vi } from 'vitest';
import { readDays, readEvents } from './read-events.ts';

const signal = new AbortController().signal;

/** Answers pages of two events, `pages` of them, and says which addresses were requested. */
function stubPages(pages: number): URL[] {
	const requested: URL[] = [];
	vi.stubGlobal('fetch', async (address: string) => {
		const url = new URL(address.slice(address.indexOf('/api/')), 'https://foyer.example');
		requested.push(url);
		const page = Number(url.searchParams.get('cursor') ?? 0);
		const nextCursor = page + 1 < pages ? String(page + 1) : null;
		return Response.json({ data: [{ slug: `${page}-a` }, { slug: `${page}-b` }], nextCursor });
	});
	return requested;
}

test('a list asks for the events of its organiser and leaves out what is empty', async () => {
	const [requested, whose] = [stubPages(1), { organiser: 'blue & co', category: '' }];
	await readEvents(whose, { limit: 12, cursor: '' }, signal);
	expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toEqual({
		organiser: 'blue & co',
		limit: '12',
	});
});

test('days are read page by page, with all dates of series', async () => {
	const [requested, whose] = [stubPages(3), { organiser: 'club', category: 'music' }];
	const { events, hasMore } = await readDays(whose, '2026-11-01', '2026-11-30', signal);
	expect(events.map(({ slug }) => slug)).toEqual(['0-a', '0-b', '1-a', '1-b', '2-a', '2-b']);
	expect(hasMore).toBe(false);
	expect(Object.fromEntries(requested[1]?.searchParams ?? [])).toEqual({
		organiser: 'club',
		category: 'music',
		from: '2026-11-01',
		to: '2026-11-30',
		dates: 'all',
		limit: '100',
		cursor: '1',
	});
});

test('after five pages it says that there are more', async () => {
	const requested = stubPages(9);
	const read = await readDays({ organiser: 'club', category: '' }, '2026-11-01', '2026-11-30', signal);
	expect(requested).toHaveLength(5);
	expect(read.events).toHaveLength(10);
	expect(read.hasMore).toBe(true);
});
