import { beforeEach, expect, test, vi } from 'vitest';
import { sandboxMovePoller } from '#server/jobs/sandbox-moves.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

const database = useTestDatabase();
const { signal } = new AbortController();
beforeEach(() => database().truncate());

const keys = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890' };

/** Services with Stripe's keys, and what was requested of Stripe. */
async function withStripe() {
	const requested: string[] = [];
	vi.stubGlobal('fetch', async (input: string | URL | Request) => {
		requested.push(String(input instanceof Request ? input.url : input));
		return Response.json({ error: { type: 'api_error' } }, { status: 500 });
	});
	const services = await createTestServices(database(), keys);
	expect([services.gateway.name, services.testGateway]).toEqual(['stripe', null]);
	return { services, requested };
}

test('with Stripe’s keys a sandbox has no payment account, and nothing in it reaches Stripe', async () => {
	const { services, requested } = await withStripe();
	const api = createTestApi(services);
	const owner = await makeUser(services);
	const as = { token: owner.token };
	const path = `/api/organisations/${owner.organisationId}/sandbox`;
	const sandbox: Sandbox = (await api.post(path, undefined, as)).body;
	const open = (organisation: string) =>
		api.post(`/api/organisations/${organisation}/payment-account`, { country: 'DE' }, as);
	const refused = await open(sandbox.id);
	expect([refused.status, refused.body.metadata?.rule]).toEqual([422, 'not-in-sandbox']);
	const concert = sandbox.events.find(({ title }) => title === 'Sandbox Concert')?.id;
	const types = (await api.get(`/api/events/${concert}/ticket-types`)).body.data;
	const seat = types.find(({ name }: { name: string }) => name === 'Seat').id;
	const paid = await api.post(`${path}/orders`, { eventId: concert, ticketTypeId: seat }, as);
	expect([paid.status, paid.body.metadata?.rule]).toEqual([422, 'no-test-cards']);
	const meetup = sandbox.events.find(({ title }) => title === 'Sandbox Meetup')?.id;
	expect((await api.post(`${path}/orders`, { eventId: meetup, count: 2 }, as)).status).toBe(201);
	expect((await api.post(`${path}/clock`, { advanceBy: 'P30D' }, as)).status).toBe(200);
	while ((await sandboxMovePoller.run(services, signal)) > 0);
	expect((await api.get(path, as)).body.sandbox).toMatchObject({ isSettled: true });
	expect(requested).toEqual([]);
	// The organisation itself does ask Stripe.
	await open(owner.organisationId);
	expect(requested.length).toBeGreaterThan(0);
	for (const address of requested) expect(new URL(address).hostname).toBe('api.stripe.com');
});

test('a sandbox of before the keys were set keeps its account at the test gateway, and none of its money reaches Stripe', async () => {
	const before = await createTestServices(database());
	const beforeApi = createTestApi(before);
	const owner = await makeUser(before);
	const as = { token: owner.token };
	const path = `/api/organisations/${owner.organisationId}/sandbox`;
	const sandbox: Sandbox = (await beforeApi.post(path, undefined, as)).body;
	const concert = sandbox.events.find(({ title }) => title === 'Sandbox Concert')?.id;
	const types = (await beforeApi.get(`/api/events/${concert}/ticket-types`)).body.data;
	const ticketTypeId = types.find(({ name }: { name: string }) => name === 'Seat').id;
	const paid = { eventId: concert, ticketTypeId, count: 3 };
	for (const outcome of ['confirmed', 'refunded', 'disputed', 'pending'])
		expect((await beforeApi.post(`${path}/orders`, { ...paid, outcome }, as)).status).toBe(201);

	const { services, requested } = await withStripe();
	const api = createTestApi(services);
	expect((await api.post(`/api/events/${concert}/cancel`, { message: 'Closed.' }, as)).status).toBe(200);
	expect((await api.post(`${path}/clock`, { advanceBy: 'PT10M' }, as)).status).toBe(200);
	while ((await sandboxMovePoller.run(services, signal)) > 0);
	expect((await api.get(path, as)).body.sandbox).toMatchObject({ isSettled: true });
	expect(requested).toEqual([]);
});
