import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { besideBusyCore } from './support/busy-core.ts';
import { figure } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { nodeFlags } from './support/stage.ts';

const root = join(import.meta.dirname, '..');

/** From the start of the process until its first page is answered: on an empty directory with demo content, and again after that. */
export const bench: Bench = {
	async run({ rounds, say }) {
		const first: number[] = [];
		const again: number[] = [];
		const memory: number[] = [];
		const killed: number[] = [];
		for (let round = 0; round < rounds; round += 1) {
			const folder = await mkdtemp(join(tmpdir(), 'foyer-start-'));
			try {
				const cold = await start(folder);
				const warm = await start(folder);
				await besideBusyCore(async () => {
					await start(folder, 'SIGKILL');
					killed.push((await start(folder, 'SIGTERM', placeOrder)).tookMs);
				});
				first.push(cold.tookMs);
				again.push(warm.tookMs);
				memory.push(warm.peakBytes / 1e6);
				say(
					`first ${Math.round(cold.tookMs)} ms, again ${Math.round(warm.tookMs)} ms, to an order after kill -9 ${Math.round(killed.at(-1) ?? 0)} ms`,
				);
			} finally {
				await rm(folder, { recursive: true, force: true });
			}
		}
		return [
			{
				what: 'First start, installed and built, to the first page (makes database and demo content)',
				subject: figure(first, 'ms'),
			},
			{ what: 'Start after that, to the first page', subject: figure(again, 'ms') },
			{
				what: 'Start after kill -9 beside a busy core, to the first accepted order',
				subject: figure(killed, 'ms'),
				bars: { on: 'subject', must: 'atMost', reach: 2_000, excellent: 1_000 },
				ifUnmet:
					'it waits for the processor: the process compiles and starts, and the database recovers, beside a program that keeps one of two cores busy.',
			},
			{ what: 'Peak memory of a process that has started and shown one page', subject: figure(memory, 'MB') },
		];
	},
};

async function showPage(origin: string): Promise<void> {
	const page = await fetch(origin);
	await page.text();
	if (!page.ok) throw new Error(`the first page was answered with ${page.status}`);
}

/** Orders a free ticket of the first event of the demo that has one. */
async function placeOrder(origin: string): Promise<void> {
	const { data } = (await (await fetch(`${origin}/api/events`)).json()) as { data: { id: string }[] };
	for (const { id } of data) {
		const types = (await (await fetch(`${origin}/api/events/${id}/ticket-types`)).json()) as {
			data: { id: string; priceMinor: number }[];
		};
		const free = types.data.find(({ priceMinor }) => priceMinor === 0);
		if (!free) continue;
		const order = await fetch(`${origin}/api/events/${id}/orders`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ ticketTypeId: free.id, quantity: 1 }],
			}),
		});
		if (order.ok) return;
	}
	throw new Error('no order was accepted');
}

/**
 * Starts the product, has it do something, and ends it.
 * @returns milliseconds from the start of the process until that was done
 */
async function start(
	dataDir: string,
	end: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
	work = showPage,
): Promise<{ tookMs: number; peakBytes: number }> {
	const startMs = performance.now();
	const { DATABASE_URL: _url, FOYER_ROLE: _role, ...inherited } = process.env;
	const child = spawn(process.execPath, [...nodeFlags, join(root, 'server/main.ts')], {
		env: {
			...inherited,
			NODE_ENV: 'production',
			NODE_COMPILE_CACHE: join(root, '.cache/compile'),
			PORT: '0',
			HOST: '127.0.0.1',
			DATA_DIR: dataDir,
			LOG_LEVEL: 'warn',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	try {
		const port = await new Promise<string>((resolve, reject) => {
			child.once('exit', (status) => reject(new Error(`the product ended with ${status}`)));
			createInterface({ input: child.stdout }).on('line', (line) => {
				const found = /is ready: \S+:(\d+)$/.exec(line)?.[1];
				if (found) resolve(found);
			});
		});
		await work(`http://127.0.0.1:${port}`);
		const tookMs = performance.now() - startMs;
		const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
		return { tookMs, peakBytes: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024 };
	} finally {
		child.kill(end);
		await ended;
	}
}
