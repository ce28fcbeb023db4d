import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import type { Services } from '#server/services.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	callerOf,
	doorCalls,
	makeDoorSale,
	newNonce,
	openDrawer,
	otherDevice,
	type SellingDoor,
	setDoorSale,
} from '#tests/factories/door-sales.ts';
import { payByCard, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { topUp } from './allotments.ts';
import { cancelSale } from './cancel-sale.ts';
import { type DoorSaleInput, sellAtDoor } from './sell.ts';
import { sellerOf } from './seller.ts';
import { takePayment } from './take-payment.ts';

/** Two servers on one database: a place is sold once, a nonce is one sale, and money is taken once. */
const { services: one, other: two, api, owner, query } = useTestServers();

const serverOf = (n: number) => (n % 2 === 0 ? one : two);
const fulfilled = <T>(results: readonly PromiseSettledResult<T>[]) =>
	results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
/** Why calls were refused; what is no refusal is thrown. */
const rulesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
	results.flatMap((result) => {
		if (result.status === 'fulfilled') return [];
		if (!(result.reason instanceof AppError) || result.reason.status >= 500) throw result.reason;
		return [result.reason.metadata?.rule];
	});
const sell = async (door: SellingDoor, server: Services, more: Partial<DoorSaleInput> = {}) =>
	sellAtDoor(server, await callerOf(server, door), {
		items: [{ ticketTypeId: door.event.ticketTypeId, quantity: 1 }],
		...{ way: 'cash' as const, nonce: newNonce(), name: '', device: door.device, ...more },
	});
const buy = ({ event }: SellingDoor, server: Services) =>
	placeOrder(server, {
		...{ organisationId: event.organisationId, eventId: event.id, hold: true },
		buyer: { name: 'Pia', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
	});
/** Tills of one event, each with a drawer. */
async function openTills(count: number, type: Record<string, unknown> = {}): Promise<SellingDoor[]> {
	const first = await makeDoorSale(one, api, owner, type);
	const doors = [first, ...Array.from({ length: count - 1 }, () => otherDevice(first))];
	for (const door of doors) await openDrawer(api, door);
	return doors;
}
const at = (doors: readonly SellingDoor[], n: number) => doors[n % doors.length] as SellingDoor;
const count = async (text: string, id: string) =>
	(await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text} = $1`, [id]))[0]?.n;

describe('races', () => {
	test('the last place beside twenty doors and twenty buyers: one has it', async () => {
		const doors = await openTills(20, { capacity: 1 });
		const results = await Promise.allSettled(
			Array.from(
				{ length: 40 },
				(_, n): Promise<unknown> =>
					n < 20 ? sell(at(doors, n), serverOf(n)) : buy(at(doors, 0), serverOf(n)),
			),
		);
		expect(fulfilled(results)).toHaveLength(1);
		expect(new Set(rulesOf(results))).toEqual(new Set(['sold-out']));
		await expectInvariants(one);
	});

	test('with room for all of them, all have one', async () => {
		const doors = await openTills(10, { capacity: 20 });
		const results = await Promise.allSettled(
			Array.from(
				{ length: 20 },
				(_, n): Promise<unknown> =>
					n < 10 ? sell(at(doors, n), serverOf(n)) : buy(at(doors, 0), serverOf(n)),
			),
		);
		expect([fulfilled(results).length, rulesOf(results)]).toEqual([20, []]);
		await expectInvariants(one);
	});

	test('one nonce at once on two servers is one sale; other nonces are others', async () => {
		const [door] = (await openTills(1)) as [SellingDoor];
		const nonce = newNonce();
		const same = await Promise.all([0, 1, 2, 3].map((n) => sell(door, serverOf(n), { nonce, checkIn: {} })));
		expect(new Set(same.map(({ id }) => id)).size).toBe(1);
		expect(await count('door_sales WHERE event_id', door.event.id)).toBe(1);
		expect(await count('check_ins WHERE event_id', door.event.id)).toBe(1);
		await Promise.all([0, 1].map((n) => sell(door, serverOf(n))));
		expect(await count('door_sales WHERE event_id', door.event.id)).toBe(3);
		await expectInvariants(one);
	});

	test('one nonce of two devices at once is the sale of one of them', async () => {
		const doors = await openTills(2);
		const nonce = newNonce();
		const results = await Promise.allSettled(doors.map((door, n) => sell(door, serverOf(n), { nonce })));
		expect(fulfilled(results)).toHaveLength(1);
		expect(rulesOf(results)).toEqual(['idempotency-key-reused']);
		await expectInvariants(one);
	});

	test('cash at two doors for one order: it is taken once', async () => {
		const doors = await openTills(2);
		const waiting = await sell(at(doors, 0), one, { way: 'card' });
		const guestId = waiting.attendees[0]?.id;
		const results = await Promise.allSettled(
			doors.map(async (door, n) =>
				takePayment(serverOf(n), await callerOf(serverOf(n), door), {
					...{ guestId, way: 'cash', nonce: newNonce(), device: door.device },
				}),
			),
		);
		expect(fulfilled(results)).toHaveLength(1);
		expect(rulesOf(results)).toEqual(['order-confirmed']);
		await expectInvariants(one);
	});

	test('cash and a card for one order at once: what came twice goes back', async () => {
		for (let round = 0; round < 4; round += 1) {
			const [door] = (await openTills(1)) as [SellingDoor];
			const waiting = await sell(door, one, { way: 'card' });
			const manageToken = waiting.url.split('/').at(-1) as string;
			const { body } = await api.get(`/api/orders/${manageToken}`);
			const [cash, card] = await Promise.allSettled([
				takePayment(two, await callerOf(two, door), {
					...{ guestId: waiting.attendees[0]?.id, way: 'cash', nonce: newNonce(), device: door.device },
				}),
				payByCard(api, { manageToken, quoteHash: body.quoteHash }),
			]);
			rulesOf([cash]);
			expect(card.status === 'fulfilled' && card.value.status).toBeLessThan(500);
			await settleAll(one);
			const { body: sale } = await doorCalls(api, door).look(waiting.id);
			expect((sale as DoorSale).state).toBe('paid');
		}
		await expectInvariants(one);
	});

	test('a sale that is cancelled while it is paid is one or the other', async () => {
		for (let round = 0; round < 4; round += 1) {
			const [door] = (await openTills(1)) as [SellingDoor];
			const waiting = await sell(door, one, { way: 'card' });
			const results = await Promise.allSettled([
				takePayment(two, await callerOf(two, door), {
					...{ guestId: waiting.attendees[0]?.id, way: 'cash', nonce: newNonce(), device: door.device },
				}),
				cancelSale(one, await callerOf(one, door), waiting.id),
			]);
			expect(fulfilled(results)).toHaveLength(1);
			expect(['sale-paid', 'order-cancelled']).toContain(rulesOf(results)[0]);
		}
		await expectInvariants(one);
	});

	test('sales beside cancelling the event: each is refused, or its money goes back', async () => {
		const doors = await openTills(6);
		const [first] = doors as [SellingDoor];
		const [cancelled, ...results] = await Promise.allSettled([
			api.post(`/api/events/${first.event.id}/cancel`, { reason: 'Storm' }, { token: owner.token }),
			...doors.map((door, n) => sell(door, serverOf(n))),
		]);
		expect(cancelled.status === 'fulfilled' && cancelled.value.status).toBeLessThan(300);
		expect(new Set([...rulesOf(results), 'event-not-open'])).toEqual(new Set(['event-not-open']));
		await expect(sell(first, one)).rejects.toMatchObject({ metadata: { rule: 'event-not-open' } });
		await settleAll(one);
		await expectInvariants(one);
	});

	test('devices without a network sell what they were given beside sold out doors; without it they are refused', async () => {
		const doors = await openTills(2, { capacity: 24 });
		const [given, other] = doors as [SellingDoor, SellingDoor];
		await setDoorSale(one, given, { allotmentSize: 2, ticketTypeIds: [given.event.ticketTypeId] });
		const allotment = await topUp(one, sellerOf(await callerOf(one, given), given.device), []);
		await Promise.all(Array.from({ length: 22 }, (_, n) => sell(other, serverOf(n))));
		const offlineOf = async (door: SellingDoor) => ({
			soldAt: new Date().toISOString(),
			...{ clockOffsetMs: 0, priceList: allotment?.priceList ?? '' },
			drawerId:
				(await query<{ id: string }>(`SELECT id FROM cash_drawers WHERE device_id = $1`, [door.device.id]))[0]
					?.id ?? '',
		});
		const [ofGiven, ofOther] = [await offlineOf(given), await offlineOf(other)];
		const results = await Promise.allSettled([
			...[0, 1].map((n) => sell(given, serverOf(n), { offline: ofGiven })),
			...[0, 1].map((n) => sell(other, serverOf(n), { offline: ofOther })),
		]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
		expect(new Set(rulesOf(results))).toEqual(new Set(['not-in-allotment']));
		await expectInvariants(one);
	});
});
