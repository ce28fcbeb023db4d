import { beforeEach, expect, test } from 'vitest';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { orderChecks } from './checks.ts';
import { placeOrder } from './commands/place-order.ts';

const { database, services } = useTestApi({ isFresh: true });
let event: SellingEvent;
beforeEach(async () => {
	event = await insertSellingEvent(database(), 10);
	await placeOrder(services, {
		...event,
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: event.ticketTypeId, quantity: 2 }],
		idempotencyKey: 'one-order',
	});
});

const failing = async () => {
	const names: string[] = [];
	for (const check of orderChecks) if ((await check.run(services)).length > 0) names.push(check.name);
	return names;
};

test('a sale breaks no invariant', async () => {
	expect(await failing()).toEqual([]);
});

// One wrong row each; what is found beside the check that the row is for follows from it.
test.each([
	['DELETE FROM order_items', ['orders.complete', 'orders.belong-together']],
	['UPDATE order_items SET places = 3', ['orders.complete']],
	[
		'DELETE FROM attendees WHERE id = (SELECT id FROM attendees LIMIT 1)',
		['orders.pools-match-tickets', 'orders.complete'],
	],
	['UPDATE capacity_pools SET confirmed = 3', ['orders.pools-match-tickets']],
	[`UPDATE attendees SET status = 'held'`, ['orders.pools-match-tickets', 'orders.statuses-agree']],
	[`UPDATE attendees SET status = 'cancelled'`, ['orders.pools-match-tickets', 'orders.not-empty']],
	['DELETE FROM orders', ['orders.belong-together']],
])('%s is found', async (statement, names) => {
	await database().pool.query(statement);
	expect(await failing()).toEqual(names);
});
