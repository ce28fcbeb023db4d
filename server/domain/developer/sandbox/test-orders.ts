import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { demoPerson } from '#server/demo/people.ts';
import { findParent, findSandbox } from '#server/domain/accounts/sandbox.ts';
import { admitTogether } from '#server/domain/check-in/scan/admit-scans.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { payOrder } from '#server/domain/orders/commands/pay-order.ts';
import { placeGuests } from '#server/domain/orders/commands/place-guests.ts';
import { refundOrder } from '#server/domain/orders/commands/refund-order.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { createTestGateways } from '#server/platform/payments/gateways.ts';
import type { Services } from '#server/services.ts';
import type { SandboxOrder } from '#shared/contracts/sandbox.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { mostOrders, type TestOrderOutcome } from '#shared/rules/sandbox.ts';
import { noSandbox } from './queries.ts';

/** Test orders that are wanted. */
export interface TestOrders {
	eventId: string;
	/** Absent: the first ticket type of the event. */
	ticketTypeId?: string | undefined;
	count: number;
	/** Tickets of each. */
	quantity: number;
	outcome: TestOrderOutcome;
}

/** The cards that bring these outcomes about; all others pay with one that succeeds. */
const cards: Partial<Record<TestOrderOutcome, string>> = {
	declined: '4000000000000002',
	disputed: '4000000000000259',
	refunded: '4000000000007726',
};
const goodCard = '4242424242424242';
/** What needs a price. */
const paidOutcomes: readonly TestOrderOutcome[] = ['declined', 'disputed', 'refunded'];

type Held = EventScope & { orderId: string; quoteHash: string | null };

/**
 * Makes orders in a sandbox by the commands by which guests and organisers make them, so emails, webhooks and figures follow. All are made
 * or none; disputes and refunds settle as the test gateway lets them, moments or days later.
 * @param organisationId of the sandbox, or of its parent
 * @throws not-found for an event of others; `no-sandbox`, `sandbox-too-large`, `no-price`, `no-test-cards`, and the rules of a sale
 */
export async function makeTestOrders(
	services: Services,
	organisationId: string,
	wanted: TestOrders,
): Promise<SandboxOrder[]> {
	const { db, pool } = services.database;
	const sandbox = await findSandbox(db, await findParent(db, organisationId));
	if (!sandbox) throw noSandbox();
	const scope = { organisationId: sandbox.id, eventId: wanted.eventId };
	const type = await findType(services.database, scope, wanted.ticketTypeId);
	if (type.orders + wanted.count > mostOrders)
		throw ruleViolation(
			'sandbox-too-large',
			message`A sandbox has at most ${mostOrders} orders. Reset it first.`,
		);
	if (paidOutcomes.includes(wanted.outcome) && type.kind === 'free')
		throw ruleViolation('no-price', message`Choose a ticket type with a price for this outcome.`);
	if (type.kind !== 'free' && !services.testGateway)
		throw ruleViolation(
			'no-test-cards',
			message`This installation doesn’t accept test cards. Choose a free ticket type.`,
		);
	const ids = await services.database.unitOfWork(async (unit) => {
		const inside = { ...services, database: unit, ...createTestGateways({ ...services, database: unit }) };
		const held = await place(inside, scope, { ...wanted, ticketTypeId: type.id });
		for (const order of held)
			await bringAbout(
				services.testGateway ? inside : { ...services, database: unit },
				order,
				wanted.outcome,
			);
		return held.map(({ orderId }) => orderId);
	});
	stockStore(services).forget(scope.eventId);
	const { rows } = await pool.query<SandboxOrder>(
		`SELECT id, code, status, total_minor::int AS "totalMinor", currency FROM orders
		WHERE organisation_id = $1 AND event_id = $2 AND id = ANY ($3::uuid[]) ORDER BY id`,
		[scope.organisationId, scope.eventId, ids],
	);
	return rows;
}

