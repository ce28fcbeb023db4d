import { beforeAll, expect, test } from 'vitest';
import {
	insertSellingEvent,
	insertSharedPool,
	insertTicketType,
	type SellingEvent,
} from '#tests/factories/tickets.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
	api = createTestApi(await createTestServices(database()));
});

const isSoldOut = async ({ organisationId }: SellingEvent): Promise<boolean> => {
	const { body } = await api.get('/api/events', { query: { organiser: `harbour-${organisationId}` } });
	return body.data[0].isSoldOut;
};

const take = (event: SellingEvent, n: number) =>
	database().pool.query('UPDATE capacity_pools SET confirmed = confirmed + $2 WHERE id = $1', [
		event.poolId,
		n,
	]);

test('the card of an event says when every ticket that can be had now is taken', async () => {
	const event = await insertSellingEvent(database(), 2);
	expect(await isSoldOut(event)).toBe(false);
	await take(event, 2);
	expect(await isSoldOut(event)).toBe(true);
	// What nobody can take now changes nothing; what opens later or has room does.
	await insertTicketType(database(), event, { isHidden: true });
	await insertTicketType(database(), event, { isClosed: true });
	await insertTicketType(database(), event, { kind: 'paid', priceMinor: 100 });
	await insertTicketType(database(), event, { salesEndAt: new Date(0) });
	expect(await isSoldOut(event)).toBe(true);
	const hall = await insertSharedPool(database(), event, 0);
	await insertTicketType(database(), event, { sharedPoolId: hall });
	expect(await isSoldOut(event)).toBe(true);
	await insertTicketType(database(), event, { size: 0, salesStartAt: new Date(Date.now() + 3_600_000) });
	expect(await isSoldOut(event)).toBe(false);
});

test('fewer places than an order needs are none; unlimited places and unpublished sales are never sold out', async () => {
	const pairs = await insertSellingEvent(database(), 3, { type: { minPerOrder: 2, admits: 2 } });
	expect(await isSoldOut(pairs)).toBe(true);
	expect(await isSoldOut(await insertSellingEvent(database()))).toBe(false);
	const elsewhere = { externalUrl: 'https://tickets.example.org' };
	expect(await isSoldOut(await insertSellingEvent(database(), 0, { event: elsewhere }))).toBe(false);
});
