import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { WebhookType } from '#shared/rules/webhook-types.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { payByCard, settleAll } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { findCheckIns } from './find-check-ins.ts';

const { database, services, api, owner, query } = useTestOwner({ isFresh: true });
const { signal } = new AbortController();
const doorTypes = ['check_in.created', 'check_in.undone'] as const satisfies WebhookType[];

const look = () => findCheckIns.run(services, signal);
const messages = () =>
	query('SELECT type, event_id AS "eventId", payload FROM outbound_messages ORDER BY sequence');
const typesSent = async () => (await messages()).map(({ type }) => type);
const listen = (types: readonly WebhookType[], more = {}) =>
	makeConnection(services, owner, { types: [...types], ...more });
async function scan(door: Door, guest: number, status = 200) {
	const answer = await api.post(`/api/staff-access/checkin/${door.token}`, {
		guestQrData: door.guests[guest]?.code,
		nonce: randomUUID(),
	});
	expect(answer.status).toBe(status);
}
const undo = (door: Door, guest: number) =>
	api.post(`/api/staff-access/undo/${door.token}`, { guestId: door.guests[guest]?.id, reason: 'Ada left' });

test('a check-in and its undo are sent once each, without the person and the code', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	await listen(doorTypes);
	await look();
	await scan(door, 0);
	// A second scan of the ticket lets nobody in.
	await scan(door, 0, 409);
	await look();
	expect((await undo(door, 0)).status).toBe(200);
	await look();
	const [entered, undone, ...others] = await messages();
	expect(others).toEqual([]);
	expect(entered.payload.object).toMatchObject({
		event: { id: door.event },
		ticket: { id: door.guests[0]?.id, orderId: door.guests[0]?.orderId, ticketTypeId: door.type },
		checkIn: { listId: door.event, method: 'scan', annulledAt: null },
	});
	expect(undone.type).toBe('check_in.undone');
	expect(undone.payload.ids).toEqual(entered.payload.ids);
	expect(undone.payload.object.checkIn.annulledAt).toEqual(expect.any(String));
	expect(JSON.stringify([entered, undone])).not.toMatch(/Ada|example\.org/);
	expect(JSON.stringify([entered, undone])).not.toContain(door.guests[0]?.code);
	// What is read once more makes nothing new.
	await query(`UPDATE check_in_feed SET snapshot = '1:1:', sequence_low = 0`);
	await look();
	expect(await messages()).toHaveLength(2);
});

test('a check-in whose transaction stays open is sent when it is committed, however many polls pass it', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 3 });
	await listen(doorTypes);
	await look();
	const client = await database().pool.connect();
	try {
		await client.query('BEGIN');
		await client.query(
			`INSERT INTO check_ins (organisation_id, event_id, id, list_id, attendee_id, verdict, direction, method, occurred_at, scanned_at)
			VALUES ($1, $2, gen_random_uuid(), $2, $3, 'accepted', 'in', 'scan', now(), now())`,
			[owner.organisationId, door.event, door.guests[0]?.id],
		);
		const lows = new Set<string>();
		for (let round = 0; round < 8; round += 1) {
			await query(`UPDATE check_in_feed SET sequence_at = sequence_at - interval '3 minutes'`);
			if (round === 3) await scan(door, 1);
			await look();
			lows.add((await query('SELECT sequence_low FROM check_in_feed'))[0].sequence_low);
		}
		// Nothing is passed over while it is open.
		expect(lows.size).toBe(1);
		expect(await typesSent()).toEqual(['check_in.created']);
		await client.query('COMMIT');
	} finally {
		client.release();
	}
	await look();
	expect(await typesSent()).toEqual(['check_in.created', 'check_in.created']);
	// Transactions of other databases of the server hold it up as well; here, it is as if those under way had ended before each look.
	for (let round = 0; round < 4; round += 1) {
		await query(`UPDATE check_in_feed SET sequence_at = sequence_at - interval '3 minutes',
			sequence_xmax = least(sequence_xmax, pg_snapshot_xmin(pg_current_snapshot()))`);
		await look();
	}
	expect(
		await query(
			'SELECT sequence_low >= (SELECT max(sequence) FROM check_ins) AS "isPast" FROM check_in_feed',
		),
	).toEqual([{ isPast: true }]);
	await scan(door, 2);
	await look();
	expect(await typesSent()).toHaveLength(3);
});

test('is sent to those who listen, of what happens from then on', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 4 });
	const stranger = await makeUser(services);
	await look();
	await scan(door, 0);
	await makeConnection(services, stranger, { types: [...doorTypes] });
	await look();
	await scan(door, 1);
	await look();
	expect(await messages()).toEqual([]);
	const other = await makeDoor({ services, api, owner }, { guests: 1 });
	await listen(['check_in.created'], { eventIds: [other.event] });
	await scan(door, 2);
	await scan(other, 0);
	await look();
	expect((await messages()).map(({ eventId }) => eventId)).toEqual([other.event]);
	await query('DELETE FROM connections');
	await look();
	expect(await query('SELECT 1 FROM check_in_feed')).toEqual([]);
});

test('one that commits after a later one is sent, and more than a page of them in their order', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	await listen(doorTypes);
	await look();
	const client = await services.database.pool.connect();
	const enter = `INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at, visit)
		SELECT gen_random_uuid(), $1, $2, $2, $3, 'accepted', 'manual', now(), n FROM generate_series(1, $4::int) AS n`;
	try {
		await client.query('BEGIN');
		await client.query(enter, [owner.organisationId, door.event, door.guests[0]?.id, 2_100]);
		await scan(door, 1);
		await look();
		expect(await messages()).toHaveLength(1);
		await client.query('COMMIT');
	} finally {
		client.release();
	}
	await look();
	const all = await messages();
	expect(all).toHaveLength(2_101);
	const order = await query('SELECT id FROM check_ins WHERE method = $1 ORDER BY sequence', ['manual']);
	expect(all.slice(1).map(({ payload }) => payload.ids.checkInId)).toEqual(order.map(({ id }) => id));
	expect(await query('SELECT count(*)::int AS n FROM outbound_deliveries')).toEqual([{ n: 2_101 }]);
});

test('a donation and changed answers are sent with their order', async () => {
	await listen(['donation.received', 'guest.answered']);
	const event = await makeFundraiser(services, api, owner);
	const gift = await holdGift(api, event, { amountMinor: 2_500 }, 1);
	await payByCard(api, gift);
	await settleAll(services);
	const question = await api.post(
		`/api/events/${event.id}/questions`,
		{ label: 'Diet', kind: 'text' },
		{ token: owner.token },
	);
	expect(question.status, JSON.stringify(question.body)).toBe(201);
	const [{ id: attendeeId }] = await query('SELECT id FROM attendees WHERE order_id = $1', [gift.id]);
	const saved = await api.patch(
		`/api/events/${event.id}/attendees/${attendeeId}/answers`,
		{ answers: { [question.body.id]: 'None' } },
		{ token: owner.token },
	);
	expect(saved.status, JSON.stringify(saved.body)).toBe(200);
	while ((await factPoller.run(services, signal)) > 0);
	expect(await typesSent()).toEqual(['donation.received', 'guest.answered']);
	const [given, answered] = await messages();
	expect(given.payload.object).toMatchObject({ order: { id: gift.id }, donation: { amountMinor: 2_500 } });
	expect(answered.payload.object).toMatchObject({ order: { id: gift.id }, attendeeIds: [attendeeId] });
	expect(JSON.stringify([given, answered])).not.toMatch(/Ada|None/);
});
