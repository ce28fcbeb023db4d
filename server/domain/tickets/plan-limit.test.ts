import { beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { createSilentLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { cardToken } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { applyPlanLimits } from './plan-limit.ts';

const { database, services, api } = useTestApi();
/** Another process on the same database. */
let other: { services: Services; api: TestApi };
let admin: TestUser;
beforeAll(async () => {
	const second = createDatabase({ address: database().address, log: createSilentLog(), poolSize: 10 });
	const otherServices = await createTestServices(second);
	other = { services: otherServices, api: createTestApi(otherServices) };
	admin = await makeUser(services, { isAdmin: true });
	await charged(true);
	return () => second.close();
});

async function charged(areCharged: boolean): Promise<void> {
	await api.call('PUT', '/api/admin/plans', { areCharged }, { token: admin.token });
	await applyPlanLimits(services, null);
}

interface Sale {
	id: string;
	owner: TestUser;
	types: string[];
}

/** A published event with two unlimited ticket types, of an organisation on the free plan: 100 guests an event. */
async function makeSale(): Promise<Sale> {
	const owner = await makeUser(services);
	const { id } = await makeEvent(services, owner, { isPublished: true });
	await api.post(`/api/events/${id}/ticket-types`, { name: 'Balcony', kind: 'free' }, { token: owner.token });
	const { body } = await api.get(`/api/events/${id}/ticket-types`, { token: owner.token });
	return { id, owner, types: body.data.map((type: { id: string }) => type.id) };
}

const buy = (sale: Sale, n: number, quantity = 1, from = n % 2 === 0 ? api : other.api) =>
	from.post(`/api/events/${sale.id}/orders`, {
		buyer: { name: 'Ada', email: `ada-${n}@example.org` },
		items: [{ ticketTypeId: sale.types[n % sale.types.length], quantity }],
	});

const guestsOf = async (sale: Sale): Promise<number> =>
	(
		await database().pool.query<{ n: number }>(
			`SELECT count(*)::int AS n FROM attendees WHERE event_id = $1 AND status = 'active'`,
			[sale.id],
		)
	).rows[0]?.n ?? 0;

const rush = (sale: Sale, tries: number) =>
	Promise.all(Array.from({ length: tries }, (_, n) => buy(sale, n)));

describe('the guests of an event, held to the plan of its organisation', () => {
	test('500 who want the last 100 places, on two processes and of two ticket types, get 100', async () => {
		const sale = await makeSale();
		const answers = await rush(sale, 500);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
		expect(await guestsOf(sale)).toBe(100);
		const refused = answers.filter(({ status }) => status !== 201);
		expect(new Set(refused.map(({ body }) => body.metadata.rule))).toEqual(new Set(['sold-out']));
		await expectInvariants(services);
	});

	test('are more than 100 when the pool of the plan is not taken from (negative control)', async () => {
		const sale = await makeSale();
		await database().pool.query('UPDATE ticket_types SET plan_pool_id = NULL WHERE event_id = $1', [sale.id]);
		await database().pool.query('DELETE FROM capacity_pools WHERE event_id = $1 AND is_plan', [sale.id]);
		await rush(sale, 130);
		expect(await guestsOf(sale)).toBe(130);
	});

	test('are those who are let in: places to park take none of them, nor what an older version counted', async () => {
		const sale = await makeSale();
		const park = sale.types[1] as string;
		const path = `/api/events/${sale.id}/ticket-types/${park}`;
		const change = (isAdmission: boolean) => api.patch(path, { isAdmission }, { token: sale.owner.token });
		const planPool = async () =>
			(
				await database().pool.query(
					'SELECT size, confirmed FROM capacity_pools WHERE event_id = $1 AND is_plan',
					[sale.id],
				)
			).rows;
		for (let n = 0; n < 14; n += 1) {
			if (n === 2) expect((await change(false)).status).toBe(200);
			// Ten at a time, by turns: as soon as the second type is for parking, its tickets take no place of the plan.
			expect((await buy(sale, n, 10)).status).toBe(201);
		}
		expect(await planPool()).toEqual([{ size: 100, confirmed: 70 }]);
		await expectInvariants(services);
		// As the version before counted them.
		await database().pool.query(
			`WITH pool AS (UPDATE capacity_pools SET size = 140, confirmed = 140 WHERE event_id = $1 AND is_plan RETURNING id)
			UPDATE ticket_types SET plan_pool_id = pool.id FROM pool WHERE ticket_types.id = $2`,
			[sale.id, park],
		);
		await applyPlanLimits(services, sale.owner.organisationId);
		expect(await planPool()).toEqual([{ size: 100, confirmed: 70 }]);
		await expectInvariants(services);
		// Who has more guests already keeps them.
		expect((await change(true)).status).toBe(200);
		expect(await planPool()).toEqual([{ size: 140, confirmed: 140 }]);
		expect((await buy(sale, 100)).status).toBe(422);
		await expectInvariants(services);
	});

	test('an organiser who adds one more reads that it is the plan, and a larger plan makes room', async () => {
		const sale = await makeSale();
		for (let n = 0; n < 10; n += 1) expect((await buy(sale, n, 10)).status).toBe(201);
		const add = () =>
			api.post(
				`/api/events/${sale.id}/attendees`,
				{ name: 'Grace', email: 'grace@example.org', ticketTypeId: sale.types[0] },
				{ token: sale.owner.token },
			);
		const refused = await add();
		expect([refused.status, refused.body.code]).toEqual([402, 'INSUFFICIENT_QUOTA']);
		expect(refused.body.metadata).toMatchObject({ quota: 'attendeesPerEvent', limit: 100 });
		const bought = await api.call(
			'PUT',
			`/api/organisations/${sale.owner.organisationId}/subscription`,
			{ plan: 'pro', confirmationToken: await cardToken(api) },
			{ token: sale.owner.token },
		);
		expect(bought.body).toMatchObject({ plan: 'pro', usage: { largestEvent: { used: 100, limit: 2_000 } } });
		await applyPlanLimits(services, sale.owner.organisationId);
		expect((await add()).status).toBe(201);
		await expectInvariants(services);
	});

	test('cancelled ones make room for others', async () => {
		const sale = await makeSale();
		const [first] = await Promise.all(Array.from({ length: 10 }, (_, n) => buy(sale, n, 10)));
		expect((await buy(sale, 11)).status).toBe(422);
		await api.post(`/api/orders/${first?.body.manageToken}/cancel`);
		expect((await buy(sale, 12, 10)).status).toBe(201);
		await expectInvariants(services);
	});

	test('are free of it while plans are not charged, and held to it again with those who are there', async () => {
		const sale = await makeSale();
		await charged(false);
		const { rows } = await database().pool.query(
			'SELECT id FROM capacity_pools WHERE event_id = $1 AND is_plan',
			[sale.id],
		);
		expect(rows).toEqual([]);
		for (let n = 0; n < 12; n += 1) expect((await buy(sale, n, 10)).status).toBe(201);
		await charged(true);
		expect((await buy(sale, 13)).status).toBe(422);
		expect(await guestsOf(sale)).toBe(120);
		await expectInvariants(services);
	});

	test('are counted while the limit comes and goes during a rush', async () => {
		const sale = await makeSale();
		const toggling = (async () => {
			for (let n = 0; n < 4; n += 1) await charged(n % 2 === 1);
		})();
		await Promise.all([rush(sale, 200), toggling]);
		await expectInvariants(services);
	});

	test('include the places that groups hold, from when something is charged until nothing is', async () => {
		await charged(false);
		const sale = await makeSale();
		const token = sale.owner.token;
		const deadlineAt = new Date(Date.now() + 86_400_000).toISOString();
		const named = { name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org' };
		const body = { pays: 'each', ...named, ticketTypeId: sale.types[0], places: 30, deadlineAt };
		const made = await api.post(`/api/events/${sale.id}/groups`, body, { token });
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		await charged(true);
		await expectInvariants(services);
		expect((await rush(sale, 100)).filter(({ status }) => status === 201)).toHaveLength(70);
		const path = `/api/events/${sale.id}/ticket-types/${sale.types[0]}`;
		expect((await api.patch(path, { isAdmission: false }, { token })).status).toBe(200);
		await expectInvariants(services);
		expect((await api.patch(path, { isAdmission: true }, { token })).status).toBe(200);
		await expectInvariants(services);
		await charged(false);
		await expectInvariants(services);
		await charged(true);
		expect(
			(await api.post(`/api/events/${sale.id}/groups/${made.body.id}/end`, undefined, { token })).status,
		).toBe(200);
		await expectInvariants(services);
	});
	test('include the places that are set aside for devices at the door, from when something is charged until nothing is', async () => {
		await charged(false);
		const sale = await makeSale();
		const at = { token: sale.owner.token };
		const settings = { ticketTypeIds: [sale.types[0]], ways: ['cash'], allotmentSize: 30 };
		await api.call('PUT', `/api/events/${sale.id}/door-sales/settings`, settings, at);
		const device = { id: 'device-of-the-door', name: 'Till' };
		const topUp = () => api.post(`/api/events/${sale.id}/door-sales/allotments`, { device }, at);
		expect((await topUp()).body.left).toEqual([{ ticketTypeId: sale.types[0], quantity: 30 }]);
		await charged(true);
		await expectInvariants(services);
		expect((await rush(sale, 100)).filter(({ status }) => status === 201)).toHaveLength(70);
		const path = `/api/events/${sale.id}/ticket-types/${sale.types[0]}`;
		for (const isAdmission of [false, true]) {
			expect((await api.patch(path, { isAdmission }, at)).status).toBe(200);
			await expectInvariants(services);
		}
		await charged(false);
		await expectInvariants(services);
		await charged(true);
		await api.call(
			'PUT',
			`/api/events/${sale.id}/door-sales/settings`,
			{ ...settings, allotmentSize: 0 },
			at,
		);
		expect((await topUp()).body).toBeNull();
		await expectInvariants(services);
	});
});
