import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { buy, scan, settle, tryOrder } from './buyers.ts';
import type { Chance } from './seed.ts';
import type { Answer, ServerProcess } from './server-process.ts';

/** An event in full swing: people register while others are let in. */
export interface Scene {
	event: SellingEvent;
	token: string;
	/** Tickets sold before, still to be scanned. */
	codes: string[];
	/** Orders with these tickets. */
	orders: number;
}

export async function setScene(database: Database, server: ServerProcess, tickets: number): Promise<Scene> {
	const event = await insertSellingEvent(database);
	const token = await insertStaffLink(database, event);
	const codes: string[] = [];
	let orders = 0;
	while (codes.length < tickets) {
		const order = await buy(server, event, randomUUID(), {
			quantity: Math.min(10, tickets - codes.length),
		});
		orders += 1;
		codes.push(...order.body.attendees.map((one: { ticketCode: string }) => one.ticketCode));
	}
	return { event, token, codes, orders };
}

export interface BurstResult {
	/** Order ids by key, as they were acknowledged. */
	orders: Map<string, string>;
	/** Ids of check-ins by nonce, as they were acknowledged. */
	checkIns: Map<string, string>;
	/** Every answer that anybody saw, in order of arrival. */
	seen: { answer: Answer }[];
	longestMs: number;
}

export interface BurstOptions {
	buyers: number;
	/** Over which time they come. */
	spreadMs: number;
	chance: Chance;
	/** The servers that may be asked now. */
	servers(): ServerProcess[];
	/** Buyers who take a new key for each try, as no client of ours does: for negative controls. */
	isForgetful?: boolean;
	/** What breaks meanwhile; the burst waits for it. */
	fault(): Promise<void>;
}

/** Everybody repeats with the same key or nonce until served; what was acknowledged is stored for comparison. */
export async function burst(scene: Scene, options: BurstOptions): Promise<BurstResult> {
	const { chance } = options;
	const result: BurstResult = {
		orders: new Map(),
		checkIns: new Map(),
		seen: [],
		longestMs: 0,
	};
	const patiently = async (ask: (server: ServerProcess) => Promise<Answer>): Promise<Answer> => {
		const settled = await settle(
			async () => {
				const answer = await ask(chance.pick(options.servers()));
				result.seen.push({ answer });
				result.longestMs = Math.max(result.longestMs, answer.tookMs);
				return answer;
			},
			{ pauseMs: 80 },
		);
		return settled.answer;
	};
	const arrivals = Array.from({ length: options.buyers }, () => ({
		afterMs: chance.between(0, options.spreadMs),
		key: randomUUID(),
	}));
	const scans = scene.codes.map((code) => ({
		afterMs: chance.between(0, options.spreadMs),
		code,
		nonce: randomUUID(),
	}));
	await Promise.all([
		options.fault(),
		...arrivals.map(async ({ afterMs, key }) => {
			await sleep(afterMs);
			const answer = await patiently((server) =>
				tryOrder(server, scene.event, options.isForgetful ? randomUUID() : key),
			);
			expect(answer).toMatchObject({ status: 201 });
			result.orders.set(key, answer.body.id);
		}),
		...scans.map(async ({ afterMs, code, nonce }) => {
			await sleep(afterMs);
			const door = { token: scene.token, device: 'door' };
			const answer = await patiently((server) => scan(server, door, code, nonce));
			expect(answer).toMatchObject({ status: 200, body: { verdict: 'accepted' } });
			result.checkIns.set(nonce, answer.body.checkInId);
		}),
	]);
	return result;
}

/** Every acknowledged registration and check-in is there, each once, and nothing beside them. */
export async function expectAllThere(database: Database, scene: Scene, result: BurstResult): Promise<void> {
	const { rows: orders } = await database.pool.query<{ id: string; key: string; status: string }>(
		`SELECT id, idempotency_key AS key, status FROM orders WHERE event_id = $1 AND idempotency_key = ANY($2)`,
		[scene.event.eventId, [...result.orders.keys()]],
	);
	expect(new Map(orders.map((order) => [order.key, order.id]))).toEqual(result.orders);
	expect(orders).toHaveLength(result.orders.size);
	expect(new Set(orders.map((order) => order.status))).toEqual(new Set(['confirmed']));
	const { rows: checkIns } = await database.pool.query<{ id: string; nonce: string; verdict: string }>(
		'SELECT id, nonce, verdict FROM check_ins WHERE event_id = $1',
		[scene.event.eventId],
	);
	expect(new Map(checkIns.map((row) => [row.nonce, row.id]))).toEqual(result.checkIns);
	expect(checkIns.every((row) => row.verdict === 'accepted')).toBe(true);
}

/** Orders that were answered to nobody: none, where everybody came again with the same key. */
export async function ordersBeside(database: Database, scene: Scene, result: BurstResult): Promise<number> {
	const { rows } = await database.pool.query<{ n: number }>(
		'SELECT count(*)::int AS n FROM orders WHERE event_id = $1',
		[scene.event.eventId],
	);
	return (rows[0]?.n ?? 0) - scene.orders - result.orders.size;
}

/** Beside what was requested, people saw broken connections and 503 with a time to come back, never another fault. */
export function expectOnlyPassingFaults(result: BurstResult): void {
	for (const { answer } of result.seen) {
		if (answer.status < 500) continue;
		expect(answer.status).toBe(503);
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
	}
}
