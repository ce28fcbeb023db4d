import { beforeAll, describe, expect, test } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { MOST_DEVICES } from '#shared/rules/door-sales.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	doorCalls,
	makeDoorSale,
	newNonce,
	openDrawer,
	otherDevice,
	type SellingDoor,
} from '#tests/factories/door-sales.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { type ApiAnswer, createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectChecks, expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { doorSaleChecks } from './checks.ts';
import { endDueAllotments } from './jobs.ts';
import { releaseAllotment } from './release-allotments.ts';

/** Tickets that are set aside for devices that sell without a network. */
const { database, services, api, owner, query } = useTestOwner();

const mine = () => ({ token: owner.token });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const put = (door: SellingDoor, body: Record<string, unknown>, token = owner.token) =>
	api.call(
		'PUT',
		`/api/events/${door.event.id}/door-sales/settings`,
		{ ticketTypeIds: null, ways: ['cash', 'card', 'transfer'], allotmentSize: 5, ...body },
		{ token },
	);
const makeTill = async (type: Record<string, unknown> = {}, allotmentSize = 5) => {
	const door = await makeDoorSale(services, api, owner, type);
	// Beside its tickets at a price an event has others, which are not sold here.
	const ticketTypeIds = [door.event.ticketTypeId];
	expect((await put(door, { ticketTypeIds, allotmentSize })).status).toBe(200);
	return { door, ...doorCalls(api, door) };
};
const addType = async (door: SellingDoor, type: Record<string, unknown> = {}): Promise<string> => {
	const made = await api.post(
		`/api/events/${door.event.id}/ticket-types`,
		{ name: 'Stand', kind: 'paid', priceMinor: 1_000, currency: 'EUR', capacity: 10, ...type },
		mine(),
	);
	expect(made.status).toBe(201);
	return made.body.id;
};
const leftOf = ({ body }: ApiAnswer, ticketTypeId: string): number | undefined =>
	body?.left.find((one: { ticketTypeId: string }) => one.ticketTypeId === ticketTypeId)?.quantity;
const heldIn = async (ticketTypeId: string) =>
	(
		await query<{ pool: string; held: number; taken: number }>(
			`SELECT CASE WHEN p.id = t.pool_id THEN 'own' WHEN p.id = t.shared_pool_id THEN 'shared' ELSE 'plan' END AS pool, p.held,
				p.confirmed + p.held AS taken FROM ticket_types t JOIN capacity_pools p ON p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)
			WHERE t.id = $1 ORDER BY 1`,
			[ticketTypeId],
		)
	).map(({ pool, held }) => [pool, held]);
const listed = async (door: SellingDoor) =>
	(await api.get(`/api/events/${door.event.id}/door-allotments`, mine())).body.data as {
		id: string;
		quantity: number;
		device: string;
		ticketType: { id: string; name: string };
	}[];
const release = (door: SellingDoor, id: string) =>
	api.delete(`/api/events/${door.event.id}/door-allotments/${id}`, mine());
const buy = (door: SellingDoor, quantity = 1, on = services) =>
	placeOrder(on, {
		...{ organisationId: door.event.organisationId, eventId: door.event.id },
		buyer: { name: 'Pia', email: `${newNonce()}@example.org` },
		items: [{ ticketTypeId: door.event.ticketTypeId, quantity }],
	});
const offlineOf = (priceList: string, drawerId: string) => ({
	offline: { soldAt: new Date().toISOString(), clockOffsetMs: 0, priceList, drawerId },
	nonce: newNonce(),
});

