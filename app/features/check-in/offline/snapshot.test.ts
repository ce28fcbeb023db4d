import { beforeEach, expect, test } from 'vitest';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed, FeedGuest, FeedPresence } from '#shared/contracts/door-sync.ts';
import { packId } from '#shared/rules/door-hash.ts';
import { entranceList } from '#tests/support/door-guests.ts';
import { MemoryStore } from './door-store.ts';
import { NEVER_IN } from './model.ts';
import { Snapshot } from './snapshot.ts';

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const LIST = idOf(900);
const TYPE = idOf(901);

const stats = { checkedInCount: 0, totalAttendees: 0, checkInRate: 0 };
const setupOf = (types = 1): DoorSetup => ({
	event: {
		id: idOf(1),
		title: 'Night of the Harbour',
		location: 'Lisbon',
		startDate: '2026-11-21T19:00:00Z',
		endDate: '2026-11-21T23:00:00Z',
		timeZone: 'Europe/Lisbon',
	},
	link: {
		state: 'open',
		label: 'Gate',
		abilities: ['scan', 'see_emails'],
		wipeAt: '2026-11-23T00:00:00Z',
	},
	salt: 'salt',
	lists: [entranceList(LIST)],
	gates: [],
	questions: [],
	gateId: null,
	ticketTypes: Array.from({ length: types }, (_, index) => ({
		id: TYPE,
		name: `Type ${index}`,
		isAdmission: true,
	})),
	now: '2026-11-21T18:00:00Z',
	stats,
});

const guest = (n: number, name = `Guest ${n}`, type = 0): FeedGuest => [
	packId(idOf(n)),
	`hash-${n}`,
	name,
	type,
	0,
	'',
];
const presence = (n: number, second: number): FeedPresence => [
	packId(idOf(n)),
	0,
	second,
	second,
	'Gate',
	'',
];

/** A server that hands out pages by number. */
function serverOf(pages: Partial<DoorFeed>[]) {
	const requested: (string | null)[] = [];
	const server = { setups: 0, types: 1, requested };
	const feed = async (cursor: string | null): Promise<DoorFeed> => {
		requested.push(cursor);
		const page = pages[Number(cursor ?? 0)];
		const at = Number(cursor ?? 0) + (page ? 1 : 0);
		return {
			link: setupOf().link,
			guests: [],
			gone: [],
			retired: [],
			standings: [],
			conflicts: [],
			stats,
			cursor: String(at),
			isUpToDate: at >= pages.length,
			mustReset: false,
			now: '2026-11-21T18:00:00Z',
			...page,
		};
	};
	const setup = async () => {
		server.setups++;
		return setupOf(server.types);
	};
	return Object.assign(server, { source: { feed, setup } });
}

let store: MemoryStore;
beforeEach(() => {
	store = new MemoryStore();
});

test('the list comes in pages and is whole only at the end', async () => {
	const { source, requested } = serverOf([
		{ guests: [guest(1)] },
		{ guests: [guest(2)] },
		{ standings: [presence(2, 1_700_000_000)] },
	]);
	const snapshot = new Snapshot(store, source);
	const progress: number[] = [];
	expect(snapshot.book).toBeNull();
	await snapshot.update((guests) => progress.push(guests));
	expect(requested).toEqual([null, '1', '2']);
	expect(progress).toEqual([1, 2, 2]);
	expect(snapshot.book?.findByHash('hash-2', LIST)).toMatchObject({
		id: idOf(2),
		firstInMs: 1_700_000_000_000,
		device: 'Gate',
	});
});

test('a page that is opened again has the same list, and goes on where it was', async () => {
	const pages: Partial<DoorFeed>[] = [{ guests: [guest(1), guest(2)] }];
	const { source, requested } = serverOf(pages);
	await new Snapshot(store, source).update();
	const again = new Snapshot(store, source);
	await again.restore();
	expect(again.book?.size).toBe(2);
	pages.push({ guests: [guest(1, 'New Name')], gone: [packId(idOf(2))], retired: ['old'] });
	await again.update();
	expect(requested).toEqual([null, '1']);
	const third = new Snapshot(store, source);
	await third.restore();
	expect(third.book?.find('', LIST).length).toBe(1);
	expect(third.book?.get(idOf(1), LIST)?.name).toBe('New Name');
	expect(third.book?.isRetired('old')).toBe(true);
});

