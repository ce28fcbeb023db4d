import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { updatePlanSetting } from '#server/domain/subscriptions/commands/change-settings.ts';
import { applyPlanLimits } from '#server/domain/tickets/plan-limit.ts';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { priceRange } from '#shared/rules/price-range.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertCode } from '#tests/factories/codes.ts';
import { doorCalls, makeSellingDoor } from '#tests/factories/door-sales.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { groupOf } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent, type PricedEvent, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { eventJsonLd } from '../app/features/events/json-ld.ts';

/*
 * Whatever sends a price to guests or programs sends the total that has to be paid, for an event whose buyers pay the fee and whose tax is
 * added to its prices.
 */
const { database, services, api } = useTestApi();
let owner: TestUser;
beforeAll(async () => {
	owner = await makeUser(services);
	// The smallest plan takes 2.5 % and 0.50 of each ticket.
	await updatePlanSetting(services, true);
});

/** Prices as the organiser set them, and what buyers pay: with the fee, then 19 % tax. */
const bare = { early: 1_500, seat: 2_000, withCode: 1_200, balcony: 4_000, donation: 1_000 };
const allIn = { early: 1_890, seat: 2_499, withCode: 1_523, balcony: 4_939, donation: 1_279 };
const at = () => ({ token: owner.token });

/** An event that sells a seat with an early price, a balcony and parking, all with fee and tax on top. */
async function makeAddedEvent(): Promise<PricedEvent & { slug: string }> {
	const event = await makePricedEvent(services, api, owner, {
		...{ priceMinor: bare.seat, taxBasisPoints: 1_900 },
		priceTiers: [{ name: 'Early', priceMinor: bare.early, endsAt: null, soldUpTo: 1 }],
	});
	const types = `/api/events/${event.id}/ticket-types`;
	const add = (body: Record<string, unknown>) =>
		api.post(types, { taxBasisPoints: 1_900, currency: 'EUR', ...body }, at());
	await add({ name: 'Balcony', kind: 'paid', priceMinor: bare.balcony, capacity: 1 });
	await add({ name: 'Parking', kind: 'add_on', priceMinor: 300 });
	await add({ name: 'Backstage', kind: 'paid', priceMinor: 700, isHidden: true });
	const { body } = await api.get(types, at());
	const standard = body.data.find(({ name }: { name: string }) => name === 'Standard');
	await api.delete(`${types}/${standard.id}`, at());
	const changed = await api.patch(
		`/api/events/${event.id}`,
		{ pricesIncludeTax: false, feeBearer: 'buyer' },
		at(),
	);
	expect(changed.status, JSON.stringify(changed.body)).toBe(200);
	return { ...event, slug: changed.body.slug };
}

/** Objects anywhere in an answer that name one of the prices before fee and tax, without the total beside it. */
function bareIn(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	// What the organiser set, for the organiser.
	if (path.endsWith('.organiser.priceTiers')) return [];
	const own = Object.entries(value).flatMap(([key, one]) =>
		Object.values(bare).includes(one as number) && !('totalMinor' in value) ? [`${path}.${key}`] : [],
	);
	return [...own, ...Object.entries(value).flatMap(([key, one]) => bareIn(one, `${path}.${key}`))];
}

/** That an answer names the amounts, and no price that is not the total. */
function expectAllIn(body: unknown, ...amounts: number[]): void {
	expect(bareIn(body)).toEqual([]);
	for (const amount of amounts) expect(JSON.stringify(body)).toMatch(new RegExp(`\\b${amount}\\b`));
}

