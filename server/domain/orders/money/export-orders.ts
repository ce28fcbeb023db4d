import { sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { eachPage } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import type { ListedOrder } from '#shared/contracts/organiser-orders.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import { orderMoneyState } from '#shared/rules/order-money-state.ts';
import { listOrders } from '../order-list.ts';

const rowsPerPage = 500;

const columns: [title: string, value: (order: ListedOrder) => string][] = [
	['Order', (order) => order.code],
	['Ordered at', (order) => order.createdAt],
	['Buyer', (order) => order.buyer.name],
	['Email', (order) => order.buyer.email],
	['Tickets', (order) => String(order.attendeeCount)],
	['State', (order) => orderMoneyState(order)],
	['Paid by', (order) => order.paidBy ?? ''],
	['Currency', (order) => order.currency],
	['Total', (order) => moneyToText(order.totalMinor, order.currency)],
	['Paid', (order) => moneyToText(order.paidMinor + order.refundedMinor, order.currency)],
	['Refunded', (order) => moneyToText(order.refundedMinor, order.currency)],
	['Due', (order) => moneyToText(order.dueMinor, order.currency)],
	['Test mode', (order) => (order.isTest ? 'yes' : '')],
];

async function* pages(services: Services, scope: EventScope): AsyncGenerator<string[][]> {
	for await (const page of eachPage((cursor) =>
		listOrders(services, scope, { limit: rowsPerPage, cursor }),
	)) {
		const tiers = await readTiers(services, scope, page);
		yield page.map((order) => [...columns.map(([, value]) => value(order)), tiers.get(order.id) ?? '']);
	}
}

/** Items of each order that were bought at a tier’s price: `2 × Early bird`. */
async function readTiers(
	services: Services,
	scope: EventScope,
	orders: readonly ListedOrder[],
): Promise<Map<string, string>> {
	const ids = orders.filter(({ totalMinor }) => totalMinor > 0).map(({ id }) => id);
	if (ids.length === 0) return new Map();
	const { rows } = await services.database.db.execute<{ order_id: string; tiers: string }>(sql`
		SELECT order_id, string_agg(quantity || ' × ' || tier_name, '; ' ORDER BY line) AS tiers FROM order_lines
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ANY(${plainArray(ids)}::uuid[])
			AND tier_name IS NOT NULL AND quantity > 0 AND kind NOT IN ('service_fee', 'surplus')
		GROUP BY order_id`);
	return new Map(rows.map((row) => [row.order_id, row.tiers]));
}

/** All orders of an event as a file, the newest first, with what was paid and refunded. */
export async function exportOrders(
	services: Services,
	scope: EventScope,
	format: 'csv' | 'xlsx',
): Promise<Response> {
	const { title } = await getDoorEvent(services, scope);
	return tableFile(services, scope.organisationId, {
		name: `${title} orders`,
		header: [...columns.map(([name]) => name), 'Price tiers'],
		pages: pages(services, scope),
		kinds: {
			'Ordered at': 'instant',
			Tickets: 'number',
			Total: 'amount',
			Paid: 'amount',
			Refunded: 'amount',
			Due: 'amount',
		},
		format,
	});
}
