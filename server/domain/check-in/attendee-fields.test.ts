import { getTableColumns } from 'drizzle-orm';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { attendees } from '#server/db/tables/orders.ts';
import { attendeeFieldNames, attendeeFields, fieldsIn, mapFields } from '#shared/rules/attendee-fields.ts';
import { unpackId } from '#shared/rules/door-hash.ts';
import { useDoorWorld } from '#tests/support/door-world.ts';

/*
 * Every optional field of attendees (shared/rules/attendee-fields.ts) goes the whole way; erasure and the export of personal data
 * are looked at in settings/personal-data.
 */

const world = useDoorWorld();

/** Texts that distinguish the fields; a comma and a quote for the files. */
const texts = (word: string) => mapFields(attendeeFieldNames, (field) => `${word} "${field}", yes`);

async function addGuest() {
	const door = await world.openDoor({ guests: 0 });
	const token = world.owner.token;
	const path = `/api/events/${door.event}/attendees`;
	const added = await world.api.post(path, { name: 'Grace Hopper', ...texts('first') }, { token });
	expect(added.status).toBe(201);
	const list = async () => (await world.api.get(path, { token })).body.data;
	return { door, token, path, guest: added.body, list };
}

test('every text of an attendee is one of the fields, or known to be none', () => {
	const others = ['name', 'email', 'ticketCode', 'status', 'searchText'];
	const found = Object.entries(getTableColumns(attendees)).flatMap(([name, column]) =>
		column.columnType === 'PgText' ? [name] : [],
	);
	expect(found.filter((name) => !others.includes(name)).sort()).toEqual([...attendeeFieldNames].sort());
});

test('what is written of a guest is answered, listed, changed one by one and exported', async () => {
	const { token, path, guest, list } = await addGuest();
	expect(guest).toMatchObject(texts('first'));
	expect(await list()).toEqual([guest]);
	let expected = guest;
	for (const field of attendeeFieldNames) {
		const changed = await world.api.patch(
			`${path}/${guest.id}`,
			{ [field]: texts('then')[field] },
			{ token },
		);
		expected = { ...expected, [field]: texts('then')[field], version: expected.version + 1 };
		expect([changed.status, changed.body]).toEqual([200, expected]);
	}
	expect(await list()).toEqual([expected]);
	const file = await world.api.get(`${path}/export`, { token });
	const [row] = Papa.parse<Record<string, string>>(file.body, { header: true }).data;
	for (const field of attendeeFieldNames)
		expect([field, row?.[attendeeFields[field].title]]).toEqual([field, texts('then')[field]]);
});

test('an exported list comes in again with every field', async () => {
	const { token, path } = await addGuest();
	const { body: csv } = await world.api.get(`${path}/export`, { token });
	const other = await world.openDoor({ guests: 0 });
	const form = new FormData();
	form.append('file', new File([csv], 'guests.csv', { type: 'text/csv' }));
	const imported = await world.api.post(`/api/events/${other.event}/attendee-imports`, form, { token });
	expect([imported.status, imported.body.taken]).toEqual([201, 1]);
	const { body } = await world.api.get(`/api/events/${other.event}/attendees`, { token });
	const { notes, ...rest } = texts('first');
	expect(body.data[0]).toMatchObject(rest);
	// With the code that the guest had before.
	expect(body.data[0].notes).toContain(notes);
});

test('a registration takes the fields that it asks for, and no other', async () => {
	const door = await world.openDoor({ guests: 0 });
	const order = {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: door.type, quantity: 1 }],
		attendees: [texts('asked')],
	};
	const placed = await world.api.post(`/api/events/${door.event}/orders`, order);
	expect(placed.status).toBe(201);
	const { body } = await world.api.get(`/api/events/${door.event}/attendees`, { token: world.owner.token });
	const requested: readonly string[] = fieldsIn('registration');
	const expected = mapFields(attendeeFieldNames, (field) =>
		requested.includes(field) ? texts('asked')[field] : '',
	);
	expect(body.data[0]).toMatchObject(expected);
});

test('a check-in device gets the fields that it shows, and every change of one; no link without names does', async () => {
	const { door, token, path, guest } = await addGuest();
	const shown: readonly (typeof attendeeFieldNames)[number][] = fieldsIn('check-in');
	let { guests, cursor } = await world.feed(door);
	const details = shown.length > 0 ? shown.map((field) => texts('first')[field]) : undefined;
	expect(guests.map(([id, , name, , , , , fields]) => [unpackId(id), name, fields])).toEqual([
		[guest.id, 'Grace Hopper', details],
	]);
	for (const field of ['name', ...shown]) {
		await world.api.patch(`${path}/${guest.id}`, { [field]: `Another ${field}` }, { token });
		({ guests, cursor } = await world.feed(door, cursor));
		expect([field, guests.flatMap(([, , name, , , , , fields]) => [name, ...(fields ?? [])])]).toEqual([
			field,
			expect.arrayContaining([`Another ${field}`]),
		]);
	}
	const nameless = await world.openDoor({ guests: 0, link: { abilities: ['scan'] } });
	await world.api.post(
		`/api/events/${nameless.event}/attendees`,
		{ name: 'Grace Hopper', ...texts('first') },
		{ token },
	);
	const answer = await world.feed(nameless);
	expect(answer.guests).toHaveLength(1);
	expect(JSON.stringify(answer.guests)).not.toContain('first');
});