describe('what is set aside', () => {
	test('is held for the device, up to the number of the settings', async () => {
		const { door, topUp, shop } = await makeTill({ capacity: 100 });
		const type = door.event.ticketTypeId;
		expect((await shop()).body.allotment).toBeNull();
		const first = await topUp();
		expect(leftOf(first, type)).toBe(5);
		expect(first.body.prices.types).toMatchObject([{ id: type, priceMinor: 2_400 }]);
		expect(await heldIn(type)).toEqual([['own', 5]]);
		expect(leftOf(await topUp(), type)).toBe(5);
		expect((await shop()).body.allotment).toEqual(first.body);
		expect(await listed(door)).toMatchObject([
			{ quantity: 5, device: 'Till 1', ticketType: { id: type, name: 'Seat' } },
		]);
		// Another device has its own.
		await doorCalls(api, otherDevice(door)).topUp();
		expect(await heldIn(type)).toEqual([['own', 10]]);
		await expectInvariants(services);
	});

	test('is a tenth of what is left at once, and at least one ticket as long as there is one', async () => {
		const { door, topUp } = await makeTill({ capacity: 20 }, 10);
		const got: (number | undefined)[] = [];
		for (let n = 0; n < 3; n += 1) got.push(leftOf(await topUp(), door.event.ticketTypeId));
		expect(got).toEqual([2, 3, 4]);
		const last = await makeTill({ capacity: 1 });
		expect(leftOf(await last.topUp(), last.door.event.ticketTypeId)).toBe(1);
		const other = doorCalls(api, otherDevice(last.door));
		expect(await other.topUp()).toMatchObject({ status: 200, body: null });
		await expect(buy(last.door)).rejects.toThrow();
		await expectInvariants(services);
	});

	test('is sold without a network, and filled up with what was not sent yet set aside still', async () => {
		const { door, topUp, sell, shop } = await makeTill({ capacity: 100 });
		const type = door.event.ticketTypeId;
		const drawerId = await openDrawer(api, door);
		const { priceList } = (await topUp()).body;
		const unsent = [{ ticketTypeId: type, quantity: 3 }];
		expect(leftOf(await topUp(unsent), type)).toBe(5);
		expect(await heldIn(type)).toEqual([['own', 8]]);
		// A device says what it likes: no more than it was given.
		expect(leftOf(await topUp([{ ticketTypeId: type, quantity: 90_000 }]), type)).toBe(0);
		const sold = await sell({
			...offlineOf(priceList, drawerId),
			items: [{ ticketTypeId: type, quantity: 3 }],
		});
		expect(sold).toMatchObject({ status: 201, body: { state: 'paid', isOffline: true } });
		const [row] = await query<{ confirmed: number; held: number }>(
			'SELECT confirmed, held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
			[type],
		);
		expect(row).toEqual({ confirmed: 3, held: 10 });
		expect((await shop()).body.allotment?.left).toEqual([{ ticketTypeId: type, quantity: 10 }]);
		await expectInvariants(services);
	});

	test('of a type that admits several is held in each of its pools', async () => {
		const { door, topUp } = await makeTill({ capacity: 100 });
		const pool = await api.post(
			`/api/events/${door.event.id}/capacity-pools`,
			{ name: 'Hall', size: 60 },
			mine(),
		);
		const table = await addType(door, {
			name: 'Table',
			admits: 4,
			capacity: 100,
			sharedPoolId: pool.body.id,
		});
		await put(door, { ticketTypeIds: [door.event.ticketTypeId, table] });
		const answer = await topUp();
		// Fifteen tables fit into the hall, a tenth of them is one.
		expect(leftOf(answer, table)).toBe(1);
		expect(await heldIn(table)).toEqual([
			['own', 4],
			['shared', 4],
		]);
		await expectInvariants(services);
	});

	test('moves with its type to other pools', async () => {
		const { door, topUp } = await makeTill({ capacity: 100 });
		const { id: eventId, ticketTypeId: type } = door.event;
		await topUp();
		const path = `/api/events/${eventId}/ticket-types/${type}`;
		const pool = await api.post(`/api/events/${eventId}/capacity-pools`, { name: 'Hall', size: 60 }, mine());
		expect((await api.patch(path, { sharedPoolId: pool.body.id }, mine())).status).toBe(200);
		expect(await heldIn(type)).toEqual([
			['own', 5],
			['shared', 5],
		]);
		await expectInvariants(services);
		expect((await api.patch(path, { sharedPoolId: null }, mine())).status).toBe(200);
		const [hall] = await query<{ held: number }>('SELECT held FROM capacity_pools WHERE id = $1', [
			pool.body.id,
		]);
		expect(hall?.held).toBe(0);
		await expectInvariants(services);
		// Fewer places than are set aside cannot be.
		expect((await api.patch(path, { capacity: 4 }, mine())).status).toBe(422);
		expect((await api.delete(path, mine())).status).toBe(422);
		await expectInvariants(services);
	});

	test('is given back of types that are no longer sold at the door, but for what was sold of it', async () => {
		const { door, topUp } = await makeTill({ capacity: 100 });
		const stand = await addType(door, { capacity: 100 });
		await put(door, { ticketTypeIds: [door.event.ticketTypeId, stand] });
		await topUp();
		expect(await heldIn(stand)).toEqual([['own', 5]]);
		await put(door, { ticketTypeIds: [door.event.ticketTypeId] });
		const answer = await topUp([{ ticketTypeId: stand, quantity: 2 }]);
		expect(leftOf(answer, stand)).toBeUndefined();
		expect(await heldIn(stand)).toEqual([['own', 2]]);
		await put(door, { ticketTypeIds: [door.event.ticketTypeId], allotmentSize: 0 });
		expect((await topUp()).body).toBeNull();
		expect(await heldIn(stand)).toEqual([['own', 0]]);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 0]]);
		expect(await listed(door)).toEqual([]);
		await expectInvariants(services);
	});

	test('is released by an organiser; what was sold of it arrives while there is room', async () => {
		const { door, topUp, sell } = await makeTill({ capacity: 2 });
		const drawerId = await openDrawer(api, door);
		const { priceList } = (await topUp()).body;
		const [row] = await listed(door);
		expect((await release(door, row?.id ?? '')).status).toBe(204);
		expect((await release(door, row?.id ?? '')).status).toBe(204);
		expect((await release(door, door.event.id)).status).toBe(404);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 0]]);
		expect((await sell(offlineOf(priceList, drawerId))).status).toBe(201);
		await query(
			`UPDATE capacity_pools SET size = confirmed + held WHERE id = (SELECT pool_id FROM ticket_types WHERE id = $1)`,
			[door.event.ticketTypeId],
		);
		expect(ruleOf(await sell(offlineOf(priceList, drawerId)))).toEqual([422, 'not-in-allotment']);
		await expectInvariants(services);
	});

	test('takes what was held by orders whose time is over', async () => {
		const { door, topUp } = await makeTill({ capacity: 1 });
		const { id, ticketTypeId } = door.event;
		const held = await api.post(`/api/events/${id}/orders`, {
			buyer: { name: 'Ada', email: 'ada@example.org' },
			...{ items: [{ ticketTypeId, quantity: 1 }], hold: true },
		});
		expect(held.status).toBe(201);
		expect((await topUp()).body).toBeNull();
		await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [held.body.id]);
		expect(leftOf(await topUp(), ticketTypeId)).toBe(1);
		await expectInvariants(services);
	});

	test('of all devices of a link is at most half of what there is, and has a number of devices', async () => {
		const { door } = await makeTill({ capacity: 20 }, 10);
		const type = door.event.ticketTypeId;
		for (let n = 0; n < 30; n += 1) {
			const { status } = await doorCalls(api, otherDevice(door)).topUp();
			expect(status).toBe(200);
		}
		expect(await heldIn(type)).toEqual([['own', 10]]);
		// The other half is the public's.
		await buy(door, 10);
		expect(await heldIn(type)).toEqual([['own', 20]]);
		await query(
			`INSERT INTO door_allotments (id, organisation_id, event_id, holder_id, device_id, ticket_type_id, quantity)
			SELECT gen_random_uuid(), organisation_id, event_id, holder_id, 'more ' || n, ticket_type_id, 0
			FROM (SELECT * FROM door_allotments WHERE event_id = $1 LIMIT 1) a, generate_series(1, $2) n`,
			[door.event.id, MOST_DEVICES],
		);
		expect(ruleOf(await doorCalls(api, otherDevice(door)).topUp())).toEqual([422, 'too-many-devices']);
		expect((await api.delete(`/api/events/${door.event.id}/door-allotments`, mine())).status).toBe(204);
		expect(await heldIn(type)).toEqual([['own', 10]]);
		expect(await listed(door)).toEqual([]);
		expect((await doorCalls(api, otherDevice(door)).topUp()).status).toBe(200);
		await expectInvariants(services);
	});

	test('is nothing for an event that is over or not on sale', async () => {
		const { door, topUp, shop } = await makeTill({ capacity: 100 });
		await topUp();
		await query(`UPDATE events SET status = 'postponed' WHERE id = $1`, [door.event.id]);
		expect(ruleOf(await topUp())).toEqual([422, 'event-not-open']);
		await query(`UPDATE events SET status = 'published' WHERE id = $1`, [door.event.id]);
		await moveEvent(services, door.event.id, { start: -3, end: -1 });
		expect(ruleOf(await topUp())).toEqual([422, 'event-over']);
		expect((await shop()).body.allotment).toBeNull();
		await expectInvariants(services);
	});
});

