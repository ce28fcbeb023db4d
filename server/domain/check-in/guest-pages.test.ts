import { expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import type { Door } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useDoorWorld } from '#tests/support/door-world.ts';

const world = useDoorWorld();
const { openDoor } = world;

type Query = Record<string, string>;
const search = (door: Door, query: Query) =>
	world.api.get(`/api/staff-access/guests/${door.token}`, { query });
const attendees = (door: Door, query: Query) =>
	world.api.get(`/api/events/${door.event}/attendees`, { token: world.owner.token, query });

/** Every id of a list that is read page by page, with the number of pages. */
async function walk(read: (query: Query) => ReturnType<typeof search>) {
	const ids: string[] = [];
	let pages = 0;
	let cursor = '';
	do {
		const { status, body } = await read(cursor ? { cursor } : {});
		expect(status).toBe(200);
		ids.push(...body.data.map((row: { id: string }) => row.id));
		cursor = body.nextCursor ?? '';
		pages += 1;
	} while (cursor);
	return { ids, pages };
}

test('the search at check-in goes on page by page, and names each guest once', async () => {
	const door = await openDoor({ guests: 5 });
	const all = door.guests.map(({ id }) => id).sort();
	for (const query of [{ q: '' }, { q: 'ada' }]) {
		const { ids, pages } = await walk((more) => search(door, { ...query, limit: '2', ...more }));
		expect([ids.sort(), pages]).toEqual([all, 3]);
	}
	const broken = await search(door, { q: 'ada', cursor: 'made up' });
	expect(broken.status).toBe(400);
});

test('guests are looked up by id, with the addresses that a link may see, and only those of its event', async () => {
	const door = await openDoor({ guests: 3 });
	const masked = await openDoor({ guests: 1, link: { abilities: ['scan', 'search'] } });
	const [one, two] = door.guests;
	const ids = [one, two].map((guest) => guest!.id);
	const foreign = masked.guests[0]!.id;
	for (const read of [search, attendees]) {
		const { body } = await read(door, { ids: [...ids, foreign, newId()].join(',') });
		const found = body.data.map((row: { id: string; email?: string; guestEmail?: string }) => [
			row.id,
			row.email ?? row.guestEmail,
		]);
		expect(found.sort()).toEqual(
			ids.sort().map((id) => [id, expect.stringMatching(/^ada-.*@example\.org$/)]),
		);
		for (const wrong of ['x', `${ids[0]},`, Array.from({ length: 51 }, newId).join(',')])
			expect((await read(door, { ids: wrong })).status).toBe(400);
	}
	const { body } = await search(masked, { ids: foreign });
	expect(body.data[0].guestEmail).not.toMatch(/^ada-/);
});

test('a link that may not see addresses shows them masked, and finds a guest by the whole address alone', async () => {
	const door = await openDoor({ guests: 2, link: { abilities: ['scan', 'search'] } });
	const [guest] = door.guests;
	const address: string = (await attendees(door, { ids: guest!.id })).body.data[0].email;
	const { body } = await world.api.get(`/api/staff-access/event/${door.token}`);
	expect(body.guestList.map((row: { guestEmail: string }) => row.guestEmail)).toEqual([
		'a•••@example.org',
		'a•••@example.org',
	]);
	const found = async (q: string) =>
		(await search(door, { q })).body.data.map(({ id }: { id: string }) => id);
	expect(await found(address)).toEqual([guest!.id]);
	expect(await found(address.toUpperCase())).toEqual([guest!.id]);
	for (const part of [address.slice(0, -1), address.slice(1), address.split('@')[0] ?? ''])
		expect(await found(part)).toEqual([]);
});

test('the events to come of an organisation, as the scanner and staff pages list them, go on page by page', async () => {
	const made: string[] = [];
	for (let n = 0; n < 5; n += 1) {
		const startsAt = new Date(Date.now() + (n + 1) * 86_400_000).toISOString();
		made.push((await makeEvent(world.services, world.owner, { isPublished: true, startsAt })).id);
	}
	const { ids, pages } = await walk((more) =>
		world.api.get(`/api/organisations/${world.owner.organisationId}/events`, {
			token: world.owner.token,
			query: { view: 'live', limit: '2', ...more },
		}),
	);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids).toEqual(expect.arrayContaining(made));
	expect(pages).toBe(Math.ceil(ids.length / 2));
});

test('the search at check-in finds a name by either spelling of its umlauts', async () => {
	const door = await openDoor({ guests: 2 });
	const nameless = await openDoor({ guests: 1, link: { abilities: ['scan', 'search'] } });
	for (const { guests } of [door, nameless])
		await world.services.database.pool.query(`UPDATE attendees SET name = 'Jörg Müller' WHERE id = $1`, [
			guests[0]?.id,
		]);
	for (const one of [door, nameless])
		for (const q of ['mueller', 'MULLER', 'Müller joerg', 'muell'])
			expect([q, (await search(one, { q })).body.data.length]).toEqual([q, 1]);
	expect((await search(door, { q: 'moeller' })).body.data).toEqual([]);
});
