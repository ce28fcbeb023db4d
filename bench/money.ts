import { randomUUID } from 'node:crypto';
import { settlePayment } from '#server/domain/payments/settle.ts';
import type { Gateway, GatewayPayment } from '#server/platform/payments/gateway.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { percentile } from './support/latency.ts';
import { loadOk } from './support/load.ts';
import { insertPaidEvent, type PaidEvent } from './support/paid-event.ts';
import { figure, inRounds, median } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

/**
 * What a price costs: holds, settlements and whole paid orders beside free registrations of the same run. The built-in payment gateway
 * runs as a process of its own, on the same cores and in the same database.
 */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const gateway = await stage.startGateway();
			const product = await stage.startProduct({
				BENCH_GATEWAY_PORT: String(gateway.port),
				TRUST_PROXY: '1',
			});
			const rows = await measure({ stage, product, gateway }, options);
			await stage.verify();
			return rows;
		}),
};

interface World {
	stage: Stage;
	product: Product;
	gateway: Product;
}

const connections = 128;
const size = 1_000_000;
/** Settlements beside each other, as after a rush, and buyers. */
const settling = 64;
const buyers = 32;

async function measure(world: World, options: BenchOptions): Promise<BenchRow[]> {
	const { stage, product, gateway } = world;
	const ms = options.seconds * 1_000;
	const free = async () => {
		const event = await insertSellingEvent(stage.database, size);
		const before = product.processorTime();
		const result = await placeOrders(product, event, ms, {});
		freeCost.push((product.processorTime() - before) / result.requests);
		await stage.markDispatched();
		return result.perSecond;
	};
	const hold = async () => {
		const event = await insertPaidEvent(stage, size);
		const result = await placeOrders(product, event, ms, {
			hold: true,
			quoteHash: await quoteOf(product, event),
		});
		await stage.markDispatched();
		return result.perSecond;
	};
	const paidCost: number[] = [];
	const gatewayCost: number[] = [];
	const freeCost: number[] = [];
	const buy = async () => {
		const [before, gatewayBefore] = [product.processorTime(), gateway.processorTime()];
		const { orders, perSecond } = await buyTickets(world, ms);
		paidCost.push((product.processorTime() - before) / orders);
		gatewayCost.push((gateway.processorTime() - gatewayBefore) / orders);
		await stage.markDispatched();
		return perSecond;
	};
	const measures = { free, hold, settle: () => settle(stage, product, ms), buy };
	for (const one of Object.values(measures)) await one();
	for (const costs of [paidCost, gatewayCost, freeCost]) costs.length = 0;
	const figures = await inRounds(options, measures);
	const returning = await untilTicket(world, 'returning');
	const waiting = await untilTicket(world, 'waiting');
	const reference = { name: 'free registrations', ...figure(figures.free, '/s') };
	const ms1000 = (costs: number[]) =>
		figure(
			costs.map((seconds) => seconds * 1_000),
			'ms',
		);
	return [
		{
			what: 'Holds of priced orders, one hot ticket type, 128 connections',
			subject: figure(figures.hold, '/s'),
			reference,
			bars: { on: 'ratio', must: 'atLeast', reach: 0.8, excellent: 0.9 },
		},
		{
			what: 'Settlements of one hot event, the provider’s objects in memory',
			subject: figure(figures.settle, '/s'),
			reference,
			bars: { on: 'ratio', must: 'atLeast', reach: 0.15, excellent: 0.3 },
			ifUnmet:
				'the product’s worker draws the documents and writes the emails of what was settled meanwhile, 0.5 ms each: without it 1,400 settlements a second, 0.19, of which a batch of 64 takes 0.35 ms each of the process. Where orders are settled by the process that sells, its worker pauses for them.',
			note: `${settling} settlements at a time, called in the process of the benchmark, with the product beside it.`,
		},
		{
			what: 'Paid orders: hold, card, ticket; the gateway a process of its own',
			subject: figure(figures.buy, '/s'),
			reference,
			bars: { on: 'ratio', must: 'atLeast', reach: 0.1, excellent: 0.2 },
			ifUnmet:
				'a paid order takes some 50 statements, four calls and three events; gateway, product and database share the cores, and the gateway keeps its state in the same database.',
			note: `${buyers} buyers on networks of their own. The gateway took ${median(gatewayCost.map((cost) => cost * 1_000)).toFixed(1)} ms of processor time an order beside its share of the database.`,
		},
		{
			what: 'Processor time of the product for a paid order',
			subject: ms1000(paidCost),
			reference: { name: 'for a free registration', ...ms1000(freeCost) },
			bars: { on: 'ratio', must: 'atMost', reach: 6, excellent: 4 },
			ifUnmet:
				'by a profile, statements are built for 2 ms an order, and the gateway is called for 2 ms, half of it within its package; the rest is waiting for the driver (on a machine half as fast).',
		},
		...latencies('the buyer comes back from their bank', returning),
		...latencies('the page waits and the events tell', waiting),
	];
}

