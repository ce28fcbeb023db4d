import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	callerOf,
	makeDoorSale,
	newNonce,
	openDrawer,
	otherDevice,
	type SellingDoor,
	setDoorSale,
} from '#tests/factories/door-sales.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { topUp } from './allotments.ts';
import { cancelSale } from './cancel-sale.ts';
import { type DoorSaleInput, sellAtDoor } from './sell.ts';
import { sellerOf } from './seller.ts';

/** Doors with and without a network, buyers on the web and cancellations in any order, on two servers: the model counts what must be true of all. */
const { database, services: one, other: two, api, owner } = useTestServers();

const capacity = 12;
const tills = 3;

/** A device as the test knows it: what it may sell without a network, and what it has sold and not sent. */
interface Till {
	door: SellingDoor;
	drawerId: string;
	left: number;
	priceList: string;
	queue: DoorSaleInput[];
}

interface World {
	tills: Till[];
	/** Tickets that are sold, and what was taken in cash. */
	sold: number;
	cashMinor: number;
	waiting: { till: Till; saleId: string }[];
	sales: Map<string, string>;
}

const steps = fc.record({
	kind: fc.constantFrom(
		'sell',
		'sell',
		'offline',
		'offline',
		'send',
		'repeat',
		'top-up',
		'card',
		'cancel',
		'buy',
	),
	till: fc.nat(tills - 1),
	quantity: fc.integer({ min: 1, max: 2 }),
	server: fc.nat(1),
	pick: fc.nat(20),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** What is refused because of places is part of the story; everything else is a fault. */
async function unlessFull<T>(work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError && ['sold-out', 'not-in-allotment'].includes(String(error.metadata?.rule)))
			return null;
		throw error;
	}
}

/** @param admits people that one ticket lets in */
async function open(admits: number): Promise<World> {
	const first = await makeDoorSale(one, api, owner, { admits, capacity: capacity * admits });
	await setDoorSale(one, first, { allotmentSize: 2, ticketTypeIds: [first.event.ticketTypeId] });
	const world: World = { tills: [], sold: 0, cashMinor: 0, waiting: [], sales: new Map() };
	for (let n = 0; n < tills; n += 1) {
		const door = n === 0 ? first : otherDevice(first);
		world.tills.push({ door, drawerId: await openDrawer(api, door), left: 0, priceList: '', queue: [] });
	}
	return world;
}

const saleOf = ({ door }: Till, quantity: number): DoorSaleInput => ({
	items: [{ ticketTypeId: door.event.ticketTypeId, quantity }],
	...{ way: 'cash', nonce: newNonce(), name: '', device: door.device },
});

async function sell(world: World, server: Services, till: Till, input: DoorSaleInput): Promise<boolean> {
	const sale = await unlessFull(async () => sellAtDoor(server, await callerOf(server, till.door), input));
	if (!sale) return false;
	const known = world.sales.get(input.nonce);
	// Each nonce is one sale, however often it is sent.
	if (known !== undefined) expect(sale.id).toBe(known);
	else if (input.way === 'cash') {
		world.sold += sale.attendees.length;
		world.cashMinor += sale.dueMinor ?? 0;
	} else world.waiting.push({ till, saleId: sale.id });
	world.sales.set(input.nonce, sale.id);
	return true;
}