describe('an event with fee and tax on top of its prices shows totals', () => {
	let event: PricedEvent & { slug: string };
	beforeAll(async () => {
		event = await makeAddedEvent();
		await insertCode(database(), { organisationId: event.organisationId, eventId: event.id });
	});
	const path = (end = '') => `/api/events/${event.id}${end}`;

	test('in lists, on its page and to programs', async () => {
		const range = { minPriceMinor: allIn.early, maxPriceMinor: allIn.balcony };
		const shown = (await api.get(path())).body;
		expect(shown).toMatchObject(range);
		const { slug } = shown.organiser;
		const listed = (await api.get('/api/events', { query: { organiser: slug } })).body;
		expect(listed.data).toMatchObject([range]);
		expectAllIn(listed, allIn.early, allIn.balcony);
		const organiser = (await api.get(`/api/organisers/${slug}`)).body;
		expect(organiser.upcoming).toMatchObject([range]);
		expectAllIn(organiser, allIn.early, allIn.balcony);
		const mine = (await api.get(`/api/organisations/${event.organisationId}/events`, at())).body;
		expectAllIn(mine, allIn.early, allIn.balcony);
		expect(priceRange(listed.data[0], formatsFor('en'), 'Free')).toBe('€18.90 – €49.39');
	});

	test('for each ticket type and tier, with a code and without', async () => {
		const { body } = await api.get(path('/ticket-types'));
		expect(body.data).toMatchObject([
			{ name: 'Seat', totalMinor: allIn.early, tiers: [{ name: 'Early', totalMinor: allIn.early }] },
			{ name: 'Balcony', totalMinor: allIn.balcony },
			{ name: 'Parking' },
		]);
		expectAllIn(body);
		const withCode = (await api.get(path('/ticket-types'), { query: { code: 'EARLY' } })).body;
		expect(withCode.data[0]).toMatchObject({
			...{ totalMinor: allIn.withCode, withoutCodeTotalMinor: allIn.early },
			tiers: [{ totalMinor: allIn.withCode }],
		});
		expectAllIn(withCode);
	});

	test('that are what an order of one costs, and name its parts below it', async () => {
		const { body } = await api.get(path('/ticket-types'));
		for (const { id, totalMinor, kind } of body.data) {
			const items = [{ ticketTypeId: id, quantity: 1 }];
			const quoted = (await api.post(path('/quote'), { items })).body;
			expect(quoted.totalMinor, kind).toBe(totalMinor);
			expect(quoted.buyerFeeMinor).toBeLessThan(quoted.totalMinor);
		}
	});

	test('to search engines, which are offered no add-ons', async () => {
		const shown = (await api.get(path())).body as PublicEvent;
		const { data, pricing } = (await api.get(path('/ticket-types'))).body;
		const { offers } = eventJsonLd(shown, { types: data, pricing }, 'https://foyer.test') as {
			offers: { name: string; price: string }[];
		};
		expect(offers.map(({ name, price }) => [name, price])).toEqual([
			['Seat', '18.90'],
			['Balcony', '49.39'],
		]);
	});

	test('to groups whose guests pay', async () => {
		const made = await api.post(
			path('/groups'),
			{
				...{ pays: 'each', name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org', places: 2 },
				ticketTypeId: event.ticketTypeId,
				deadlineAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
			},
			at(),
		);
		const group = await groupOf(api, made.body.groupToken);
		const view = await group.view();
		// Places that are held count as taken: the early price is over.
		expectAllIn(view, allIn.seat);
		expectAllIn((await api.get(await group.claimPath())).body, allIn.seat);
		await api.post(path(`/groups/${made.body.id}/end`), undefined, at());
	});

	test('at the door', async () => {
		const door = doorCalls(api, await makeSellingDoor(api, event));
		const shop: DoorShop = (await door.shop()).body;
		expect(shop.types.find(({ id }) => id === event.ticketTypeId)).toMatchObject({
			totalMinor: allIn.early,
		});
		// Prices of tiers are for the device’s own `quote`.
		expectAllIn({ ...shop, types: shop.types.map(({ tiers: _, ...type }) => type) });
	});

	test('to whoever changes tickets, and to the organiser before publishing', async () => {
		const bought = await buyTickets(api, event);
		await settleAll(services);
		const options = (await api.get(path(`/orders/${bought.id}/changes`), at())).body;
		// One was bought at the early price, which is over with it.
		expect(JSON.stringify(options)).toContain(String(allIn.early));
		expect(bareIn(options)).toEqual([]);
		const review = (await api.get(path('/review'), at())).body;
		const prices = review.prices as { name: string; buyerPaysMinor: number }[];
		expect(prices.find(({ name }) => name === 'Seat')?.buyerPaysMinor).toBe(allIn.seat);
	});
});

describe('the range of a list', () => {
	// Each with an organisation of its own: the smallest plan has three live events.
	beforeEach(async () => {
		owner = await makeUser(services);
	});
	const cardOf = async (event: { id: string }) => {
		const { body } = await api.get(`/api/organisations/${owner.organisationId}/events`, {
			...at(),
			query: { limit: '100' },
		});
		const found = body.data.find(({ id }: { id: string }) => id === event.id);
		return [found.minPriceMinor, found.maxPriceMinor];
	};
	const poolOf = (ticketTypeId: string) =>
		database().pool.query('SELECT pool_id FROM ticket_types WHERE id = $1', [ticketTypeId]);

	test('passes over tickets that are sold out or no longer on sale, until they come back', async () => {
		const event = await makeAddedEvent();
		const balcony = (await api.get(`/api/events/${event.id}/ticket-types`)).body.data[1];
		expect(await cardOf(event)).toEqual([allIn.early, allIn.balcony]);
		const pool = (await poolOf(balcony.id)).rows[0].pool_id;
		const take = (n: number) =>
			database().pool.query('UPDATE capacity_pools SET held = held + $2 WHERE id = $1', [pool, n]);
		await take(1);
		expect(await cardOf(event)).toEqual([allIn.early, allIn.early]);
		await take(-1);
		expect(await cardOf(event)).toEqual([allIn.early, allIn.balcony]);
		// The cheaper one ends: nobody is lured by its price. Where nothing is left, what it cost is said.
		const end = (id: string) =>
			database().pool.query(
				`UPDATE ticket_types SET sales_end_at = now() - interval '1 hour' WHERE id = $1`,
				[id],
			);
		await end(event.ticketTypeId);
		expect(await cardOf(event)).toEqual([allIn.balcony, allIn.balcony]);
		await end(balcony.id);
		expect(await cardOf(event)).toEqual([allIn.early, allIn.balcony]);
		await expireHolds(services);
	});

	test('follows who bears the fee, the tax, the tiers and the plan', async () => {
		const event = await makeAddedEvent();
		const patch = (body: Record<string, unknown>) => api.patch(`/api/events/${event.id}`, body, at());
		await patch({ feeBearer: 'organiser' });
		expect(await cardOf(event)).toEqual([1_785, 4_760]);
		await patch({ pricesIncludeTax: true });
		expect(await cardOf(event)).toEqual([bare.early, bare.balcony]);
		await patch({ feeBearer: 'buyer' });
		expect(await cardOf(event)).toEqual([bare.early + 88, bare.balcony + 150]);
		await updatePlanSetting(services, false);
		await applyPlanLimits(services, null);
		expect(await cardOf(event)).toEqual([bare.early, bare.balcony]);
		await updatePlanSetting(services, true);
		await applyPlanLimits(services, null);
		await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ priceTiers: [], priceMinor: bare.seat },
			at(),
		);
		expect(await cardOf(event)).toEqual([bare.seat + 100, bare.balcony + 150]);
	});

	test('of an event that was a draft when its plan’s fee came is right once it is published', async () => {
		const event = await makeEvent(services, owner);
		const types = `/api/events/${event.id}/ticket-types`;
		await updatePlanSetting(services, false);
		await api.post(types, { name: 'Seat', kind: 'paid', priceMinor: bare.seat, currency: 'EUR' }, at());
		await api.patch(`/api/events/${event.id}`, { feeBearer: 'buyer' }, at());
		await updatePlanSetting(services, true);
		const published = await api.post(`/api/events/${event.id}/publish`, undefined, at());
		expect(published.status, JSON.stringify(published.body)).toBe(200);
		expect(await cardOf(event)).toEqual([0, bare.seat + 100]);
	});

	test('is not “free” for a donation with a minimum', async () => {
		const event = await makePricedEvent(services, api, owner, {
			...{ name: 'Supporter', kind: 'donation', priceMinor: bare.donation, taxBasisPoints: 1_900 },
		});
		const types = `/api/events/${event.id}/ticket-types`;
		const standard = (await api.get(types, at())).body.data.find(
			({ name }: { name: string }) => name === 'Standard',
		);
		await api.delete(`${types}/${standard.id}`, at());
		await api.patch(`/api/events/${event.id}`, { pricesIncludeTax: false, feeBearer: 'buyer' }, at());
		expect(await cardOf(event)).toEqual([allIn.donation, allIn.donation]);
		const free = (await api.get('/api/events', { query: { free: 'true' } })).body.data;
		expect(free.map(({ id }: { id: string }) => id)).not.toContain(event.id);
		await expectInvariants(services);
	});
});
