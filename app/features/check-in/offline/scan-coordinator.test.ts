import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedGuest } from '#tests/support/door-guests.ts';
import { CODE, OTHER, openDoor } from '#tests/support/scan-coordinator.ts';
import { MemoryStore } from './door-store.ts';
import { waitingEntriesIn } from './session-view.ts';

const NOW = Date.parse('2026-11-21T19:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

test('a quick server is heard', async () => {
	const { timed, book } = openDoor({ serverMs: 120 });
	const { value, tookMs } = await timed(CODE);
	expect(value).toMatchObject({ verdict: 'accepted', source: 'server', message: 'From the server.' });
	expect(tookMs).toBeGreaterThanOrEqual(120);
	expect(book.get('ada', 'main')?.firstInMs).toBeGreaterThan(0);
});

test('a slow server is waited for 300 ms, then the device decides, and the server agrees later', async () => {
	const { timed, book, coordinator, disagreements } = openDoor({ serverMs: 2_000 });
	const { value, tookMs } = await timed(CODE);
	expect(value).toMatchObject({ verdict: 'accepted', source: 'device', guest: { guestName: 'Ada' } });
	expect(tookMs).toBe(300);
	expect(coordinator.waiting).toBe(0);
	expect(disagreements).toEqual([]);
	expect(book.get('ada', 'main')?.firstInMs).toBeGreaterThan(0);
});

test('of a ticket that the server has just changed a slow server decides alone', async () => {
	const { coordinator, disagreements } = openDoor({ serverMs: 2_000 });
	const attempt = coordinator.attempt({ kind: 'manual', guestId: 'ada', isChanged: true });
	await vi.advanceTimersByTimeAsync(12_000);
	expect(await attempt).toMatchObject({ verdict: 'accepted', source: 'server' });
	expect(disagreements).toEqual([]);
});

test('without a network the device decides at once', async () => {
	const { timed, coordinator, sent, store } = openDoor({ isOnline: false });
	const { value, tookMs } = await timed(CODE);
	expect(value).toMatchObject({ verdict: 'accepted', source: 'device' });
	expect(tookMs).toBeLessThanOrEqual(50);
	expect([coordinator.waiting, sent.length, (await store.queued()).length]).toEqual([1, 0, 1]);
	expect((await timed(CODE)).value).toMatchObject({
		verdict: 'already_checked_in',
		previous: { checkedInAt: '2026-11-21T19:00:00.000Z', device: 'Gate 1' },
	});
	expect((await timed(OTHER)).value).toMatchObject({ verdict: 'unknown_code', guest: null });
	expect((await timed('no ticket at all')).value).toMatchObject({ verdict: 'unknown_code' });
});

test('what one page decides without a network, another page of the same door knows', async () => {
	const [first, second] = [openDoor({ isOnline: false }), openDoor({ isOnline: false })];
	await first.timed(CODE);
	for (const scan of first.decided) second.coordinator.hear(scan);
	expect((await second.timed(CODE)).value?.verdict).toBe('already_checked_in');
	// Handed in by the page that decided, and by nobody else.
	expect(second.coordinator.scans.map(({ told }) => told)).toEqual(['already_checked_in']);
	const undo = { kind: 'undo', guestId: 'ada', target: first.decided[0]!.nonce, reason: '' } as const;
	void first.coordinator.attempt(undo);
	await vi.advanceTimersByTimeAsync(1_000);
	second.coordinator.hear(first.decided.at(-1)!);
	expect((await second.timed(CODE)).value?.verdict).toBe('accepted');
});

test('a line that is cut in the middle of a call is no network', async () => {
	const { timed, coordinator } = openDoor({ serverMs: 'cut' });
	const { value, tookMs } = await timed(CODE);
	expect(value).toMatchObject({ verdict: 'accepted', source: 'device' });
	expect(tookMs).toBeLessThanOrEqual(50);
	expect(coordinator.waiting).toBe(1);
});

test('the server says otherwise after the steward saw the verdict: named with both times and devices', async () => {
	const { timed, disagreements, book, handedIn } = openDoor({
		serverMs: 900,
		says: 'already_checked_in',
	});
	expect((await timed(CODE)).value).toMatchObject({ verdict: 'accepted', source: 'device' });
	// Handed in as what it was, under the same nonce: the server records the second admission.
	expect(handedIn).toEqual([expect.objectContaining({ told: 'accepted' })]);
	expect(disagreements).toEqual([
		expect.objectContaining({
			guestName: 'Ada',
			told: 'accepted',
			answered: 'already_checked_in',
			scannedAt: '2026-11-21T19:00:00.000Z',
			previous: { checkedInAt: '2026-11-21T18:30:00.000Z', device: 'Gate 2' },
		}),
	]);
	expect(book.get('ada', 'main')).toMatchObject({
		firstInMs: Date.parse('2026-11-21T18:30:00Z'),
		device: 'Gate 2',
	});
});

test('a refusal that both agree on is no disagreement', async () => {
	const { timed, disagreements, state, book } = openDoor({ serverMs: 900, says: 'already_checked_in' });
	const inMs = Date.parse('2026-11-21T18:30:00Z');
	book.setPresence('main', 'ada', { firstInMs: inMs, insideSinceMs: inMs, device: 'Gate 2' });
	expect((await timed(CODE)).value?.verdict).toBe('already_checked_in');
	state.says = 'accepted';
	expect(disagreements).toEqual([]);
});

test('without the list the server alone decides, and a lost call is repeated under the same nonce', async () => {
	const { timed, coordinator, sent, state, store } = openDoor({ hasList: false, serverMs: 'cut' });
	const lost = await timed(CODE);
	expect(lost.error).toMatchObject({ code: 'NETWORK_ERROR' });
	expect([coordinator.waiting, (await store.queued()).length]).toEqual([0, 0]);
	state.serverMs = 50;
	expect((await timed(CODE)).value).toMatchObject({ verdict: 'accepted', source: 'server' });
	expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1);
});

