import pg from 'pg';
import { beginSession } from '#server/domain/accounts/sessions.ts';
import { listBalances } from '#server/domain/ledger/queries.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { findIndexes } from './support/dataset/indexes.ts';
import { helpers } from './support/dataset/statements.ts';
import { firstNames, lastNames } from './support/dataset/vocabulary.ts';
import { type Call, percentile, timeCalls } from './support/latency.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { openStage, type Product, type Stage } from './support/stage.ts';

/** What grows with paid orders: their list, its search, the page of one, and what the books of an event add up to. */
export const bench: Bench = {
	async run(options) {
		const small = await openSoldStage(10_000, options);
		try {
			const large = await openSoldStage(1_000_000, options);
			try {
				return await measure(small, large, options);
			} finally {
				await large.stage.close();
			}
		} finally {
			await small.stage.close();
		}
	},
};

/** A database with so many paid orders, a tenth of them of the event that is looked at. */
interface SoldStage {
	stage: Stage;
	product: Product;
	event: SellingEvent;
	token: string;
}

const events = 10;
const filled = [
	...['orders', 'order_items', 'order_lines', 'attendees', 'payments'],
	...['ledger_transfers', 'ledger_subjects'],
];

const names = (values: readonly string[], roll: string) =>
	`(ARRAY[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}])[1 + ${roll} % ${values.length}]`;

const plan = (orders: number) => `
CREATE UNLOGGED TABLE bench.sold AS
SELECT n, p.*, at, bench.id(at, n, 1) AS id, bench.id(at, n, 3) AS payment_id, bench.id(at, n, 5) AS attendee_id,
	${names(firstNames, 'bench.roll(n, 7)')} || ' ' || ${names(lastNames, 'bench.roll(n, 8)')} AS name
FROM (SELECT n, now() - (${orders} - n) * interval '60 days' / ${orders} AS at FROM generate_series(1, ${orders}) AS n) AS numbered
JOIN bench.places p ON p.k = n % ${events}`;

/** Sold at 24.00 with 19 % of tax, paid by card, of which the provider kept 0.61. */
const rows = [
	`INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, total_minor, terms, quote_hash,
		confirmed_at, created_at, updated_at)
	SELECT id, organisation_id, event_id, 'A' || bench.code(n * 387420489::bigint % 28629151), 'confirmed', name, 'guest' || n || '@example.org',
		'EUR', 2400, 'card', 'hash', at, at, at FROM bench.sold ORDER BY organisation_id, id`,
	`INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
	SELECT organisation_id, event_id, id, ticket_type_id, 1, 1, 2400 FROM bench.sold ORDER BY organisation_id, id`,
	`INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, quantity, unit_minor, net_minor, tax_minor,
		gross_minor, tax_basis_points, created_at)
	SELECT organisation_id, event_id, id, 0, 'ticket', ticket_type_id, 1, 2400, 2017, 383, 2400, 1900, at
	FROM bench.sold ORDER BY organisation_id, id`,
	`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status, created_at, updated_at)
	SELECT attendee_id, organisation_id, event_id, id, ticket_type_id, name, 'guest' || n || '@example.org',
		'0' || upper(substr(md5('t' || n), 1, 25)), 'active', at, at FROM bench.sold ORDER BY organisation_id, id`,
	`INSERT INTO payments (id, organisation_id, subject_kind, subject_id, event_id, method, gateway, currency, amount_minor, captured_minor,
		state, provider_id, settled_at, created_at, updated_at)
	SELECT payment_id, organisation_id, 'order', id, event_id, 'card', 'test', 'EUR', 2400, 2400, 'succeeded', 'pi_' || n, at, at, at
	FROM bench.sold ORDER BY organisation_id, id`,
	`INSERT INTO ledger_transfers (organisation_id, event_id, subject_id, source_kind, source_id, kind, line, debit, credit, currency,
		amount_minor, occurred_at, created_at)
	SELECT organisation_id, event_id, s.id, t.source, CASE t.source WHEN 'order' THEN s.id WHEN 'payment' THEN payment_id ELSE attendee_id END,
		t.kind, t.line, t.debit, t.credit, 'EUR', t.amount, at, at
	FROM bench.sold s CROSS JOIN (VALUES ('order', 'sale', 0, 'buyer', 'sales', 2017), ('order', 'tax', 1, 'buyer', 'tax', 383),
		('payment', 'payment', 0, 'gateway', 'buyer', 2400), ('balance_item', 'provider_fee', 0, 'provider_fees', 'gateway', 61))
		AS t(source, kind, line, debit, credit, amount) ORDER BY organisation_id, s.id`,
	`INSERT INTO ledger_subjects (organisation_id, subject_id, event_id, currency, paid_minor, transfers)
	SELECT organisation_id, id, event_id, 'EUR', 2400, 4 FROM bench.sold ORDER BY organisation_id, id`,
];

