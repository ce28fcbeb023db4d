import { expect, test } from 'vitest';
import { searchEvents } from './search-events.ts';

const organisations = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: `o${n}`, name: `Organisation ${n}` }));
const page = (ids: string[], nextCursor: string | null = null) =>
	({ data: ids.map((id) => ({ id, slug: id, title: `Event ${id}` })), nextCursor }) as never;

test('the events of every organisation are found, with the name of theirs', async () => {
	const { events, hasMore } = await searchEvents(organisations(20), async (id) =>
		page([`${id}-a`, `${id}-b`]),
	);
	expect(events).toHaveLength(40);
	expect(events.at(-1)).toEqual({
		id: 'o19-b',
		slug: 'o19-b',
		title: 'Event o19-b',
		organisation: 'Organisation 19',
	});
	expect(hasMore).toBe(false);
});

test('it is known when more fit in any of them', async () => {
	const found = await searchEvents(organisations(3), async (id) => page([id], id === 'o1' ? 'next' : null));
	expect(found.hasMore).toBe(true);
});

test('not more than six are read at a time', async () => {
	let open = 0;
	let most = 0;
	await searchEvents(organisations(20), async () => {
		open += 1;
		most = Math.max(most, open);
		await new Promise((resolve) => setTimeout(resolve, 1));
		open -= 1;
		return page([]);
	});
	expect(most).toBe(6);
});

test('one that fails does not affect the others; where all fail it is said', async () => {
	const found = await searchEvents(organisations(3), async (id) => {
		if (id === 'o0') throw new Error('gone');
		return page([id]);
	});
	expect(found.events.map(({ id }) => id)).toEqual(['o1', 'o2']);
	const all = searchEvents(organisations(8), async () => {
		throw new Error('gone');
	});
	await expect(all).rejects.toThrow('gone');
	expect(await searchEvents([], async () => page(['x']))).toEqual({ events: [], hasMore: false });
});
