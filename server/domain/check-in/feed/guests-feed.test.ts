import { expect, test } from 'vitest';
import { newTicketCode } from '#server/domain/orders/sale/sale-statement.ts';
import { createTestClock } from '#server/platform/clock.ts';
import { newId } from '#shared/lib/ids.ts';
import { unpackId } from '#shared/rules/door-hash.ts';
import { staffAbilities } from '#shared/rules/staff-abilities.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { memberCaller } from '../door-caller.ts';
import { pageSize } from './cursor.ts';
import { readGuestsFeed } from './read-guests-feed.ts';

const { database, services } = useTestApi();
const hourMs = 3_600_000;

/** An id as a process makes it whose clock is off. */
function idAt(skewMs: number): string {
	const time = (Date.now() + skewMs).toString(16).padStart(12, '0');
	return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

async function openDoor() {
	const event = await insertSellingEvent(database(), null);
	const door = await memberCaller(services, event, {
		userId: event.organisationId,
		email: 'owner@example.org',
		rights: { role: 'owner', isLimited: false },
	});
	const insert = `INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		VALUES ($1, $2, $3, gen_random_uuid(), $4, 'Ada', $5, 'active')`;
	const valuesOf = (id: string) => [
		id,
		event.organisationId,
		event.eventId,
		event.ticketTypeId,
		newTicketCode(),
	];
	return {
		event,
		door,
		insert,
		valuesOf,
		async add(id = newId()): Promise<string> {
			await database().pool.query(insert, valuesOf(id));
			return id;
		},
		/** Reads on until the device is up to date, as devices do. */
		async read(cursor?: string, from = services) {
			const ids: string[] = [];
			let answer = await readGuestsFeed(from, door, cursor);
			let pages = 1;
			for (; !answer.isUpToDate && !answer.mustReset; pages++) {
				ids.push(...answer.guests.map(([id]) => unpackId(id)));
				answer = await readGuestsFeed(from, door, answer.cursor);
			}
			ids.push(...answer.guests.map(([id]) => unpackId(id)));
			return { ...answer, ids, pages };
		},
	};
}

test('two servers with clocks an hour apart, set back and forth: every guest is sent, once', async () => {
	const door = await openDoor();
	const clock = createTestClock(new Date());
	const ahead = { ...services, clock };
	const added = [await door.add(idAt(hourMs))];
	clock.advance(hourMs);
	let { cursor, ids } = await door.read(undefined, ahead);
	expect(ids).toEqual(added);
	for (const [skewMs, server] of [
		[0, ahead],
		[-hourMs, services],
		[hourMs, ahead],
		[0, services],
	] as const) {
		clock.advance(-hourMs / 2);
		const id = await door.add(idAt(skewMs));
		({ cursor, ids } = await door.read(cursor, server));
		expect(ids).toEqual([id]);
	}
	expect((await door.read(cursor)).ids).toEqual([]);
});

test('a transaction that commits late is sent when it does, and does not hold back the others', async () => {
	const door = await openDoor();
	await door.add();
	const first = await door.read();
	const late = await database().pool.connect();
	try {
		await late.query('BEGIN');
		const id = newId();
		await late.query(door.insert, door.valuesOf(id));
		const others = [await door.add(), await door.add()];
		const before = await door.read(first.cursor);
		expect(before.ids.sort()).toEqual(others.sort());
		await door.read(before.cursor);
		await late.query('COMMIT');
		expect((await door.read(before.cursor)).ids).toEqual([id]);
	} finally {
		late.release();
	}
});

test('a list of several pages, and one transaction larger than a page, come whole while others are added', async () => {
	const door = await openDoor();
	const many = (count: number) =>
		database().pool.query(
			`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
			SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'Ada', replace(gen_random_uuid()::text, '-', ''), 'active' FROM generate_series(1, $4)`,
			[door.event.organisationId, door.event.eventId, door.event.ticketTypeId, count],
		);
	await many(pageSize + 10);
	const page = await readGuestsFeed(services, door.door, undefined);
	// Its id is before all that are sent already.
	const early = await door.add('00000000-0000-7000-8000-000000000001');
	const rest = await door.read(page.cursor);
	expect(new Set(rest.ids).size).toBe(11);
	expect(rest.ids).toContain(early);
	await many(pageSize + 5);
	const changed = await door.read(rest.cursor);
	expect([new Set(changed.ids).size, changed.pages]).toEqual([pageSize + 5, 3]);
	expect((await door.read(changed.cursor)).ids).toEqual([]);
});

test('after a restore, or with a cursor of an earlier build, a device begins anew', async () => {
	const door = await openDoor();
	await door.add();
	const { cursor } = await door.read();
	const restored = await createTestDatabase();
	try {
		const other = await readGuestsFeed({ ...services, database: restored }, door.door, cursor);
		expect(other).toMatchObject({ mustReset: true, guests: [] });
	} finally {
		await restored.drop();
	}
	const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
	const written = (changed: string[]) => Buffer.from(JSON.stringify(changed)).toString('base64url');
	const snapshot = (text: string) => written(parts.map((part, index) => (index === 3 ? text : part)));
	expect((await door.read(snapshot(parts[3] as string))).mustReset).toBe(false);
	const eightParts = ['frame', newId(), '1', '2', '3', '4', '5', '6'];
	for (const strange of [
		written(eightParts),
		// Of the format before.
		written(['2', ...parts.slice(1)]),
		'nonsense',
		// Of a database that was further on.
		snapshot('9000000000000000:9000000000000000:'),
		snapshot('5:4:'),
		snapshot('1:9:8,7'),
		snapshot(`1:2:'); DROP`),
		written(parts.map((part, index) => (index === 6 ? 'x' : part))),
	])
		expect([strange, (await door.read(strange)).mustReset]).toEqual([strange, true]);
	// Rows keep the transactions of the life in which they were written: they are in the list, and not sent again and again.
	await database().pool.query(
		`UPDATE attendees SET transaction_id = '9000000000000000' WHERE event_id = $1`,
		[door.event.eventId],
	);
	const whole = await door.read();
	expect(whole.ids).toHaveLength(1);
	expect((await door.read(whole.cursor)).ids).toEqual([]);
});

test('names are sent to those who may search; when that changes, the list comes anew', async () => {
	const door = await openDoor();
	await door.add();
	const names = ({ guests }: Awaited<ReturnType<typeof readGuestsFeed>>) => guests.map(([, , name]) => name);
	const scanner = { ...door.door, abilities: staffAbilities.filter((ability) => ability !== 'search') };
	const all = await readGuestsFeed(services, door.door, undefined);
	expect(names(all)).toEqual(['Ada']);
	expect((await readGuestsFeed(services, scanner, all.cursor)).mustReset).toBe(true);
	const hashed = await readGuestsFeed(services, scanner, undefined);
	expect([names(hashed), hashed.guests[0]?.[1]]).toEqual([[''], all.guests[0]?.[1]]);
	expect((await readGuestsFeed(services, door.door, hashed.cursor)).mustReset).toBe(true);
});