const latencies = (how: string, times: number[]): BenchRow[] =>
	(
		[
			['p50', 0.5, 1_000, 300],
			['p99', 0.99, 3_000, 1_000],
		] as const
	).map(([name, share, reach, excellent]) => ({
		what: `From the provider’s success to the ticket, ${how}, ${name}`,
		subject: { value: percentile({ sorted: times.toSorted((a, b) => a - b) }, share), unit: 'ms' },
		bars: { on: 'subject', must: 'atMost', reach, excellent },
	}));

type Event = Pick<PaidEvent, 'eventId' | 'ticketTypeId'>;

const itemsOf = (event: Event) => [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];

function placeOrders(product: Product, event: Event, ms: number, more: Record<string, unknown>) {
	const body = JSON.stringify({
		buyer: { name: 'Ada Lovelace {n}', email: 'ada.{n}@example.org' },
		items: itemsOf(event),
		...more,
	});
	const path = `/api/events/${event.eventId}/orders`;
	return loadOk({ port: product.port, connections, ms, method: 'POST', path, hasKeys: true, body }, [201]);
}

interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
	body: any;
}

let calls = 0;

/** Each call comes from a network of its own. */
async function call(product: Product, method: string, path: string, body?: unknown): Promise<Answer> {
	calls += 1;
	const response = await fetch(`http://127.0.0.1:${product.port}${path}`, {
		method,
		headers: {
			'content-type': 'application/json',
			'idempotency-key': randomUUID(),
			'x-forwarded-for': `10.${(calls >> 8) & 255}.${calls & 255}.1`,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

export async function quoteOf(product: Product, event: Event): Promise<string> {
	const { body } = await call(product, 'POST', `/api/events/${event.eventId}/quote`, {
		items: itemsOf(event),
	});
	return body.hash;
}

/** Settles held orders whose payments the provider calls succeeded. @returns orders a second */
async function settle(stage: Stage, product: Product, ms: number): Promise<number> {
	const event = await insertPaidEvent(stage, size);
	const quoteHash = await quoteOf(product, event);
	await placeOrders(product, event, ms, { hold: true, quoteHash });
	const { rows } = await stage.database.pool.query<{ id: string; provider_id: string; amount_minor: string }>(
		`INSERT INTO payments (id, organisation_id, subject_kind, subject_id, event_id, account_id, method, gateway, currency,
			amount_minor, state, provider_id)
		SELECT gen_random_uuid(), organisation_id, 'order', id, event_id, $3, 'card', 'test', currency, total_minor, 'processing', 'pi_' || id
		FROM orders WHERE organisation_id = $1 AND event_id = $2 AND status = 'pending'
		RETURNING id, provider_id, amount_minor`,
		[event.organisationId, event.eventId, event.accountId],
	);
	await stage.markDispatched();
	const objects = new Map(
		rows.map((row) => [row.provider_id, succeeded(event, { ...row, amountMinor: Number(row.amount_minor) })]),
	);
	const gateway: Gateway = Object.assign(Object.create(stage.services.gateway), {
		getPayment: async ({ paymentId }: { paymentId: string }) => objects.get(paymentId),
	});
	const services = { ...stage.services, gateway };
	const until = performance.now() + ms;
	const startMs = performance.now();
	let settled = 0;
	await Promise.all(
		Array.from({ length: settling }, async () => {
			for (let row = rows.pop(); row && performance.now() < until; row = rows.pop()) {
				await settlePayment(services, { organisationId: event.organisationId, paymentId: row.id });
				settled += 1;
			}
		}),
	);
	const perSecond = settled / ((performance.now() - startMs) / 1_000);
	// What the time was not enough for was never charged.
	await stage.database.pool.query(
		`DELETE FROM payments WHERE organisation_id = $1 AND event_id = $2 AND state = 'processing'`,
		[event.organisationId, event.eventId],
	);
	await stage.markDispatched();
	return perSecond;
}

const succeeded = (
	event: PaidEvent,
	payment: { id: string; provider_id: string; amountMinor: number },
): GatewayPayment => ({
	id: payment.provider_id,
	status: 'succeeded',
	amountMinor: payment.amountMinor,
	capturedMinor: payment.amountMinor,
	currency: 'EUR',
	account: event.providerAccount,
	metadata: { foyer_payment: payment.id, foyer_organisation: event.organisationId },
	feeMinor: 0,
	refundedMinor: 0,
	failure: null,
	nextAction: null,
	card: null,
	methodId: null,
	customerId: null,
	chargeId: null,
	balanceItemId: null,
	isDisputed: false,
	isLive: false,
	createdAt: new Date(),
});

/** A test card as the card form hands it over; 3155 is asked for a confirmation by its bank. */
export async function tokenOf(stage: Stage, number = '4242424242424242'): Promise<string> {
	const made = await stage.services.testGateway?.createConfirmationToken({
		number,
		expMonth: 12,
		expYear: 2035,
		cvc: '123',
	});
	return made?.id ?? '';
}

export async function holdOne(
	product: Product,
	event: Event,
	quoteHash: string,
): Promise<{ id: string; manageToken: string }> {
	const placed = await call(product, 'POST', `/api/events/${event.eventId}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: itemsOf(event),
		hold: true,
		quoteHash,
	});
	if (placed.status !== 201) throw new Error(JSON.stringify(placed.body));
	return placed.body;
}

export const payOne = (
	product: Product,
	order: { manageToken: string },
	confirmationToken: string,
	quoteHash: string,
) =>
	call(product, 'POST', `/api/orders/${order.manageToken}/payments`, {
		method: 'card',
		confirmationToken,
		quoteHash,
	});

/** Buyers one after the other on each of some connections: the hold, the card, the ticket. */
async function buyTickets(
	{ stage, product }: World,
	ms: number,
): Promise<{ orders: number; perSecond: number }> {
	const event = await insertPaidEvent(stage, size);
	const quoteHash = await quoteOf(product, event);
	const startMs = performance.now();
	let orders = 0;
	await Promise.all(
		Array.from({ length: buyers }, async () => {
			while (performance.now() - startMs < ms) {
				const order = await holdOne(product, event, quoteHash);
				const paid = await payOne(product, order, await tokenOf(stage), quoteHash);
				if (paid.body.order?.status !== 'confirmed') throw new Error(JSON.stringify(paid.body));
				const ticket = await call(product, 'GET', `/api/orders/${order.manageToken}`);
				if (ticket.body.status !== 'confirmed') throw new Error(JSON.stringify(ticket.body));
				orders += 1;
			}
		}),
	);
	return { orders, perSecond: orders / ((performance.now() - startMs) / 1_000) };
}

const purchases = 100;

/** Milliseconds from the provider's success until the buyer's page has the ticket, of purchases that the bank had to confirm. */
async function untilTicket({ stage, product }: World, how: 'returning' | 'waiting'): Promise<number[]> {
	const event = await insertPaidEvent(stage, size);
	const quoteHash = await quoteOf(product, event);
	const times: number[] = [];
	let left = purchases;
	await Promise.all(
		Array.from({ length: 4 }, async () => {
			for (; left > 0; ) {
				left -= 1;
				const order = await holdOne(product, event, quoteHash);
				const begun = await payOne(product, order, await tokenOf(stage, '4000002500003155'), quoteHash);
				const { rows } = await stage.database.pool.query<{ provider_id: string }>(
					'SELECT provider_id FROM payments WHERE organisation_id = $1 AND id = $2',
					[event.organisationId, begun.body.payment.id],
				);
				const look = () =>
					call(product, 'GET', `/api/orders/${order.manageToken}/payments/${begun.body.payment.id}?wait=10`);
				const waiting = how === 'waiting' ? look() : null;
				await stage.services.testGateway?.endChallenge(
					event.providerAccount,
					rows[0]?.provider_id ?? '',
					true,
				);
				const sinceMs = performance.now();
				const { body } = await (waiting ?? look());
				if (body.order?.status !== 'confirmed') throw new Error(JSON.stringify(body));
				times.push(performance.now() - sinceMs);
			}
		}),
	);
	return times;
}
