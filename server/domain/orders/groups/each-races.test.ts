import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endDueGroups } from '#server/domain/groups/deadline.ts';
import { createEachGroup, endGroup, updateGroup } from '#server/domain/groups/each.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { joinWaitlist } from '#server/domain/waitlist/commands/join-waitlist.ts';
import { offerDuePlaces } from '#server/domain/waitlist/jobs.ts';
import type { GroupScope } from '#server/http/handler.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertInvitation } from '#tests/factories/groups.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { confirmOrder } from '../commands/confirm-order.ts';
import { orderPlace } from './claim-ticket.ts';

/** Two servers on one database: a place of a group is its own, the public's or the waitlist's, never two of these. */
const { database, services: one, other: two, query } = useTestServers();

const serverOf = (n: number) => (n % 2 === 0 ? one : two);
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
	results.filter(({ status }) => status === 'fulfilled').length;
/** Why calls were refused; what is no refusal is thrown. */
const rulesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
	results.flatMap((result) => {
		if (result.status === 'fulfilled') return [];
		if (!(result.reason instanceof AppError)) throw result.reason;
		return [result.reason.metadata?.rule];
	});

async function makeGroup(event: SellingEvent, places: number): Promise<GroupScope> {
	const { organisationId, eventId, ticketTypeId } = event;
	const groupId = await createEachGroup(
		one,
		{ organisationId, eventId },
		{
			...{ pays: 'each', name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org' },
			...{ ticketTypeId, places, deadlineAt: new Date(Date.now() + 86_400_000).toISOString() },
		},
		null,
	);
	return { organisationId, eventId, groupId };
}

const claim = (group: GroupScope, server = one, invitationId: string | null = null) =>
	orderPlace(
		server,
		{ ...group, invitationId },
		{ name: 'Ada', email: `${randomUUID()}@example.org`, address: '192.0.2.1' },
	);
const buy = (event: SellingEvent, server = one, more: object = {}) =>
	placeOrder(server, {
		...{ organisationId: event.organisationId, eventId: event.eventId },
		buyer: { name: 'Pia', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
		...more,
	});
const cancel = ({ organisationId, eventId }: SellingEvent, orderId: string, server = one) =>
	cancelOrder(server, { organisationId, eventId, orderId }, { notify: false });
const passDeadline = ({ groupId }: GroupScope) =>
	query(`UPDATE group_bookings SET deadline_at = now() - interval '1 second' WHERE id = $1`, [groupId]);
/** Orders of a group become holds, as those with a price are while they wait for their payment. */
async function holdOnly(event: SellingEvent, orderId: string, isOver = false): Promise<void> {
	await query(
		`UPDATE orders SET status = 'pending', confirmed_at = NULL, expires_at = now() + $2::interval WHERE id = $1`,
		[orderId, isOver ? '-1 second' : '15 minutes'],
	);
	await query(`UPDATE attendees SET status = 'held' WHERE order_id = $1`, [orderId]);
	await query('UPDATE capacity_pools SET confirmed = confirmed - 1, held = held + 1 WHERE id = $1', [
		event.poolId,
	]);
}
const join = (event: SellingEvent) =>
	joinWaitlist(one, event, {
		...{ party: 1, ticketTypeIds: [event.ticketTypeId], takesFewer: false, name: 'Wim' },
		email: `${newId()}@example.org`,
	});
const liveTickets = async ({ eventId }: SellingEvent) =>
	(
		await query<{ n: number }>(
			`SELECT count(*)::int AS n FROM attendees WHERE event_id = $1 AND status <> 'cancelled'`,
			[eventId],
		)
	)[0]?.n;
const checked = () => expectInvariants(one);

describe('races', () => {
	test('fifty claim the last place of a sold out event beside fifty buyers: one guest has it', async () => {
		const event = await insertSellingEvent(database(), 1);
		const group = await makeGroup(event, 1);
		const results = await Promise.allSettled(
			Array.from({ length: 100 }, (_, n) =>
				n % 4 < 2 ? claim(group, serverOf(n)) : buy(event, serverOf(n)),
			),
		);
		const [claims, buyers] = [results.filter((_, n) => n % 4 < 2), results.filter((_, n) => n % 4 >= 2)];
		expect([fulfilled(claims), fulfilled(buyers)]).toEqual([1, 0]);
		expect(new Set(rulesOf(claims))).toEqual(new Set(['group-full']));
		expect(new Set(rulesOf(buyers))).toEqual(new Set(['sold-out']));
		await checked();
	});

	test('without a group a buyer has it', async () => {
		const event = await insertSellingEvent(database(), 1);
		const group = await makeGroup(event, 1);
		await endGroup(one, group);
		const results = await Promise.allSettled(
			Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? claim(group, one) : buy(event, two))),
		);
		expect(fulfilled(results.filter((_, n) => n % 2 === 0))).toBe(0);
		expect(fulfilled(results.filter((_, n) => n % 2 === 1))).toBe(1);
		await checked();
	});

	test('one invitation used at once on two servers is one order', async () => {
		const event = await insertSellingEvent(database(), 5);
		const group = await makeGroup(event, 3);
		const { id } = await insertInvitation(one, { id: group.groupId }, { email: 'ada@example.org' });
		const orders = await Promise.all([0, 1, 2, 3].map((n) => claim(group, serverOf(n), id)));
		expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
		expect(await liveTickets(event)).toBe(1);
		await checked();
	});

	test('claims beside the deadline, and beside the end of the group: each place goes to one', async () => {
		for (const how of ['deadline', 'end'] as const) {
			const event = await insertSellingEvent(database(), 4);
			const group = await makeGroup(event, 4);
			if (how === 'deadline')
				await query(
					`UPDATE group_bookings SET deadline_at = now() + interval '100 milliseconds' WHERE id = $1`,
					[group.groupId],
				);
			const end = async () => {
				if (how === 'end') return endGroup(two, group);
				await passDeadline(group);
				await endDueGroups(two);
			};
			const results = await Promise.allSettled([
				claim(group),
				end(),
				...[1, 2, 3].map((n) => claim(group, serverOf(n))),
				...[1, 2, 3].map((n) => buy(event, serverOf(n))),
			]);
			rulesOf(results);
			await endDueGroups(one);
			expect(await liveTickets(event)).toBe(fulfilled(results.filter((_, n) => n !== 1)));
			await checked();
		}
	});

	test('a hold that ends beside a claim: the place is claimed once, and never by the public', async () => {
		const event = await insertSellingEvent(database(), 2);
		const group = await makeGroup(event, 2);
		const orders = [await claim(group), await claim(group)];
		for (const { orderId } of orders) await holdOnly(event, orderId, true);
		const results = await Promise.allSettled([
			expireHolds(one),
			expireHolds(two),
			...[0, 1, 2, 3].map((n) => claim(group, serverOf(n))),
			...[0, 1, 2, 3].map((n) => buy(event, serverOf(n))),
		]);
		expect(fulfilled(results.slice(6))).toBe(0);
		expect(new Set(rulesOf(results.slice(2, 6))).difference(new Set(['group-full'])).size).toBe(0);
		// Whoever came while another server ended the holds finds them ended now.
		const claimed = fulfilled(results.slice(2, 6));
		const later = await Promise.allSettled([0, 1, 2].map((n) => claim(group, serverOf(n))));
		expect(claimed + fulfilled(later)).toBe(2);
		await checked();
	});

	test('late money beside claims and the deadline: a ticket for each who has a place', async () => {
		for (let round = 0; round < rounds(4, 40); round += 1) {
			const event = await insertSellingEvent(database(), 2);
			const group = await makeGroup(event, 2);
			const { orderId } = await claim(group);
			await holdOnly(event, orderId, true);
			await expireHolds(one);
			if (round % 2 === 1) await passDeadline(group);
			const { organisationId, eventId } = event;
			const results = await Promise.allSettled([
				confirmOrder(two, { organisationId, eventId, orderId }),
				...[0, 1].map((n) => claim(group, serverOf(n))),
				...(round % 2 === 1 ? [endDueGroups(one), buy(event), buy(event, two)] : []),
			]);
			rulesOf(results);
			expect(await liveTickets(event)).toBeLessThanOrEqual(2);
			if (round % 2 === 0) expect(await liveTickets(event)).toBe(2);
			await checked();
		}
	});

	test('an end beside changes of the number of places holds nothing in the end', async () => {
		const event = await insertSellingEvent(database(), 10);
		const group = await makeGroup(event, 4);
		const results = await Promise.allSettled([
			updateGroup(one, group, { places: 8 }),
			endGroup(two, group),
			updateGroup(two, group, { places: 2 }),
			claim(group),
			endGroup(one, group),
		]);
		for (const rule of rulesOf(results)) expect(rule).toBe('group-ended');
		await checked();
		const buyers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => buy(event, serverOf(n))));
		expect(fulfilled(buyers) + fulfilled(results.slice(3, 4))).toBe(10);
	});

	test('claims beside those who wait: what a group has back is its own, what it leaves is theirs', async () => {
		const event = await insertSellingEvent(database(), 3, { event: { waitlistMode: 'auto' } });
		const group = await makeGroup(event, 2);
		const publicOrder = await buy(event);
		const first = await claim(group);
		const entries = [await join(event), await join(event)];
		const results = await Promise.allSettled([
			cancel(event, first.orderId),
			cancel(event, publicOrder.id, two),
			offerDuePlaces(one),
			offerDuePlaces(two),
			...[0, 1, 2].map((n) => claim(group, serverOf(n))),
			...[0, 1, 2].map((n) => buy(event, serverOf(n))),
		]);
		expect(fulfilled(results.slice(7))).toBe(0);
		await offerDuePlaces(one);
		await checked();
		const offered = () =>
			query(`SELECT FROM waitlist_offers WHERE event_id = $1 AND state = 'open'`, [event.eventId]);
		expect(await offered()).toHaveLength(1);
		expect(entries).toHaveLength(2);
		// Nobody claims it: with the end of the group it is offered to the next.
		const isLeft = fulfilled(results.slice(4, 7)) < 2;
		await endGroup(two, group);
		await offerDuePlaces(one);
		expect(await offered()).toHaveLength(isLeft ? 2 : 1);
		await checked();
	});
});