test('undone while it waits: both go to the server, in order, and the guest may come in again', async () => {
	const { coordinator, timed, state, sent, book } = openDoor({ isOnline: false });
	await timed(CODE);
	const undone = coordinator.attempt({ kind: 'undo', guestId: 'ada', target: null, reason: 'Wrong person' });
	await vi.advanceTimersByTimeAsync(100);
	expect(await undone).toMatchObject({ verdict: 'accepted', source: 'device' });
	expect(book.get('ada', 'main')?.firstInMs).toBe(0);
	expect((await timed(CODE)).value?.verdict).toBe('accepted');
	state.isOnline = true;
	coordinator.flush();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(sent.map(({ kind }) => kind)).toEqual(['scan', 'undo', 'scan']);
	expect(coordinator.waiting).toBe(0);
	expect(book.get('ada', 'main')?.firstInMs).toBeGreaterThan(0);
});

test('a page that is opened again shows what it had decided before', async () => {
	const store = new MemoryStore();
	const first = openDoor({ isOnline: false, store });
	await first.timed(CODE);
	first.coordinator.close();
	const second = openDoor({ isOnline: false, store });
	await second.coordinator.open();
	expect(second.coordinator.waiting).toBe(1);
	expect((await second.timed(CODE)).value?.verdict).toBe('already_checked_in');
});

test('a list that is fetched anew shows what waits here', async () => {
	const { coordinator, timed, books, newBook } = openDoor({ isOnline: false });
	await timed(CODE);
	books.push(newBook());
	expect(books.at(-1)!.get('ada', 'main')?.firstInMs).toBe(0);
	coordinator.reapply();
	expect(books.at(-1)!.get('ada', 'main')?.firstInMs).toBe(NOW);
	expect((await timed(CODE)).value?.verdict).toBe('already_checked_in');
});

test('the clock of the server counts, not the one of the device', async () => {
	const at = (offsetMs: number) =>
		openDoor({ isOnline: false, offsetMs, list: { opensAt: '2026-11-21T20:00:00Z' } }).timed(CODE);
	expect((await at(0)).value?.verdict).toBe('not_yet_valid');
	vi.setSystemTime(NOW);
	expect((await at(2 * 3_600_000)).value?.verdict).toBe('accepted');
});

test('another entrance, an exit, and the way back in', async () => {
	const other = openDoor({ isOnline: false, list: { ticketTypeIds: ['vip'] } });
	expect((await other.timed(CODE)).value?.verdict).toBe('wrong_list');
	const { coordinator, timed } = openDoor({
		isOnline: false,
		list: { countsExits: true, allowsReentry: true },
	});
	const out = async () => {
		const outcome = coordinator.attempt({ kind: 'scan', text: CODE, direction: 'out' });
		await vi.advanceTimersByTimeAsync(100);
		return (await outcome).verdict;
	};
	expect(await out()).toBe('not_inside');
	expect((await timed(CODE)).value?.verdict).toBe('accepted');
	expect((await timed(CODE)).value?.verdict).toBe('already_checked_in');
	expect(await out()).toBe('left');
	expect((await timed(CODE)).value?.verdict).toBe('accepted');
});