describe('it ends', () => {
	test('with its event, by the worker; what was sold before is still taken', async () => {
		const { door, topUp, sell } = await makeTill({ capacity: 100 });
		const drawerId = await openDrawer(api, door);
		const { priceList } = (await topUp()).body;
		const sale = offlineOf(priceList, drawerId);
		await endDueAllotments(services);
		expect(await listed(door)).toHaveLength(1);
		await moveEvent(services, door.event.id, { start: -3, end: 1e-6 });
		await query(`UPDATE events SET ends_at = now() - interval '1 millisecond' WHERE id = $1`, [
			door.event.id,
		]);
		await endDueAllotments(services);
		expect(await listed(door)).toEqual([]);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 0]]);
		sale.offline.clockOffsetMs = -5_000;
		expect((await sell(sale)).status).toBe(201);
		await expectInvariants(services);
	});

	test('when the event is cancelled', async () => {
		const { door, topUp } = await makeTill({ capacity: 100 });
		await topUp();
		const { organisationId, id: eventId } = door.event;
		await cancelEvent(services, { organisationId, eventId }, 'Called off');
		await factPoller.run(services, AbortSignal.timeout(60_000));
		await endDueAllotments(services);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 0]]);
		await expectInvariants(services);
	});

	test('not with its staff link: sales may still come', async () => {
		const { door, topUp, sell } = await makeTill({ capacity: 100 });
		const drawerId = await openDrawer(api, door);
		const { priceList } = (await topUp()).body;
		const revoked = await api.post(
			`/api/events/${door.event.id}/staff-links/${door.linkId}/revoke`,
			{},
			mine(),
		);
		expect(revoked.status).toBeLessThan(300);
		expect((await topUp()).status).toBe(401);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 5]]);
		expect((await sell(offlineOf(priceList, drawerId))).status).toBe(201);
		expect(await heldIn(door.event.ticketTypeId)).toEqual([['own', 4]]);
		await expectInvariants(services);
	});
});

