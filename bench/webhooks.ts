import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { scanGuests } from './support/full-event.ts';
import { percentile } from './support/latency.ts';
import { loadOk } from './support/load.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

const endpoints = 10;
const factsPerSecond = 50;
const latencySeconds = 20;

/** From a registration to the receivers of its webhook, one of them dead; and what a listening connection costs sales and scans. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const receiver = await startReceiver();
			try {
				const product = await stage.startProduct({ FOYER_PRIVATE_TARGETS: '127.0.0.0/8' });
				const rows = [
					await measureLatency(stage, product, receiver),
					...(await measureCost(stage, product, receiver, options)),
				];
				await stage.verify();
				return rows;
			} finally {
				receiver.stop();
			}
		}),
};

interface Receiver {
	url: string;
	/** Milliseconds from the creation of an order to each of its messages. */
	took: number[];
	stop(): void;
}

/** Answers at once, but for `/dead`, which never does. */
async function startReceiver(): Promise<Receiver> {
	const took: number[] = [];
	const server: Server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		if (request.url === '/dead') return;
		const createdAt: string | undefined = JSON.parse(body).data.order?.createdAt;
		if (createdAt) took.push(Date.now() - Date.parse(createdAt));
		response.end();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		took,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** Under the name that events of the stage are made with. */
async function makeOwner(stage: Stage): Promise<TestUser> {
	const owner = await makeUser(stage.services);
	await stage.database.pool.query(`UPDATE organisations SET name = 'Harbour Concerts' WHERE id = $1`, [
		owner.organisationId,
	]);
	return owner;
}

async function connect(product: Product, owner: TestUser, target: string, types: string[]): Promise<void> {
	const answer = await fetch(
		`http://127.0.0.1:${product.port}/api/organisations/${owner.organisationId}/connections`,
		{
			method: 'POST',
			headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ kind: 'webhook', target, types }),
		},
	);
	if (answer.status !== 201) throw new Error(`a connection was refused: ${await answer.text()}`);
}

async function sell(
	stage: Stage,
	product: Product,
	how: { organisationId?: string; connections: number; seconds: number; rate?: number },
) {
	const event = how.organisationId === undefined ? {} : { organisationId: how.organisationId };
	const { eventId, ticketTypeId } = await insertSellingEvent(stage.database, 1_000_000, { event });
	return loadOk(
		{
			port: product.port,
			connections: how.connections,
			ms: how.seconds * 1_000,
			method: 'POST',
			path: `/api/events/${eventId}/orders`,
			hasKeys: true,
			...(how.rate === undefined ? {} : { rate: how.rate }),
			body: JSON.stringify({
				buyer: { name: 'Ada Lovelace {n}', email: `ada.{n}@${eventId}.example` },
				items: [{ ticketTypeId, quantity: 1 }],
			}),
		},
		[201],
	);
}

async function measureLatency(stage: Stage, product: Product, receiver: Receiver): Promise<BenchRow> {
	const owner = await makeOwner(stage);
	for (let n = 0; n < endpoints; n += 1) {
		const target = `${receiver.url}/${n === 0 ? 'dead' : n}`;
		await connect(product, owner, target, ['registration.created']);
	}
	const { organisationId } = owner;
	const sold = await sell(stage, product, {
		organisationId,
		connections: 16,
		seconds: latencySeconds,
		rate: factsPerSecond,
	});
	const expected = sold.requests * (endpoints - 1);
	const untilMs = Date.now() + 60_000;
	while (receiver.took.length < expected && Date.now() < untilMs) await sleep(50);
	const { took } = receiver;
	if (took.length !== expected) throw new Error(`${took.length} of ${expected} messages arrived`);
	const sorted = took.toSorted((a, b) => a - b);
	await stage.database.pool.query('DELETE FROM connections');
	return {
		what: `Webhook from the order to the receiver, p95: ${factsPerSecond} registrations a second, ${endpoints} endpoints, one dead`,
		subject: { value: percentile({ sorted }, 0.95) / 1_000, unit: 's' },
		bars: { on: 'subject', must: 'atMost', reach: 2, excellent: 0.8 },
		note: `Of ${expected} messages to the nine that answer; the longest took ${((sorted.at(-1) ?? 0) / 1_000).toFixed(2)} s, the median ${(percentile({ sorted }, 0.5) / 1_000).toFixed(2)} s.`,
	};
}

async function measureCost(
	stage: Stage,
	product: Product,
	receiver: Receiver,
	options: BenchOptions,
): Promise<BenchRow[]> {
	const owner = await makeOwner(stage);
	const { organisationId } = owner;
	await connect(product, owner, `${receiver.url}/1`, ['registration.created', 'check_in.created']);
	/** Throws away what is still to be sent, so that the next round is not measured beside it. */
	const clear = async () => {
		await stage.markDispatched();
		await stage.database.pool.query('DELETE FROM outbound_deliveries');
	};
	let turn = 0;
	const sales = async (of: object) => {
		const { perSecond } = await sell(stage, product, { ...of, connections: 128, seconds: options.seconds });
		await clear();
		return perSecond;
	};
	const scans = async (of: object) => {
		turn += 1;
		const { perSecond } = await scanGuests(stage, product.port, { ...of, turn, seconds: options.seconds });
		await clear();
		return perSecond;
	};
	await sales({});
	await scans({});
	const figures = await inRounds(options, {
		sales: () => sales({}),
		salesHeard: () => sales({ organisationId }),
		scans: () => scans({}),
		scansHeard: () => scans({ organisationId }),
	});
	const bars = { on: 'ratio', must: 'atLeast', reach: 0.95, excellent: 0.98 } as const;
	return [
		{
			what: 'Free registrations with a webhook that listens, 128 connections',
			subject: figure(figures.salesHeard, '/s'),
			reference: { name: 'the same without one', ...figure(figures.sales, '/s') },
			bars,
			ifUnmet:
				'a message and a delivery are written for each order, by a worker that has the same cores; single rounds differ by more than what they cost.',
		},
		{
			what: 'Check-ins with a webhook that listens, 32 connections',
			subject: figure(figures.scansHeard, '/s'),
			reference: { name: 'the same without one', ...figure(figures.scans, '/s') },
			bars,
			ifUnmet:
				'every second the worker reads the check-ins of the last seconds, to find those that were committed late, and makes a message and a delivery of each new one; the database has no core of its own. A machine with a core more for the worker should reach it.',
		},
	];
}