test('a code that was replaced is refused as cancelled', async () => {
	const { timed, book } = openDoor({ isOnline: false });
	book.retire([OTHER]);
	expect((await timed(OTHER)).value?.verdict).toBe('cancelled');
});

test('an answer is stored at once, is no entry, is not requested again, and is handed in when there is a network', async () => {
	const store = new MemoryStore();
	const { coordinator, book, sent, state, lost } = openDoor({ isOnline: false, store });
	await coordinator.answer({ guestId: 'ada', questionId: 'meal', value: 'vegan' });
	expect(await store.queued()).toMatchObject([
		{ kind: 'answer', guestId: 'ada', questionId: 'meal', answer: 'vegan', told: null, guestName: 'Ada' },
	]);
	expect(book.openQuestionsOf('ada')).toEqual(['size']);
	// The page dies: another one takes it up, and does not ask again either.
	const next = openDoor({ store, isOnline: false });
	await next.coordinator.open();
	expect(next.book.openQuestionsOf('ada')).toEqual(['size']);
	state.isOnline = true;
	coordinator.flush();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(sent).toHaveLength(1);
	expect([coordinator.waiting, lost]).toEqual([0, []]);
	expect(book.get('ada', 'main')).toMatchObject({ firstInMs: 0 });
});

test('an answer that the server does not store waits no longer, and is reported', async () => {
	const { coordinator, book, store, disagreements, lost } = openDoor();
	await coordinator.answer({ guestId: 'ada', questionId: 'meal', value: 'refused' });
	await vi.advanceTimersByTimeAsync(1_000);
	expect(lost).toEqual(['Not asked.']);
	expect([coordinator.waiting, await store.queued(), disagreements]).toEqual([0, [], []]);
	expect(book.openQuestionsOf('ada')).toEqual(['meal', 'size']);
});

test('a scan right after an answer still hears the server', async () => {
	const { coordinator, timed } = openDoor({ serverMs: 60 });
	void coordinator.answer({ guestId: 'ada', questionId: 'meal', value: 'vegan' });
	const { value } = await timed(CODE);
	expect(value).toMatchObject({ verdict: 'accepted', source: 'server' });
});

test('a group is let in by one call, and by the device when the server is slow', async () => {
	for (const serverMs of [10, 5_000]) {
		const { coordinator, book, handedIn, sent } = openDoor({ serverMs });
		book.put(['Bo', 'Cy'].map((name) => storedGuest(name, { id: name })));
		const outcomes = coordinator
			.attemptAll(['ada', 'Bo', 'Cy'].map((guestId) => ({ kind: 'manual', guestId })))
			.then((all) => Promise.all(all));
		await vi.advanceTimersByTimeAsync(1_000);
		expect((await outcomes).map(({ verdict, source }) => [verdict, source])).toEqual(
			Array.from({ length: 3 }, () => ['accepted', serverMs === 10 ? 'server' : 'device']),
		);
		expect([handedIn.length, sent.length]).toEqual([3, 3]);
	}
});

test.each([
	['at a list for all', null, false],
	['at a list of its own', ['parking'], true],
])('without a network an add-on is accepted once: %s', async (_, ticketTypeIds, isCounted) => {
	const { coordinator, book, timed } = openDoor({
		serverMs: 'cut',
		isOnline: false,
		list: { ticketTypeIds },
	});
	book.put([
		storedGuest('Ada', { id: 'park', codeHash: OTHER, ticketTypeId: 'parking', isAdmission: false }),
	]);
	expect((await timed(OTHER)).value).toMatchObject({ verdict: 'accepted', isCounted, source: 'device' });
	expect((await timed(OTHER)).value).toMatchObject({ verdict: 'already_checked_in', isCounted });
	// What waits says so too: it is none of the people whom the server has not counted yet.
	expect(coordinator.scans.map((scan) => scan.isCounted ?? true)).toEqual([isCounted, isCounted]);
	expect(waitingEntriesIn(coordinator.scans)).toBe(isCounted ? 1 : 0);
});