/** What is known of an event: who has how many places. */
interface Model {
	left: number;
	places: number;
	isOpen: boolean;
	/** Orders of the group and of the public, by what they are. */
	grouped: { id: string; state: 'valid' | 'held' | 'expired' }[];
	buyers: string[];
}

const taken = ({ grouped }: Model) => grouped.filter(({ state }) => state !== 'expired').length;
const heldFor = (model: Model) => (model.isOpen ? Math.max(0, model.places - taken(model)) : 0);
/** A ticket of the group came free, or is valid again: what the group holds changes, or what is left does. */
function shift(model: Model, change: () => void): void {
	const before = heldFor(model) + taken(model);
	change();
	model.left -= heldFor(model) + taken(model) - before;
}

describe('histories', () => {
	test('of claims, purchases, holds, cancellations, late money, changes and ends agree with a model', async () => {
		const acts = [
			'claim',
			'buy',
			'cancel',
			'cancelBuyer',
			'hold',
			'expire',
			'late',
			'resize',
			'end',
		] as const;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(7)), { minLength: 5, maxLength: 25 }),
				async (history) => {
					const event = await insertSellingEvent(database(), 6);
					const group = await makeGroup(event, 3);
					const model: Model = { left: 3, places: 3, isOpen: true, grouped: [], buyers: [] };
					for (const [act, n] of history) await step(act, n, { event, group, model });
					await checked();
				},
			),
			{ numRuns: rounds(12, 200), seed: faultSeed },
		);
	});
});