async function openSoldStage(orders: number, { say }: BenchOptions): Promise<SoldStage> {
	const stage = await openStage();
	const startMs = performance.now();
	const places: SellingEvent[] = [];
	const type = { kind: 'paid', priceMinor: 2_400, currency: 'EUR' } as const;
	for (let n = 0; n < events; n += 1) places.push(await insertSellingEvent(stage.database, orders, { type }));
	const clients = [new pg.Client(stage.database.address), new pg.Client(stage.database.address)];
	const [client, other] = clients as [pg.Client, pg.Client];
	for (const one of clients) {
		await one.connect();
		await one.query(
			`SET maintenance_work_mem = '256MB'; SET work_mem = '64MB'; SET synchronous_commit = off`,
		);
	}
	await client.query(helpers);
	await client.query(
		`CREATE TABLE bench.places AS SELECT * FROM unnest($$${`{${[...places.keys()]}}`}$$::int[], $$${idsOf(places, 'organisationId')}$$::uuid[],
			$$${idsOf(places, 'eventId')}$$::uuid[], $$${idsOf(places, 'ticketTypeId')}$$::uuid[]) AS p (k, organisation_id, event_id, ticket_type_id)`,
	);
	await client.query(plan(orders));
	await client.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
	const indexes = await findIndexes(client, filled);
	for (const statement of indexes.drop) await client.query(statement);
	await inTurns(clients, rows);
	say(`${orders} orders: rows after ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
	await inTurns(clients, indexes.restore);
	await client.query('DROP SCHEMA bench CASCADE');
	await inTurns(
		clients,
		filled.map((table) => `VACUUM ANALYZE ${table}`),
	);
	await client.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
	await Promise.all([client.end(), other.end()]);
	say(`${orders} orders: made after ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
	const product = await stage.startProduct({ FOYER_ROLE: 'web' });
	const [event] = places as [SellingEvent];
	// The owner of an organisation that the factory makes has its id.
	const session = { userId: event.organisationId, isRemembered: false, userAgent: 'bench' };
	const { token } = await beginSession(stage.database.db, session, stage.services.clock.now());
	return { stage, product, event, token };
}

const idsOf = (places: SellingEvent[], key: 'organisationId' | 'eventId' | 'ticketTypeId') =>
	`{${places.map((place) => place[key])}}`;

/** Each connection takes the next statement when it is free. */
async function inTurns(clients: pg.Client[], statements: string[]): Promise<void> {
	const waiting = [...statements];
	await Promise.all(
		clients.map(async (client) => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next);
		}),
	);
}

const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const count = 200;

async function someOrders({ stage, event }: SoldStage): Promise<string[]> {
	const { rows: found } = await stage.database.pool.query<{ id: string }>(
		'SELECT id FROM orders WHERE organisation_id = $1 AND event_id = $2 ORDER BY random() LIMIT $3',
		[event.organisationId, event.eventId, count],
	);
	return found.map(({ id }) => id);
}

const listCall = ({ event, token }: SoldStage, query: Record<string, string>): Call => ({
	method: 'GET',
	path: `/api/events/${event.eventId}/orders?${new URLSearchParams(query)}`,
	token,
});

const kinds: Record<string, (at: SoldStage) => Promise<Call[]>> = {
	'Orders list page': async (at) =>
		(await someOrders(at)).map((id) =>
			listCall(at, { cursor: Buffer.from(JSON.stringify([id])).toString('base64url') }),
		),
	'Order search': async (at) => {
		const queries = [
			() => any(firstNames),
			() => any(lastNames),
			() => `${any(firstNames)} ${any(lastNames)}`,
			() => any(lastNames).slice(0, 4),
			() => `guest${Math.floor(Math.random() * 9_000)}`,
		];
		return Array.from({ length: count }, (_, n) =>
			listCall(at, { q: (queries[n % queries.length] as () => string)() }),
		);
	},
	'Page of one order': async (at) =>
		(await someOrders(at)).map((id) => ({
			method: 'GET',
			path: `/api/events/${at.event.eventId}/orders/${id}`,
			token: at.token,
		})),
};

async function measure(small: SoldStage, large: SoldStage, options: BenchOptions): Promise<BenchRow[]> {
	const made: BenchRow[] = [];
	for (const [what, calls] of Object.entries(kinds)) {
		const p95 = (at: SoldStage) => async () => {
			const result = await timeCalls({ port: at.product.port, calls: await calls(at), connections: 1 });
			if (Object.keys(result.byStatus).some((status) => status !== '200'))
				throw new Error(`${what}: ${JSON.stringify(result.byStatus)}`);
			return percentile(result, 0.95);
		};
		await p95(small)();
		await p95(large)();
		const { at10k, at1m } = await inRounds(options, { at10k: p95(small), at1m: p95(large) });
		made.push({
			what: `${what}, p95 at 1 million paid orders`,
			subject: figure(at1m, 'ms'),
			reference: { name: 'the same at 10 000 orders', ...figure(at10k, 'ms') },
			bars: { on: 'ratio', must: 'atMost', reach: 2, excellent: 1.3 },
			...(what === 'Order search' && {
				ifUnmet:
					'a name finds some seven hundred buyers and as many guests of a hundred thousand orders, and seven of a thousand: all are read from two indexes of trigrams to show the newest fifty.',
			}),
		});
	}
	const balance = async () => {
		const startMs = performance.now();
		const [sheet] = await listBalances(large.stage.database.db, large.event);
		if (sheet?.accounts.length !== 5) throw new Error(JSON.stringify(sheet));
		return performance.now() - startMs;
	};
	await balance();
	const { sheet } = await inRounds(options, { sheet: balance });
	made.push({
		what: 'Balances of an event of 100 000 paid orders, 400 000 transfers',
		subject: figure(sheet, 'ms'),
		bars: { on: 'subject', must: 'atMost', reach: 100, excellent: 30 },
		ifUnmet:
			'balances are sums over all transfers of the event; totals that are kept beside them would make it a look at a few rows.',
	});
	return made;
}
