import { expect, test } from 'vitest';
import { scheduledJobs } from '#server/domain/modules.ts';
import { newId } from '#shared/lib/ids.ts';
import { unpackId } from '#shared/rules/door-hash.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { newTicketCode } from '../orders/sale/sale-statement.ts';
import { memberCaller } from './door-caller.ts';
import { oldestCursorDays } from './feed/cursor.ts';
import { readGuestsFeed } from './feed/read-guests-feed.ts';
import { removeOldChanges } from './jobs.ts';

const { database, services } = useTestApi();
const dayMs = 86_400_000;

/** An event far ahead, with a guest, and the way of a member's device to it. */
async function openDoor() {
	const startsAt = new Date(Date.now() + 200 * dayMs);
	const event = await insertSellingEvent(database(), null, { event: { startsAt } });
	const guest = newId();
	await database().pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		VALUES ($1, $2, $3, gen_random_uuid(), $4, 'Ada', $5, 'active')`,
		[guest, event.organisationId, event.eventId, event.ticketTypeId, newTicketCode()],
	);
	const member = {
		userId: event.organisationId,
		email: 'owner@example.org',
		rights: { role: 'owner' as const, isLimited: false },
	};
	const door = await memberCaller(services, event, member);
	const feed = (cursor?: string) => readGuestsFeed(services, door, cursor);
	const rename = (name: string) =>
		database().pool.query('UPDATE attendees SET name = $2 WHERE id = $1', [guest, name]);
	const namesIn = (guests: Awaited<ReturnType<typeof feed>>['guests']) =>
		guests.filter(([id]) => unpackId(id) === guest).map(([, , name]) => name);
	const changes = async () =>
		(await database().pool.query('SELECT FROM door_changes WHERE event_id = $1', [event.eventId])).rowCount;
	return { event, feed, rename, namesIn, changes };
}

/** The database's clock cannot be set: its rows become older instead, and the cursors that it gave. */
const letPass = async (days: number) => {
	await database().pool.query(`UPDATE door_changes SET at = at - make_interval(days => $1)`, [days]);
};

const agedBy = (cursor: string, days: number) => {
	const [format, frame, at, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	const older = [format, frame, String(Number(at) - days * dayMs), ...place];
	return Buffer.from(JSON.stringify(older)).toString('base64url');
};

test('a device that was away for weeks still hears of what changed; one that was away longer begins anew', async () => {
	const door = await openDoor();
	const first = await door.feed();
	await door.rename('Grace');
	await letPass(oldestCursorDays - 1);
	expect(await removeOldChanges(services)).toBe(0);
	const next = await door.feed(agedBy(first.cursor, oldestCursorDays - 1));
	expect([next.mustReset, door.namesIn(next.guests)]).toEqual([false, ['Grace']]);
	await letPass(2);
	await removeOldChanges(services);
	expect(await door.changes()).toBe(0);
	// Its place is older than anything that was removed: it is sent everything, and misses nothing.
	expect(await door.feed(agedBy(first.cursor, oldestCursorDays + 1))).toMatchObject({
		mustReset: true,
		guests: [],
	});
	const whole = await door.feed();
	expect(door.namesIn(whole.guests)).toEqual(['Grace']);
	// Who was here meanwhile goes on from there.
	const still = await door.feed(agedBy(next.cursor, 2));
	expect(still.mustReset).toBe(false);
	await door.rename('Mary');
	expect(door.namesIn((await door.feed(still.cursor)).guests)).toEqual(['Mary']);
});

test('many rows go in pieces; newer ones and those of other events stay', async () => {
	const [one, other] = [await openDoor(), await openDoor()];
	await database().pool.query(
		`INSERT INTO door_changes (organisation_id, event_id, attendee_id, at)
		SELECT $1, $2, gen_random_uuid(), now() - interval '40 days' FROM generate_series(1, 12000)`,
		[one.event.organisationId, one.event.eventId],
	);
	await one.rename('Grace');
	await other.rename('Mary');
	expect(await removeOldChanges(services)).toBe(12_000);
	expect([await one.changes(), await other.changes()]).toEqual([1, 1]);
});

test('runs once a day, and a run that fails is heard of', async () => {
	const job = scheduledJobs.find(({ name }) => name === 'check-in.remove-old-changes');
	const broken = { query: () => Promise.reject(new Error('the disk is gone')) };
	const failing = { ...services, database: { ...services.database, pool: broken as never } };
	// What a job throws is logged, tried again and listed at /admin/jobs (notifications/outbox.test.ts).
	await expect(job?.run(failing)).rejects.toThrow('the disk is gone');
	await job?.run(services);
});