describe('settings', () => {
	test('name ticket types of the event', async () => {
		const { door } = await makeTill();
		const other = await makeTill();
		const path = `/api/events/${door.event.id}/door-sales/settings`;
		const ticketTypeIds = [door.event.ticketTypeId, door.event.ticketTypeId];
		const saved = await put(door, { ticketTypeIds, ways: ['transfer', 'cash'] });
		expect(saved.body).toEqual({
			...{ ticketTypeIds: [door.event.ticketTypeId], ways: ['cash', 'transfer'], allotmentSize: 5 },
		});
		expect((await api.get(path, mine())).body).toEqual(saved.body);
		const wrong = await put(door, { ticketTypeIds: [other.door.event.ticketTypeId] });
		expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, 'ticketTypeIds']);
		expect((await put(door, { allotmentSize: 501 })).status).toBe(400);
		const stranger = await makeUser(services);
		expect((await put(door, {}, stranger.token)).status).toBe(404);
		await expectInvariants(services);
	});

	test('of an event that has none: every way, nothing set aside', async () => {
		const door = await makeDoorSale(services, api, owner);
		const { body } = await api.get(`/api/events/${door.event.id}/door-sales/settings`, mine());
		expect(body).toEqual({ ticketTypeIds: null, ways: ['cash', 'card', 'transfer'], allotmentSize: 0 });
		expect((await doorCalls(api, door).topUp()).body).toBeNull();
	});
});