async function play(world: World, step: Step): Promise<void> {
	const server = step.server === 0 ? one : two;
	const till = world.tills[step.till] as Till;
	const { door, queue } = till;
	switch (step.kind) {
		case 'sell':
			await sell(world, server, till, saleOf(till, step.quantity));
			break;
		case 'card':
			await sell(world, server, till, { ...saleOf(till, step.quantity), way: 'card' });
			break;
		case 'offline':
			if (till.left < step.quantity) break;
			till.left -= step.quantity;
			queue.push({
				...saleOf(till, step.quantity),
				offline: {
					soldAt: new Date().toISOString(),
					clockOffsetMs: 0,
					priceList: till.priceList,
					drawerId: till.drawerId,
				},
			});
			break;
		case 'send': {
			const [input] = queue.splice(step.pick % Math.max(1, queue.length), 1);
			// What was sold out of the allotment is always taken, whatever was sold meanwhile.
			if (input) expect(await sell(world, server, till, input)).toBe(true);
			if (input && step.pick % 2 === 0) queue.push(input);
			break;
		}
		case 'repeat':
			for (const input of queue.slice(0, 1)) {
				await Promise.all(
					[one, two].map(async (each) => sellAtDoor(each, await callerOf(each, door), input)),
				);
				await sell(world, server, till, input);
				if (!world.sales.has(input.nonce)) throw new Error('a sale that was sent is not known');
			}
			break;
		case 'top-up': {
			const unsent = queue
				.filter(({ nonce }) => !world.sales.has(nonce))
				.map(({ items: [item] }) => ({
					ticketTypeId: item?.ticketTypeId ?? '',
					quantity: item?.quantity ?? 0,
				}));
			const given = await topUp(server, sellerOf(await callerOf(server, door), door.device), unsent);
			till.left = given?.left[0]?.quantity ?? 0;
			till.priceList = given?.priceList ?? till.priceList;
			break;
		}
		case 'cancel': {
			const [one] = world.waiting.splice(step.pick % Math.max(1, world.waiting.length), 1);
			if (one)
				expect((await cancelSale(server, await callerOf(server, one.till.door), one.saleId)).state).toBe(
					'ended',
				);
			break;
		}
		default:
			await unlessFull(() =>
				placeOrder(server, {
					...{ organisationId: door.event.organisationId, eventId: door.event.id, hold: true },
					buyer: { name: 'Pia', email: `${randomUUID()}@example.org` },
					items: [{ ticketTypeId: door.event.ticketTypeId, quantity: step.quantity }],
				}),
			);
	}
}

/** Steps of different devices that follow each other are taken at once. */
function* atOnce(history: readonly Step[]): Generator<Step[]> {
	let together: Step[] = [];
	for (const step of history) {
		if (together.some(({ till }) => till === step.till)) {
			yield together;
			together = [];
		}
		together.push(step);
	}
	yield together;
}

async function check(world: World): Promise<void> {
	const eventId = (world.tills[0] as Till).door.event.id;
	const { rows } = await database().pool.query<{ sales: number; sold: number; cash: string }>(
		`SELECT (SELECT count(*)::int FROM door_sales WHERE event_id = $1) AS sales,
			(SELECT count(*)::int FROM attendees WHERE event_id = $1 AND status = 'active') AS sold,
			(SELECT coalesce(sum(CASE WHEN debit = 'cash' THEN amount_minor ELSE -amount_minor END), 0) FROM ledger_transfers
				WHERE event_id = $1 AND 'cash' IN (debit, credit)) AS cash`,
		[eventId],
	);
	expect({ ...rows[0], cash: Number(rows[0]?.cash) }).toEqual({
		...{ sales: world.sales.size, sold: world.sold, cash: world.cashMinor },
	});
	await expectInvariants(one);
}

test('whatever happens in whatever order: never oversold, the books balanced, each nonce once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(steps, { minLength: 15, maxLength: 30 }),
			fc.integer({ min: 1, max: 2 }),
			async (history, admits) => {
				const world = await open(admits);
				for (const till of [0, 1, 2])
					await play(world, { kind: 'top-up', till, quantity: 1, server: till % 2, pick: 0 });
				for (const some of atOnce(history)) await Promise.all(some.map((step) => play(world, step)));
				// All devices find the network again.
				for (const till of world.tills)
					for (const input of till.queue) expect(await sell(world, two, till, input)).toBe(true);
				await check(world);
			},
		),
		{ numRuns: rounds(3, 60), seed: faultSeed, endOnFailure: true },
	);
});
