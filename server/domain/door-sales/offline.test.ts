import { describe, expect, test } from 'vitest';
import {
	doorCalls,
	endEvent,
	makeDoorSale,
	newNonce,
	openDrawer,
	otherDevice,
	setDoorSale,
} from '#tests/factories/door-sales.ts';
import { holdTickets } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner, query } = useTestOwner();

const ruleOf = ({ status, body }: { status: number; body: unknown }) => [
	status,
	(body as { metadata?: { rule?: string } }).metadata?.rule,
];

/** A device with an open drawer and tickets that are set aside for it. */
async function openTill({ size = 2, ...type }: Record<string, unknown> & { size?: number } = {}) {
	const door = await makeDoorSale(services, api, owner, { capacity: 40, ...type });
	const { ticketTypeId } = door.event;
	await setDoorSale(services, door, { allotmentSize: size, ticketTypeIds: [ticketTypeId] });
	const drawerId = await openDrawer(api, door);
	const calls = doorCalls(api, door);
	const { body: allotment } = await calls.topUp();
	/** What the device sends of a sale that it made without a network. */
	const sellOffline = ({ quantity = 1, ...body }: Record<string, unknown> & { quantity?: number } = {}) =>
		calls.sell({
			items: [{ ticketTypeId, quantity }],
			offline: { soldAt: new Date().toISOString(), priceList: allotment.priceList, drawerId },
			...body,
		});
	const patch = (values: Record<string, unknown>) =>
		api.patch(`/api/events/${door.event.id}/ticket-types/${ticketTypeId}`, values, { token: owner.token });
	return { door, drawerId, allotment, sellOffline, patch, ...calls };
}
const poolOf = async (ticketTypeId: string) =>
	(
		await query<{ confirmed: number; held: number }>(
			`SELECT p.confirmed, p.held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1`,
			[ticketTypeId],
		)
	)[0];

