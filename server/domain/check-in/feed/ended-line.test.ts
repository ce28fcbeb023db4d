import { expect, test } from 'vitest';
import type { Door } from '#tests/factories/door.ts';
import { useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();

/** Opens the line of a door. @returns all that comes until the server closes it */
async function openLine(door: Door): Promise<{ received: Promise<string>; close(): void }> {
	const stop = new AbortController();
	const response = await world.api.app.request(
		`http://foyer.test/api/staff-access/stream/${door.token}`,
		new Request('http://foyer.test', { signal: stop.signal }),
	);
	expect(response.status).toBe(200);
	return { received: response.text(), close: () => stop.abort() };
}

const links = (door: Door) => `/api/events/${door.event}/staff-links`;

test.each(['revoke', 'rotate'])('a line ends by itself after a %s, and says so', async (act) => {
	const door = await world.openDoor();
	const line = await openLine(door);
	const other = await world.openDoor();
	const otherLine = await openLine(other);
	let hasOtherEnded = false;
	void otherLine.received
		.catch(() => {})
		.then(() => {
			hasOtherEnded = true;
		});
	await world.api.post(`${links(door)}/${door.linkId}/${act}`, {}, { token: world.owner.token });
	// Resolves only when the server closes the line.
	expect(await line.received).toMatch(/event: stats[\s\S]*event: ended\ndata: \{\}\n\n$/);
	expect(hasOtherEnded).toBe(false);
	otherLine.close();
});

test('the line of a member ends soon after they log out, and their browser forgets what it cached', async () => {
	const door = await world.openDoor();
	const { token } = world.owner;
	const line = await world.api.app.request(`http://foyer.test/api/events/${door.event}/stream`, {
		headers: { Authorization: `Bearer ${token}` },
	});
	const received = line.text();
	const loggedOut = await world.api.post('/api/auth/logout', {}, { token });
	expect([loggedOut.status, loggedOut.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
	expect(loggedOut.body.message).toMatch(/logged out/);
	expect(await received).toMatch(/event: ended\ndata: \{\}\n\n$/);
});
