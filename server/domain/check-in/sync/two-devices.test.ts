import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDoor } from '#tests/factories/door.ts';
import { openDoorDevice } from '#tests/support/door-device.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/*
 * Two devices at one door, over HTTP, each with its own guest list. What matters here is that each comes to know what the other did;
 * how soon is measured by `npm run bench -- door`.
 */
const { services, api, owner } = useTestOwner();
let server: Server;
let base: string;
beforeAll(async () => {
	server = serve({ fetch: api.app.fetch, port: 0 }) as Server;
	if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const post = (path: string, body: object) =>
	fetch(`${base}/api/staff-access/${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});

test('what one device does the other knows by itself: check-ins, and that they were taken back', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 3 });
	const elsewhere = await makeDoor({ services, api, owner }, { guests: 1 });
	const [one, two] = [await openDoorDevice(base, door.token), await openDoorDevice(base, door.token)];
	try {
		const [ada, bo, cy] = door.guests.map(({ id }) => id) as [string, string, string];
		const code = (id: string) => door.guests.find((guest) => guest.id === id)?.code;
		const knownTo = (id: string) => [one.isInside(id), two.isInside(id)];
		expect([ada, bo, cy].map(knownTo)).toEqual([ada, bo, cy].map(() => [false, false]));
		await Promise.all([
			post(`checkin/${door.token}`, { guestQrData: code(ada), device: 'North' }),
			post(`manual-checkin/${door.token}`, { guestId: bo, device: 'South' }),
			post(`checkin/${elsewhere.token}`, { guestQrData: elsewhere.guests[0]?.code }),
		]);
		await expect
			.poll(() => [ada, bo].map(knownTo))
			.toEqual([
				[true, true],
				[true, true],
			]);
		await post(`undo/${door.token}`, { guestId: ada });
		await expect.poll(() => knownTo(ada)).toEqual([false, false]);
		expect([knownTo(bo), knownTo(cy)]).toEqual([
			[true, true],
			[false, false],
		]);
		// Nobody sees another event's guests.
		expect([one.isInside(elsewhere.guests[0]?.id ?? ''), one.isInside(cy)]).toEqual([false, false]);
	} finally {
		one.close();
		two.close();
	}
});