describe('sales without a network', () => {
	test('are out of what is set aside for the device, at the prices that it had', async () => {
		const { door, allotment, sellOffline, patch, shop } = await openTill();
		expect(allotment.left).toEqual([{ ticketTypeId: door.event.ticketTypeId, quantity: 2 }]);
		expect(await poolOf(door.event.ticketTypeId)).toEqual({ confirmed: 0, held: 2 });
		expect((await patch({ priceMinor: 9_900, isClosed: true, isHidden: true })).status).toBe(200);
		const sold = await sellOffline({ checkIn: {} });
		expect(sold.status).toBe(201);
		expect(sold.body).toMatchObject({
			state: 'paid',
			totalMinor: 2_400,
			isOffline: true,
			attendees: [{ isCheckedIn: true }],
		});
		expect(await poolOf(door.event.ticketTypeId)).toEqual({ confirmed: 1, held: 1 });
		const { body } = await shop();
		expect(body.drawer).toMatchObject({ expectedMinor: 12_400 });
		expect(body.allotment?.left).toEqual([{ ticketTypeId: door.event.ticketTypeId, quantity: 1 }]);
		expect(body.allotment?.priceList).not.toBe(allotment.priceList);
		await expectInvariants(services);
	});

	test('of the tier that was open, for any number', async () => {
		const { sellOffline, allotment } = await openTill({
			priceTiers: [{ name: 'Early', priceMinor: 1_000, endsAt: null, soldUpTo: 3 }],
		});
		expect(allotment.prices.types[0]?.tiers).toEqual([{ name: 'Early', priceMinor: 1_000, left: null }]);
		const { body } = await sellOffline({ quantity: 4 });
		expect(body.totalMinor).toBe(4_000);
		await expectInvariants(services);
	});

	test('beyond what is set aside they need room like any other', async () => {
		const { door, sellOffline, sell, patch } = await openTill({ capacity: 20 });
		expect((await sellOffline({ quantity: 3 })).status).toBe(201);
		expect((await sell({ items: [{ ticketTypeId: door.event.ticketTypeId, quantity: 17 }] })).status).toBe(
			201,
		);
		const nonce = newNonce();
		expect(ruleOf(await sellOffline({ nonce }))).toEqual([422, 'not-in-allotment']);
		expect((await patch({ capacity: 21 })).status).toBe(200);
		expect((await sellOffline({ nonce })).status).toBe(201);
		await expectInvariants(services);
	});

	test('a refused one leaves what is set aside as it was', async () => {
		const { door, drawerId, allotment, sellOffline } = await openTill();
		expect(ruleOf(await sellOffline({ way: 'card' }))).toEqual([422, 'way-not-open']);
		expect(ruleOf(await sellOffline({ given: 1 }))).toEqual([422, 'given-too-little']);
		const offline = { soldAt: new Date().toISOString(), priceList: 'unknown', drawerId };
		expect((await sellOffline({ offline })).status).toBe(400);
		const foreign = { ...offline, priceList: allotment.priceList };
		expect((await doorCalls(api, otherDevice(door)).sell({ offline: foreign })).status).toBe(404);
		expect(await poolOf(door.event.ticketTypeId)).toEqual({ confirmed: 0, held: 2 });
		await expectInvariants(services);
	});

	test('one whose answer was lost is the same sale when it is sent without a network', async () => {
		const { sell, sellOffline, shop } = await openTill();
		const nonce = newNonce();
		const online = await sell({ nonce, given: 3_000 });
		const offline = await sellOffline({ nonce, given: 3_000 });
		expect(offline.body).toEqual(online.body);
		expect((await shop()).body.drawer?.sales).toBe(1);
	});

	test('arrive after the drawer was closed, after the event and after the link was revoked', async () => {
		const { door, sellOffline, count, sell } = await openTill({ size: 3 });
		const soldAt = new Date().toISOString();
		expect((await count('close', 12_400)).body.closed).toMatchObject({ differenceMinor: 2_400 });
		expect(ruleOf(await sell())).toEqual([422, 'drawer-not-open']);
		expect((await sellOffline()).status).toBe(201);
		await endEvent(services, door);
		const [drawer] = await query<{ late_minor: string; id: string }>(
			`SELECT id, late_minor FROM cash_drawers WHERE event_id = $1`,
			[door.event.id],
		);
		expect(Number(drawer?.late_minor)).toBe(2_400);
		await expectInvariants(services);
		expect(ruleOf(await sellOffline())).toEqual([422, 'event-over']);
		await query(`UPDATE events SET ends_at = ends_at + interval '1 second' WHERE id = $1`, [door.event.id]);
		const list = await query<{ hash: string }>(
			`UPDATE door_price_lists SET created_at = now() - interval '1 hour' WHERE event_id = $1 RETURNING hash`,
			[door.event.id],
		);
		await query(`UPDATE staff_links SET revoked_at = now() WHERE id = $1`, [door.linkId]);
		const offline = {
			soldAt: new Date(Date.parse(soldAt) - 1_800_000).toISOString(),
			...{ priceList: list[0]?.hash, drawerId: drawer?.id },
		};
		expect((await sellOffline({ offline })).status).toBe(201);
		expect((await sell()).status).toBe(401);
	});

	test('prices end a day after a device read them last, whatever its clock says', async () => {
		const { door, drawerId, allotment, sellOffline, shop } = await openTill({ size: 3 });
		const age = (hours: number) =>
			query(
				`UPDATE door_price_lists SET created_at = now() - interval '30 days', read_at = now() - make_interval(hours => $2) WHERE event_id = $1`,
				[door.event.id, hours],
			);
		const sold = (soldAt: Date) =>
			sellOffline({ offline: { soldAt: soldAt.toISOString(), priceList: allotment.priceList, drawerId } });
		await age(23);
		expect((await sold(new Date())).status).toBe(201);
		await age(25);
		expect(ruleOf(await sold(new Date()))).toEqual([422, 'price-changed']);
		// A device that was given its first tickets just now sold nothing before.
		expect(ruleOf(await sold(new Date(Date.now() - 86_400_000)))).toEqual([422, 'price-changed']);
		await query(`UPDATE door_allotments SET created_at = now() - interval '2 days' WHERE event_id = $1`, [
			door.event.id,
		]);
		expect((await sold(new Date(Date.now() - 86_400_000))).status).toBe(201);
		// A look at the shop finds the same prices still held.
		expect((await shop()).body.allotment?.priceList).toBe(allotment.priceList);
		expect((await sold(new Date())).status).toBe(201);
		await expectInvariants(services);
	});

	test('the device’s clock is put right, within what can be', async () => {
		const { drawerId, allotment, sellOffline } = await openTill({ size: 3 });
		const hour = 3_600_000;
		const sold = async (saidMs: number, clockOffsetMs = 0) => {
			const offline = {
				soldAt: new Date(saidMs).toISOString(),
				clockOffsetMs,
				priceList: allotment.priceList,
				drawerId,
			};
			return (await sellOffline({ offline })).body;
		};
		const before = Date.now();
		const [future, past, wrong] = [
			await sold(before + hour),
			await sold(before - 48 * hour),
			await sold(Date.UTC(2020, 1, 1), before - Date.UTC(2020, 1, 1)),
		];
		for (const { soldAt } of [future, past, wrong]) {
			expect(Date.parse(soldAt)).toBeLessThanOrEqual(Date.now());
			expect(Date.parse(soldAt)).toBeGreaterThan(before - hour);
		}
		await expectInvariants(services);
	});

	test('buyers on the web do not get what is set aside', async () => {
		const { door, sellOffline } = await openTill({ capacity: 20 });
		await expect(holdTickets(api, door.event, 10)).resolves.toBeDefined();
		await expect(holdTickets(api, door.event, 9)).rejects.toThrow('sold-out');
		await holdTickets(api, door.event, 8);
		expect((await sellOffline({ quantity: 2 })).status).toBe(201);
		await expectInvariants(services);
	});
});
