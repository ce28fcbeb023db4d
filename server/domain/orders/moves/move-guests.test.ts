import { expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries, type TestSeries } from '#tests/factories/bookable-series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Guests who are moved from one date of a series to another. */

const { database, services, api, owner } = useTestOwner();

interface Ticket {
	id: string;
	orderId: string;
	name: string;
	ticketCode: string;
	status: string;
}

/** Types of a date by what they are in the series. */
const typeOf = async (eventId: string) =>
	(await api.get(`/api/events/${eventId}/ticket-types`)).body.data.find(
		({ name }: { name: string }) => name === 'Mat',
	).id as string;

async function register(eventId: string, quantity = 1, name = 'Ada Lovelace') {
	const items = [{ ticketTypeId: await typeOf(eventId), quantity }];
	const buyer = { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.org` };
	const placed = await api.post(`/api/events/${eventId}/orders`, { buyer, items });
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return placed.body;
}

const guestsOf = async (eventId: string): Promise<Ticket[]> =>
	(await api.get(`/api/events/${eventId}/attendees?limit=200`, { token: owner.token })).body.data;

const move = (series: TestSeries, from: number, to: number, body: Record<string, unknown> = {}) =>
	api.post(
		`/api/events/${series.dates[from]?.id}/attendees/move`,
		{ toEvent: series.dates[to]?.id, ...body },
		{ token: owner.token },
	);

const dateOf = (series: TestSeries, index: number) => series.dates[index]?.id as string;

test('a whole order moves as an order of the same buyer, part of one becomes an order of its own; codes are new, notes and answers go along', async () => {
	const series = await makeSeries(services, api, owner, { count: 3 });
	const [first, second] = [dateOf(series, 0), dateOf(series, 1)];
	const whole = await register(first, 2);
	const part = await register(first, 3, 'Grace Hopper');
	const [stays, ...goes] = part.attendees as Ticket[];
	await database().pool.query(`UPDATE attendees SET notes = 'Vegan', name = 'Edsger' WHERE id = $1`, [
		goes[0]?.id,
	]);
	const ids = [...whole.attendees, ...goes].map(({ id }: Ticket) => id);

	const preview = await move(series, 0, 1, { attendeeIds: ids, preview: true });
	expect(preview.body).toEqual({ moved: 4, orders: [], left: 10, problem: null });
	const moved = await move(series, 0, 1, { attendeeIds: ids });
	expect(moved.status, JSON.stringify(moved.body)).toBe(200);
	expect(moved.body).toMatchObject({ moved: 4, problem: null });
	expect(moved.body.orders).toHaveLength(2);

	const there = await guestsOf(second);
	expect(there.map(({ name }) => name).toSorted()).toEqual([
		'Ada Lovelace',
		'Ada Lovelace',
		'Edsger',
		'Grace Hopper',
	]);
	const { rows: noted } = await database().pool.query(
		`SELECT notes FROM attendees WHERE event_id = $1 AND name = 'Edsger'`,
		[second],
	);
	expect(noted).toEqual([{ notes: 'Vegan' }]);
	const here = await guestsOf(first);
	expect(here.filter(({ status }) => status === 'active').map(({ id }) => id)).toEqual([stays?.id]);
	expect(there.some(({ ticketCode }) => here.some((one) => one.ticketCode === ticketCode))).toBe(false);
	const { rows } = await database().pool.query('SELECT status FROM orders WHERE event_id = $1 ORDER BY id', [
		first,
	]);
	expect(rows).toEqual([{ status: 'cancelled' }, { status: 'confirmed' }]);

	const scan = await api.post(
		`/api/events/${first}/check-ins`,
		{ guestQrData: whole.attendees[0].ticketCode, nonce: crypto.randomUUID() },
		{ token: owner.token },
	);
	expect(scan.body).toMatchObject({
		verdict: 'cancelled',
		metadata: { otherEvent: { startDate: series.dates[1]?.startsAt } },
	});
	expect(scan.body.message).toContain('was moved to another date');

	// Moving back is the undo.
	const back = await move(series, 1, 0);
	expect(back.body.moved).toBe(4);
	expect((await guestsOf(first)).filter(({ status }) => status === 'active')).toHaveLength(5);
	await expectInvariants(services);
});

test('too few spots there: refused with how many are left, and nobody moves', async () => {
	const series = await makeSeries(services, api, owner, { count: 2, type: { capacity: 3 } });
	await register(dateOf(series, 0), 2);
	await register(dateOf(series, 1), 2, 'Grace Hopper');
	const refused = await move(series, 0, 1);
	expect(refused.status).toBe(422);
	expect(refused.body.metadata).toMatchObject({ rule: 'no-room-there', left: 1, guests: 2 });
	const preview = await move(series, 0, 1, { preview: true });
	expect(preview.body).toMatchObject({ moved: 0, left: 1 });
	expect(preview.body.problem).toContain('Only 1 spot is left');
	expect((await guestsOf(dateOf(series, 0))).every(({ status }) => status === 'active')).toBe(true);
	await expectInvariants(services);
});

test('moves beside sales and cancellations of both dates never oversell', async () => {
	const series = await makeSeries(services, api, owner, { count: 2, type: { capacity: 6 } });
	const [first, second] = [dateOf(series, 0), dateOf(series, 1)];
	const [there, here] = [await typeOf(second), await typeOf(first)];
	const early = await register(first, 2);
	await register(second, 2, 'Grace Hopper');
	const buy = (eventId: string, ticketTypeId: string, name: string) =>
		api.post(`/api/events/${eventId}/orders`, {
			buyer: { name, email: `${name}@example.org` },
			items: [{ ticketTypeId, quantity: 2 }],
		});
	const results = await Promise.all([
		move(series, 0, 1),
		move(series, 1, 0),
		buy(second, there, 'mary'),
		buy(second, there, 'ida'),
		buy(first, here, 'kay'),
		api.post(`/api/orders/${early.manageToken}/cancel`, {}),
		move(series, 0, 1),
	]);
	for (const { status } of results) expect(status).toBeLessThan(500);
	await expectInvariants(services);
});

test('who was checked in, has paid, or is of another series stays', async () => {
	const series = await makeSeries(services, api, owner, { count: 2 });
	const other = await makeSeries(services, api, owner, { count: 2 });
	const order = await register(dateOf(series, 0));
	const elsewhere = await api.post(
		`/api/events/${dateOf(series, 0)}/attendees/move`,
		{ toEvent: dateOf(other, 0) },
		{ token: owner.token },
	);
	expect(elsewhere.body.metadata.rule).toBe('other-series');
	const unknown = await move(series, 0, 1, { attendeeIds: [order.id] });
	expect(unknown.status).toBe(400);

	const scanned = await api.post(
		`/api/events/${dateOf(series, 0)}/check-ins`,
		{ guestQrData: order.attendees[0].ticketCode, nonce: crypto.randomUUID() },
		{ token: owner.token },
	);
	expect(scanned.status, JSON.stringify(scanned.body)).toBeLessThan(300);
	expect((await move(series, 0, 1)).body.metadata).toMatchObject({ rule: 'guest-checked-in', count: 1 });

	const stranger = await makeUser(services);
	const foreign = await api.post(
		`/api/events/${dateOf(series, 0)}/attendees/move`,
		{ toEvent: dateOf(series, 1) },
		{ token: stranger.token },
	);
	expect(foreign.status).toBe(404);
	await expectInvariants(services);
});

test('answers go along to the questions of the same lineage, of orders and of people; others stay behind', async () => {
	const ids: Record<string, string> = {};
	const ask = async (eventId: string, key: string, body: object) => {
		const made = await api.post(`/api/events/${eventId}/questions`, body, { token: owner.token });
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		ids[key] = made.body.id;
	};
	const series = await makeSeries(services, api, owner, {
		count: 2,
		add: async (eventId) => {
			await ask(eventId, 'team', { label: 'Team', kind: 'text', scope: 'order' });
			await ask(eventId, 'meal', { label: 'Meal', kind: 'text', scope: 'attendee' });
		},
	});
	const [first, second] = [dateOf(series, 0), dateOf(series, 1)];
	await ask(first, 'own', { label: 'Only here', kind: 'text', scope: 'attendee' });
	const order = await register(first, 2);
	const [goes, stays] = order.attendees as [Ticket, Ticket];
	const answered = await api.patch(`/api/orders/${order.manageToken}/answers`, {
		people: [
			{ attendeeId: null, answers: { [ids.team as string]: 'Engines' } },
			{ attendeeId: goes.id, answers: { [ids.meal as string]: 'Soup', [ids.own as string]: 'Lost' } },
			{ attendeeId: stays.id, answers: { [ids.meal as string]: 'Bread' } },
		],
	});
	expect(answered.status, JSON.stringify(answered.body)).toBe(200);
	expect((await move(series, 0, 1, { attendeeIds: [goes.id] })).status).toBe(200);
	const answersOf = async (eventId: string) =>
		(
			await database().pool.query<{ label: string; value: unknown; is_of_order: boolean }>(
				`SELECT q.label, a.value, a.attendee_id IS NULL AS is_of_order FROM answers a
					JOIN questions q ON q.event_id = a.event_id AND q.id = a.question_id
					JOIN orders o ON o.event_id = a.event_id AND o.id = a.order_id WHERE a.event_id = $1 ORDER BY 1, 2`,
				[eventId],
			)
		).rows;
	expect(await answersOf(second)).toEqual([
		{ label: 'Meal', value: 'Soup', is_of_order: false },
		{ label: 'Team', value: 'Engines', is_of_order: true },
	]);
	expect((await answersOf(first)).map(({ value }) => value)).toEqual(
		expect.arrayContaining(['Bread', 'Engines']),
	);
	await expectInvariants(services);
});

test('a move beside sales of the last spot: one of them has it, and who lost it stays whole', async () => {
	const series = await makeSeries(services, api, owner, { count: 2, type: { capacity: 3 } });
	const [first, second] = [dateOf(series, 0), dateOf(series, 1)];
	const there = await typeOf(second);
	await register(first, 1);
	await register(second, 2, 'Grace Hopper');
	const buy = (name: string) =>
		api.post(`/api/events/${second}/orders`, {
			buyer: { name, email: `${name}@example.org` },
			items: [{ ticketTypeId: there, quantity: 1 }],
		});
	const results = await Promise.all([buy('mary'), move(series, 0, 1), buy('ida'), buy('kay')]);
	expect(results.filter(({ status }) => status < 300)).toHaveLength(1);
	const hasMoved = results[1]?.status === 200;
	for (const [index, { status, body }] of results.entries())
		if (status >= 300) expect(body.metadata.rule).toBe(index === 1 ? 'no-room-there' : 'sold-out');
	const valid = async (eventId: string) =>
		(await guestsOf(eventId)).filter(({ status }) => status === 'active').length;
	expect([await valid(first), await valid(second)]).toEqual([hasMoved ? 0 : 1, 3]);
	await expectInvariants(services);
});
