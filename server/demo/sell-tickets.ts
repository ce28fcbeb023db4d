import { payments } from '#server/db/tables/payments.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { runEachInParallel } from '#server/platform/concurrency/run-in-parallel.ts';
import { newId } from '#shared/lib/ids.ts';
import { randomFrom } from '#shared/rules/seeded-random.ts';
import { payOrder } from '../domain/orders/commands/pay-order.ts';
import { placeGuests } from '../domain/orders/commands/place-guests.ts';
import type { PlaceOrderInput } from '../domain/orders/commands/place-order.ts';
import { refundOrder } from '../domain/orders/commands/refund-order.ts';
import { succeed } from '../domain/payments/apply.ts';
import { paymentColumns } from '../domain/payments/payment-record.ts';
import { settleRefund } from '../domain/payments/refund.ts';
import { stockStore } from '../domain/tickets/stock-store.ts';
import type { Services } from '../services.ts';
import type { DemoEvent } from './content.ts';
import { demoPerson } from './people.ts';
import { addVisits, cameByText, type DemoSource, drawSource } from './visits.ts';

/** Payments that are under way at once: each waits for the database several times. */
const paidAtOnce = 4;

/** What an event has to sell. */
interface Stock {
	/** Ticket types that are free of charge. */
	free: readonly string[];
	/** The type that paid orders are of. */
	paid: string | undefined;
}

/** How many orders `sellTickets` places. */
export const ordersOf = (services: Services, { guests, sales }: DemoEvent): number =>
	guests + (services.testGateway ? (sales?.orders ?? 0) : 0);

/**
 * Fills an event with guests and paid orders, refunds some, and notes where they came from. Nobody is sent a mail.
 * @param how.moments when its orders are placed
 */
export async function sellTickets(
	services: Services,
	scope: EventScope,
	event: DemoEvent,
	how: {
		stock: Stock;
		firstPerson: number;
		sources: readonly DemoSource[];
		moments: readonly Date[];
		/** Whose money was counted long ago. */
		isOver: boolean;
		userId: string;
	},
): Promise<void> {
	const { stock, sources, moments } = how;
	const count = moments.length;
	if (count === 0) return;
	const paidOrders = count - event.guests;
	const random = randomFrom(`orders ${event.input.title}`);
	const orders = moments.map((at, n) => {
		// Paid orders come between the others, at even distances.
		const isPaid = Math.floor(((n + 1) * paidOrders) / count) > Math.floor((n * paidOrders) / count);
		return { at, by: drawSource(random, sources), isPaid, buyer: demoPerson(how.firstPerson + n), n };
	});
	const inputs = orders.map(({ by, isPaid, buyer, n }): PlaceOrderInput => {
		const quantity = isPaid && random.chance(0.6) ? 2 : 1;
		return {
			...{ ...scope, buyer, cameBy: cameByText(by), isAnnounced: false },
			...(isPaid && { mode: 'public', hold: true }),
			items: [
				{ ticketTypeId: (isPaid ? stock.paid : stock.free[n % stock.free.length]) as string, quantity },
			],
			...(quantity > 1 && { attendees: [buyer, { ...demoPerson(how.firstPerson + count + n), email: '' }] }),
		};
	});
	const sold = await services.database.transaction(async (tx) => {
		if (sources.length > 0) await addVisits(tx, scope, orders, sources, event.input.title);
		return placeGuests(services, tx, inputs);
	});
	stockStore(services).forget(scope.eventId);
	const held = sold.flatMap(({ order: { id, quote } }, n) =>
		quote ? [{ ...quote, orderId: id, quoteHash: quote.hash, at: moments[n] as Date }] : [],
	);
	// What is over was paid by transfer, but for what was refunded to a card: a card takes forty statements.
	const refunds = event.sales?.refunds ?? 0;
	const byCard = how.isOver ? held.slice(0, refunds) : held;
	await runEachInParallel(paidAtOnce, byCard, ({ orderId, quoteHash }) =>
		payByTestCard(services, { ...scope, orderId, quoteHash }),
	);
	await payByTransfer(services, scope, held.slice(byCard.length), how.userId);
	await refundSome(services, scope, held.slice(0, refunds));
}

/** Records transfers that paid orders, all in one transaction. */
async function payByTransfer(
	services: Services,
	scope: EventScope,
	orders: readonly { orderId: string; totalMinor: number; currency: string; at: Date }[],
	userId: string,
): Promise<void> {
	if (orders.length === 0) return;
	await services.database.unitOfWork((unit) =>
		unit.transaction(async (tx) => {
			const paid = await tx
				.insert(payments)
				.values(
					orders.map(({ orderId, totalMinor, currency, at }) => ({
						...{ ...scope, id: newId(), subjectKind: 'order' as const, subjectId: orderId, currency },
						...{ amountMinor: totalMinor, capturedMinor: totalMinor, method: 'transfer' as const },
						...{ state: 'succeeded' as const, settledAt: at, madeBy: userId },
						receivedOn: at.toISOString().slice(0, 10),
					})),
				)
				.returning(paymentColumns);
			await succeed({ ...services, database: unit }, tx, paid);
		}),
	);
}

/** A confirmation token of a card that the test gateway charges; empty where there is no such gateway. */
export async function testCard(services: Services): Promise<string> {
	const card = await services.testGateway?.createConfirmationToken({
		...{ number: '4242424242424242', expMonth: 12, cvc: '123' },
		expYear: services.clock.now().getUTCFullYear() + 3,
	});
	return card?.id ?? '';
}

/** Pays an order with a card of the test gateway. */
export async function payByTestCard(
	services: Services,
	{ quoteHash, ...order }: EventScope & { orderId: string; quoteHash: string },
): Promise<void> {
	const confirmationToken = await testCard(services);
	await payOrder(services, order, {
		...{ method: 'card', confirmationToken, quoteHash, idempotencyKey: newId() },
		// Nobody: limits of networks are not for the demo.
		address: '192.0.2.1',
	});
}

/** Cancels orders at their buyers’ request. */
async function refundSome(
	services: Services,
	scope: EventScope,
	orders: readonly { orderId: string }[],
): Promise<void> {
	const { organisationId } = scope;
	for (const { orderId } of orders) {
		await refundOrder(
			services,
			{ ...scope, orderId },
			{ reason: 'Cannot come after all', isCancelling: true, notify: false, userId: null },
		);
		const { rows } = await services.database.pool.query<{ id: string }>(
			'SELECT id FROM refunds WHERE organisation_id = $1 AND subject_id = $2',
			[organisationId, orderId],
		);
		for (const { id } of rows) await settleRefund(services, { organisationId, refundId: id });
	}
}
