import { expect, test } from 'vitest';
import type { DoorGuest as Guest } from '#tests/factories/door.ts';
import { nonce, scanOf, useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { openDoor, sync, feed, scanOnline } = world;

/** What the factory calls them all. */
const name = 'Ada Lovelace';

/** Everything but the search. */
const abilities = ['scan', 'manual_check_in', 'undo', 'see_emails'] as const;

test('a link that may not search is bodyOf of nobody but whose ticket it scanned', async () => {
	const door = await openDoor({ link: { abilities: [...abilities] } });
	const [one, two, three] = door.guests as [Guest, Guest, Guest];
	const bodyOf = async (what: Promise<{ body: unknown }>) => JSON.stringify((await what).body);
	const of = (path: string) => world.api.get(`/api/staff-access/${path}/${door.token}`);
	const received: string[] = [
		await bodyOf(of('event')),
		await bodyOf(of('door')),
		JSON.stringify(await feed(door)),
		await bodyOf(world.api.post(`/api/staff-access/manual-checkin/${door.token}`, { guestId: two.id })),
		await bodyOf(world.api.post(`/api/staff-access/manual-checkin/${door.token}`, { guestId: two.id })),
		await bodyOf(world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: two.id })),
		await bodyOf(world.api.post(`/api/staff-access/undo/${door.token}`, { guestId: two.id })),
	];
	const byId = { ...scanOf(two, 1), guestQrData: undefined, guestId: two.id, method: 'manual' as const };
	// A code of one guest beside the id of another, and a scan that another device made.
	const mixed = scanOf(one, 2, { guestId: two.id });
	const others = await openLinkTo(door.event);
	const theirs = nonce();
	await scanOnline(others, { guestQrData: two.code, nonce: theirs });
	const again = { ...scanOf(three, 3), nonce: theirs };
	const { results, ...rest } = await sync(door, 'a', [byId, mixed, again]);
	received.push(JSON.stringify(rest));
	expect(results.map((result: { guest: Guest | null }) => result.guest)).toMatchObject([
		{ id: two.id, guestName: '' },
		{ id: one.id, guestName: name },
		{ id: two.id, guestName: '' },
	]);
	for (const text of received) expect(text).not.toContain(name);
	expect((await of('guests')).status).toBe(403);
	const scan = await scanOnline(door, { guestQrData: three.code });
	expect(scan.body).toMatchObject({ verdict: 'accepted', guest: { guestName: name } });
});

async function openLinkTo(event: string) {
	const link = await world.api.post(
		`/api/events/${event}/staff-links`,
		{ label: 'Other' },
		{ token: world.owner.token },
	);
	return { token: link.body.token } as Awaited<ReturnType<typeof openDoor>>;
}

test('its line carries what happened without names; it is opened anew when the link may do more', async () => {
	const door = await openDoor({ link: { abilities: [...abilities] } });
	const stop = new AbortController();
	const response = await world.api.app.request(
		`http://foyer.test/api/staff-access/stream/${door.token}`,
		new Request('http://foyer.test', { signal: stop.signal }),
	);
	const lines = (response.body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	/** Reads on until it is in the stream, or the stream ends. */
	const readUntil = async (sought: string | null) => {
		while (sought === null || !text.includes(sought)) {
			const { value, done } = await lines.read();
			if (done) return;
			text += value;
		}
	};
	// The stream says what happens from its first line on.
	await readUntil('retry:');
	const guest = door.guests[0] as Guest;
	await scanOnline(door, { guestQrData: guest.code });
	await readUntil(guest.id);
	await world.api.patch(
		`/api/events/${door.event}/staff-links/${door.linkId}`,
		{ abilities: [...abilities, 'search'] },
		{ token: world.owner.token },
	);
	await readUntil(null);
	expect(text).toContain(`"guestId":"${guest.id}","guestName":""`);
	expect(text).not.toContain(name);
	expect(text).not.toContain('event: ended');
});