test('a list that stops half way is no list, and the old one stays in use', async () => {
	const first = serverOf([{ guests: [guest(1)] }]);
	const snapshot = new Snapshot(store, first.source);
	await snapshot.update();
	const cut = serverOf([{ mustReset: true }]);
	let calls = 0;
	const broken = new Snapshot(store, {
		setup: cut.source.setup,
		feed: async (cursor) => {
			calls++;
			if (calls === 1) return { ...(await cut.source.feed(null)), mustReset: true };
			if (cursor !== null) throw new Error('cut');
			return { ...(await cut.source.feed(null)), guests: [guest(5)], mustReset: false, isUpToDate: false };
		},
	});
	await broken.restore();
	await expect(broken.update()).rejects.toThrow('cut');
	expect(broken.book?.get(idOf(1), LIST)?.name).toBe('Guest 1');
	const after = new Snapshot(store, first.source);
	await after.restore();
	expect(after.book?.size).toBe(1);
});

test('an unknown ticket type has the setup and the list read anew', async () => {
	const pages: Partial<DoorFeed>[] = [{ guests: [guest(1)] }];
	const server = serverOf(pages);
	const snapshot = new Snapshot(store, server.source);
	await snapshot.update();
	expect(server.setups).toBe(1);
	server.types = 2;
	pages.push({ guests: [guest(2, 'Late', 1)] });
	await snapshot.update();
	expect(server.setups).toBe(2);
	expect(snapshot.book?.get(idOf(2), LIST)?.ticketTypeName).toBe('Type 1');
	expect((await store.names('feed/')).every((name) => name.startsWith('feed/2/'))).toBe(true);
});

test('a link that has ended hands nothing out and changes nothing', async () => {
	const server = serverOf([{ guests: [guest(1)] }]);
	const snapshot = new Snapshot(store, server.source);
	await snapshot.update();
	const ended = { ...setupOf().link, state: 'revoked' as const };
	const after = new Snapshot(store, {
		...server.source,
		feed: async (cursor) => ({ ...(await server.source.feed(cursor)), link: ended }),
	});
	await after.restore();
	expect((await after.update())?.link.state).toBe('revoked');
	expect(after.book?.size).toBe(1);
});

test('an answer that comes after a list that knows more counts only until the next list', async () => {
	const { source } = serverOf([
		{ guests: [guest(1)], isUpToDate: true },
		{ standings: [presence(1, 50)], isUpToDate: true },
	]);
	const snapshot = new Snapshot(store, source);
	await snapshot.update();
	const { book } = snapshot;
	if (!book) throw new Error('The list is not whole.');
	const firstIn = () => book.get(idOf(1), LIST)?.firstInMs;
	await snapshot.update();
	// Somebody who was taken back here is inside by another door, and the list said so before the answer did.
	book.settle(LIST, idOf(1), NEVER_IN);
	expect(firstIn()).toBe(0);
	await snapshot.update();
	expect(firstIn()).toBe(50_000);
});

test('an answer that comes while the list is on its way outlasts that list', async () => {
	const { source } = serverOf([{ guests: [guest(1)] }]);
	const snapshot = new Snapshot(store, source);
	await snapshot.update();
	const { book } = snapshot;
	if (!book) throw new Error('The list is not whole.');
	const onItsWay = snapshot.update();
	book.settle(LIST, idOf(1), { firstInMs: 9, insideSinceMs: 9, device: 'Gate 1' });
	await onItsWay;
	expect(book.get(idOf(1), LIST)?.firstInMs).toBe(9);
	await snapshot.update();
	expect(book.get(idOf(1), LIST)?.firstInMs).toBe(0);
});