/** The ticket type that is ordered, and how many orders the sandbox has. @throws not-found */
async function findType({ pool }: Database, scope: EventScope, ticketTypeId: string | undefined) {
	const { rows } = await pool.query<{ id: string; kind: string; orders: number }>(
		`SELECT t.id, t.kind, (SELECT count(*)::int FROM (SELECT FROM orders WHERE organisation_id = $1 LIMIT $4) AS o) AS orders
		FROM ticket_types t WHERE t.organisation_id = $1 AND t.event_id = $2 AND ($3::uuid IS NULL OR t.id = $3)
		ORDER BY t.position, t.id LIMIT 1`,
		[scope.organisationId, scope.eventId, ticketTypeId ?? null, mostOrders],
	);
	const [type] = rows;
	if (!type) throw notFound(ticketTypeId ? 'Ticket type' : 'Event');
	return type;
}

/** Takes the orders; those with a price, and those that are to stay pending, are held. */
async function place(
	services: Services,
	scope: EventScope,
	wanted: TestOrders & { ticketTypeId: string },
): Promise<Held[]> {
	const first = randomInt(1_000_000);
	const { ticketTypeId, quantity, outcome } = wanted;
	const inputs = Array.from({ length: wanted.count }, (_, n) => ({
		...{ ...scope, buyer: demoPerson(first + n), mode: 'public' as const },
		items: [{ ticketTypeId, quantity }],
		hold: outcome === 'pending',
	}));
	const sold = await services.database.transaction((tx) => placeGuests(services, tx, inputs));
	return sold.map(({ order }) => ({ ...scope, orderId: order.id, quoteHash: order.quote?.hash ?? null }));
}

/** Lets happen to an order what is wanted of it. */
async function bringAbout(services: Services, order: Held, outcome: TestOrderOutcome): Promise<void> {
	if (outcome === 'pending') return;
	if (order.quoteHash !== null) await pay(services, order, outcome);
	if (outcome === 'cancelled') await cancelOrder(services, order, { notify: true });
	if (outcome === 'refunded')
		await refundOrder(services, order, {
			reason: 'Test order',
			isCancelling: true,
			notify: true,
			userId: null,
		});
	if (outcome === 'checked_in') await checkIn(services, order);
}

/** A card that is declined leaves its order as it is, until its hold ends. */
async function pay(
	services: Services,
	{ quoteHash, ...order }: Held,
	outcome: TestOrderOutcome,
): Promise<void> {
	const card = await services.testGateway?.createConfirmationToken({
		...{ number: cards[outcome] ?? goodCard, expMonth: 12, cvc: '123' },
		expYear: services.clock.now().getUTCFullYear() + 3,
	});
	try {
		await payOrder(services, order, {
			...{ method: 'card', confirmationToken: card?.id, quoteHash: quoteHash ?? '', idempotencyKey: newId() },
			// Each from a network of its own (RFC 3849): limits of networks are for machines that try cards.
			address: `2001:db8:${randomBytes(2).toString('hex')}::1`,
		});
	} catch (error) {
		if (!(outcome === 'declined' && error instanceof AppError && error.code === 'PAYMENT_CARD_DECLINED'))
			throw error;
	}
}

async function checkIn(services: Services, order: Held): Promise<void> {
	const { organisationId, eventId, orderId } = order;
	const { rows } = await services.database.pool.query<{ id: string }>(
		`SELECT id FROM attendees WHERE organisation_id = $1 AND event_id = $2 AND order_id = $3 AND status = 'active'`,
		[organisationId, eventId, orderId],
	);
	for (const { id } of rows)
		await admitTogether(services, {
			...{ organisationId, eventId, listId: eventId, guest: { attendeeId: id } },
			...{ staffLinkId: null, userId: null, gateId: null, deviceId: null, device: 'Test order' },
			...{ nonce: `test-${id}`, scannedAt: services.clock.now().toISOString() },
		});
}
