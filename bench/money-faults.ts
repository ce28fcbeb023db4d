import { setTimeout as sleep } from 'node:timers/promises';
import { startBulk } from '#server/domain/orders/bulk/bulk-runs.ts';
import { holdOne, payOne, quoteOf, tokenOf } from './money.ts';
import { insertPaidEvent } from './support/paid-event.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

/**
 * What an organiser and a buyer wait for on a bad day: the refunds of a cancelled event, as fast as the provider lets them through, and a
 * payment that no event ever reports. The built-in payment gateway runs as a process of its own.
 */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const gateway = await stage.startGateway();
			const product = await stage.startProduct({
				BENCH_GATEWAY_PORT: String(gateway.port),
				BENCH_CALLS_PER_SECOND: String(callsPerSecond),
				TRUST_PROXY: '1',
			});
			const rows = [await massRefund(stage, product, options), await withoutEvents(stage, product, options)];
			await stage.verify();
			return rows;
		}),
};

/** Of the provider in live mode. Refunds in bulk take half of it. */
const callsPerSecond = 100;
const orders = 600;
const buyers = 8;

type Event = Awaited<ReturnType<typeof insertPaidEvent>>;

/** Holds and pays so many orders, some at a time. @returns ids of the payments */
async function sell(
	stage: Stage,
	product: Product,
	event: Event,
	how: { count: number; card?: string },
): Promise<string[]> {
	const quoteHash = await quoteOf(product, event);
	const payments: string[] = [];
	let left = how.count;
	await Promise.all(
		Array.from({ length: buyers }, async () => {
			for (; left > 0; ) {
				left -= 1;
				const order = await holdOne(product, event, quoteHash);
				const { status, body } = await payOne(product, order, await tokenOf(stage, how.card), quoteHash);
				if (status !== 201) throw new Error(JSON.stringify(body));
				payments.push(body.payment.id);
			}
		}),
	);
	return payments;
}

/** Asks until a query counts nothing any more. @returns seconds that it took */
async function untilNone(stage: Stage, text: string, values: unknown[]): Promise<number> {
	const startMs = performance.now();
	for (;;) {
		const { rows } = await stage.database.pool.query<{ n: number }>(text, values);
		if (rows[0]?.n === 0) return (performance.now() - startMs) / 1_000;
		await sleep(100);
	}
}

async function massRefund(stage: Stage, product: Product, { say }: BenchOptions): Promise<BenchRow> {
	const event = await insertPaidEvent(stage, orders);
	await sell(stage, product, event, { count: orders });
	await stage.database.pool.query(
		`UPDATE events SET status = 'cancelled', cancelled_at = now() WHERE organisation_id = $1 AND id = $2`,
		[event.organisationId, event.eventId],
	);
	// The owner of an organisation that the factory makes has its id.
	await startBulk(stage.services, event, { reason: '', userId: event.organisationId });
	const seconds = await untilNone(
		stage,
		`SELECT ($3 - count(*))::int AS n FROM refunds WHERE organisation_id = $1 AND event_id = $2 AND state = 'succeeded'`,
		[event.organisationId, event.eventId, orders],
	);
	say(`${orders} refunds in ${seconds.toFixed(1)} s`);
	return {
		what: `Refunds of ${orders} orders of a cancelled event`,
		subject: { value: seconds, unit: 's' },
		reference: {
			name: 'calls ÷ half of the provider’s limit',
			value: orders / (callsPerSecond / 2),
			unit: 's',
		},
		bars: { on: 'ratio', must: 'atMost', reach: 1.3, excellent: 1.1 },
		ifUnmet:
			'four refunds are sent beside each other, and each is settled in the database before a place is given to the next. Not profiled.',
	};
}

const waiting = 60;
/** The banks say yes within that time, to payments that have waited for so long that looks at them are furthest apart. */
const bankSeconds = 20;
const secondsBetweenLooks = 100;
const looks = 4;

async function withoutEvents(stage: Stage, product: Product, { say }: BenchOptions): Promise<BenchRow> {
	const event = await insertPaidEvent(stage, waiting);
	await stage.services.testGateway?.setControls(event.providerAccount, { eventDropRate: 1 });
	const payments = await sell(stage, product, event, { count: waiting, card: '4000002500003155' });
	await stage.database.pool.query(
		`UPDATE payments SET checks = $3, next_check_at = now() + random() * make_interval(secs => $4)
		WHERE organisation_id = $1 AND id = ANY ($2)`,
		[event.organisationId, payments, looks, secondsBetweenLooks],
	);
	const saidYes = new Map<string, number>();
	const { rows } = await stage.database.pool.query<{ id: string; provider_id: string }>(
		'SELECT id, provider_id FROM payments WHERE organisation_id = $1 AND id = ANY ($2)',
		[event.organisationId, payments],
	);
	const banks = rows.map(async ({ id, provider_id }, n) => {
		await sleep((bankSeconds * 1_000 * n) / waiting);
		await stage.services.testGateway?.endChallenge(event.providerAccount, provider_id, true);
		saidYes.set(id, Date.now());
	});
	await Promise.all(banks);
	await untilNone(
		stage,
		`SELECT count(*)::int AS n FROM payments WHERE organisation_id = $1 AND id = ANY ($2) AND state <> 'succeeded'`,
		[event.organisationId, payments],
	);
	const settled = await stage.database.pool.query<{ id: string; settled_at: Date }>(
		'SELECT id, settled_at FROM payments WHERE organisation_id = $1 AND id = ANY ($2)',
		[event.organisationId, payments],
	);
	const waits = settled.rows.map(
		({ id, settled_at }) => (settled_at.getTime() - (saidYes.get(id) ?? 0)) / 1_000,
	);
	say(`settled after ${Math.max(...waits).toFixed(1)} s at the longest`);
	return {
		what: 'From the bank’s yes to the settled payment, no event delivered, the longest',
		subject: { value: Math.max(...waits), unit: 's' },
		bars: { on: 'subject', must: 'atMost', reach: 120, excellent: 30 },
		note: `${waiting} payments whose banks said yes within ${bankSeconds} s, when they were looked at every ${secondsBetweenLooks} s; an hour of them is tests/faults/lost-events.test.ts.`,
	};
}