async function step(
	act: string,
	n: number,
	{ event, group, model }: { event: SellingEvent; group: GroupScope; model: Model },
): Promise<void> {
	const { organisationId, eventId } = event;
	const server = serverOf(n);
	const pick = (state: Model['grouped'][number]['state']) => {
		const some = model.grouped.filter((order) => order.state === state);
		return some[n % Math.max(1, some.length)];
	};
	const outcome = async (call: Promise<unknown>, isPossible: boolean) => {
		const [result] = await Promise.allSettled([call]);
		if (result.status === 'rejected') rulesOf([result]);
		expect(result.status, `${act} ${JSON.stringify(model)}`).toBe(isPossible ? 'fulfilled' : 'rejected');
		return result.status === 'fulfilled' ? (result.value as { id?: string; orderId?: string }) : null;
	};
	if (act === 'claim') {
		stockStore(server).forget(eventId);
		const made = await outcome(claim(group, server), heldFor(model) > 0);
		if (made) shift(model, () => model.grouped.push({ id: made.orderId as string, state: 'valid' }));
	} else if (act === 'buy') {
		// What the other server gave back is known to this one a moment later.
		stockStore(server).forget(eventId);
		const made = await outcome(buy(event, server), model.left > 0);
		if (made) model.buyers.push(made.id as string);
		if (made) model.left -= 1;
	} else if (act === 'cancelBuyer') {
		const id = model.buyers.pop();
		if (id) await cancel(event, id, server);
		if (id) model.left += 1;
	} else if (act === 'cancel') {
		const order = pick('valid');
		if (!order) return;
		await cancel(event, order.id, server);
		shift(model, () => void model.grouped.splice(model.grouped.indexOf(order), 1));
	} else if (act === 'hold') {
		const order = pick('valid');
		if (!order) return;
		await holdOnly(event, order.id);
		order.state = 'held';
	} else if (act === 'expire') {
		const order = pick('held');
		if (!order) return;
		await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [order.id]);
		await expireHolds(server);
		shift(model, () => Object.assign(order, { state: 'expired' }));
	} else if (act === 'late') {
		const order = pick('expired');
		if (!order) return;
		const isRoom = heldFor(model) > 0 || model.left > 0;
		const confirmed = confirmOrder(server, { organisationId, eventId, orderId: order.id });
		if (
			await outcome(
				confirmed.then(() => ({})),
				isRoom,
			)
		)
			shift(model, () => Object.assign(order, { state: 'valid' }));
	} else if (act === 'resize') {
		const places = n + 1;
		const more = Math.max(0, places - taken(model)) - heldFor(model);
		const isPossible = model.isOpen && places >= taken(model) && more <= model.left;
		if (
			await outcome(
				updateGroup(server, group, { places }).then(() => ({})),
				isPossible,
			)
		)
			shift(model, () => Object.assign(model, { places }));
	} else {
		await endGroup(server, group);
		shift(model, () => Object.assign(model, { isOpen: false }));
	}
	const [pool] = await query<{ left: number }>(
		'SELECT size - confirmed - held AS left FROM capacity_pools WHERE id = $1',
		[event.poolId],
	);
	expect(pool?.left, `${act} ${JSON.stringify(model)}`).toBe(model.left);
}