describe('races on two servers', () => {
	let one: Services;
	let two: Services;
	beforeAll(async () => {
		one = await createTestServices({ ...database() });
		two = await createTestServices({ ...database() });
	});
	const serverOf = (n: number) => (n % 2 === 0 ? one : two);
	const apiOf = (n: number) => createTestApi(serverOf(n));
	const placesOf = async (door: SellingDoor) =>
		(
			await query<{ taken: number; set_aside: number }>(
				`SELECT p.confirmed + p.held AS taken, (SELECT coalesce(sum(quantity), 0)::int FROM door_allotments a
					WHERE a.ticket_type_id = t.id AND a.state = 'live') AS set_aside
				FROM ticket_types t JOIN capacity_pools p ON p.id = t.pool_id WHERE t.id = $1`,
				[door.event.ticketTypeId],
			)
		)[0];

	test('twenty devices beside twenty buyers for the last places: each place is set aside or sold once', async () => {
		for (let round = 0; round < rounds(2, 20); round += 1) {
			const { door } = await makeTill({ kind: 'free', priceMinor: 0, capacity: 8 });
			const results = await Promise.allSettled(
				Array.from({ length: 40 }, (_, n) =>
					n % 4 < 2 ? doorCalls(apiOf(n), otherDevice(door)).topUp() : buy(door, 1, serverOf(n)),
				),
			);
			let given = 0;
			let sold = 0;
			for (const [n, result] of results.entries()) {
				if (result.status === 'rejected') {
					if (!(result.reason instanceof AppError)) throw result.reason;
					expect(result.reason.metadata?.rule).toBe('sold-out');
				} else if (n % 4 >= 2) sold += 1;
				else {
					const answer = result.value as ApiAnswer;
					expect(answer.status).toBe(200);
					given += leftOf(answer, door.event.ticketTypeId) ?? 0;
				}
			}
			expect(given + sold).toBe(8);
			expect(await placesOf(door)).toEqual({ taken: 8, set_aside: given });
			await expectInvariants(services);
		}
	});

	test('one device that asks many times at once has one allotment of each type', async () => {
		const { door } = await makeTill({ capacity: 1_000 });
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, n) => doorCalls(apiOf(n), door).topUp()),
		);
		expect(new Set(answers.map((answer) => leftOf(answer, door.event.ticketTypeId)))).toEqual(new Set([5]));
		expect(await placesOf(door)).toEqual({ taken: 5, set_aside: 5 });
		await expectInvariants(services);
	});

	test('a release beside a sale that arrives and a buyer: the place is one of theirs', async () => {
		for (let round = 0; round < rounds(4, 30); round += 1) {
			const { door, topUp } = await makeTill({ kind: 'free', priceMinor: 0, capacity: 1 });
			const drawerId = await openDrawer(api, door);
			const { priceList } = (await topUp()).body;
			const [row] = await listed(door);
			const { organisationId, id: eventId } = door.event;
			const [, sale, bought] = await Promise.all([
				releaseAllotment(serverOf(round), { organisationId, eventId }, row?.id ?? ''),
				doorCalls(apiOf(round + 1), door).sell(offlineOf(priceList, drawerId)),
				buy(door, 1, serverOf(round)).then(
					() => true,
					(error: unknown) => {
						expect(error).toBeInstanceOf(AppError);
						return false;
					},
				),
			]);
			if (sale.status !== 201) expect(ruleOf(sale)).toEqual([422, 'not-in-allotment']);
			expect(Number(sale.status === 201) + Number(bought)).toBe(1);
			expect(await placesOf(door)).toEqual({ taken: 1, set_aside: 0 });
			await expectInvariants(services);
		}
	});

	test('a place that is given away without its row is found', async () => {
		const { door, topUp } = await makeTill({ capacity: 100 });
		await topUp();
		const ofType = 'WHERE ticket_type_id = $1';
		await query(`UPDATE door_allotments SET quantity = 4 ${ofType}`, [door.event.ticketTypeId]);
		await expect(expectChecks(services, doorSaleChecks)).rejects.toThrow('allotments-are-held');
		await query(`UPDATE door_allotments SET quantity = 5, state = 'ended' ${ofType}`, [
			door.event.ticketTypeId,
		]);
		await expect(expectChecks(services, doorSaleChecks)).rejects.toThrow('held-places-have-allotments');
		await query(`UPDATE door_allotments SET state = 'live' ${ofType}`, [door.event.ticketTypeId]);
		await expectInvariants(services);
	});
});
